package matches

import (
	"context"
	"slices"

	"manyhold/app/rooms/hall"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/predict"
	"manyhold/game/tile"
	"manyhold/net/room"
	"manyhold/render"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Gates are the portals to the matches of a world. One opens beside the match board for each match that is in
// setup or runs, and closes when it is over. They are no blocks: each window shows them for the rooms that it
// knows. A player who steps into one has a seat, or watches.
type Gates struct {
	list  []*gate
	board grid.Tile
	in    []render.Gate // as the scene shows them
}

// gate is a portal to a match.
type gate struct {
	row    hall.Row
	place  int // index of gatePlaces, and of the scenes behind gates
	at     grid.Tile
	out    bool // the player was away from it
	asked  uint64
	arch   Arch
	camera Camera
	vista  render.Vista
}

// gateTiles are where gates may stand beside the board: beside it, and further out where that is built over.
var gateTiles = [...]grid.Tile{{X: -3}, {X: 3}, {X: -6}, {X: 6}, {X: -4, Y: 3}, {X: 4, Y: 3}, {X: -7, Y: 3}, {X: 7, Y: 3}, {X: -3, Y: -3}, {X: 3, Y: -3}}

const (
	// GateSight is from how near a portal to a match is seen through, in tiles.
	GateSight = 8 * fixed.One
	// newestSight is from how near the match board shows its newest result, in tiles.
	newestSight = 4 * fixed.One
	// gateReach is how near to its foot a player is in it, to each side: others may stand there.
	gateReach = 13 * fixed.One / 16
	// gateAway is from how far from a gate a player steps into it again. One who comes back from a match and
	// turns on the spot does not.
	gateAway = 3 * fixed.One / 2
	// peekEvery is how often a room of others is entered anew that is seen through its portal, in ticks of
	// the window.
	peekEvery = 300
)

// Step opens and closes gates, and returns the match whose gate the player has stepped into, "" for none. me
// is where the player is, nil if it is nowhere.
func (g *Gates) Step(d *Desk, w *island.Island, board grid.Tile, me *fixed.Vec) (through string) {
	g.board = board
	g.close(d)
	if len(g.list) < render.Arenas {
		for k := range d.rows {
			g.open(d, &d.rows[k], w, board)
		}
	}
	g.in = g.in[:0]
	for _, o := range g.list {
		g.in = append(g.in, render.Gate{At: o.at, Scene: o.vista.Scene})
		if me == nil {
			continue
		}
		off := me.Sub(o.at.Centre())
		far := max(off.X, -off.X, off.Y, -off.Y)
		switch {
		case far >= gateAway:
			o.out = true
		case far < gateReach && o.out:
			through, o.out = o.row.ID, false
		}
	}
	return through
}

// close takes away the gates of matches that are over, or not known any more, and of those whose place is
// built over.
func (g *Gates) close(d *Desk) {
	g.list = slices.DeleteFunc(g.list, func(o *gate) bool {
		k := slices.IndexFunc(d.rows, func(r hall.Row) bool { return r.ID == o.row.ID })
		if k < 0 || phaseOf(d.rows[k].Phase) == phaseOf(room.Ended.String()) {
			o.arch.Close()
			return true
		}
		o.row = d.rows[k]
		return false
	})
}

// open opens a gate for a room, if it has none and there is a place.
func (g *Gates) open(d *Desk, r *hall.Row, w *island.Island, board grid.Tile) {
	if phaseOf(r.Phase) == phaseOf(room.Ended.String()) || len(g.list) >= render.Arenas || slices.ContainsFunc(g.list, func(o *gate) bool { return o.row.ID == r.ID }) {
		return
	}
	place := 0
	for slices.ContainsFunc(g.list, func(o *gate) bool { return o.place == place }) {
		place++
	}
	for _, t := range gateTiles {
		at := board.Add(t.X, t.Y)
		if slices.ContainsFunc(g.list, func(o *gate) bool { return o.at == at }) || !open(w, at) || !open(w, at.Add(0, 1)) || signed(w, at) {
			continue
		}
		o := &gate{row: *r, place: place, at: at}
		o.vista.Scene = render.Arena + 1 + uint8(place)
		g.list = append(g.list, o)
		return
	}
}

// signed reports whether a notice board stands beside a tile: a portal would hide it.
func signed(w *island.Island, at grid.Tile) bool {
	for _, dx := range [...]int32{-1, 1} {
		if _, b, _, _ := w.TileAt(at.Add(dx, 0)); b == tile.Notice {
			return true
		}
	}
	return false
}

// open reports whether one can walk on a tile.
func open(w *island.Island, t grid.Tile) bool {
	ground, b, _, known := w.TileAt(t)
	return known && ground != tile.NoGround && !ground.Info().Solid && (b == tile.NoBlock || b.Info().Soft)
}

// Shown returns the gates for a scene.
func (g *Gates) Shown() []render.Gate { return g.in }

// Labels appends what stands over the gates near the player: the match, and where a step leads; and over the
// match board next to it the newest result.
func (g *Gates) Labels(dst []model.Label, w *kit.Words, here grid.Tile, m *model.Matches) []model.Label {
	over := func(t grid.Tile, sight fixed.Q, lines string) {
		at := t.Centre()
		if !at.Sub(here.Centre()).Near(sight) {
			return
		}
		at.Y -= 2 * fixed.One
		dst = append(dst, model.Label{At: at, Text: lines})
	}
	for _, o := range g.list {
		key := "note.match_gate_watch"
		if phaseOf(o.row.Phase) == phaseOf(room.Setup.String()) && o.row.Taken < o.row.Seats {
			key = "note.match_gate_join"
		}
		over(o.at, GateSight, o.row.Title+"\n"+w.Get(key))
	}
	if len(m.Results) > 0 && len(m.Results[0].Lines) > 0 {
		r := &m.Results[0]
		over(g.board, newestSight, r.Title+"\n"+r.Lines[0].Name+": "+r.Lines[0].Value)
	}
	return dst
}

// Look appends the arenas behind the gates near the player, as viewers see them now: with their delay. far
// counts as near as well while the player sees through another portal. own is the arena of the player's
// match, nil if that is not looked at.
func (g *Gates) Look(dst []*render.Vista, d *Desk, at fixed.Vec, far bool, own *island.Island) []*render.Vista {
	for _, o := range g.list {
		near := far || o.at.Centre().Sub(at).Near(GateSight)
		w := own
		if o.row.ID != d.own || own == nil {
			d.peek(o, near)
			w = o.arch.of(d, o.row.ID, near)
		} else {
			o.arch.Close()
		}
		if w == nil {
			continue
		}
		o.show(w)
		dst = append(dst, &o.vista)
	}
	return dst
}

// peek enters the room of a gate for a while, so that its match is seen.
func (d *Desk) peek(o *gate, near bool) {
	if v := d.view(o.row.ID); v != nil && d.takesPart(v) {
		return
	}
	if !near || phaseOf(o.row.Phase) != phaseOf(room.Running.String()) || o.asked > 0 && d.tick < o.asked+peekEvery {
		return
	}
	o.asked = d.tick
	h, id := d.o.Hall, o.row.ID
	go func() {
		ctx, cancel := context.WithTimeout(d.o.Ctx, answerTime)
		defer cancel()
		_, _ = h.Show(ctx, id) // a room that does not answer is not seen
	}()
}

// show makes the vista of an arena: its middle is where the action is.
func (o *gate) show(w *island.Island) {
	v := &o.vista
	v.World, v.Bodies, v.Flock = w, v.Bodies[:0], w.Flock.All()
	var drawn []predict.Drawn
	for _, b := range w.Space.Bodies() {
		v.Bodies = append(v.Bodies, render.Body{Body: b})
		drawn = append(drawn, predict.Drawn{Body: b})
	}
	v.Centre = o.camera.Look(w, drawn, 0, 0)
}

// Close looks through no gate any more.
func (g *Gates) Close() {
	for _, o := range g.list {
		o.arch.Close()
	}
}

// Through lets the player step through the gate of a match: to a free seat of one that is in setup, else it
// watches. A player that takes part already goes on.
func (d *Desk) Through(id string) {
	if v := d.view(d.own); v != nil && d.own != id && d.seat(v) >= 0 && v.Phase == room.Running {
		d.tell(d.o.Words.Fill("note.match_elsewhere", "title", v.Title))
		return
	}
	d.looked = id
	clear(d.pending)
	d.Reopen()
	if v := d.view(id); v != nil && d.takesPart(v) {
		return
	}
	setup := false
	for k := range d.rows {
		setup = setup || d.rows[k].ID == id && phaseOf(d.rows[k].Phase) == phaseOf(room.Setup.String())
	}
	h := d.o.Hall
	d.ask(func(ctx context.Context) error {
		if setup {
			if _, err := h.Join(ctx, id, "", ""); err == nil {
				return nil
			}
		}
		_, err := h.Watch(ctx, id)
		return err
	})
}
