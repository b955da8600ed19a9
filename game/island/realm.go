package island

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// Home is the island of the spawn. It admits strangers, and registers which region is lent to which other
// island; all land that it has not lent is its own. Every other island is a child: it has only the land
// that it holds.
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
	// QuietTime is how long nobody has been awake on a child that ends into home, in ticks.
	QuietTime game.Tick = 60 * game.TicksPerSecond
	// NearTime is how long a neighbour counts as near that is not heard of again, in ticks.
	NearTime game.Tick = 5 * game.TicksPerSecond
	// MaxParts is the most parts that Divide names at a time; the rest are named after these have gone.
	MaxParts = 3
	// MaxLeases is the most regions that are lent, or held. Beyond it nothing more is lent: what is asked
	// for stays closed like a wall.
	MaxLeases = 1 << 16
	// MaxAliases is how many islands that have ended are remembered by home; the oldest are forgotten.
	MaxAliases = 4096
	// MaxNear is the most neighbours of an island; others are not noticed while there are so many.
	MaxNear = 16
	// lookEvery is how often it is looked who is apart, quiet or near, in ticks.
	lookEvery game.Tick = game.TicksPerSecond
)

// realm is what an island is among the others: who it is, its land, its neighbours and what is said
// between them.
type realm struct {
	self     uint64
	lastLoan uint64      // home: the number of the last loan
	leases   []lease     // home: what is lent; a child: what it holds. In order of regions
	aliases  []alias     // home: islands that have ended, oldest first
	abroad   []abroad    // home: known players who are on other islands, in ascending seat
	apart    []solitude  // players of groups that could be islands of their own, in ascending seat
	quiet    game.Tick   // 1 + the tick since which nobody is awake, 0 while somebody is
	asks     []ask       // a child: land that it has asked for, in order of regions
	near     []neighbour // in ascending island
	ghosts   []ghost     // in ascending ID
	strips   []strip     // in order of regions
	views    []view      // in ascending island, then in order of regions
	signals  []signal    // what comes over lines, in order of the tiles and headings
	outboxes []outbox    // in ascending island
	inboxes  []inbox     // in ascending source, then addressee
	within   []taken     // islands that were taken in, here or by one that was, in that order
	since    game.Tick   // islands that ended at it, or before, and are not in within, may have been taken in
}

// lease is one region that is lent by home. A loan keeps its number when the land passes from one child to
// another, so that what both say of it can be told apart in whatever order it comes.
type lease struct {
	at     grid.Region
	number uint64
	to     uint64 // the holder
}

// alias says that an island has ended into another.
type alias struct{ from, into uint64 }

// abroad is a player known to home who is on another island.
type abroad struct {
	key  game.PlayerID
	seat entity.Seat
}

// solitude says since when a player belongs to a group that could be an island of its own.
type solitude struct {
	seat  entity.Seat
	since game.Tick
}

// Self returns the island's id: Home, or that of a child.
func (i *State) Self() uint64 { return i.self }

// child reports whether the island is not home.
func (i *State) child() bool { return i.self > Home }

// owns reports whether a region is this island's.
func (i *State) owns(at grid.Region) bool {
	_, found := i.findLease(at)
	return found == i.child()
}

func (i *State) findLease(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.leases, at, func(l lease, at grid.Region) int { return compareRegions(l.at, at) })
}

// setLease notes who holds a region.
func (i *State) setLease(l lease) {
	k, ok := i.findLease(l.at)
	if ok {
		i.leases[k] = l
		return
	}
	i.leases = slices.Insert(i.leases, k, l)
}

func (i *State) dropLease(at grid.Region) {
	if k, ok := i.findLease(at); ok {
		i.leases = slices.Delete(i.leases, k, k+1)
	}
}

// heldBy returns who holds a region as far as home knows.
func (i *State) heldBy(at grid.Region) uint64 {
	if k, ok := i.findLease(at); ok {
		return i.leases[k].to
	}
	return Home
}

// resolve follows the islands that have ended to the one that goes on.
func (i *State) resolve(island uint64) uint64 {
	for k := len(i.aliases) - 1; k >= 0; k-- { // an island ends once, and after those that ended into it
		if i.aliases[k].from == island {
			return i.resolveFrom(k)
		}
	}
	return island
}

func (i *State) resolveFrom(k int) uint64 {
	island := i.aliases[k].into
	for range i.aliases {
		n := slices.IndexFunc(i.aliases, func(a alias) bool { return a.from == island })
		if n < 0 {
			break
		}
		island = i.aliases[n].into
	}
	return island
}

// addAlias notes that an island has ended into another, and hands its land on.
func (i *State) addAlias(from, into uint64) {
	if from == into || slices.ContainsFunc(i.aliases, func(a alias) bool { return a.from == from }) {
		return
	}
	if len(i.aliases) >= MaxAliases {
		i.aliases = slices.Delete(i.aliases, 0, 1)
	}
	i.aliases = append(i.aliases, alias{from, into})
	into = i.resolve(into)
	for k := range i.leases {
		if i.leases[k].to == from {
			i.leases[k].to = into
		}
	}
}

// goAbroad notes that a player of home is on another island from now on.
func (i *State) goAbroad(p *entity.PlayerState) {
	if i.self != Home {
		return
	}
	k, ok := slices.BinarySearchFunc(i.abroad, p.Seat, compareAbroad)
	if !ok {
		i.abroad = slices.Insert(i.abroad, k, abroad{p.Key, p.Seat})
	}
}

func (i *State) comeHome(seat entity.Seat) {
	if k, ok := slices.BinarySearchFunc(i.abroad, seat, compareAbroad); ok {
		i.abroad = slices.Delete(i.abroad, k, k+1)
	}
}

func compareAbroad(a abroad, s entity.Seat) int { return int(a.seat) - int(s) }

// elsewhere reports whether a player who is not here must not be admitted here: it is known to be on
// another island, or only home could know.
func (i *State) elsewhere(key game.PlayerID) bool {
	return i.child() || slices.ContainsFunc(i.abroad, func(a abroad) bool { return a.key == key })
}

// Abroad reports whether home knows a player to be on another island.
func (i *State) Abroad(author [32]byte) bool {
	return slices.ContainsFunc(i.abroad, func(a abroad) bool { return a.key == author })
}

// Holds reports whether that player's body, or what is remembered of it while it is away, is here.
func (i *State) Holds(author [32]byte) bool { return i.PlayerByKey(author) != nil }

// People returns how many players are awake here.
func (i *State) People() uint16 {
	n := uint16(0)
	for k := range i.players {
		if i.awake(&i.players[k]) {
			n++
		}
	}
	return n
}

// Most returns how many players may be on one island of this world: caps are compared with it.
func (i *State) Most() uint16 {
	if i.genesis.Cap == 0 {
		return MaxPlayers
	}
	return min(i.genesis.Cap, MaxPlayers)
}

// Done reports whether this island should end into home: it is a child on which nobody has been awake for
// QuietTime.
func (i *State) Done() bool {
	return i.child() && i.quiet != 0 && i.tick >= i.quiet-1+QuietTime
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
	for k := range i.near {
		if n := &i.near[k]; isFresh(i, n) && n.met && i.People()+n.people <= i.Most() && !slices.Contains(dst[first:], n.island) {
			dst = append(dst, n.island)
		}
	}
	slices.Sort(dst[first:])
	return dst
}

// Neighbours appends the islands that a player of this one may come to within Reserve regions: those that were heard of
// lately, and at home those that hold land there. The list is in ascending order.
func (i *State) Neighbours(dst []uint64) []uint64 {
	first := len(dst)
	add := func(id uint64) {
		if id != 0 && id != i.self && !slices.Contains(dst[first:], id) {
			dst = append(dst, id)
		}
	}
	for k := range i.near {
		if isFresh(i, &i.near[k]) {
			add(i.near[k].island)
		}
	}
	if i.self == Home && len(i.leases) > 0 {
		for _, at := range reserve(i) {
			add(holderOf(i, at))
		}
	}
	if i.Done() {
		add(Home)
	}
	slices.Sort(dst[first:])
	return dst
}

// Place appends where the island lies: u32 X, u32 Y of the region of its first player, else of its first land, else of
// the spawn.
func (i *State) Place(dst []byte) []byte {
	at := i.spawn.Region()
	if i.child() && len(i.leases) > 0 {
		at = i.leases[0].at
	}
	for k := range i.players {
		if here, ok := i.placeOf(&i.players[k]); ok {
			return appendPlace(dst, here)
		}
	}
	return appendPlace(dst, at)
}

// ReadPlace reads what Place has written.
func ReadPlace(b []byte) (at grid.Region, ok bool) {
	c := codec.Read(b)
	at = readPlace(&c)
	return at, c.Done() == nil
}

// spread is how far a is from b, in regions: the greater of both axes.
func spread(a, b grid.Region) int32 {
	return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y)
}

// placeOf returns the region in which a player is.
func (i *State) placeOf(p *entity.PlayerState) (at grid.Region, ok bool) {
	if b := i.Body(p.Body); b != nil {
		return grid.TileAt(b.Pos).Region(), true
	}
	return at, false
}

// needs reports whether a region lies within reach regions of a player here or, at home, within one of the
// spawn.
func (i *State) needs(at grid.Region, reach int32) bool {
	if i.self == Home && spread(at, i.spawn.Region()) <= 1 {
		return true
	}
	for k := range i.players {
		if here, ok := i.placeOf(&i.players[k]); ok && spread(at, here) <= reach {
			return true
		}
	}
	return false
}
