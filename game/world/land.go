package world

import (
	"fmt"
	"slices"

	"manyhold/game/codec"
	"manyhold/game/estate"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

// Land is the ground of the island: its active regions, and what is known of those beyond the lines.
type Land struct {
	Regions        []*Region // active, in order
	Borders        []*Region // other islands' regions beyond the lines: derived from the strips
	estate.Estates           // what the land is like: derived, see living.Survey

	// The following fields are no state.
	index  regionIndex
	latest *Region // the region that was looked up last
	spare  []*Region
	lanes  []*laneLand
}

// Insert adds a region to the active ones; none of its place is there.
func (l *Land) Insert(r *Region) {
	k, _ := l.Find(r.At)
	l.Regions = slices.Insert(l.Regions, k, r)
	l.Reindex()
}

// Remove takes the k-th active region out, whose memory the next new region gets.
func (l *Land) Remove(k int) {
	l.spare = append(l.spare, l.Regions[k])
	l.Regions = slices.Delete(l.Regions, k, k+1)
	l.Reindex()
}

// Tiles returns the tiles of an active region, nil for any other. They are read-only, and valid until
// the next step.
func (l *Land) Tiles(at grid.Region) *tile.Region {
	if r := l.Active(at); r != nil {
		return &r.Tiles
	}
	return nil
}

// Marked implements gloom.Land.
func (l *Land) Marked(at grid.Region) (*tile.Region, *gloom.Marks) {
	if r := l.Active(at); r != nil {
		return &r.Tiles, &r.Marks
	}
	return nil, nil
}

// Places returns the places of the active regions, in order, in a slice of the caller's.
func (l *Land) Places() []grid.Region {
	list := make([]grid.Region, len(l.Regions))
	for k, r := range l.Regions {
		list[k] = r.At
	}
	return list
}

// TileAt returns the ground, block and state of a tile; ok is false where no region is active.
func (l *Land) TileAt(t grid.Tile) (g tile.Ground, b tile.Block, state uint8, ok bool) {
	r := l.Active(t.Region())
	if r == nil {
		return 0, 0, 0, false
	}
	k := t.Index()
	return r.Tiles.Ground[k], r.Tiles.Block[k], r.Tiles.State[k], true
}

// Active returns the active region at a place, nil if there is none.
func (l *Land) Active(at grid.Region) *Region {
	if l.latest != nil && l.latest.At == at {
		return l.latest
	}
	if k := int(*l.index.slot(at)); k < len(l.Regions) && l.Regions[k].At == at {
		l.latest = l.Regions[k]
		return l.latest
	}
	if k, ok := l.Find(at); ok {
		l.latest = l.Regions[k]
		return l.latest
	}
	return nil
}

// Find returns where the region at a place is in the table, or belongs.
func (l *Land) Find(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(l.Regions, at, func(r *Region, at grid.Region) int { return r.At.Compare(at) })
}

// regionIndex finds a region by the low bits of its place. Entries may be wrong or missing; a lookup compares
// the place.
type regionIndex [256]uint8

func (x *regionIndex) slot(at grid.Region) *uint8 { return &x[uint8(at.X&15)|uint8(at.Y&15)<<4] }

// Reindex derives the index from the table of regions.
func (l *Land) Reindex() {
	l.latest = nil
	for k, r := range l.Regions {
		*l.index.slot(r.At) = uint8(k)
	}
}

// Cell implements physics.Land.
func (l *Land) Cell(x, y int32) physics.Cell {
	t := grid.Tile{X: x, Y: y}
	r := l.latest
	if at := t.Region(); r == nil || r.At != at {
		if r = l.Active(at); r == nil {
			if len(l.Borders) > 0 {
				return l.beyond(x, y)
			}
			return physics.Unknown
		}
	}
	return r.cell(t.Index())
}

// cell returns the properties of a tile of the region that physics needs.
func (r *Region) cell(k grid.Index) physics.Cell {
	c := physics.Cell{Ground: r.Tiles.Ground[k]}
	if b := r.Tiles.Block[k]; b != tile.NoBlock && tile.Solid(b, r.Tiles.State[k]) {
		c.Height = b.Info().Height
	}
	return c
}

// NewRegion returns a region to be filled, of those that were put aside if there is one.
func (l *Land) NewRegion() *Region {
	if n := len(l.spare); n > 0 {
		r := l.spare[n-1]
		l.spare = l.spare[:n-1]
		return r
	}
	return new(Region)
}

// Prune forgets which tiles were edited that are again as they were made.
func (l *Land) Prune(g Genesis, r *Region) {
	base := l.NewRegion()
	base.Generate(g, r.At)
	for k := range grid.Index(grid.RegionTiles) {
		if bit := uint64(1) << (k % 64); r.Edited[k/64]&bit != 0 && r.Tiles.Ground[k] == base.Tiles.Ground[k] &&
			r.Tiles.Block[k] == base.Tiles.Block[k] && r.Tiles.State[k] == base.Tiles.State[k] {
			r.Edited[k/64] &^= bit
		}
	}
	l.spare = append(l.spare, base)
}

// Beyond returns the known image of another island's region: true near its edges, untouched elsewhere; nil
// where nothing is known. It is read-only, and valid until the next step.
func (l *Land) Beyond(at grid.Region) *tile.Region {
	for _, r := range l.Borders {
		if r.At == at {
			return &r.Tiles
		}
	}
	return nil
}

// raiseBorders derives the regions beyond the lines from the strips.
func (l *Land) raiseBorders(g Genesis, strips []Strip) {
	l.spare = append(l.spare, l.Borders...)
	l.Borders = l.Borders[:0]
	for k := range strips {
		s := &strips[k]
		r := l.NewRegion()
		r.Generate(g, s.At)
		for _, e := range s.Edits {
			r.Set(e.K, e.Ground, e.Block, e.State)
		}
		l.Borders = append(l.Borders, r)
	}
}

// beyond returns a tile of another island's land, as far as the border is known.
func (l *Land) beyond(x, y int32) physics.Cell {
	t := grid.Tile{X: x, Y: y}
	r := l.Beyond(t.Region())
	if r == nil || !l.nearBorder(t) {
		return physics.Unknown
	}
	k := t.Index()
	c := physics.Cell{Ground: r.Ground[k]}
	if b := r.Block[k]; b != tile.NoBlock && tile.Solid(b, r.State[k]) {
		c.Height = b.Info().Height
	}
	return c
}

// nearBorder reports whether an active region is within BorderWidth tiles of a tile.
func (l *Land) nearBorder(t grid.Tile) bool {
	for _, d := range [...][2]int32{{-BorderWidth, 0}, {BorderWidth, 0}, {0, -BorderWidth}, {0, BorderWidth}, {-BorderWidth, -BorderWidth}, {BorderWidth, -BorderWidth}, {-BorderWidth, BorderWidth}, {BorderWidth, BorderWidth}} {
		if l.Active(t.Add(d[0], d[1]).Region()) != nil {
			return true
		}
	}
	return false
}

// copyBorders copies the images beyond the lines.
func (l *Land) copyBorders(from []*Region) {
	l.spare = append(l.spare, l.Borders...)
	l.Borders = l.Borders[:0]
	for _, r := range from {
		next := l.NewRegion()
		*next = *r
		l.Borders = append(l.Borders, next)
	}
}

// appendSums appends the sums of all regions, for digests.
func (l *Land) appendSums(dst []byte) []byte {
	for _, r := range l.Regions {
		dst = codec.U64(codec.U64(dst, RegionKey(r.At)), r.Sum)
	}
	return dst
}

func diffTiles(a, b *State) string {
	for k := range min(len(a.Land.Regions), len(b.Land.Regions)) {
		r, o := a.Land.Regions[k], b.Land.Regions[k]
		if r.At != o.At {
			return fmt.Sprintf("active regions[%d]: %v and %v", k, r.At, o.At)
		}
		for k := range grid.Index(grid.RegionTiles) {
			if s := first("", unlike("Ground", r.Tiles.Ground[k], o.Tiles.Ground[k]), unlike("Block", r.Tiles.Block[k], o.Tiles.Block[k]),
				unlike("State", r.Tiles.State[k], o.Tiles.State[k])); s != "" {
				t := r.At.Tile(k)
				return fmt.Sprintf("region %d %d, tile %d %d: %s", r.At.X, r.At.Y, t.X, t.Y, s)
			}
		}
	}
	return unlike("number of active regions", len(a.Land.Regions), len(b.Land.Regions))
}

// copyFrom takes over the regions that are near, and the images beyond the lines.
func (l *Land) copyFrom(from *Land, near func(grid.Region) bool) {
	n := 0
	for _, r := range from.Regions {
		if !near(r.At) {
			continue
		}
		if n == len(l.Regions) {
			l.Regions = append(l.Regions, l.NewRegion())
		}
		*l.Regions[n] = *r
		n++
	}
	l.spare = append(l.spare, l.Regions[n:]...)
	l.Regions = l.Regions[:n]
	l.Reindex()
	l.Estates = from.Estates
	l.copyBorders(from.Borders)
}
