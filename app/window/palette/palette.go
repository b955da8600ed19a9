// Package palette is the window's part of placing things: the list of the world's blueprints, and the
// blueprint that the player has in hand. It reads the state and gives commands; it changes nothing by itself.
package palette

import (
	"slices"
	"strings"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/making"
	"manyhold/game/thing"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// Hand is the blueprint in the player's hand, or the thing that the player moves, and the list of the
// blueprints that can be taken. Its zero value has none.
type Hand struct {
	of    blueprint.ID
	moved game.EntityID // 0: none
	known uint64        // the register that list shows
	list  []model.Blueprint
}

// Of returns a blueprint as the palette shows it.
func Of(e *blueprint.Entry) model.Blueprint {
	return model.Blueprint{ID: e.ID, Name: e.Name(), About: e.About, Licence: e.Licence, Version: e.Version, Form: e.Shape.Form, Author: e.Author, Picture: &e.Picture}
}

// Take takes a blueprint in hand.
func (h *Hand) Take(id blueprint.ID) { h.of, h.moved = id, 0 }

// Move takes a thing up to be set down elsewhere. It stays where it is until then.
func (h *Hand) Move(id game.EntityID) { h.moved = id }

// Moving returns the thing that is moved, nil if there is none.
func (h *Hand) Moving(w *world.State) *thing.Thing {
	if h.moved == 0 {
		return nil
	}
	return w.Things.Find(h.moved)
}

// Held returns the blueprint in hand, nil if there is none that the world knows.
func (h *Hand) Held(w *world.State) *blueprint.Entry { return w.Blueprints.Find(h.of) }

// List returns the blueprints of a world by name, those of lands left out. It is made anew when the register
// has changed: the interface may still hold the one before.
func (h *Hand) List(w *world.State) []model.Blueprint {
	if sum := w.Blueprints.Sum(); sum != h.known {
		h.known, h.list = sum, nil
		for k := range w.Blueprints.List() {
			if e := &w.Blueprints.List()[k]; e.Shape.Form != blueprint.Land && !e.Has(blueprint.Withdrawn) {
				h.list = append(h.list, Of(e))
			}
		}
		slices.SortStableFunc(h.list, func(a, b model.Blueprint) int {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		})
	}
	return h.list
}

// Show fills in the thing in hand as it would stand on a tile. me is the player in the world; without it, or
// without a blueprint in hand, nothing is shown.
func (h *Hand) Show(m *model.InHand, w *world.State, me *entity.PlayerState, aim grid.Tile) {
	pieces := m.Pieces[:0]
	*m = model.InHand{Pieces: pieces}
	if h.moved != 0 {
		h.showMoved(m, w, me, aim)
		return
	}
	e := h.Held(w)
	if e == nil || me == nil || w.Space.Body(me.Body) == nil {
		return
	}
	m.Name, m.Picture = e.Name(), &e.Picture
	m.Why = making.Fits(w, me, w.Space.Body(me.Body), e.ID, aim)
	m.Pieces = append(m.Pieces, piece(e, aim))
	for _, c := range e.Childs {
		if child := w.Blueprints.Find(c.Of); child != nil {
			m.Pieces = append(m.Pieces, piece(child, aim.Add(int32(c.X), int32(c.Y))))
		}
	}
}

// showMoved fills in the thing that is moved as it would stand on a tile, with its children.
func (h *Hand) showMoved(m *model.InHand, w *world.State, me *entity.PlayerState, aim grid.Tile) {
	x := h.Moving(w)
	if x == nil || me == nil || w.Space.Body(me.Body) == nil {
		return
	}
	from := w.ThingPlace(x)
	m.Why = making.FitsShift(w, me, w.Space.Body(me.Body), x.ID, aim)
	if parent := w.Things.Find(x.Parent); parent != nil {
		x = parent
	}
	for _, y := range append([]*thing.Thing{x}, w.Things.Children(x.ID)...) {
		at := w.ThingPlace(y)
		p := model.Piece{At: at.Add(aim.X-from.X, aim.Y-from.Y), W: int32(max(y.Shape.Width, 1)), H: int32(max(y.Shape.Height, 1))}
		if e := w.Blueprints.Find(y.Of); e != nil {
			if p.Picture = &e.Picture; y == x {
				m.Name, m.Picture = e.Name(), p.Picture
			}
		}
		m.Pieces = append(m.Pieces, p)
	}
}

func piece(e *blueprint.Entry, at grid.Tile) model.Piece {
	return model.Piece{At: at, W: int32(max(e.Shape.Width, 1)), H: int32(max(e.Shape.Height, 1)), Picture: &e.Picture}
}

// Work lets the hands place the thing on a tile. It returns the command, or why there is none; asked is false
// while nothing is asked for. pointer says whether the cursor is over the world.
func (h *Hand) Work(in *input.State, w *world.State, me *entity.PlayerState, aim grid.Tile, pointer bool) (c command.Command, why event.Reason, asked bool) {
	if !pointer || !in.Pressed(input.Place) && !in.Pressed(input.Use) {
		return c, event.NoReason, false
	}
	b := w.Space.Body(me.Body)
	if b == nil {
		return c, event.NoReason, false
	}
	if h.moved != 0 {
		why = making.FitsShift(w, me, b, h.moved, aim)
		return command.Command{Kind: command.Shift, Entity: h.moved, Tile: aim}, why, true
	}
	if why = making.Fits(w, me, b, h.of, aim); why != event.NoReason {
		return c, why, true
	}
	return command.Command{Kind: command.Put, Entity: game.EntityID(h.of), Tile: aim}, event.NoReason, true
}
