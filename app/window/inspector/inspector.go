// Package inspector is what the window shows of placed things: labels, marks and prompts in the world, and
// all that is known of the one that the player looks at. It also makes the copy by which a thing is unlinked
// from its blueprint. It reads the state and gives commands; it changes nothing by itself.
package inspector

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"manyhold/app/window/palette"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/making"
	"manyhold/game/rights"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// labelRange is how far from the player labels are shown, in tiles: a little more than the widest view.
const labelRange = 32

// Labels appends the labels over the things around a tile; those over bodies go with the drawn ones. The view
// halves of the failed ones were stopped here.
func Labels(dst []model.Label, w *island.Island, from grid.Tile, bodies []render.Body, failed []game.EntityID) []model.Label {
	if w.Things.Empty() {
		return dst
	}
	w.ThingsNear(from, labelRange, func(x *thing.Thing, t grid.Tile) {
		l := model.Label{Text: x.Label, Stopped: x.Health.Stopped || slices.Contains(failed, x.ID)}
		e := w.Blueprints.Find(x.Of)
		l.Unknown = e == nil
		if l.Text == "" && e != nil {
			l.Text = e.Label
		}
		if l.Text == "" && !l.Stopped && !l.Unknown {
			return
		}
		l.At = t.Centre()
		for k := range bodies {
			if x.Body != 0 && bodies[k].ID == x.Body {
				l.At = bodies[k].Pos
			}
		}
		l.At.Y -= fixed.One * 3 / 4
		if x.Shape.Form == blueprint.Area {
			l.At = x.At.Corner()
			l.At.X += fixed.Q(x.Shape.Width) * fixed.One / 2
			l.At.Y += fixed.Q(x.Shape.Height) * fixed.One / 2
		}
		dst = append(dst, l)
	})
	return dst
}

// Inspector looks at one thing. Its zero value looks at none.
type Inspector struct {
	of     game.EntityID
	faults map[game.EntityID]failure
}

// failure is what an event told of a fault: no state has it.
type failure struct {
	tick  game.Tick
	words []string // what went wrong, and the calls that led there
}

// mostFailures is how many things are remembered with the words of their faults.
const mostFailures = 64

// Hear remembers the words of faults.
func (s *Inspector) Hear(events []event.Event) {
	for k := range events {
		e := &events[k]
		if e.Kind != event.ThingFailed || e.Text == "" {
			continue
		}
		if s.faults == nil || len(s.faults) >= mostFailures {
			s.faults = map[game.EntityID]failure{}
		}
		s.faults[e.Entity] = failure{e.Tick, strings.Split(e.Text, "\n")}
	}
}

// nearby is how far away a thing is looked at without aiming at it.
const nearby fixed.Q = 4 * fixed.One

// Areas appends the areas of the things around a tile.
func (s *Inspector) Areas(dst []model.Area, w *island.Island, from grid.Tile) []model.Area {
	if w.Things.Empty() {
		return dst
	}
	w.ThingsNear(from, labelRange, func(x *thing.Thing, t grid.Tile) {
		if x.Shape.Form != blueprint.Area {
			return
		}
		a := model.Area{At: t, W: int32(x.Shape.Width), H: int32(x.Shape.Height), Name: x.Label, Looks: s.of != 0 && (x.ID == s.of || x.Parent == s.of)}
		if e := w.Blueprints.Find(x.Of); e != nil && a.Name == "" {
			a.Name = e.Title
		}
		dst = append(dst, a)
	})
	return dst
}

// Begin looks at the thing on a tile. It reports whether there is one.
func (s *Inspector) Begin(w *island.Island, t grid.Tile) bool {
	s.of = 0
	if x := w.ThingAt(t); x != nil {
		s.of = x.ID
	}
	return s.of != 0
}

// Nearest looks at the thing that is nearest to a place, at most nearby away: for hands without a cursor. It
// reports whether there is one.
func (s *Inspector) Nearest(w *island.Island, from fixed.Vec) bool {
	s.of = 0
	least := nearby
	w.ThingsNear(grid.TileAt(from), labelRange, func(x *thing.Thing, t grid.Tile) {
		at := t.Centre()
		if x.Shape.Form == blueprint.Area { // the nearest of its tiles
			at = grid.Tile{X: min(max(grid.TileAt(from).X, t.X), t.X+int32(x.Shape.Width)-1), Y: min(max(grid.TileAt(from).Y, t.Y), t.Y+int32(x.Shape.Height)-1)}.Centre()
		}
		if d := at.Sub(from).Len(); d < least {
			least, s.of = d, x.ID
		}
	})
	return s.of != 0
}

// Show fills in all that is known of the thing. me is the player, nil while it is not in the world.
func (s *Inspector) Show(m *model.Thing, w *world.State, me *entity.PlayerState) {
	props, credits := m.Props[:0], m.Credits
	*m = model.Thing{}
	x := w.Things.Find(s.of)
	if s.of == 0 || x == nil || me == nil {
		return
	}
	m.ID, m.Owner, m.Lost = x.ID, nameOf(w, x.Owner), int(x.Lost)
	h := &x.Health
	m.Fault = model.Fault{Kind: value.FaultKind(h.Last.Kind), Count: int(h.Count), Line: int(h.Last.Line), Column: int(h.Last.Column), Tick: h.Last.Tick, Stopped: h.Stopped}
	if f, ok := s.faults[x.ID]; ok && f.tick == h.Last.Tick {
		m.Fault.Why, m.Fault.Calls = f.words[0], f.words[1:]
	}
	m.Stays = act.Permitted(w, me, rights.Build, w.ThingPlace(x))
	if m.Stays == event.NoReason {
		m.Stays = act.MayMove(w, me, x)
	}
	m.Fixed, m.Rests = making.MayAdjust(w, me, x), making.MayShift(w, me, x)
	if m.Linked = m.Stays; w.Rank(me) < rights.Builder {
		m.Linked = event.NotAllowed
	}
	e := w.Blueprints.Find(x.Of)
	if e == nil {
		m.Linked, m.Form = event.NoBlueprint, x.Shape.Form
		return
	}
	m.Blueprint, m.Known, m.Flags = palette.Of(e), true, e.Flags
	m.Author = fmt.Sprintf("%s (%s)", e.By, hex.EncodeToString(e.Author[:4]))
	m.Credits, m.Source = append(credits[:0], e.Credits...), [2]string{e.Host, e.View}
	for k := range e.Props {
		p := model.Property{Prop: &e.Props[k], Value: x.Value(&e.Props[k])}
		if p.Field == blueprint.File {
			for _, a := range e.Assets {
				p.Files = append(p.Files, a.Name)
			}
		}
		props = append(props, p)
	}
	m.Props = props
}

// nameOf returns the name of a player, or the first letters of a key that is not known here.
func nameOf(w *world.State, key game.PlayerID) string {
	if o := w.Roster.ByKey(key); o != nil {
		return o.Name.String()
	}
	return hex.EncodeToString(key[:4])
}

// Adjust returns the command that sets a property of a thing. ok is false for a value that cannot be.
func Adjust(w *world.State, a model.AdjustThing) (c command.Command, ok bool) {
	x := w.Things.Find(a.ID)
	if x == nil {
		return c, false
	}
	e := w.Blueprints.Find(x.Of)
	if e == nil {
		return c, false
	}
	p := e.Prop(a.Key)
	if p == nil || !p.Fits(a.Value) {
		return c, false
	}
	text, ok := making.Text(p, a.Value, command.MaxText)
	return command.Command{Kind: command.Adjust, Entity: a.ID, Text: text}, ok
}

// Own returns a draft of a blueprint that is the player's own from now on, and its ID. It credits the author
// of the original. Its title is one that the player has not used: with a number after it if need be.
func Own(r *blueprint.Register, e *blueprint.Entry, me game.PlayerID) (draft []byte, id blueprint.ID) {
	b := *e.Blueprint
	if b.Author != me {
		b.Credits = credited(b.Credits, blueprint.Credit{Author: b.Author, By: b.By, Title: b.Title})
	}
	b.Author, b.Editor, b.Version, b.Seal = blueprint.Nobody, blueprint.Nobody, 1, [64]byte{}
	b.Flags &^= blueprint.Public
	title := b.Title
	for n := 2; r.Find(blueprint.IDOf(me, b.Title)) != nil; n++ {
		end := fmt.Sprintf("-%d", n)
		b.Title = title[:min(len(title), blueprint.MaxTitle-len(end))] + end
	}
	return blueprint.Append(nil, &b), blueprint.IDOf(me, b.Title)
}

func credited(list []blueprint.Credit, c blueprint.Credit) []blueprint.Credit {
	for _, x := range list {
		if x == c {
			return list
		}
	}
	if len(list) >= blueprint.MaxCredits {
		return list
	}
	return append(append([]blueprint.Credit(nil), list...), c)
}
