package reconcile

import (
	"slices"

	"manyhold/game/world"
)

// mergeChat merges the lines that were said since the beginning, and returns how many came from the branch.
func mergeChat(s *states, ps *people) (said int) {
	since := s.base.Chat.Seq
	var lines, fresh, other []world.ChatLine
	for _, l := range s.firm.Chat.Log {
		if l.Seq <= since {
			lines = append(lines, l)
		} else {
			fresh = append(fresh, l)
		}
	}
	for _, l := range s.branch.Chat.Log {
		if l.Seq <= since || slices.ContainsFunc(fresh, func(o world.ChatLine) bool { return o.Tick == l.Tick && o.Seat == ps.seat(l.Seat) && o.Text == l.Text }) {
			continue
		}
		l.Seat = ps.seat(l.Seat)
		other = append(other, l)
	}
	if len(other) == 0 {
		return 0
	}
	fresh = append(fresh, other...)
	slices.SortStableFunc(fresh, func(a, b world.ChatLine) int {
		switch {
		case a.Tick < b.Tick:
			return -1
		case a.Tick > b.Tick:
			return 1
		}
		return 0
	})
	seq := s.firm.Chat.Seq + uint64(len(other)) - uint64(len(fresh))
	for k := range fresh {
		seq++
		fresh[k].Seq = seq
	}
	s.firm.Chat.Seq = seq
	lines = append(lines, fresh...)
	s.firm.Chat.Log = lines[max(len(lines)-world.ChatLines, 0):]
	return len(other)
}
