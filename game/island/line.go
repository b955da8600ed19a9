package island

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

// Where two islands touch that do not become one, because they are too many people together or not yet, a
// line runs between their land. Both know a band of Band tiles on either side of it: its owner tells the
// other what lies and moves there (band.go). What the other side knows are images: ghosts of bodies, and
// strips of tiles. They are part of the state, are drawn, and are collided with; only the owner of a thing
// changes it, and only the owner tells its events.
//
// A body whose middle comes over the line is handed to the other side (cross.go). Of two things that push
// each other across it, the owner of the one with the lower ID decides: it changes its own, and tells the
// other owner, once, what the other gets. Each of both tells one event of the hit.

const (
	// Band is how far from a line the other side's things are known, in tiles.
	Band = 8
	// MaxGhosts is the most bodies that an island tells a neighbour of, those of lowest ID first; of others
	// the neighbour knows when they cross.
	MaxGhosts = 24
	// MaxViews is the most regions of a neighbour of which an island wants to know.
	MaxViews = 24
	// drift is how long a ghost goes on at its velocity without news, in ticks.
	drift game.Tick = 30
	// hitPatience is how long a hit that was told may be on its way before the ghost can be hit again.
	hitPatience game.Tick = 5 * game.TicksPerSecond
	// complainEvery is how often a player is told that the line is closed, in ticks.
	complainEvery game.Tick = game.TicksPerSecond
)

// ghost is the image of a body of another island.
type ghost struct {
	of      uint64
	heard   game.Tick // when it was last told of
	pending uint64    // number of the last hit on it that was told to its owner
	hitAt   game.Tick // when that was
	body    entity.Body
}

// strip is what is known of a region of another island: the tiles near its edges that differ from the
// untouched region.
type strip struct {
	of    uint64
	at    grid.Region
	edits []edit
}

// view is a region of this island of which a neighbour wants to know.
type view struct {
	of uint64
	at grid.Region
}

// Ghosts returns the images of other islands' bodies near the lines, in ascending ID: they are drawn like
// bodies. The slice is valid until the next call.
func Ghosts(i *State) []entity.Body {
	i.shades = i.shades[:0]
	for k := range i.ghosts {
		i.shades = append(i.shades, i.ghosts[k].body)
	}
	return i.shades
}

// Beyond returns what is known of a region of another island: true near its edges, untouched elsewhere;
// nil where nothing is known. It is read-only, and valid until the next step.
func (i *State) Beyond(at grid.Region) *tile.Region {
	for _, r := range i.borders {
		if r.at == at {
			return &r.tiles
		}
	}
	return nil
}

// raiseBorders derives the regions beyond the lines from the strips.
func raiseBorders(i *State) {
	i.spare = append(i.spare, i.borders...)
	i.borders = i.borders[:0]
	for k := range i.strips {
		s := &i.strips[k]
		r := i.newRegion()
		r.generate(i.genesis, s.at)
		for _, e := range s.edits {
			r.set(e.k, e.ground, e.block, e.state)
		}
		i.borders = append(i.borders, r)
	}
}

// beyond returns a tile of another island's land, as far as the band goes.
func beyond(i *State, x, y int32) physics.Cell {
	t := grid.Tile{X: x, Y: y}
	r := i.Beyond(t.Region())
	if r == nil || !inBand(i, t) {
		return physics.Unknown
	}
	k := t.Index()
	c := physics.Cell{Ground: r.Ground[k]}
	if b := r.Block[k]; b != tile.NoBlock && tile.Solid(b, r.State[k]) {
		c.Height = b.Info().Height
	}
	return c
}

// inBand reports whether an active region is within Band tiles of a tile.
func inBand(i *State, t grid.Tile) bool {
	for _, d := range [...][2]int32{{-Band, 0}, {Band, 0}, {0, -Band}, {0, Band}, {-Band, -Band}, {Band, -Band}, {-Band, Band}, {Band, Band}} {
		if i.region(t.Add(d[0], d[1]).Region()) != nil {
			return true
		}
	}
	return false
}

// meetGhosts moves the images on, and lets bodies meet them, ghosts in ascending ID, bodies in ascending
// ID.
func meetGhosts(i *State) {
	for k := range i.ghosts {
		g := &i.ghosts[k]
		if i.tick < g.heard+drift && g.body.Flags&entity.Carried == 0 {
			physics.Drift(&g.body)
		}
		for _, j := range i.space.Around(g.body.Pos, physics.AroundMost) {
			meetGhost(i, g, int(j))
		}
	}
}

func meetGhost(i *State, g *ghost, j int) {
	b := &i.space.Bodies()[j]
	n, known := findNear(i, g.of)
	decide := b.ID < g.body.ID && !(pends(i, g) || !known && !i.partial)
	push, loud := i.space.Touch(j, g.body, decide, i, i.tick)
	if loud > 0 {
		i.events = append(i.events, event.Event{Kind: event.Bounced, Tick: i.tick, Seat: b.Seat, Pos: b.Pos, Tile: grid.TileAt(b.Pos), Entity: b.ID, A: loud})
	}
	if push == (fixed.SVec{}) && (loud == 0 || b.Kind == entity.Player || g.body.Kind == entity.Player) {
		return
	}
	g.body.Vel = g.body.Vel.Add(push).Clamp(physics.MaxSpeed)
	if i.partial {
		return
	}
	i.near[n].hits++
	g.pending, g.hitAt = i.near[n].hits, i.tick
	sendHit(i, g, push, loud)
}

// pends reports whether a hit on a ghost is on its way to its owner: what is known of it is older.
func pends(i *State, g *ghost) bool {
	k, ok := findNear(i, g.of)
	return ok && g.pending > i.near[k].done && i.tick < g.hitAt+hitPatience
}

// crossLines hands over what has come over a line, or turns it back.
func crossLines(i *State) {
	for k := 0; k < len(i.space.Bodies()); k++ {
		b := &i.space.Bodies()[k]
		if b.Flags&entity.Carried != 0 || i.region(grid.TileAt(b.Pos).Region()) != nil {
			continue
		}
		at := grid.TileAt(b.Pos).Region()
		n := slices.IndexFunc(i.strips, func(s strip) bool { return s.at == at })
		if n >= 0 && mayCross(i, b, i.strips[n].of) {
			handOver(i, b.ID, i.strips[n].of)
			k = -1 // the table has changed; nothing is handed over twice
			continue
		}
		turnBack(i, k)
	}
}

// mayCross reports whether a body can be handed to an island now: it was heard of, has room for a player
// under the cap, and the outbox takes it.
func mayCross(i *State, b *entity.Body, to uint64) bool {
	k, ok := findNear(i, to)
	if !ok || !isFresh(i, &i.near[k]) || !i.near[k].met || !roomToSend(i, to, crossBytes) {
		return false
	}
	return b.Kind != entity.Player || i.near[k].people < i.Most()
}

// turnBack puts a body that is beyond a line it cannot cross back to its edge.
func turnBack(i *State, k int) {
	b := &i.space.Bodies()[k]
	at, from := grid.TileAt(b.Pos).Region(), b.Pos
	best, shortest := from, fixed.Q(-1)
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			r := grid.Region{X: at.X + dx, Y: at.Y + dy}
			if i.region(r) == nil {
				continue
			}
			low := r.Tile(0).Corner()
			p := fixed.Vec{X: clampInto(from.X, low.X), Y: clampInto(from.Y, low.Y)}
			if d := p.Sub(from).Len(); shortest < 0 || d < shortest {
				best, shortest = p, d
			}
		}
	}
	if best.X != from.X {
		b.Vel.X = bounceBack(b, b.Vel.X)
	}
	if best.Y != from.Y {
		b.Vel.Y = bounceBack(b, b.Vel.Y)
	}
	b.Pos = best
	i.space.Moved(k, from)
	if p := playerBySeat(i, b.Seat); b.Kind == entity.Player && p != nil && (i.tick+game.Tick(p.Seat))%complainEvery == 0 {
		i.refuse(p, 0, event.LineClosed)
	}
}

// clampInto returns v within the side of a region that begins at low.
func clampInto(v, low fixed.Q) fixed.Q { return min(max(v, low), low+grid.RegionSide*fixed.One-1) }

func bounceBack(b *entity.Body, v fixed.S) fixed.S {
	if b.Kind == entity.Player {
		return 0
	}
	return -v / 2
}
