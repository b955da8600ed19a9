package island

import (
	"cmp"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

// A message of the kind band is all that an island tells a neighbour of its side of the line:
//
//	u16 people; uvarint how many of the receiver's hits it has taken in
//	uvarint regions of the receiver of which the sender wants to know; of each its place
//	u8 1 if strips follow: uvarint regions of the sender; of each: place, uvarint edited tiles near its
//	     edges; of each, in ascending index: u16 index, u8 ground, u8 block, u8 state
//	uvarint bodies near the edges of those regions; of each, in ascending ID, its encoding
//
// It is sent when something in it has changed, at most once in bandEvery ticks, and at least once in
// lookEvery; but never while two parcels of the last are unacknowledged, so that it is always news.

const (
	bandEvery   game.Tick = 6
	bandBacklog int       = 2
)

// tendLines tells the neighbours what lies near the lines, and forgets those that are heard of no more.
func tendLines(i *State) {
	if i.tick%bandEvery != 0 {
		return
	}
	tidySignals(i)
	for k := range i.near {
		n := &i.near[k]
		if !isFresh(i, n) {
			forgetImages(i, n.island)
			n.met, n.strips = false, 0
			continue
		}
		tellSignals(i, n) // before the rest, which may be long
		if box, ok := findOutbox(i, n.island); ok && len(i.outboxes[box].list) >= bandBacklog || !ok && len(i.outboxes) >= MaxBoxes {
			continue
		}
		tellBand(i, n)
	}
}

// tellBand tells one neighbour, if there is anything new.
func tellBand(i *State, n *neighbour) {
	strips := appendStrips(i, nil, n.island)
	rest := appendGhosts(i, nil, n.island)
	m := codec.Uvarint(codec.U16([]byte{uint8(bandLetter)}, i.People()), n.taken)
	m = appendPlaces(m, viewsOf(i, n.island))
	stripSum := xxh3.Hash(strips)
	sum := xxh3.Hash(m) ^ xxh3.Hash(rest)
	if sum == n.sum && stripSum == n.strips && i.tick < n.said+lookEvery {
		return
	}
	m = codec.U8(m, bit(stripSum != n.strips))
	if stripSum != n.strips {
		m = append(m, strips...)
	}
	n.sum, n.strips, n.said = sum, stripSum, i.tick
	send(i, n.island, append(m, rest...))
}

// viewsOf returns the regions of a neighbour that touch what is active here, in order.
func viewsOf(i *State, island uint64) (list []grid.Region) {
	for _, r := range i.regions {
		for dy := int32(-1); dy <= 1; dy++ {
			for dx := int32(-1); dx <= 1; dx++ {
				at := grid.Region{X: r.at.X + dx, Y: r.at.Y + dy}
				if i.owns(at) || holderOf(i, at) != island {
					continue
				}
				if k, found := slices.BinarySearchFunc(list, at, compareRegions); !found && len(list) < MaxViews {
					list = slices.Insert(list, k, at)
				}
			}
		}
	}
	return list
}

// edge reports whether a tile of a region is within Band of its edge.
func edge(k grid.Index) bool {
	x, y := k%grid.RegionSide, k/grid.RegionSide
	return x < Band || y < Band || x >= grid.RegionSide-Band || y >= grid.RegionSide-Band
}

// appendStrips appends the tiles that a neighbour wants to know.
func appendStrips(i *State, dst []byte, island uint64) []byte {
	n := uint64(0)
	var data []byte
	for _, v := range i.views {
		if v.of != island || !i.owns(v.at) {
			continue
		}
		n++
		data = appendEdits(appendPlace(data, v.at), editsAt(i, v.at))
	}
	return append(codec.Uvarint(dst, n), data...)
}

// editsAt returns the edited tiles near the edges of a region, active or dormant.
func editsAt(i *State, at grid.Region) (list []edit) {
	if r := i.region(at); r != nil {
		for k := range grid.Index(grid.RegionTiles) {
			if edge(k) && r.edited[k/64]>>(k%64)&1 != 0 {
				list = append(list, edit{k, r.tiles.Ground[k], r.tiles.Block[k], r.tiles.State[k]})
			}
		}
		return list
	}
	if k, ok := i.findDormant(at); ok {
		p, err := decodeRegion(i.dormant[k].data)
		if err != nil {
			panic("island: a dormant region does not decode: " + err.Error())
		}
		return slices.DeleteFunc(p.edits, func(e edit) bool { return !edge(e.k) })
	}
	return nil
}

func appendEdits(dst []byte, list []edit) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for _, e := range list {
		dst = append(codec.U16(dst, uint16(e.k)), uint8(e.ground), uint8(e.block), e.state)
	}
	return dst
}

func readEdits(c *codec.Cursor) []edit { return readEditList(c, c.Count(grid.RegionTiles, 5)) }

// tileOfRegion names a tile in errors, by its index.
const tileOfRegion = "tile %d of the region"

// readEditList reads n edited tiles, which are there.
func readEditList(c *codec.Cursor, n int) (list []edit) {
	next := grid.Index(0)
	for range n {
		e := edit{grid.Index(c.U16()), tile.Ground(c.U8()), tile.Block(c.U8()), c.U8()}
		c.Within(tileOfRegion, uint64(e.k))
		c.Must(e.k >= next && e.k < grid.RegionTiles, "tiles must be in ascending order")
		c.Must(e.ground < tile.GroundCount && e.block < tile.BlockCount, "there is no such ground or block")
		next = e.k + 1
		list = append(list, e)
	}
	return list
}

// appendGhosts appends the bodies that a neighbour wants to know.
func appendGhosts(i *State, dst []byte, island uint64) []byte {
	n := uint64(0)
	var data []byte
	for k := range i.space.Bodies() {
		b := &i.space.Bodies()[k]
		t := grid.TileAt(b.Pos)
		if n < MaxGhosts && edge(t.Index()) && slices.Contains(i.views, view{island, t.Region()}) {
			data = appendBody(data, b)
			n++
		}
	}
	return append(codec.Uvarint(dst, n), data...)
}

// heedBand takes in what a neighbour tells of its side.
func heedBand(i *State, from uint64, c *codec.Cursor) {
	people, done := c.U16(), c.Uvarint()
	wanted := readPlaces(c, MaxViews)
	var strips []strip
	told := readBit(c)
	if told {
		for range c.Count(MaxViews, 9) {
			strips = append(strips, strip{of: from, at: readPlace(c), edits: readEdits(c)})
		}
	}
	var bodies []entity.Body
	for range c.Count(MaxGhosts, bodyBytes) {
		b := readBody(c)
		c.Require(len(bodies) == 0 || bodies[len(bodies)-1].ID < b.ID)
		bodies = append(bodies, b)
	}
	if c.Done() != nil || from == i.self {
		return
	}
	noteNear(i, from, people, true)
	k, ok := findNear(i, from)
	if !ok {
		return // too many neighbours
	}
	i.near[k].done = done
	i.views = slices.DeleteFunc(i.views, func(v view) bool { return v.of == from })
	for _, at := range wanted {
		i.views = append(i.views, view{from, at})
	}
	slices.SortStableFunc(i.views, compareViews)
	if told {
		takeStrips(i, from, strips)
	}
	takeGhosts(i, from, bodies)
}

func compareViews(a, b view) int {
	if c := cmp.Compare(a.of, b.of); c != 0 {
		return c
	}
	return compareRegions(a.at, b.at)
}

func takeStrips(i *State, from uint64, list []strip) {
	i.strips = slices.DeleteFunc(i.strips, func(s strip) bool { return s.of == from })
	for _, s := range list {
		k, found := slices.BinarySearchFunc(i.strips, s.at, func(s strip, at grid.Region) int { return compareRegions(s.at, at) })
		if !found && !i.owns(s.at) {
			i.strips = slices.Insert(i.strips, k, s)
		}
	}
	raiseBorders(i)
}

func takeGhosts(i *State, from uint64, bodies []entity.Body) {
	next := slices.DeleteFunc(slices.Clone(i.ghosts), func(g ghost) bool { return g.of == from })
	for _, b := range bodies {
		k, found := slices.BinarySearchFunc(next, b.ID, compareGhosts)
		if found || i.has(b.ID) {
			continue
		}
		g := ghost{of: from, heard: i.tick, body: b}
		if old, ok := slices.BinarySearchFunc(i.ghosts, b.ID, compareGhosts); ok && i.ghosts[old].of == from {
			g.pending, g.hitAt = i.ghosts[old].pending, i.ghosts[old].hitAt
		}
		next = slices.Insert(next, k, g)
	}
	i.ghosts = next
}

func compareGhosts(g ghost, id game.EntityID) int { return cmp.Compare(uint64(g.body.ID), uint64(id)) }

// forgetImages drops what is known of another island's side of a line.
func forgetImages(i *State, island uint64) {
	dropSignals(i, func(s signal) bool { return s.of == island })
	i.ghosts = slices.DeleteFunc(i.ghosts, func(g ghost) bool { return g.of == island })
	i.views = slices.DeleteFunc(i.views, func(v view) bool { return v.of == island })
	had := len(i.strips)
	i.strips = slices.DeleteFunc(i.strips, func(s strip) bool { return s.of == island })
	if len(i.strips) != had {
		raiseBorders(i)
	}
}

// sendHit tells the owner of a ghost that it was hit.
func sendHit(i *State, g *ghost, push fixed.SVec, loud int32) {
	m := codec.U64([]byte{uint8(hitLetter)}, uint64(g.body.ID))
	m = codec.U64(codec.U64(m, uint64(g.body.Pos.X)), uint64(g.body.Pos.Y))
	m = codec.U32(codec.U32(m, uint32(push.X)), uint32(push.Y))
	send(i, g.of, codec.U32(m, uint32(loud)))
}

// heedHit lets a body here get what it got from one of another island. The hit is told even when the body
// has gone since: it was this island's when it was hit.
func heedHit(i *State, from uint64, c *codec.Cursor) {
	id := game.EntityID(c.U64())
	pos := readVec(c)
	push := fixed.SVec{X: fixed.S(c.U32()), Y: fixed.S(c.U32())}
	loud := int32(c.U32())
	c.Require(push.X >= -maxMotion && push.X <= maxMotion && push.Y >= -maxMotion && push.Y <= maxMotion && loud >= 0)
	if c.Done() != nil {
		return
	}
	if n, ok := findNear(i, from); ok {
		i.near[n].taken++
	}
	e := event.Event{Kind: event.Bounced, Tick: i.tick, Pos: pos, Tile: grid.TileAt(pos), Entity: id, A: loud}
	if k, ok := i.space.Find(id); ok {
		b := &i.space.Bodies()[k]
		e.Pos, e.Tile, e.Seat = b.Pos, grid.TileAt(b.Pos), b.Seat
		if b.Flags&entity.Carried == 0 && b.Kind != entity.Player {
			b.Vel = b.Vel.Add(push).Clamp(physics.MaxSpeed)
			i.space.Wake(k)
		}
	}
	if loud > 0 {
		i.events = append(i.events, e)
	}
}
