package world

import (
	"slices"

	"manyhold/game"
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
	Apart       []Solitude   // players of groups that could be islands of their own, in ascending seat
	Quiet       game.Tick    // 1 + the tick since which nobody is awake, 0 while somebody is
	Asks        []Ask        // a child: land that it has asked for, in order of regions
	NearIslands []Neighbour  // in ascending island
	GhostBodies []Ghost      // in ascending ID
	Strips      []Strip      // in order of regions
	Views       []View       // in ascending island, then in order of regions
	Signals     []Signal     // what comes over lines, in order of the tiles and headings
	Outboxes    []Outbox     // in ascending island
	Inboxes     []Inbox      // in ascending source, then addressee
	Within      []Taken      // islands that were taken in, here or by one that was, in that order
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

// Solitude says since when a player belongs to a group that could be an island of its own.
type Solitude struct {
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

// GoAbroad notes that a player of home is on another island from now on.
func (i *State) GoAbroad(p *entity.PlayerState) {
	if i.SelfID != Home {
		return
	}
	k, ok := slices.BinarySearchFunc(i.AwayPlayers, p.Seat, compareAbroad)
	if !ok {
		i.AwayPlayers = slices.Insert(i.AwayPlayers, k, AwayPlayer{p.Key, p.Seat})
	}
}

func (i *State) ComeHome(seat entity.Seat) {
	if k, ok := slices.BinarySearchFunc(i.AwayPlayers, seat, compareAbroad); ok {
		i.AwayPlayers = slices.Delete(i.AwayPlayers, k, k+1)
	}
}

func compareAbroad(a AwayPlayer, s entity.Seat) int { return int(a.Seat) - int(s) }

// Elsewhere reports whether an absent player must not be admitted here: it is known to be on another island,
// or only home could know.
func (i *State) Elsewhere(key game.PlayerID) bool {
	return i.Child() || slices.ContainsFunc(i.AwayPlayers, func(a AwayPlayer) bool { return a.Key == key })
}

// Abroad reports whether home knows a player to be on another island.
func (i *State) Abroad(author [32]byte) bool {
	return slices.ContainsFunc(i.AwayPlayers, func(a AwayPlayer) bool { return a.Key == author })
}

// Holds reports whether that player's body, or its record while it is away, is here.
func (i *State) Holds(author [32]byte) bool { return i.PlayerByKey(author) != nil }
