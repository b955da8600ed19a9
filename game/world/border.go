package world

import (
	"cmp"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Border is the island's knowledge of those beside it: the neighbours, and the images of their things.
type Border struct {
	Islands []Neighbour // in ascending island
	Ghosts  []Ghost     // in ascending ID
	Strips  []Strip     // in order of regions
	Views   []View      // in ascending island, then in order of regions
	Signals []Signal    // what comes over lines, in order of the tiles and headings
}

// empty reports whether there is nothing in it.
func (b *Border) empty() bool {
	return len(b.Islands)+len(b.Ghosts)+len(b.Strips)+len(b.Views)+len(b.Signals) == 0
}

func CompareViews(a, b View) int {
	if c := cmp.Compare(a.Of, b.Of); c != 0 {
		return c
	}
	return a.At.Compare(b.At)
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

// Find returns where a neighbour is in the table, or belongs.
func (b *Border) Find(island uint64) (int, bool) {
	return slices.BinarySearchFunc(b.Islands, island, func(n Neighbour, id uint64) int { return cmp.Compare(n.Island, id) })
}

// Fresh reports whether the neighbour counts as near.
func (n *Neighbour) Fresh(now game.Tick) bool { return now < n.Heard+NearTime }

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
	// SourceStrength is the strength of a signal where it comes from.
	SourceStrength = 32
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
	return cmp.Or(a.At.Region().Compare(b.At.Region()), cmp.Compare(a.At.Index(), b.At.Index()), cmp.Compare(a.To, b.To))
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

// append appends the neighbours and what is known of them.
func (b *Border) append(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(b.Islands)))
	for k := range b.Islands {
		n := &b.Islands[k]
		dst = codec.U8(codec.U16(codec.U64(codec.U64(dst, n.Island), uint64(n.Heard)), n.People), codec.Bit(n.Met))
		dst = codec.Uvarint(codec.Uvarint(codec.Uvarint(dst, n.Hits), n.Done), n.Taken)
		dst = codec.U64(codec.U64(codec.U64(dst, n.Sum), n.Strips), uint64(n.Said))
		dst = codec.U64(codec.U64(dst, n.Gave), uint64(n.Lent))
	}
	dst = codec.Uvarint(dst, uint64(len(b.Ghosts)))
	for k := range b.Ghosts {
		g := &b.Ghosts[k]
		dst = codec.U64(codec.U64(dst, g.Of), uint64(g.Heard))
		dst = encoding.AppendBody(codec.U64(codec.Uvarint(dst, g.Pending), uint64(g.HitAt)), &g.Body)
	}
	dst = codec.Uvarint(dst, uint64(len(b.Strips)))
	for k := range b.Strips {
		s := &b.Strips[k]
		dst = AppendEdits(AppendPlace(codec.U64(dst, s.Of), s.At), s.Edits)
	}
	dst = codec.Uvarint(dst, uint64(len(b.Views)))
	for _, v := range b.Views {
		dst = AppendPlace(codec.U64(dst, v.Of), v.At)
	}
	dst = codec.Uvarint(dst, uint64(len(b.Signals)))
	for _, s := range b.Signals {
		dst = encoding.AppendTile(codec.U64(dst, s.Of), s.At)
		dst = codec.U8(codec.U8(dst, uint8(s.To)), s.Strength)
	}
	return dst
}

// read reads the bytes of append, of the island self.
func (b *Border) read(c *codec.Cursor, self uint64, now game.Tick) {
	for range c.Count(MaxNear, 46) {
		n := Neighbour{Island: c.U64(), Heard: readTick(c, now), People: c.U16(), Met: c.Bit(), Hits: c.Uvarint(), Done: c.Uvarint(),
			Taken: c.Uvarint(), Sum: c.U64(), Strips: c.U64(), Said: readTick(c, now)}
		n.Gave, n.Lent = c.U64(), readTick(c, now)
		c.Require(n.Island != self && n.Island != 0 && (len(b.Islands) == 0 || b.Islands[len(b.Islands)-1].Island < n.Island))
		b.Islands = append(b.Islands, n)
	}
	b.readImages(c, self, now)
	for range c.Count(MaxNear*MaxSignals, 18) {
		s := Signal{Of: c.U64(), At: encoding.ReadTile(c), To: tile.Heading(c.U8()), Strength: c.U8()}
		_, near := b.Find(s.Of)
		c.Require(near && isPlace(s.At.Region()) && s.To < tile.HeadingCount && s.Strength > 0 && s.Strength <= SourceStrength)
		c.Require(len(b.Signals) == 0 || CompareSignals(b.Signals[len(b.Signals)-1], s) < 0)
		b.Signals = append(b.Signals, s)
	}
}

// readImages reads ghosts, strips and views.
func (b *Border) readImages(c *codec.Cursor, self uint64, now game.Tick) {
	for range c.Count(MaxNear*MaxGhosts, 25+encoding.BodyBytes) {
		g := Ghost{Of: c.U64(), Heard: readTick(c, now), Pending: c.Uvarint(), HitAt: readTick(c, now), Body: encoding.ReadBody(c)}
		c.Require(g.Of != self && g.Of != 0 && (len(b.Ghosts) == 0 || b.Ghosts[len(b.Ghosts)-1].Body.ID < g.Body.ID))
		b.Ghosts = append(b.Ghosts, g)
	}
	for range c.Count(MaxNear*MaxViews, 17) {
		s := Strip{Of: c.U64(), At: ReadPos(c), Edits: ReadEdits(c)}
		c.Require(s.Of != self && s.Of != 0 && (len(b.Strips) == 0 || b.Strips[len(b.Strips)-1].At.Less(s.At)))
		b.Strips = append(b.Strips, s)
	}
	for range c.Count(MaxNear*MaxViews, 16) {
		v := View{Of: c.U64(), At: ReadPos(c)}
		c.Require(v.Of != self && v.Of != 0 && (len(b.Views) == 0 || CompareViews(b.Views[len(b.Views)-1], v) < 0))
		b.Views = append(b.Views, v)
	}
}

func diffStrips(a, b []Strip) string {
	for k := range min(len(a), len(b)) {
		s, o := &a[k], &b[k]
		if s := first("", unlike("island", s.Of, o.Of), unlike("place", s.At, o.At), unlikeRows("tile", s.Edits, o.Edits)); s != "" {
			return fmt.Sprintf("strip of region %d %d: %s", a[k].At.X, a[k].At.Y, s)
		}
	}
	return unlike("number of strips", len(a), len(b))
}
