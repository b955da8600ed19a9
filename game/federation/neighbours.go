package federation

import (
	"slices"

	"manyhold/game/world"
)

// People returns how many players are awake here.
func People(i *world.State) uint16 {
	n := uint16(0)
	for k := range i.Roster.Here {
		if i.IsAwake(&i.Roster.Here[k]) {
			n++
		}
	}
	return n
}

// Most returns how many players may be on one island of this world: caps are compared with it.
func Most(i *world.State) uint16 {
	if i.Gen.Cap == 0 {
		return world.MaxPlayers
	}
	return min(i.Gen.Cap, world.MaxPlayers)
}

// Done reports whether this island should end into home: it is a child without a player awake for QuietTime.
func Done(i *world.State) bool {
	return i.Register.Child() && i.Watch.Quiet != 0 && i.Clock >= i.Watch.Quiet-1+world.QuietTime
}

// Near appends the islands with which this one should be merged now: those that want or hold land within
// the Reserve of its players, as long as all people fit on one island (see Most), and Home when it is
// Done. The list is in ascending order. Both sides of a pair come to say so, within a second or two of
// each other.
func Near(i *world.State, dst []uint64) []uint64 {
	first := len(dst)
	if Done(i) {
		dst = append(dst, world.Home)
	}
	for k := range i.Border.Islands {
		if n := &i.Border.Islands[k]; n.Fresh(i.Clock) && n.Met && People(i)+n.People <= Most(i) && !slices.Contains(dst[first:], n.Island) {
			dst = append(dst, n.Island)
		}
	}
	slices.Sort(dst[first:])
	return dst
}

// Neighbours appends the islands that a player of this one may come to within Reserve regions: those that
// were heard of lately, and at home those that hold land there. The list is in ascending order.
func Neighbours(i *world.State, dst []uint64) []uint64 {
	first := len(dst)
	add := func(id uint64) {
		if id != 0 && id != i.Register.SelfID && !slices.Contains(dst[first:], id) {
			dst = append(dst, id)
		}
	}
	for k := range i.Border.Islands {
		if i.Border.Islands[k].Fresh(i.Clock) {
			add(i.Border.Islands[k].Island)
		}
	}
	if i.Register.SelfID == world.Home && len(i.Register.Leases) > 0 {
		for _, at := range ReserveLand(i) {
			add(HolderOf(i, at))
		}
	}
	if Done(i) {
		add(world.Home)
	}
	slices.Sort(dst[first:])
	return dst
}
