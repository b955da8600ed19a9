package roster

import (
	"slices"

	"manyhold/net/key"
)

// Clearly is the factor between two capacities from which one counts as clearly better.
const Clearly = 2

// Better reports whether a is clearly better than b. That is so if a keeps up and b does not; or a is a
// volunteer without a window and b plays; or b is far and its round trip is at least Clearly times a's; or
// a's share is at least Clearly times b's. An earlier criterion in this list must not be worse.
func Better(a, b Member) bool {
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

// Choose returns a committee of size voters led by leader. Voters that are still present stay (a committee
// is sticky), and ranked members fill it up. With too few members it is smaller, and still odd. ranked is
// the result of Rank.
func Choose(leader key.ID, voters []key.ID, ranked []Member, size int) []key.ID {
	out := []key.ID{leader}
	add := func(k key.ID) {
		if len(out) < size && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	for _, m := range ranked {
		if slices.Contains(voters, m.Key) {
			add(m.Key)
		}
	}
	for _, m := range ranked {
		add(m.Key)
	}
	if len(out)%2 == 0 {
		out = out[:len(out)-1]
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
