package act

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/random"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// Room in the world depends on how well the world knows a player.

// standing is how much right a player has to a place, ascending.
type standing uint8

const (
	stranger standing = iota // has never been here
	known                    // has been here
	named                    // has a rank by name
	member                   // of builder or more
	keeper                   // or the founder
)

// standingOf returns the standing of the author of an Enter; p is nil for one that was never here.
func standingOf(i *world.State, p *entity.PlayerState, c *world.SeatCommand) standing {
	r, ok := i.Code.Named(c.Key)
	switch {
	case ok && r >= rights.Keeper:
		return keeper
	case ok && r >= rights.Builder:
		return member
	case ok:
		return named
	case p != nil:
		return known
	}
	return stranger
}

// places returns how many players there may be in the world for one more of a standing to come.
func (s standing) places(i *world.State) int {
	n, _ := i.Code.Places()
	if s == stranger {
		return n - min(world.KeptPlaces, n/4)
	}
	return n
}

// taken returns how many places are taken. If the charter limits them, those who went to other islands count
// until they are back or their island ends, even if they have left the world there: home is not told.
func taken(i *world.State) int {
	n := len(i.Roster.Here)
	if _, limited := i.Code.Places(); limited {
		n += len(i.Register.AwayPlayers)
	}
	return n
}

// memory returns how many players the world may know for one more of a standing to become known.
func (s standing) memory() int {
	if s < named {
		return world.MaxKnown - world.KeptRecords
	}
	return world.MaxKnown
}

// admits makes room for the author of an Enter, or returns the reason why it is refused. Players whose body
// is in the world are always admitted.
func admits(i *world.State, p *entity.PlayerState, c *world.SeatCommand) event.Reason {
	if p != nil && p.Body != 0 {
		return event.NoReason
	}
	if federation.Landless(i) {
		return event.NoRoom
	}
	who := standingOf(i, p, c)
	rank, byName := i.Code.Named(c.Key)
	if why := rights.MayEnter(i.Code.Entry, byName, rank); why != event.NoReason {
		return why
	}
	why := room(i, p, c.Key, who)
	if why == event.NoReason {
		i.Gate.Leave(c.Key, i.Clock)
	} else {
		wait(i, c.Key, who, why == event.Crowded)
	}
	return why
}

// room makes room for a player that may enter, or returns the reason why there is none.
func room(i *world.State, p *entity.PlayerState, k game.PlayerID, who standing) event.Reason {
	before, full := ahead(i, k, who)
	if taken(i)+full >= who.places(i) && !(full == 0 && makeRoom(i, who)) {
		return event.WorldFull
	}
	if p != nil {
		return event.NoReason
	}
	if i.Known() >= who.memory() && !forget(i) {
		return event.WorldFull
	}
	if who == stranger && (before >= i.Gate.Admits(i.Clock) || !i.Gate.Take(i.Clock)) {
		return event.Crowded
	}
	return event.NoReason
}

// makeRoom takes out of the world whoever must give way to a player of a standing: the one of the least
// standing, sleepers first, and of those the latest newcomer. Only members and keepers send away players that
// are awake. It reports whether there is room now. If the charter has lowered the number of places, one may
// come for one that goes.
func makeRoom(i *world.State, who standing) bool {
	best, least := -1, uint64(0)
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		awake := i.IsAwake(p)
		has := standingOf(i, p, &world.SeatCommand{Key: p.Key})
		if awake && who < member || !has.yields(who, awake) {
			continue
		}
		// its standing, whether it is awake, and how long it has been known, in one number
		n := uint64(has)<<62 | uint64(codec.Bit(awake))<<61 | (1<<61-1)&^uint64(p.FirstSeen)
		if best < 0 || n < least {
			best, least = k, n
		}
	}
	if best < 0 {
		return false
	}
	p := &i.Roster.Here[best]
	if i.IsAwake(p) {
		i.Refuse(p, 0, event.GaveWay)
	}
	federation.Leave(i, p)
	return true
}

// yields reports whether a player of a standing gives its place to one of another.
func (s standing) yields(to standing, awake bool) bool {
	if awake {
		return s <= known
	}
	return s < to
}

// forget drops one player that has changed nothing and carries only the kit of newcomers: the one that was
// here least recently. Its key may come again as a stranger's. It reports whether there was one.
func forget(i *world.State) bool {
	best := -1
	for k := range i.Roster.Away {
		p := &i.Roster.Away[k]
		if _, byName := i.Code.Named(p.Key); byName || p.Inventory != i.Gen.Start.Kit() || i.Gate.Marked(p.Seat) {
			continue
		}
		if best < 0 || longerAgo(p, &i.Roster.Away[best]) {
			best = k
		}
	}
	if best < 0 {
		return false
	}
	for _, s := range i.Roster.Away[best].Inventory {
		i.Ledger.Destroyed[s.Kind] += uint64(s.Count)
	}
	i.Roster.Away = slices.Delete(i.Roster.Away, best, best+1)
	i.Roster.SumAway()
	return true
}

// longerAgo reports whether a player was here less recently than another.
func longerAgo(p, q *entity.PlayerState) bool {
	if p.LastSeen != q.LastSeen {
		return p.LastSeen < q.LastSeen
	}
	if p.FirstSeen != q.FirstSeen {
		return p.FirstSeen < q.FirstSeen
	}
	return p.Seat < q.Seat
}

// MostSeats is the greatest seat: the width of its type.
const MostSeats entity.Seat = 1<<16 - 1

// nextSeat returns a seat for a newcomer: the next, or when all were given one whose player was forgotten.
// The search begins anywhere, so that a seat is not given again right after its player was forgotten: peers
// that are a few turns behind would take one player for the other.
func nextSeat(i *world.State) entity.Seat {
	if i.Roster.LastSeat < MostSeats {
		i.Roster.LastSeat++
		return i.Roster.LastSeat
	}
	s := entity.Seat(random.Hash(i.Gen.Seed, uint64(i.Clock), uint64(i.Known()), 0))
	for s == 0 || i.Roster.BySeat(s) != nil || i.Register.IsSeatAway(s) {
		s++ // at most world.MaxKnown are taken
	}
	return s
}
