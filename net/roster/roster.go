// Package roster ranks the linked peers of an island for its committee and as heirs. It is pure: the same
// members in any order give the same ranking, so that a leader's choice can be read from its log.
//
// Only willing and trusted members hold anything. The order is: strangers last; members that keep up before
// slow and strained ones; the better known first; companions and strangers in the order in which they came;
// of the others headless volunteers first; near members (round trip under Near) before far ones; then the
// share of their capacity that the island would get (see Member.Share), greater first; then uptime in steps
// of doubling (an hour matters little after a day); then round-trip time; then the key.
//
// A committee is sticky. A present voter stays, unless another member has been clearly better (see Better)
// for a minute; the caller measures this minute. Two kinds of voters never are a majority if others can have
// their seats: slow ones, and those of one machine, which are slow together.
package roster

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"manyhold/net/key"
)

const (
	// Near is the round-trip time below which peers count as equally close.
	Near = 30 * time.Millisecond
	// MaxCommittee is the largest committee.
	MaxCommittee = 5
	// UplinkFollower is the traffic from a leader to one follower, in bytes a second, with all headers. 32
	// active players need 8 KB/s of it.
	UplinkFollower = 8000
	// UplinkVoter is the traffic of a voter that does not lead, in bytes a second, with all headers.
	UplinkVoter = 8000
	// UplinkIsland is the share of an uplink that one island needs, in bytes a second: eight followers.
	UplinkIsland = 8 * UplinkFollower
	// MaxSteps is the greatest number of islands that a step budget is counted in.
	MaxSteps = 64
	// shareUnit is the unit of shares: a part of an island.
	shareUnit = 64
)

// Member describes one peer.
type Member struct {
	Key      key.ID
	RTT      time.Duration // to most of its peers; zero while unknown
	Uptime   time.Duration
	Headless bool
	Willing  bool   // offers to vote, and is within its limits
	Trusted  bool   // by the charter's host policy
	Strained bool   // does not keep up, or its links are bad; may pass
	PlayOnly bool   // hosts nothing for others
	Slow     bool   // lags behind the turns, as the chooser measures it
	Machine  string // where it runs, as far as the chooser knows; "" if it does not

	Familiarity Familiarity
	First       uint64 // turn at which the chooser met it; orders companions and strangers

	// Offered and measured capacity. Zero Capacity, Steps and Uplink mean unknown; they count as one
	// island, MaxSteps and no limit.
	Capacity uint32 // islands that it wants to hold
	Steps    uint32 // islands like this one that it can step within its CPU limit
	Uplink   uint32 // bytes a second that it can and may send
	Load     uint32 // islands that it votes in already, the present one apart
}

// Holds returns how many islands the member can hold: the least of its wish, its steps and its uplink.
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
// the one that holds twice as many has twice the share, so that it is given islands until its load is twice
// the other's.
func (m *Member) Share() uint32 { return m.Holds() * shareUnit / (m.Load + 1) }

// Leads reports whether the member's uplink suffices to send turns to a number of followers.
func (m *Member) Leads(followers int) bool {
	return m.Uplink == 0 || uint64(m.Uplink) >= uint64(followers)*UplinkFollower
}

// Votes reports whether the member may be a voter at all.
func (m *Member) Votes() bool {
	return m.Willing && m.Trusted && !m.PlayOnly && (m.Uplink == 0 || m.Uplink >= UplinkVoter)
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
			CompareBool(a.Familiarity.stranger(), b.Familiarity.stranger()),
			CompareBool(a.Slow, b.Slow),
			CompareBool(a.Strained, b.Strained),
			cmp.Compare(a.Familiarity, b.Familiarity),
			cmp.Compare(a.First, b.First),
			-CompareBool(a.Headless, b.Headless),
			CompareBool(a.RTT >= Near, b.RTT >= Near),
			-cmp.Compare(a.Share(), b.Share()),
			-cmp.Compare(bits.Len64(uint64(a.Uptime/time.Minute)), bits.Len64(uint64(b.Uptime/time.Minute))),
			cmp.Compare(a.RTT, b.RTT),
			slices.Compare(a.Key[:], b.Key[:]),
		)
	})
	return out
}

// CompareBool orders false before true, as cmp.Compare orders numbers.
func CompareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Weight is where a peer stands among others that hold an island; the least is first.
func Weight(k key.ID, island uint64) uint64 { return xxh3.HashSeed(k[:], island) }

// Health says how long a peer has been silent.
type Health uint8

// The states. The numbers are on the wire.
const (
	Well Health = iota
	Lagging
	Gone   // and still linked
	Absent // not on the roll any more
)
