package world

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// Home is the island of the spawn. It admits strangers, and keeps the register of regions lent to other
// islands; all land that it has not lent is its own. Every other island is a child: it has only the land that
// it holds.
const Home uint64 = 1

const (
	// Reserve is how far around its players an island wants to hold land, in regions: 5×5, so that the 3×3
	// which are active never wait for it.
	Reserve int32 = 2
	// Apart is how far two groups of players are from each other when they can be islands of their own, in
	// regions between players: then five lie between the regions that are active.
	Apart int32 = 7
	// Crowded is how far they must be where more are awake than Most, in regions.
	Crowded int32 = 2
	// ApartTime is how long they must have been, in ticks.
	ApartTime game.Tick = 30 * game.TicksPerSecond
	// QuietTime is how long all players of a child must have been asleep or gone before it ends into home, in
	// ticks.
	QuietTime game.Tick = 60 * game.TicksPerSecond
	// NearTime is how long a neighbour counts as near that is not heard of again, in ticks.
	NearTime game.Tick = 5 * game.TicksPerSecond
	// MaxParts is the most parts that Divide names at a time; the rest are named after these have gone.
	MaxParts = 3
	// MaxLeases is the most regions that are lent, or held. Beyond it nothing more is lent: the requested
	// land stays closed like a wall.
	MaxLeases = 1 << 16
	// MaxAliases is how many islands that have ended are remembered by home; the oldest are forgotten.
	MaxAliases = 4096
	// MaxNear is the most neighbours of an island; others are not noticed while there are so many.
	MaxNear = 16
	// LookEvery is the interval at which an island checks whether groups are apart, a child is quiet and
	// islands are near, in ticks.
	LookEvery game.Tick = game.TicksPerSecond
)

// Topology is the place of an island among the others: its identity, its land, its neighbours and the mail
// between them.
type Topology struct {
	SelfID      uint64
	LastLoan    uint64       // home: the number of the last loan
	Leases      []Lease      // home: what is lent; a child: what it holds. In order of regions
	Aliases     []Alias      // home: islands that have ended, oldest first
	AwayPlayers []AwayPlayer // home: known players who are on other islands, in ascending seat
	Apart       []ApartSince // players of groups that could be islands of their own, in ascending seat
	Quiet       game.Tick    // 1 + the tick since which nobody is awake, 0 while somebody is
	Asks        []Ask        // a child: land that it has asked for, in order of regions
	NearIslands []Neighbour  // in ascending island
	GhostBodies []Ghost      // in ascending ID
	Strips      []Strip      // in order of regions
	Views       []View       // in ascending island, then in order of regions
	Signals     []Signal     // what comes over lines, in order of the tiles and headings
	Outboxes    []Outbox     // in ascending island
	Inboxes     []Inbox      // in ascending source, then addressee
	Absorbed    []Absorbed   // islands that were taken in, here or by one that was, in that order
	// islands that ended at it, or before, and are not in within, may have been taken in
	Since game.Tick
}

// Lease is one region that is lent by home. A loan keeps its number when the land passes from one child to
// another, so that messages about it from both can be told apart in any order of arrival.
type Lease struct {
	At     grid.Region
	Number uint64
	To     uint64 // the holder
}

// Alias says that an island has ended into another.
type Alias struct{ From, Into uint64 }

// AwayPlayer is a player known to home that is on another island.
type AwayPlayer struct {
	Key  game.PlayerID
	Seat entity.Seat
}

// ApartSince says since when a player belongs to a group that could be an island of its own.
type ApartSince struct {
	Seat  entity.Seat
	Since game.Tick
}

// Self returns the island's id: Home, or that of a child.
func (i *State) Self() uint64 { return i.SelfID }

// Child reports whether the island is not home.
func (i *State) Child() bool { return i.SelfID > Home }

// Owns reports whether a region is this island's.
func (i *State) Owns(at grid.Region) bool {
	_, found := i.FindLease(at)
	return found == i.Child()
}

func (i *State) FindLease(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.Leases, at, func(l Lease, at grid.Region) int { return CompareRegions(l.At, at) })
}

// SetLease records the holder of a region.
func (i *State) SetLease(l Lease) {
	k, ok := i.FindLease(l.At)
	if ok {
		i.Leases[k] = l
		return
	}
	i.Leases = slices.Insert(i.Leases, k, l)
}

func (i *State) DropLease(at grid.Region) {
	if k, ok := i.FindLease(at); ok {
		i.Leases = slices.Delete(i.Leases, k, k+1)
	}
}

// HeldBy returns the holder of a region as far as home knows.
func (i *State) HeldBy(at grid.Region) uint64 {
	if k, ok := i.FindLease(at); ok {
		return i.Leases[k].To
	}
	return Home
}

// Resolve follows the islands that have ended to the one that goes on.
func (i *State) Resolve(island uint64) uint64 {
	for k := len(i.Aliases) - 1; k >= 0; k-- { // an island ends once, and after those that ended into it
		if i.Aliases[k].From == island {
			return i.resolveFrom(k)
		}
	}
	return island
}

func (i *State) resolveFrom(k int) uint64 {
	island := i.Aliases[k].Into
	for range i.Aliases {
		n := slices.IndexFunc(i.Aliases, func(a Alias) bool { return a.From == island })
		if n < 0 {
			break
		}
		island = i.Aliases[n].Into
	}
	return island
}

// AddAlias notes that an island has ended into another, and hands its land on.
func (i *State) AddAlias(from, into uint64) {
	if from == into || slices.ContainsFunc(i.Aliases, func(a Alias) bool { return a.From == from }) {
		return
	}
	if len(i.Aliases) >= MaxAliases {
		i.Aliases = slices.Delete(i.Aliases, 0, 1)
	}
	i.Aliases = append(i.Aliases, Alias{from, into})
	into = i.Resolve(into)
	for k := range i.Leases {
		if i.Leases[k].To == from {
			i.Leases[k].To = into
		}
	}
}

// NoteAway notes that a player of home is on another island from now on.
func (i *State) NoteAway(p *entity.PlayerState) {
	if i.SelfID != Home {
		return
	}
	k, ok := slices.BinarySearchFunc(i.AwayPlayers, p.Seat, compareAway)
	if !ok {
		i.AwayPlayers = slices.Insert(i.AwayPlayers, k, AwayPlayer{p.Key, p.Seat})
	}
}

func (i *State) ComeHome(seat entity.Seat) {
	if k, ok := slices.BinarySearchFunc(i.AwayPlayers, seat, compareAway); ok {
		i.AwayPlayers = slices.Delete(i.AwayPlayers, k, k+1)
	}
}

func compareAway(a AwayPlayer, s entity.Seat) int { return int(a.Seat) - int(s) }

// Elsewhere reports whether an absent player must not be admitted here: it is known to be on another island,
// or only home could know.
func (i *State) Elsewhere(key game.PlayerID) bool {
	return i.Child() || slices.ContainsFunc(i.AwayPlayers, func(a AwayPlayer) bool { return a.Key == key })
}

// IsAway reports whether home knows a player to be on another island.
func (i *State) IsAway(author [32]byte) bool {
	return slices.ContainsFunc(i.AwayPlayers, func(a AwayPlayer) bool { return a.Key == author })
}

// Holds reports whether that player's body, or its record while it is away, is here.
func (i *State) Holds(author [32]byte) bool { return i.PlayerByKey(author) != nil }

// People returns how many players are awake here.
func (i *State) People() uint16 {
	n := uint16(0)
	for k := range i.Roster {
		if i.IsAwake(&i.Roster[k]) {
			n++
		}
	}
	return n
}

// Most returns how many players may be on one island of this world: caps are compared with it.
func (i *State) Most() uint16 {
	if i.Gen.Cap == 0 {
		return MaxPlayers
	}
	return min(i.Gen.Cap, MaxPlayers)
}

// Done reports whether this island should end into home: it is a child without a player awake for QuietTime.
func (i *State) Done() bool {
	return i.Child() && i.Quiet != 0 && i.Clock >= i.Quiet-1+QuietTime
}

// Near appends the islands with which this one should be merged now: those that want or hold land within
// the Reserve of its players, as long as all people fit on one island (see Most), and Home when it is
// Done. The list is in ascending order. Both sides of a pair come to say so, within a second or two of
// each other.
func (i *State) Near(dst []uint64) []uint64 {
	first := len(dst)
	if i.Done() {
		dst = append(dst, Home)
	}
	for k := range i.NearIslands {
		if n := &i.NearIslands[k]; IsFresh(i, n) && n.Met && i.People()+n.People <= i.Most() && !slices.Contains(dst[first:], n.Island) {
			dst = append(dst, n.Island)
		}
	}
	slices.Sort(dst[first:])
	return dst
}

// Neighbours appends the islands that a player of this one may come to within Reserve regions: those that
// were heard of lately, and at home those that hold land there. The list is in ascending order.
func (i *State) Neighbours(dst []uint64) []uint64 {
	first := len(dst)
	add := func(id uint64) {
		if id != 0 && id != i.SelfID && !slices.Contains(dst[first:], id) {
			dst = append(dst, id)
		}
	}
	for k := range i.NearIslands {
		if IsFresh(i, &i.NearIslands[k]) {
			add(i.NearIslands[k].Island)
		}
	}
	if i.SelfID == Home && len(i.Leases) > 0 {
		for _, at := range ReserveLand(i) {
			add(HolderOf(i, at))
		}
	}
	if i.Done() {
		add(Home)
	}
	slices.Sort(dst[first:])
	return dst
}

// Place appends where the island lies: u32 X, u32 Y of the region of its first player, else of its first
// land, else of the spawn.
func (i *State) Place(dst []byte) []byte {
	at := i.SpawnTile.Region()
	if i.Child() && len(i.Leases) > 0 {
		at = i.Leases[0].At
	}
	for k := range i.Roster {
		if here, ok := i.PlaceOf(&i.Roster[k]); ok {
			return AppendPlace(dst, here)
		}
	}
	return AppendPlace(dst, at)
}

// ReadPlace reads the bytes of Place.
func ReadPlace(b []byte) (at grid.Region, ok bool) {
	c := codec.Read(b)
	at = ReadPos(&c)
	return at, c.Done() == nil
}

// Spread is how far a is from b, in regions: the greater of both axes.
func Spread(a, b grid.Region) int32 {
	return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y)
}

// PlaceOf returns the region in which a player is.
func (i *State) PlaceOf(p *entity.PlayerState) (at grid.Region, ok bool) {
	if b := i.Body(p.Body); b != nil {
		return grid.TileAt(b.Pos).Region(), true
	}
	return at, false
}

// Needs reports whether a region lies within reach regions of a player here or, at home, within one of the
// spawn.
func (i *State) Needs(at grid.Region, reach int32) bool {
	if i.SelfID == Home && Spread(at, i.SpawnTile.Region()) <= 1 {
		return true
	}
	for k := range i.Roster {
		if here, ok := i.PlaceOf(&i.Roster[k]); ok && Spread(at, here) <= reach {
			return true
		}
	}
	return false
}
