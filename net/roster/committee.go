package roster

import (
	"slices"

	"manyhold/net/key"
	"manyhold/net/link"
)

// Clearly is the factor between two capacities from which one counts as clearly better.
const Clearly = 2

// Better reports whether a is clearly better than b. That is so if a keeps up and b is slow or strained; or a
// is a volunteer without a window and b plays; or b is far and its round trip is at least Clearly times a's;
// or a's share is at least Clearly times b's. An earlier criterion in this list must not be worse.
func Better(a, b Member) bool {
	if a.Slow != b.Slow {
		return b.Slow
	}
	if a.Strained != b.Strained {
		return b.Strained
	}
	if a.Headless != b.Headless {
		return a.Headless
	}
	known := a.RTT > 0 && b.RTT > 0
	switch {
	case known && b.RTT >= Near && b.RTT >= Clearly*a.RTT:
		return true
	case known && a.RTT >= Near && a.RTT >= Clearly*b.RTT:
		return false
	}
	return a.Share() >= Clearly*b.Share()
}

// Choose returns a committee of size voters led by leader, which runs here if it is not ranked. Voters that
// are still present stay (a committee is sticky), and ranked members fill it up. Slow voters and those of one
// machine are no majority, even if the committee has three seats in place of five for that. Where three such
// voters are not to be had, first the bound for machines falls, then both. With too few members the committee
// is smaller, and still odd. ranked is the result of Rank.
func Choose(leader key.ID, voters []key.ID, ranked []Member, size int) []key.ID {
	at, order := link.Here, make([]Member, 0, len(ranked))
	if i := slices.IndexFunc(ranked, func(m Member) bool { return m.Key == leader }); i >= 0 {
		at = ranked[i].Machine
	}
	for _, slow := range []bool{false, true} {
		for _, voting := range []bool{true, false} {
			for _, m := range ranked {
				if m.Slow == slow && m.Key != leader && slices.Contains(voters, m.Key) == voting {
					order = append(order, m)
				}
			}
		}
	}
	for _, machines := range []bool{true, false} {
		for n := size; n >= 3; n -= 2 {
			if out := fill(leader, at, order, n, machines); len(out) == n {
				return out
			}
		}
	}
	out := []key.ID{leader}
	for _, m := range order[:min(len(order), size-1)] {
		out = append(out, m.Key)
	}
	if len(out)%2 == 0 {
		out = out[:len(out)-1]
	}
	return out
}

// fill returns the leader, which runs at a machine, and the first of the members. No majority is slow and, if
// machines counts, none is of one machine. There are size of them, or fewer if others are not to be had.
func fill(leader key.ID, at string, order []Member, size int, machines bool) []key.ID {
	minority := (size - 1) / 2
	slow, of := 0, map[string]int{at: 1}
	out := []key.ID{leader}
	for _, m := range order {
		switch {
		case len(out) == size:
			return out
		case m.Slow && slow == minority, machines && m.Machine != "" && of[m.Machine] == minority:
			continue
		}
		if m.Slow {
			slow++
		}
		of[m.Machine]++
		out = append(out, m.Key)
	}
	return out
}

// Swap returns a voter to replace and a clearly better member to replace it: the last-ranked voter and the
// first-ranked other member. ok is false if there is none. ranked is the result of Rank; voters do not
// contain the leader.
func Swap(voters []key.ID, leader key.ID, ranked []Member) (out, in key.ID, ok bool) {
	var worst, best *Member
	for i := range ranked {
		m := &ranked[i]
		switch {
		case m.Key == leader:
		case slices.Contains(voters, m.Key):
			worst = m
		case best == nil:
			best = m
		}
	}
	if worst == nil || best == nil || !Better(*best, *worst) {
		return out, in, false
	}
	return worst.Key, best.Key, true
}

// Successor returns the member that should lead in place of the present leader: the first-ranked member
// that is clearly better and whose uplink suffices for the number of followers, voters before others. ok is
// false if there is none.
func Successor(leader Member, voters []key.ID, ranked []Member, followers int) (to key.ID, ok bool) {
	for _, voting := range []bool{true, false} {
		for _, m := range ranked {
			if m.Key != leader.Key && slices.Contains(voters, m.Key) == voting && m.Leads(followers) && Better(m, leader) {
				return m.Key, true
			}
		}
	}
	return to, false
}
