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

// Register is the island's identity and its knowledge of other islands' land and players.
type Register struct {
	SelfID      uint64       // Home, or that of a child
	LastLoan    uint64       // home: the number of the last loan
	Leases      []Lease      // home: what is lent; a child: what it holds. In order of regions
	Aliases     []Alias      // home: islands that have ended, oldest first
	AwayPlayers []AwayPlayer // home: known players who are on other islands, in ascending seat
	Asks        []Ask        // a child: land that it has asked for, in order of regions
}

// alone reports whether it is that of a home which never heard of another island.
func (r *Register) alone() bool {
	return r.SelfID <= Home && r.LastLoan == 0 && len(r.Leases)+len(r.Aliases)+len(r.AwayPlayers)+len(r.Asks) == 0
}

// appendLoans appends leases, aliases and away players.
func (r *Register) appendLoans(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(r.Leases)))
	for _, l := range r.Leases {
		dst = codec.U64(codec.Uvarint(AppendPlace(dst, l.At), l.Number), l.To)
	}
	dst = codec.Uvarint(dst, uint64(len(r.Aliases)))
	for _, a := range r.Aliases {
		dst = codec.U64(codec.U64(dst, a.From), a.Into)
	}
	dst = codec.Uvarint(dst, uint64(len(r.AwayPlayers)))
	for k := range r.AwayPlayers {
		dst = codec.U16(append(dst, r.AwayPlayers[k].Key[:]...), uint16(r.AwayPlayers[k].Seat))
	}
	return dst
}

// readLoans reads the bytes of appendLoans.
func (r *Register) readLoans(c *codec.Cursor) {
	for range c.Count(MaxLeases, 17) {
		l := Lease{At: ReadPos(c), Number: c.Uvarint(), To: c.U64()}
		c.Require(l.To > Home && (r.SelfID == Home || l.To == r.SelfID) && (r.SelfID > Home || l.Number <= r.LastLoan))
		c.Require(len(r.Leases) == 0 || r.Leases[len(r.Leases)-1].At.Less(l.At))
		r.Leases = append(r.Leases, l)
	}
	for range c.Count(MaxAliases, 16) {
		a := Alias{c.U64(), c.U64()}
		c.Require(a.From > Home && a.Into != 0 && a.From != a.Into && r.SelfID == Home)
		r.Aliases = append(r.Aliases, a)
	}
	for range c.Count(MaxKnown, 34) {
		var a AwayPlayer
		copy(a.Key[:], c.Bytes(len(a.Key)))
		a.Seat = entity.Seat(c.U16())
		c.Require(r.SelfID == Home && a.Key != game.PlayerID{} && a.Seat > 0 && (len(r.AwayPlayers) == 0 || r.AwayPlayers[len(r.AwayPlayers)-1].Seat < a.Seat))
		r.AwayPlayers = append(r.AwayPlayers, a)
	}
}

// appendAsks appends the land that the island has asked for.
func (r *Register) appendAsks(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(r.Asks)))
	for _, a := range r.Asks {
		dst = codec.U64(codec.U64(AppendPlace(dst, a.At), uint64(a.Since)), a.Holder)
	}
	return dst
}

// readAsks reads the bytes of appendAsks.
func (r *Register) readAsks(c *codec.Cursor, now game.Tick) {
	for range c.Count(MaxAsks, 24) {
		a := Ask{ReadPos(c), readTick(c, now), c.U64()}
		c.Require(r.SelfID > Home && (len(r.Asks) == 0 || r.Asks[len(r.Asks)-1].At.Less(a.At)))
		r.Asks = append(r.Asks, a)
	}
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

// Child reports whether the island is not home.
func (r *Register) Child() bool { return r.SelfID > Home }

// Owns reports whether a region is this island's.
func (r *Register) Owns(at grid.Region) bool {
	_, found := r.FindLease(at)
	return found == r.Child()
}

// FindLease returns where the lease of a region is among those in order, or belongs.
func (r *Register) FindLease(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(r.Leases, at, func(l Lease, at grid.Region) int { return l.At.Compare(at) })
}

// SetLease records the holder of a region.
func (r *Register) SetLease(l Lease) {
	k, ok := r.FindLease(l.At)
	if ok {
		r.Leases[k] = l
		return
	}
	r.Leases = slices.Insert(r.Leases, k, l)
}

// DropLease forgets the holder of a region.
func (r *Register) DropLease(at grid.Region) {
	if k, ok := r.FindLease(at); ok {
		r.Leases = slices.Delete(r.Leases, k, k+1)
	}
}

// HeldBy returns the holder of a region as far as home knows.
func (r *Register) HeldBy(at grid.Region) uint64 {
	if k, ok := r.FindLease(at); ok {
		return r.Leases[k].To
	}
	return Home
}

// Resolve follows the islands that have ended to the one that goes on.
func (r *Register) Resolve(island uint64) uint64 {
	for k := len(r.Aliases) - 1; k >= 0; k-- { // an island ends once, and after those that ended into it
		if r.Aliases[k].From == island {
			return r.resolveFrom(k)
		}
	}
	return island
}

func (r *Register) resolveFrom(k int) uint64 {
	island := r.Aliases[k].Into
	for range r.Aliases {
		n := slices.IndexFunc(r.Aliases, func(a Alias) bool { return a.From == island })
		if n < 0 {
			break
		}
		island = r.Aliases[n].Into
	}
	return island
}

// AddAlias notes that an island has ended into another, and hands its land on.
func (r *Register) AddAlias(from, into uint64) {
	if from == into || slices.ContainsFunc(r.Aliases, func(a Alias) bool { return a.From == from }) {
		return
	}
	if len(r.Aliases) >= MaxAliases {
		r.Aliases = slices.Delete(r.Aliases, 0, 1)
	}
	r.Aliases = append(r.Aliases, Alias{from, into})
	into = r.Resolve(into)
	for k := range r.Leases {
		if r.Leases[k].To == from {
			r.Leases[k].To = into
		}
	}
}

// NoteAway notes that a player of home is on another island from now on.
func (r *Register) NoteAway(p *entity.PlayerState) {
	if r.SelfID != Home {
		return
	}
	k, ok := slices.BinarySearchFunc(r.AwayPlayers, p.Seat, compareAway)
	if !ok {
		r.AwayPlayers = slices.Insert(r.AwayPlayers, k, AwayPlayer{p.Key, p.Seat})
	}
}

// ComeHome notes that a player is on another island no longer.
func (r *Register) ComeHome(seat entity.Seat) {
	if k, ok := slices.BinarySearchFunc(r.AwayPlayers, seat, compareAway); ok {
		r.AwayPlayers = slices.Delete(r.AwayPlayers, k, k+1)
	}
}

func compareAway(a AwayPlayer, s entity.Seat) int { return int(a.Seat) - int(s) }

// Elsewhere reports whether an absent player must not be admitted here: it is known to be on another island,
// or only home could know.
func (r *Register) Elsewhere(key game.PlayerID) bool {
	return r.Child() || slices.ContainsFunc(r.AwayPlayers, func(a AwayPlayer) bool { return a.Key == key })
}

// IsSeatAway reports whether home knows the player of a seat to be on another island.
func (r *Register) IsSeatAway(s entity.Seat) bool {
	_, ok := slices.BinarySearchFunc(r.AwayPlayers, s, compareAway)
	return ok
}

// IsAwayAs reports whether home knows a player with a seat to be on another island.
func (r *Register) IsAwayAs(key game.PlayerID, s entity.Seat) bool {
	k, ok := slices.BinarySearchFunc(r.AwayPlayers, s, compareAway)
	return ok && r.AwayPlayers[k].Key == key
}

// IsAway reports whether home knows a player to be on another island.
func (r *Register) IsAway(author [32]byte) bool {
	return slices.ContainsFunc(r.AwayPlayers, func(a AwayPlayer) bool { return a.Key == author })
}

// Ask is a region that a child wants.
type Ask struct {
	At     grid.Region
	Since  game.Tick // when it was asked for, or answered
	Holder uint64    // who has it; 0 while there is no answer
}

// FindAsk returns where the request for a region is among those in order, or belongs.
func (r *Register) FindAsk(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(r.Asks, at, func(a Ask, at grid.Region) int { return a.At.Compare(at) })
}

// Absorbed are the islands that were taken in.
type Absorbed struct {
	Islands []AbsorbedIsland // here or by one that was taken in, in that order
	// islands that ended at it, or before, and are not in the table, may have been taken in
	Since game.Tick
}

// MaxAbsorbed is the most absorbed islands that are remembered. Beyond it the one that ended first is
// forgotten, and no island that ended as early is absorbed any more: the holder of its last state keeps that.
const MaxAbsorbed = 4096

// AbsorbedIsland is an island that was taken in, and the tick at which it ended.
type AbsorbedIsland struct {
	Island uint64
	At     game.Tick
}

// Contains reports whether another island was absorbed here, or by an island that was. An island carved out
// does not inherit this.
func (a *Absorbed) Contains(island uint64) bool {
	return slices.ContainsFunc(a.Islands, func(t AbsorbedIsland) bool { return t.Island == island })
}

// Contain records that another island is absorbed, with the islands absorbed by that one.
func (a *Absorbed) Contain(o *State) {
	for _, t := range append(slices.Clone(o.Absorbed.Islands), AbsorbedIsland{o.Register.SelfID, o.Clock}) {
		if !a.Contains(t.Island) {
			a.Islands = append(a.Islands, t)
		}
	}
	a.Since = max(a.Since, o.Absorbed.Since)
	for len(a.Islands) > MaxAbsorbed {
		first := 0
		for k := range a.Islands {
			if a.Islands[k].At < a.Islands[first].At {
				first = k
			}
		}
		a.Since = max(a.Since, a.Islands[first].At)
		a.Islands = slices.Delete(a.Islands, first, first+1)
	}
}

// append appends the islands, nothing if there are none.
func (a *Absorbed) append(dst []byte) []byte {
	if len(a.Islands) == 0 {
		return dst
	}
	dst = codec.Uvarint(codec.U64(dst, uint64(a.Since)), uint64(len(a.Islands)))
	for _, t := range a.Islands {
		dst = codec.U64(codec.U64(dst, t.Island), uint64(t.At))
	}
	return dst
}

// read reads the bytes of append, of the island self, to the end.
func (a *Absorbed) read(c *codec.Cursor, self uint64, now game.Tick) {
	if c.Err() != nil || c.Len() == 0 {
		return
	}
	a.Since = readTick(c, now)
	for range c.Count(MaxAbsorbed, 16) {
		t := AbsorbedIsland{c.U64(), readTick(c, now)}
		c.Require(t.Island > Home && t.Island != self && !a.Contains(t.Island))
		a.Islands = append(a.Islands, t)
	}
	c.Require(len(a.Islands) > 0)
}
