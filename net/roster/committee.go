package roster

import (
	"slices"

	"manyhold/net/key"
	"manyhold/net/link"
)

// Clearly is the factor between two capacities from which one counts as clearly better.
const Clearly = 2

// Better reports whether a is clearly better than b. That is so if b is a stranger and a is not; or a keeps
// up and b is slow or strained; or a is better known; or a is a volunteer without a window and b plays; or b
// is far and its round trip is at least Clearly times a's; or a's share is at least Clearly times b's. An
// earlier criterion in this list must not be worse, and the last three count only among peers that are known.
func Better(a, b Member) bool {
	if a.Familiarity.stranger() != b.Familiarity.stranger() {
		return b.Familiarity.stranger()
	}
	if a.Slow != b.Slow {
		return b.Slow
	}
	if a.Strained != b.Strained {
		return b.Strained
	}
	if a.Familiarity != b.Familiarity || a.Familiarity >= Companion {
		return a.Familiarity < b.Familiarity && !b.Familiarity.stranger()
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
//
// At most strangers of the voters are strangers, fewer than half in any case, and newcomers are none; with
// Unbound, because the leader itself is a stranger, any member may be.
func Choose(leader key.ID, voters []key.ID, ranked []Member, size, strangers int) []key.ID {
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
	for _, spread := range []spread{{true, true}, {slow: true}, {}} {
		for n := size; n >= 3; n -= 2 {
			if out := fill(leader, at, order, n, strangers, spread); len(out) == n {
				return out
			}
		}
	}
	return []key.ID{leader}
}

// spread says which voters must be no majority: slow ones, those of one machine.
type spread struct{ slow, machines bool }

// fill returns the leader, which runs at a machine, and the first of the members. No majority is of the kind
// that s names, or of strangers. There are size of them, or fewer if others are not to be had.
func fill(leader key.ID, at string, order []Member, size, strangers int, s spread) []key.ID {
	minority, bound := (size-1)/2, boundsOf(size, strangers)
	slow, of := 0, map[string]int{at: 1}
	out := []key.ID{leader}
	for _, m := range order {
		switch {
		case len(out) == size:
			return out
		case s.slow && m.Slow && slow == minority, s.machines && m.Machine != "" && of[m.Machine] == minority:
			continue
		case strangers >= 0 && !bound.take(m):
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
