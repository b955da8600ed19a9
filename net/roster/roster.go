// Package roster says who of those who are there should hold an island: it ranks linked peers for the
// committee and as heirs. It is pure: the same members in any order give the same ranking, so that a
// leader's choice can be read from its log.
//
// Only members that are willing and trusted hold anything. Their order is: those that keep up before the
// strained; headless volunteers first; then those whose round trip is near (under Near) before those that are
// far; then the share of their capacity that the island would get (see Member.Share), greater first; then uptime
// in steps of doubling (an hour more is nothing to who has been there for a day); then round-trip time; then
// the key.
//
// A committee is sticky: a voter that is still there stays, unless another is clearly better, see Better,
// and has been for a minute, which the caller sees to.
package roster

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"manyhold/net/key"
)

const (
	// Near is the round-trip time below which peers count as equally close.
	Near = 30 * time.Millisecond
	// MaxCommittee is the largest committee.
	MaxCommittee = 5
	// UplinkFollower is what a leader sends to one follower, in bytes a second, with all headers. 32 active
	// players need 8 KB/s of it.
	UplinkFollower = 8000
	// UplinkVoter is what a voter that does not lead sends, in bytes a second, with all headers.
	UplinkVoter = 8000
	// UplinkIsland is what an island takes of an uplink, in bytes a second: eight followers.
	UplinkIsland = 8 * UplinkFollower
	// MaxSteps is the greatest number of islands that a step budget is counted in.
	MaxSteps = 64
	// shareUnit is what shares are counted in: parts of an island.
	shareUnit = 64
)

// Member is what is known of one peer.
type Member struct {
	Key      key.ID
	RTT      time.Duration // to most of its peers; zero while unknown
	Uptime   time.Duration
	Headless bool
	Willing  bool // offers to vote, and is within its limits
	Trusted  bool // by the charter's host policy
	Strained bool // does not keep up, or its links are bad; may pass

	// What it offers and was measured to be able to; zero Capacity, Steps and Uplink mean unknown, and count
	// as one island, MaxSteps and boundless.
	Capacity uint32 // islands that it wants to hold
	Steps    uint32 // islands such as the present that it can step within its limit of CPU
	Uplink   uint32 // bytes a second that it can and may send
	Load     uint32 // islands that it votes in already, the present one apart
}

// Holds is how many islands the member can hold: the least of what it wants, can step and can send.
func (m *Member) Holds() uint32 {
	n := max(m.Capacity, 1)
	if m.Steps > 0 {
		n = min(n, m.Steps)
	}
	if m.Uplink > 0 {
		n = min(n, max(m.Uplink/UplinkIsland, 1))
	}
	return n
}

// Share is the part of the member's capacity that one island more would get. Of two members with equal loads
// the one that holds twice as many has twice the share, so that it is given islands until its load is twice the
// other's.
func (m *Member) Share() uint32 { return m.Holds() * shareUnit / (m.Load + 1) }

// Leads reports whether the member's uplink suffices to send turns to so many followers.
func (m *Member) Leads(followers int) bool {
	return m.Uplink == 0 || uint64(m.Uplink) >= uint64(followers)*UplinkFollower
}

// Votes reports whether the member may be a voter at all.
func (m *Member) Votes() bool {
	return m.Willing && m.Trusted && (m.Uplink == 0 || m.Uplink >= UplinkVoter)
}

// Size returns how many voters a committee has among n linked, willing and caught-up peers: 1 for one or
// two, 3 for three to six, 5 from seven.
func Size(n int) int {
	switch {
	case n < 3:
		return 1
	case n < 7:
		return 3
	}
	return MaxCommittee
}

// Rank returns the members that may vote, the most able first.
func Rank(members []Member) []Member {
	out := slices.DeleteFunc(slices.Clone(members), func(m Member) bool { return !m.Votes() })
	slices.SortFunc(out, func(a, b Member) int {
		return cmp.Or(
			compareBool(a.Strained, b.Strained),
			-compareBool(a.Headless, b.Headless),
			compareBool(a.RTT >= Near, b.RTT >= Near),
			-cmp.Compare(a.Share(), b.Share()),
			-cmp.Compare(bits.Len64(uint64(a.Uptime/time.Minute)), bits.Len64(uint64(b.Uptime/time.Minute))),
			cmp.Compare(a.RTT, b.RTT),
			slices.Compare(a.Key[:], b.Key[:]),
		)
	})
	return out
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
