package federation

import (
	"slices"

	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// In a group, each player is less than Apart regions from another of the group. One group keeps the island:
// at home the one near the spawn, if one of its players is awake; otherwise the one with most players awake,
// then with the lowest seat. Where more are awake than Most, players in regions that do not touch are of
// different groups already (Crowded instead of Apart): a line will run between them. Any other group with a
// player awake can become an island of its own, once all of its players have belonged to such groups for
// ApartTime.

// group is a group of players.
type group struct {
	seats []entity.Seat // ascending
	awake int
	spawn bool // one of them is less than Apart regions from the spawn
}

// groups returns all groups of players less than reach regions from each other, in ascending lowest seat, and
// the index of the group that keeps the island, -1 when nobody is awake.
func groups(i *world.State, reach int32) (list []group, main int) {
	n := len(i.Roster.Here)
	at, of := make([]grid.Region, n), make([]int, n)
	for k := range i.Roster.Here {
		at[k], _ = PlaceOf(i, &i.Roster.Here[k])
		of[k] = k
	}
	for changed := true; changed; { // everybody takes the lowest number of those near
		changed = false
		for a := range n {
			for b := range n {
				if of[b] > of[a] && Spread(at[a], at[b]) < reach {
					of[b], changed = of[a], true
				}
			}
		}
	}
	index := make([]int, n)
	for k := range i.Roster.Here {
		if of[k] == k {
			index[k] = len(list)
			list = append(list, group{})
		}
		g := &list[index[of[k]]]
		g.seats = append(g.seats, i.Roster.Here[k].Seat)
		g.spawn = g.spawn || i.Register.SelfID == world.Home && Spread(at[k], i.SpawnTile.Region()) < reach
		if i.IsAwake(&i.Roster.Here[k]) {
			g.awake++
		}
	}
	main = -1
	for k := range list {
		if list[k].awake > 0 && (main < 0 || list[k].spawn && !list[main].spawn || list[k].spawn == list[main].spawn && list[k].awake > list[main].awake) {
			main = k
		}
	}
	return list, main
}

// reach is how far from each other players are that can be on different islands, in regions.
func reach(i *world.State) int32 {
	if People(i) > Most(i) {
		return world.Crowded
	}
	return world.Apart
}

// scattered reports whether there may be more than one group: a quick look, for most islands are one.
func scattered(i *world.State, reach int32) bool {
	for k := range i.Roster.Here {
		first, _ := PlaceOf(i, &i.Roster.Here[0])
		if at, _ := PlaceOf(i, &i.Roster.Here[k]); Spread(first, at) >= reach {
			return true
		}
	}
	return false
}

// separable returns the groups that could be islands of their own, when players of different ones are reach
// regions apart.
func separable(i *world.State, reach int32) (list []group) {
	if !scattered(i, reach) {
		return nil
	}
	all, main := groups(i, reach)
	for k := range all {
		if k != main && all[k].awake > 0 && !(all[k].spawn && all[main].spawn) {
			list = append(list, all[k])
		}
	}
	return list
}

// watchApart records the players of groups that could become islands of their own, and since when.
func watchApart(i *world.State) {
	var next []world.ApartSince
	for _, g := range separable(i, reach(i)) {
		for _, seat := range g.seats {
			s := world.ApartSince{Seat: seat, Since: i.Clock}
			if k, ok := slices.BinarySearchFunc(i.Watch.Apart, seat, compareApart); ok {
				s.Since = i.Watch.Apart[k].Since
			}
			k, _ := slices.BinarySearchFunc(next, seat, compareApart)
			next = slices.Insert(next, k, s)
		}
	}
	i.Watch.Apart = next
}

func compareApart(s world.ApartSince, seat entity.Seat) int { return int(s.Seat) - int(seat) }

// Divide returns how this island should be split now: of each part the bytes that Carve takes, at most
// MaxParts, in ascending lowest seat; nil if it should not. It depends on nothing but the state.
func Divide(i *world.State) (parts [][]byte) {
	if len(i.Watch.Apart) == 0 {
		return nil
	}
	for _, g := range separable(i, reach(i)) {
		due := len(parts) < world.MaxParts
		for _, seat := range g.seats {
			k, ok := slices.BinarySearchFunc(i.Watch.Apart, seat, compareApart)
			due = due && ok && i.Clock >= i.Watch.Apart[k].Since+world.ApartTime && stands(i, seat)
		}
		if due {
			parts = append(parts, AppendSeats(nil, g.seats))
		}
	}
	return parts
}

// stands reports whether a player is on land that this island has.
func stands(i *world.State, seat entity.Seat) bool {
	at, ok := PlaceOf(i, i.Roster.BySeat(seat))
	return ok && i.Register.Owns(at)
}

// A part is
//
//	uvarint seats, 1 to MaxPlayers; of each, ascending: u16
func AppendSeats(dst []byte, seats []entity.Seat) []byte {
	dst = codec.Uvarint(dst, uint64(len(seats)))
	for _, s := range seats {
		dst = codec.U16(dst, uint16(s))
	}
	return dst
}

func ReadSeats(part []byte) (seats []entity.Seat, err error) {
	c := codec.Read(part)
	for range c.Count(world.MaxPlayers, 2) {
		s := entity.Seat(c.U16())
		c.Require(s > 0 && (len(seats) == 0 || s > seats[len(seats)-1]))
		seats = append(seats, s)
	}
	c.Require(len(seats) > 0)
	return seats, c.Done()
}
