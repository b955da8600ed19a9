package federation

import (
	"cmp"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/world"
)

// A message of the kind border describes an island's side of the line to a neighbour:
//
//	u16 people; uvarint how many of the receiver's hits it has taken in
//	uvarint regions of the receiver that the sender wants to know; of each its place
//	u8 1 if strips follow: uvarint regions of the sender; of each: place, uvarint edited tiles near its
//	     edges; of each, in ascending index: u16 index, u8 ground, u8 block, u8 state
//	uvarint bodies near the edges of those regions; of each, in ascending ID, its encoding
//
// It is sent when something in it has changed, at most once in BorderEvery ticks, and at least once in
// LookEvery. While two parcels of the last message are unacknowledged, none is sent, so that it is always
// new.

const (
	BorderEvery   game.Tick = 6
	borderBacklog int       = 2
)

// tendLines tells the neighbours of this side of the lines, and forgets neighbours that have fallen silent.
func tendLines(i *world.State) {
	if i.Clock%BorderEvery != 0 {
		return
	}
	tidySignals(i)
	for k := range i.Border.Islands {
		n := &i.Border.Islands[k]
		if !n.Fresh(i.Clock) {
			forgetImages(i, n.Island)
			n.Met, n.Strips = false, 0
			continue
		}
		tellSignals(i, n) // before the rest, which may be long
		if box, ok := FindOutbox(i, n.Island); ok && len(i.Mail.Outboxes[box].List) >= borderBacklog || !ok && len(i.Mail.Outboxes) >= world.MaxBoxes {
			continue
		}
		tellBorder(i, n)
	}
}

// tellBorder tells one neighbour, if there is anything new.
func tellBorder(i *world.State, n *world.Neighbour) {
	strips := appendStrips(i, nil, n.Island)
	rest := appendGhosts(i, nil, n.Island)
	m := codec.Uvarint(codec.U16([]byte{uint8(BorderLetter)}, People(i)), n.Taken)
	m = AppendPlaces(m, viewsOf(i, n.Island))
	stripSum := xxh3.Hash(strips)
	sum := xxh3.Hash(m) ^ xxh3.Hash(rest)
	if sum == n.Sum && stripSum == n.Strips && i.Clock < n.Said+world.LookEvery {
		return
	}
	m = codec.U8(m, codec.Bit(stripSum != n.Strips))
	if stripSum != n.Strips {
		m = append(m, strips...)
	}
	n.Sum, n.Strips, n.Said = sum, stripSum, i.Clock
	Send(i, n.Island, append(m, rest...))
}

// viewsOf returns the regions of a neighbour that touch active regions here, in order.
func viewsOf(i *world.State, island uint64) (list []grid.Region) {
	for _, r := range i.Land.Regions {
		for dy := int32(-1); dy <= 1; dy++ {
			for dx := int32(-1); dx <= 1; dx++ {
				at := grid.Region{X: r.At.X + dx, Y: r.At.Y + dy}
				if i.Register.Owns(at) || HolderOf(i, at) != island {
					continue
				}
				if k, found := slices.BinarySearchFunc(list, at, grid.Region.Compare); !found && len(list) < world.MaxViews {
					list = slices.Insert(list, k, at)
				}
			}
		}
	}
	return list
}

// edge reports whether a tile of a region is within BorderWidth of its edge.
func edge(k grid.Index) bool {
	x, y := k%grid.RegionSide, k/grid.RegionSide
	return x < world.BorderWidth || y < world.BorderWidth || x >= grid.RegionSide-world.BorderWidth || y >= grid.RegionSide-world.BorderWidth
}

// appendStrips appends the tiles that a neighbour wants to know.
func appendStrips(i *world.State, dst []byte, island uint64) []byte {
	n := uint64(0)
	var data []byte
	for _, v := range i.Border.Views {
		if v.Of != island || !i.Register.Owns(v.At) {
			continue
		}
		n++
		data = world.AppendEdits(world.AppendPlace(data, v.At), editsAt(i, v.At))
	}
	return append(codec.Uvarint(dst, n), data...)
}

// editsAt returns the edited tiles near the edges of a region, active or dormant.
func editsAt(i *world.State, at grid.Region) (list []world.Edit) {
	if r := i.Land.Active(at); r != nil {
		for k := range grid.Index(grid.RegionTiles) {
			if edge(k) && r.Edited[k/64]>>(k%64)&1 != 0 {
				list = append(list, world.Edit{K: k, Ground: r.Tiles.Ground[k], Block: r.Tiles.Block[k], State: r.Tiles.State[k]})
			}
		}
		return list
	}
	if k, ok := i.Dormant.Find(at); ok {
		p, err := world.DecodeRegion(i.Dormant.List[k].Data)
		if err != nil {
			panic("island: a dormant region does not decode: " + err.Error())
		}
		return slices.DeleteFunc(p.Edits, func(e world.Edit) bool { return !edge(e.K) })
	}
	return nil
}

// appendGhosts appends the bodies that a neighbour wants to know.
func appendGhosts(i *world.State, dst []byte, island uint64) []byte {
	n := uint64(0)
	var data []byte
	for k := range i.Space.Bodies() {
		b := &i.Space.Bodies()[k]
		t := grid.TileAt(b.Pos)
		if n < world.MaxGhosts && !b.Kind.Airy() && edge(t.Index()) && slices.Contains(i.Border.Views, world.View{Of: island, At: t.Region()}) {
			data = encoding.AppendBody(data, b)
			n++
		}
	}
	return append(codec.Uvarint(dst, n), data...)
}

// onBorder takes in a neighbour's message.
func onBorder(i *world.State, from uint64, c *codec.Cursor) {
	people, done := c.U16(), c.Uvarint()
	wanted := readPlaces(c, world.MaxViews)
	var strips []world.Strip
	told := c.Bit()
	if told {
		for range c.Count(world.MaxViews, 9) {
			strips = append(strips, world.Strip{Of: from, At: world.ReadPos(c), Edits: world.ReadEdits(c)})
		}
	}
	var bodies []entity.Body
	for range c.Count(world.MaxGhosts, encoding.BodyBytes) {
		b := encoding.ReadBody(c)
		c.Require(len(bodies) == 0 || bodies[len(bodies)-1].ID < b.ID)
		bodies = append(bodies, b)
	}
	if c.Done() != nil || from == i.Register.SelfID {
		return
	}
	NoteNear(i, from, people, true)
	k, ok := i.Border.Find(from)
	if !ok {
		return // too many neighbours
	}
	i.Border.Islands[k].Done = done
	i.Border.Views = slices.DeleteFunc(i.Border.Views, func(v world.View) bool { return v.Of == from })
	for _, at := range wanted {
		i.Border.Views = append(i.Border.Views, world.View{Of: from, At: at})
	}
	slices.SortStableFunc(i.Border.Views, world.CompareViews)
	if told {
		takeStrips(i, from, strips)
	}
	takeGhosts(i, from, bodies)
}

func takeStrips(i *world.State, from uint64, list []world.Strip) {
	i.Border.Strips = slices.DeleteFunc(i.Border.Strips, func(s world.Strip) bool { return s.Of == from })
	for _, s := range list {
		k, found := slices.BinarySearchFunc(i.Border.Strips, s.At, func(s world.Strip, at grid.Region) int { return s.At.Compare(at) })
		if !found && !i.Register.Owns(s.At) {
			i.Border.Strips = slices.Insert(i.Border.Strips, k, s)
		}
	}
	i.RaiseBorders()
}

func takeGhosts(i *world.State, from uint64, bodies []entity.Body) {
	next := slices.DeleteFunc(slices.Clone(i.Border.Ghosts), func(g world.Ghost) bool { return g.Of == from })
	for _, b := range bodies {
		k, found := slices.BinarySearchFunc(next, b.ID, compareGhosts)
		if found || i.Space.Has(b.ID) {
			continue
		}
		g := world.Ghost{Of: from, Heard: i.Clock, Body: b}
		if old, ok := slices.BinarySearchFunc(i.Border.Ghosts, b.ID, compareGhosts); ok && i.Border.Ghosts[old].Of == from {
			g.Pending, g.HitAt = i.Border.Ghosts[old].Pending, i.Border.Ghosts[old].HitAt
		}
		next = slices.Insert(next, k, g)
	}
	i.Border.Ghosts = next
}

func compareGhosts(g world.Ghost, id game.EntityID) int {
	return cmp.Compare(uint64(g.Body.ID), uint64(id))
}

// forgetImages drops the images of another island's side of a line.
func forgetImages(i *world.State, island uint64) {
	dropSignals(i, func(s world.Signal) bool { return s.Of == island })
	i.Border.Ghosts = slices.DeleteFunc(i.Border.Ghosts, func(g world.Ghost) bool { return g.Of == island })
	i.Border.Views = slices.DeleteFunc(i.Border.Views, func(v world.View) bool { return v.Of == island })
	had := len(i.Border.Strips)
	i.Border.Strips = slices.DeleteFunc(i.Border.Strips, func(s world.Strip) bool { return s.Of == island })
	if len(i.Border.Strips) != had {
		i.RaiseBorders()
	}
}

// sendHit tells the owner of a ghost that it was hit.
func sendHit(i *world.State, g *world.Ghost, push fixed.SVec, loud int32) {
	m := codec.U64([]byte{uint8(HitLetter)}, uint64(g.Body.ID))
	m = codec.U64(codec.U64(m, uint64(g.Body.Pos.X)), uint64(g.Body.Pos.Y))
	m = codec.U32(codec.U32(m, uint32(push.X)), uint32(push.Y))
	Send(i, g.Of, codec.U32(m, uint32(loud)))
}

// onHit applies to a body here its hit by a body of another island. The event is told even when the body
// has gone since: it was this island's when it was hit.
func onHit(i *world.State, from uint64, c *codec.Cursor) {
	id := game.EntityID(c.U64())
	pos := encoding.ReadVec(c)
	push := fixed.SVec{X: fixed.S(c.U32()), Y: fixed.S(c.U32())}
	loud := int32(c.U32())
	c.Require(push.X >= -encoding.MaxMotion && push.X <= encoding.MaxMotion && push.Y >= -encoding.MaxMotion && push.Y <= encoding.MaxMotion && loud >= 0)
	if c.Done() != nil {
		return
	}
	if n, ok := i.Border.Find(from); ok {
		i.Border.Islands[n].Taken++
	}
	e := event.Event{Kind: event.Bounced, Tick: i.Clock, Pos: pos, Tile: grid.TileAt(pos), Entity: id, A: loud}
	if k, ok := i.Space.Find(id); ok {
		b := &i.Space.Bodies()[k]
		e.Pos, e.Tile, e.Seat = b.Pos, grid.TileAt(b.Pos), b.Seat
		if b.Flags&entity.Carried == 0 && b.Kind != entity.Player {
			b.Vel = b.Vel.Add(push).Clamp(physics.MaxSpeed)
			i.Space.Wake(k)
		}
	}
	if loud > 0 {
		i.Happened = append(i.Happened, e)
	}
}
