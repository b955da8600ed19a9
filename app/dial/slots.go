package dial

import (
	"cmp"
	"slices"
	"strings"
)

// A node has a bounded number of dials under way. A peer that is there is linked in a moment. A blind dial
// may hang, and a book of peers may be full of doors that take an offer and never answer. So blind dials have
// slots of their own, and take turns. A holder of an island always has a slot: without a link to it the node
// has no part in the turns. The committees bound the number of holders, and processGate bounds their dials.

// toThere reports whether an attempt is under way to a peer that is there.
func (t *attempt) toThere() bool { return t.blind == nil }

// isBlind reports whether a blind attempt is under way.
func (t *attempt) isBlind() bool { return t.blind != nil }

// busy returns how many attempts are under way that are like that.
func (f *Dialer) busy(like func(*attempt) bool) (n int) {
	for _, t := range f.tries {
		if t.busy && like(t) {
			n++
		}
	}
	return n
}

// room reports whether one more attempt may begin.
func (f *Dialer) room(n need, there bool) bool {
	if n == holder {
		return true
	}
	return f.busy(func(t *attempt) bool { return t.need != holder }) < dialsAtMost && (there || f.busy((*attempt).isBlind) < blindAtMost)
}

// queue puts blind dials behind the others, in an order that leaves none out. The inviter is the first
// whenever its turn has come, because the player has named it, and the others follow in the order in which
// their turns came. Peers that have not been tried yet come in the order of the routes, those of config.toml
// before those of the book.
func (f *Dialer) queue(routes []route) {
	rank := func(r route) int {
		switch {
		case r.there:
			return 0
		case f.Invite != nil && r.peer == f.Invite.Peer:
			return 1
		}
		return 2
	}
	remembered := func(r route) int {
		if strings.HasPrefix(r.name, doorWays) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(routes, func(a, b route) int {
		if c := cmp.Compare(rank(a), rank(b)); c != 0 || a.there {
			return c
		}
		return cmp.Or(f.tries[a.peer].next.Compare(f.tries[b.peer].next), cmp.Compare(remembered(a), remembered(b)))
	})
}
