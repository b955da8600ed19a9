package federation

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/world"
)

// Ghosts returns the images of other islands' bodies near the lines, in ascending ID: they are drawn like
// bodies. The slice is valid until the next call.
func Ghosts(i *world.State) []entity.Body {
	i.Motion.Shades = i.Motion.Shades[:0]
	for k := range i.Border.Ghosts {
		i.Motion.Shades = append(i.Motion.Shades, i.Border.Ghosts[k].Body)
	}
	return i.Motion.Shades
}

// MeetGhosts moves the images on, and lets bodies meet them, ghosts in ascending ID, bodies in ascending
// ID.
func MeetGhosts(i *world.State) {
	for k := range i.Border.Ghosts {
		g := &i.Border.Ghosts[k]
		if i.Clock < g.Heard+world.Drift && g.Body.Flags&entity.Borne == 0 {
			physics.Drift(&g.Body)
		}
		for _, j := range i.Space.Around(g.Body.Pos, physics.AroundMost) {
			meetGhost(i, g, int(j))
		}
	}
}

func meetGhost(i *world.State, g *world.Ghost, j int) {
	b := &i.Space.Bodies()[j]
	n, known := i.Border.Find(g.Of)
	decide := b.ID < g.Body.ID && !(pends(i, g) || !known && !i.Partial)
	push, loud := i.Space.Touch(j, g.Body, decide, &i.Land, i.Clock)
	if loud > 0 {
		i.Happened = append(i.Happened, event.Event{Kind: event.Bounced, Tick: i.Clock, Seat: b.Seat, Pos: b.Pos, Tile: grid.TileAt(b.Pos), Entity: b.ID, A: loud})
	}
	if push == (fixed.SVec{}) && (loud == 0 || b.Kind == entity.Player || g.Body.Kind == entity.Player) {
		return
	}
	g.Body.Vel = g.Body.Vel.Add(push).Clamp(physics.MaxSpeed)
	if i.Partial {
		return
	}
	i.Border.Islands[n].Hits++
	g.Pending, g.HitAt = i.Border.Islands[n].Hits, i.Clock
	sendHit(i, g, push, loud)
}

// pends reports whether a hit on a ghost is on its way to its owner: the ghost is then older than the hit.
func pends(i *world.State, g *world.Ghost) bool {
	k, ok := i.Border.Find(g.Of)
	return ok && g.Pending > i.Border.Islands[k].Done && i.Clock < g.HitAt+world.HitPatience
}

// CrossLines hands over the bodies that have come over a line, or turns them back.
func CrossLines(i *world.State) {
	for k := 0; k < len(i.Space.Bodies()); k++ {
		b := &i.Space.Bodies()[k]
		if b.Flags&entity.Borne != 0 || i.Land.Active(grid.TileAt(b.Pos).Region()) != nil {
			continue
		}
		if c := inArms(i, b); c != 0 { // it goes where that one goes
			putInArms(i, b.ID, c)
			continue
		}
		at := grid.TileAt(b.Pos).Region()
		n := slices.IndexFunc(i.Border.Strips, func(s world.Strip) bool { return s.At == at })
		if n >= 0 && mayCross(i, b, i.Border.Strips[n].Of) {
			handOver(i, b.ID, i.Border.Strips[n].Of)
			k = -1 // the table has changed; nothing is handed over twice
			continue
		}
		load := loadOf(i, b.ID)
		turnBack(i, k)
		putInArms(i, load, b.ID)
	}
}

// mayCross reports whether a body can be handed to an island now: the island was heard of, has room for a
// player under its cap, and the outbox has room.
func mayCross(i *world.State, b *entity.Body, to uint64) bool {
	k, ok := i.Border.Find(to)
	if !ok || !i.Border.Islands[k].Fresh(i.Clock) || !i.Border.Islands[k].Met || !RoomToSend(i, to, crossSize(i, b.ID)) {
		return false
	}
	people := i.Border.Islands[k].People
	if loadOf(i, b.ID) != 0 {
		people++
	}
	return b.Kind != entity.Player || people < Most(i)
}

// turnBack puts a body that is beyond a line it cannot cross back to its edge.
func turnBack(i *world.State, k int) {
	b := &i.Space.Bodies()[k]
	at, from := grid.TileAt(b.Pos).Region(), b.Pos
	best, shortest := from, fixed.Q(-1)
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			r := grid.Region{X: at.X + dx, Y: at.Y + dy}
			if i.Land.Active(r) == nil {
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
	i.Space.Moved(k, from)
	if p := i.Roster.BySeat(b.Seat); b.Kind == entity.Player && p != nil && (i.Clock+game.Tick(p.Seat))%world.ComplainEvery == 0 {
		i.Refuse(p, 0, event.LineClosed)
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
