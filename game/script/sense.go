package script

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

// Scripts feel what is in the way by rays and rectangles. Bodies are their foot boxes, not turned; blocks are
// their tiles, and areas their rectangles, which no ray meets.

const (
	// RayMost is the longest ray, OverlapMost the longest side of a rectangle, in tiles.
	RayMost, OverlapMost = 16, 32
)

// senses ask what is in the way.
func senses() []star.Function {
	return []star.Function{
		function("ray", "x, y, dx, dy, far, [layers]", 20, func(c *star.Call, r *run) value.Value {
			far := c.Number(4)
			if far < 0 || far > RayMost*fixed.One {
				c.Refuse("a ray is at most %d tiles long; give a smaller distance", RayMost)
			}
			return r.ray(c, spot(c, 0), c.Number(2), c.Number(3), far, layersOf(c, 5))
		}),
		function("overlap", "x, y, w, h, [kind]", 20, func(c *star.Call, r *run) value.Value {
			w, h, kind := c.Number(2), c.Number(3), ""
			if w < 0 || h < 0 || w > OverlapMost*fixed.One || h > OverlapMost*fixed.One {
				c.Refuse("a rectangle has sides of at most %d tiles; give a smaller one", OverlapMost)
			}
			if c.Has(4) {
				kind = c.Text(4, 64)
			}
			from := spot(c, 0)
			return c.Things(r.m.near.overlap(from, from.Add(fixed.Vec{X: w, Y: h}), kind, r.x.ID, c.Charge))
		}),
	}
}

// mostPlace bounds the places that scripts name, in tiles.
const mostPlace = 1 << 24 * fixed.One

// spot returns the place in two arguments.
func spot(c *star.Call, n int) fixed.Vec {
	return fixed.Vec{X: min(max(c.Number(n), -mostPlace), mostPlace), Y: min(max(c.Number(n+1), -mostPlace), mostPlace)}
}

// layers are what a ray meets.
type layers uint8

const (
	ofPlayers layers = 1 << iota
	ofBodies
	ofThings
	ofTiles
)

var layerNames = []string{"players", "bodies", "things", "tiles"}

// layersOf reads an argument that is a list of names of layers; without it all are meant.
func layersOf(c *star.Call, n int) (l layers) {
	if !c.Has(n) {
		return ofPlayers | ofBodies | ofThings | ofTiles
	}
	if c.Arg(n).Kind() != value.KindList {
		c.Refuse("layers are a list of the words %v", layerNames)
	}
	it := value.Visit(c.Meter(), c.Arg(n))
	for {
		v, more := it.Next()
		if !more {
			break
		}
		t, _ := v.AsText()
		k := slices.Index(layerNames, t)
		if k < 0 {
			c.Refuse("there is no layer %q; the layers are %v", t[:min(len(t), 32)], layerNames)
		}
		l |= 1 << k
	}
	it.End()
	return l
}

// layer returns the layer of what near finds.
func (s *subject) layer() layers {
	switch s.kind {
	case entity.Player:
		return ofPlayers
	case entity.NoKind:
		return ofThings
	}
	return ofBodies
}

// hit is what a ray has met.
type hit struct {
	at    fixed.Q // how far away
	id    uint64  // 0: a tile without a thing
	word  string
	found bool
}

// ray returns [handle or None, x, y, kind] of the first thing in the way, None if there is none.
func (r *run) ray(c *star.Call, from fixed.Vec, dx, dy, far fixed.Q, l layers) value.Value {
	d := fixed.Vec{X: min(max(dx, -mostPlace), mostPlace), Y: min(max(dy, -mostPlace), mostPlace)}
	n := d.Len()
	if n == 0 {
		c.Refuse("a ray needs a direction; give dx and dy that are not both 0")
	}
	dir := fixed.Vec{X: d.X.Div(n), Y: d.Y.Div(n)}
	c.Charge(4 * (int64(far>>fixed.Bits) + 1))
	h := r.tileInWay(c, from, dir, far, l)
	if h.found {
		far = h.at
	}
	if b := r.m.near.inWay(from, dir, far, l, r.x.ID, c.Charge); b.found && (!h.found || b.at <= h.at) {
		h = b
	}
	if !h.found {
		return value.None
	}
	c.Meter().NewList(4)
	who := value.None
	if h.id != 0 {
		who = value.Thing(h.id)
	}
	to := from.Add(fixed.Vec{X: dir.X.Mul(h.at), Y: dir.Y.Mul(h.at)})
	return value.ListOf([]value.Value{who, value.Number(to.X), value.Number(to.Y), c.String(h.word)})
}

// tileInWay returns the first solid tile that a ray meets. The ray ends where nothing is loaded.
func (r *run) tileInWay(c *star.Call, from, dir fixed.Vec, far fixed.Q, l layers) (h hit) {
	if l&(ofTiles|ofThings) == 0 {
		return h
	}
	t := grid.TileAt(from)
	next := func(p, d fixed.Q, tile int32) (at, each fixed.Q, step int32) {
		const never = fixed.Q(1) << 60
		corner := fixed.Q(tile) << fixed.Bits
		switch {
		case d > 0:
			return (corner + fixed.One - p).Div(d), fixed.Q(fixed.One).Div(d), 1
		case d < 0:
			return (p - corner).Div(-d), fixed.Q(fixed.One).Div(-d), -1
		}
		return never, never, 0
	}
	atX, eachX, stepX := next(from.X, dir.X, t.X)
	atY, eachY, stepY := next(from.Y, dir.Y, t.Y)
	for at := fixed.Q(0); at <= far; {
		c.Charge(2)
		k, ok := r.i.Land.Find(t.Region())
		if !ok {
			return h
		}
		tiles := &r.i.Land.Regions[k].Tiles
		if b := tiles.Block[t.Index()]; b != tile.NoBlock && tile.Solid(b, tiles.State[t.Index()]) {
			if b != tile.Gadget && l&ofTiles != 0 {
				return hit{at: at, word: b.String(), found: true}
			}
			if x := r.i.Things.Block(t); b == tile.Gadget && x != nil && x.ID != r.x.ID && l&ofThings != 0 {
				return hit{at: at, id: uint64(x.ID), word: "thing", found: true}
			}
		}
		if atX < atY {
			at, atX, t.X = atX, atX+eachX, t.X+stepX
		} else {
			at, atY, t.Y = atY, atY+eachY, t.Y+stepY
		}
	}
	return h
}

// inWay returns the first body that a ray meets, of several at the same distance the one of lowest handle.
func (n *index) inWay(from, dir fixed.Vec, far fixed.Q, l layers, self game.EntityID, charge func(int64)) (h hit) {
	to := from.Add(fixed.Vec{X: dir.X.Mul(far), Y: dir.Y.Mul(far)})
	low, high := fixed.Vec{X: min(from.X, to.X), Y: min(from.Y, to.Y)}, fixed.Vec{X: max(from.X, to.X), Y: max(from.Y, to.Y)}
	n.within(low, high, fixed.One, charge, func(s *subject) {
		if s.id == uint64(self) || !s.loose || l&s.layer() == 0 {
			return
		}
		at, ok := s.meets(from, dir)
		if ok && at <= far && (!h.found || at < h.at || at == h.at && s.id < h.id) {
			h = hit{at: at, id: s.id, word: s.word(), found: true}
		}
	})
	return h
}

// meets returns how far away a ray enters a box.
func (s *subject) meets(from, dir fixed.Vec) (at fixed.Q, ok bool) {
	in, out := fixed.Q(0), fixed.Q(1)<<60
	for _, axis := range [...][3]fixed.Q{{from.X - s.low.X, s.high.X - from.X, dir.X}, {from.Y - s.low.Y, s.high.Y - from.Y, dir.Y}} {
		before, behind, d := -axis[0], axis[1], axis[2]
		if d < 0 {
			before, behind, d = -behind, -before, -d
		}
		if d == 0 {
			if before > 0 || behind < 0 {
				return 0, false
			}
			continue
		}
		in, out = max(in, before.Div(d)), min(out, behind.Div(d))
	}
	return in, in <= out
}

// word is what scripts call the kind of a subject.
func (s *subject) word() string {
	if s.kind == entity.NoKind {
		return "thing"
	}
	return s.kind.String()
}

// overlap returns what is in a rectangle at least in part, in ascending handles, but not the thing itself.
func (n *index) overlap(low, high fixed.Vec, kind string, self game.EntityID, charge func(int64)) (ids []uint64) {
	n.within(low, high, (blueprint.MaxSide+1)*fixed.One, charge, func(s *subject) {
		if s.id != uint64(self) && (kind == "" || s.is(kind)) && s.low.X < high.X && s.high.X > low.X && s.low.Y < high.Y && s.high.Y > low.Y {
			ids = append(ids, s.id)
		}
	})
	slices.Sort(ids)
	return ids[:min(len(ids), NearCount)]
}

// within visits the subjects whose middle is in a rectangle or at most so far from it.
func (n *index) within(low, high fixed.Vec, margin fixed.Q, charge func(int64), visit func(s *subject)) {
	const side = fixed.Bits + cellShift
	for y := (low.Y - margin) >> side; y <= (high.Y+margin)>>side; y++ {
		charge(2)
		first := cellKey(int64((low.X-margin)>>side), int64(y))
		last := cellKey(int64((high.X+margin)>>side), int64(y))
		k, _ := slices.BinarySearchFunc(n.list, first, func(s subject, c uint64) int { return cmp.Compare(s.cell, c) })
		for ; k < len(n.list) && n.list[k].cell <= last; k++ {
			charge(2)
			visit(&n.list[k])
		}
	}
}

// boxOf returns the rectangle of a thing that is no body.
func boxOf(x *thing.Thing) (low, high fixed.Vec) {
	low = x.At.Corner()
	w, h := max(x.Shape.Width, 1), max(x.Shape.Height, 1)
	return low, low.Add(fixed.Vec{X: fixed.Q(w) << fixed.Bits, Y: fixed.Q(h) << fixed.Bits})
}
