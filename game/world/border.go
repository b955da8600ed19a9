package world

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

func AppendEdits(dst []byte, list []Edit) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for _, e := range list {
		dst = append(codec.U16(dst, uint16(e.K)), uint8(e.Ground), uint8(e.Block), e.State)
	}
	return dst
}

func ReadEdits(c *codec.Cursor) []Edit { return readEditList(c, c.Count(grid.RegionTiles, 5)) }

// tileOfRegion names a tile in errors, by its index.
const tileOfRegion = "tile %d of the region"

// readEditList reads n edited tiles, which are there.
func readEditList(c *codec.Cursor, n int) (list []Edit) {
	next := grid.Index(0)
	for range n {
		e := Edit{grid.Index(c.U16()), tile.Ground(c.U8()), tile.Block(c.U8()), c.U8()}
		c.Within(tileOfRegion, uint64(e.K))
		c.Must(e.K >= next && e.K < grid.RegionTiles, "tiles must be in ascending order")
		c.Must(e.Ground < tile.GroundCount && e.Block < tile.BlockCount, "there is no such ground or block")
		next = e.K + 1
		list = append(list, e)
	}
	return list
}

func CompareViews(a, b View) int {
	if c := cmp.Compare(a.Of, b.Of); c != 0 {
		return c
	}
	return CompareRegions(a.At, b.At)
}

// Where two islands touch and stay apart (together they have too many people, or the merge is still to come),
// a line runs between their land. Both know a strip of BorderWidth tiles on either side of it: its owner
// tells the other of the tiles and bodies there (federation/border.go). The other side holds images: ghosts
// of bodies, and strips of tiles. Images are part of the state, are drawn, and take part in collisions. Only
// the owner of a thing changes it, and only the owner tells its events.
//
// A body whose middle comes over the line is handed to the other side (cross.go). When two bodies push each
// other across the line, the owner of the one with the lower ID decides: it changes its own, and tells the
// other owner, once, the velocity of the other. Each of both tells one event of the hit.

const (
	// BorderWidth is how far from a line the other side's things are known, in tiles.
	BorderWidth = 8
	// MaxGhosts is the most bodies that an island tells a neighbour of, those of lowest ID first; of others
	// the neighbour knows when they cross.
	MaxGhosts = 24
	// MaxViews is the most regions of a neighbour that an island watches.
	MaxViews = 24
	// Drift is how long a ghost goes on at its velocity without news, in ticks.
	Drift game.Tick = 30
	// HitPatience is how long a told hit may be on its way before the ghost can be hit again.
	HitPatience game.Tick = 5 * game.TicksPerSecond
	// ComplainEvery is how often a player is told that the line is closed, in ticks.
	ComplainEvery game.Tick = game.TicksPerSecond
)

// Ghost is the image of a body of another island.
type Ghost struct {
	Of      uint64
	Heard   game.Tick // when it was last told of
	Pending uint64    // number of the last hit on it that was told to its owner
	HitAt   game.Tick // when that was
	Body    entity.Body
}

// Strip is the known part of another island's region: the tiles near its edges that differ from the untouched
// region.
type Strip struct {
	Of    uint64
	At    grid.Region
	Edits []Edit
}

// View is a region of this island that a neighbour watches.
type View struct {
	Of uint64
	At grid.Region
}

// Beyond returns the known image of another island's region: true near its edges, untouched elsewhere; nil
// where nothing is known. It is read-only, and valid until the next step.
func (i *State) Beyond(at grid.Region) *tile.Region {
	for _, r := range i.Borders {
		if r.At == at {
			return &r.Tiles
		}
	}
	return nil
}

// RaiseBorders derives the regions beyond the lines from the strips.
func RaiseBorders(i *State) {
	i.spare = append(i.spare, i.Borders...)
	i.Borders = i.Borders[:0]
	for k := range i.Strips {
		s := &i.Strips[k]
		r := i.newRegion()
		r.Generate(i.Gen, s.At)
		for _, e := range s.Edits {
			r.Set(e.K, e.Ground, e.Block, e.State)
		}
		i.Borders = append(i.Borders, r)
	}
}

// beyond returns a tile of another island's land, as far as the border is known.
func beyond(i *State, x, y int32) physics.Cell {
	t := grid.Tile{X: x, Y: y}
	r := i.Beyond(t.Region())
	if r == nil || !nearBorder(i, t) {
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
func nearBorder(i *State, t grid.Tile) bool {
	for _, d := range [...][2]int32{{-BorderWidth, 0}, {BorderWidth, 0}, {0, -BorderWidth}, {0, BorderWidth}, {-BorderWidth, -BorderWidth}, {BorderWidth, -BorderWidth}, {-BorderWidth, BorderWidth}, {BorderWidth, BorderWidth}} {
		if i.ActiveRegion(t.Add(d[0], d[1]).Region()) != nil {
			return true
		}
	}
	return false
}

// Neighbour is an island that is near, or was.
type Neighbour struct {
	Island uint64
	Heard  game.Tick // when it was last heard of
	People uint16    // awake there, when it was last heard
	Met    bool      // it has said so itself, or home has
	Hits   uint64    // how many hits this island has told it of
	Done   uint64    // how many of those it has taken in, as far as it has said
	Taken  uint64    // how many of its own this island has taken in
	Sum    uint64    // hash of what was last said of the border, strips excepted
	Strips uint64    // hash of the strips that were last said
	Said   game.Tick // when that was
	Gave   uint64    // hash of the signals that were last said, 0 for none
	Lent   game.Tick // when its signals were last heard of
}

func FindNear(i *State, island uint64) (int, bool) {
	return slices.BinarySearchFunc(i.NearIslands, island, func(n Neighbour, id uint64) int { return cmp.Compare(n.Island, id) })
}

func IsFresh(i *State, n *Neighbour) bool { return i.Clock < n.Heard+NearTime }

// HolderOf returns which other island holds a region, as far as it is known here; 0 if it is not.
func HolderOf(i *State, at grid.Region) uint64 {
	if i.SelfID == Home {
		if h := i.HeldBy(at); h != Home {
			return h
		}
		return 0
	}
	if k, ok := FindAsk(i, at); ok {
		return i.Asks[k].Holder
	}
	return 0
}

// Signals go over a line. Each side tells the other the outputs of its tiles at the line, and the other uses
// them until it is told otherwise: a wire beside such a tile is one weaker, as beside any wire. A signal is
// late by the delay of its message; a signal shorter than the jitter of that delay may be lost.
//
// A wire does not give a signal from over the line back at the same tile (see over), so that a signal whose
// source ends is gone with the next message. Where wires cross a line at several tiles, a signal that comes
// back by another tile loses strength with every tile on its way: after at most sourceStrength messages it is
// gone.
//
// A sleeping region gives nothing over a line, as it gives nothing to its neighbours. Its wires would
// otherwise keep the signals from there.
//
// A message of the kind signals holds all signals that the sender gives over the line to the receiver:
//
//	uvarint regions of the sender; of each, in order: its place, uvarint signals, 1 at least;
//	        of each, ascending: u16 4 × index of the tile + heading, u8 strength
//
// It is sent when something in it has changed, at most once in bandEvery ticks, and as long as there is
// something in it once in lookEvery; but never while signalBacklog parcels are unacknowledged. Signals are
// forgotten NearTime after their last message.

const (
	// MaxSignals is the most signals that an island gives a neighbour: those of the first tiles, by region
	// and index. Others end at the line.
	MaxSignals = 256
	// SignalBacklog is the most waiting parcels for a neighbour that still gets signals.
	SignalBacklog = 64
	// GaveUnknown stands for the hash of the signals last sent, where another island has sent them.
	GaveUnknown uint64 = 1
)

// Signal is the output over the line of a tile of another island.
type Signal struct {
	Of       uint64       // the island
	At       grid.Tile    // the tile
	To       tile.Heading // to which side: there is a tile of this island
	Strength uint8        // see Island.strength; never 0
}

func CompareSignals(a, b Signal) int {
	return cmp.Or(CompareRegions(a.At.Region(), b.At.Region()), cmp.Compare(a.At.Index(), b.At.Index()), cmp.Compare(a.To, b.To))
}

// AtEdge returns the n-th tile at the edge of a region to the side h.
func AtEdge(at grid.Region, h tile.Heading, n int32) grid.Tile {
	const last = grid.RegionSide - 1
	x, y := [tile.HeadingCount]int32{last, n, 0, n}[h], [tile.HeadingCount]int32{n, last, n, 0}[h]
	return at.Tile(0).Add(x, y)
}

// SideOf returns the region that lies to a side of another.
func SideOf(at grid.Region, h tile.Heading) grid.Region {
	dx, dy := h.Step()
	return grid.Region{X: at.X + dx, Y: at.Y + dy}
}

// RouseEdges lets the tiles on both sides of the edges be visited that a region has with other active ones.
func RouseEdges(i *State, r *Region) {
	for h := range tile.HeadingCount {
		if i.ActiveRegion(SideOf(r.At, h)) == nil {
			continue
		}
		for n := range int32(grid.RegionSide) {
			t := AtEdge(r.At, h, n)
			Rouse(i, t)
			Rouse(i, Beside(t, h))
		}
	}
}

const (
	// MaxAsks is the most regions that a child is waiting for; more are asked for when these are answered.
	MaxAsks = 256
	// AskAgain is how long an answer that another island holds a region is believed, in ticks.
	AskAgain game.Tick = 2 * game.TicksPerSecond
	// AskPatience is how long an answer is waited for before it is asked again, in ticks: home does not
	// answer when its outbox has no room for the land.
	AskPatience game.Tick = 5 * game.TicksPerSecond
	// GiveMost is how many regions a child gives back at a time.
	GiveMost = 8
)

// Ask is a region that a child wants.
type Ask struct {
	At     grid.Region
	Since  game.Tick // when it was asked for, or answered
	Holder uint64    // who has it; 0 while there is no answer
}

func FindAsk(i *State, at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.Asks, at, func(a Ask, at grid.Region) int { return CompareRegions(a.At, at) })
}

// reserve returns the land around all players, in order.
func ReserveLand(i *State) (list []grid.Region) {
	add := func(mid grid.Region, reach int32) {
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				at := grid.Region{X: mid.X + dx, Y: mid.Y + dy}
				if k, found := slices.BinarySearchFunc(list, at, CompareRegions); !found {
					list = slices.Insert(list, k, at)
				}
			}
		}
	}
	for k := range i.Roster {
		if at, ok := i.PlaceOf(&i.Roster[k]); ok {
			add(at, Reserve)
		}
	}
	return list
}

// Line is a line between this island and a neighbour, as this island knows it.
type Line struct {
	Neighbour uint64
	People    uint16    // awake on the other side, when it was last heard
	Full      bool      // nobody more may come over: as many are there as the cap says
	Heard     game.Tick // how long ago it was last heard of
	Told      game.Tick // how long ago it was last told of this side
	Strips    int       // regions beyond the line whose edges are known here
	Views     int       // regions here of which the neighbour wants to know
	Ghosts    int       // images of its bodies, all within BorderWidth tiles of the line
	Signals   int       // of machines that come over the line now
}

// Lines returns the lines of this island with others that touch it, in ascending order of the neighbours.
func (i *State) Lines() (list []Line) {
	for k := range i.NearIslands {
		n := &i.NearIslands[k]
		l := Line{Neighbour: n.Island, People: n.People, Full: n.Met && n.People >= i.Most(), Heard: i.Clock - n.Heard, Told: i.Clock - n.Said}
		for j := range i.Strips {
			if i.Strips[j].Of == n.Island {
				l.Strips++
			}
		}
		for _, v := range i.Views {
			if v.Of == n.Island {
				l.Views++
			}
		}
		for j := range i.GhostBodies {
			if i.GhostBodies[j].Of == n.Island {
				l.Ghosts++
			}
		}
		for j := range i.Signals {
			if i.Signals[j].Of == n.Island {
				l.Signals++
			}
		}
		if l.Strips+l.Views > 0 {
			list = append(list, l)
		}
	}
	return list
}
