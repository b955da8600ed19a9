package roster

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/key"
	"manyhold/net/link"
)

func id(b byte) key.ID { return key.ID{b} }

func TestSizeIsOddAndSmall(t *testing.T) {
	want := []int{1, 1, 1, 3, 3, 3, 3, 5, 5, 5}
	for n, w := range want {
		if got := Size(n); got != w {
			t.Errorf("Size(%d) = %d, want %d", n, got, w)
		}
	}
}

func TestRankPrefersTheAble(t *testing.T) {
	members := []Member{
		{Key: id(1), RTT: 80 * time.Millisecond, Willing: true, Trusted: true, Capacity: 9},
		{Key: id(2), RTT: 5 * time.Millisecond, Willing: true, Trusted: true, Capacity: 1, Uptime: time.Minute},
		{Key: id(3), RTT: 9 * time.Millisecond, Willing: true, Trusted: true, Capacity: 1, Uptime: time.Hour},
		{Key: id(4), RTT: 90 * time.Millisecond, Willing: true, Trusted: true, Headless: true},
		{Key: id(5), RTT: time.Millisecond, Capacity: 100, Headless: true, Trusted: true},
		{Key: id(7), RTT: time.Millisecond, Capacity: 100, Headless: true, Willing: true},
		{Key: id(8), RTT: time.Millisecond, Capacity: 100, Headless: true, Willing: true, Trusted: true, Strained: true},
		{Key: id(6), RTT: 20 * time.Millisecond, Willing: true, Trusted: true, Capacity: 2},
	}
	var got []byte
	for _, m := range Rank(members) {
		got = append(got, m.Key[0])
	}
	if want := []byte{4, 6, 3, 2, 1, 8}; !slices.Equal(got, want) {
		t.Errorf("ranked %v, want %v", got, want)
	}
}

func TestChoose(t *testing.T) {
	ranked := []Member{{Key: id(4)}, {Key: id(5)}, {Key: id(2)}, {Key: id(3)}}
	for _, c := range []struct {
		name   string
		voters []key.ID
		size   int
		want   []key.ID
	}{
		{"the best when nobody was there", nil, 3, []key.ID{id(1), id(4), id(5)}},
		{"voters stay", []key.ID{id(1), id(2), id(3)}, 3, []key.ID{id(1), id(2), id(3)}},
		{"a voter that went is replaced by the best", []key.ID{id(1), id(2), id(9)}, 3, []key.ID{id(1), id(2), id(4)}},
		{"alone", []key.ID{id(1), id(2), id(3)}, 1, []key.ID{id(1)}},
		{"five", []key.ID{id(1), id(2), id(3)}, 5, []key.ID{id(1), id(2), id(3), id(4), id(5)}},
	} {
		if got := Choose(id(1), c.voters, ranked, c.size, MaxCommittee); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRankDoesNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 9).Draw(t, "n")
		members := make([]Member, n)
		for i := range members {
			members[i] = Member{Key: id(byte(i + 1)), Willing: rapid.Bool().Draw(t, "willing"), Trusted: rapid.Bool().Draw(t, "trusted"), Strained: rapid.Bool().Draw(t, "strained"), Headless: rapid.Bool().Draw(t, "headless"),
				RTT: time.Duration(rapid.IntRange(0, 60).Draw(t, "rtt")) * time.Millisecond, Capacity: uint32(rapid.IntRange(0, 2).Draw(t, "capacity")),
				Uptime: time.Duration(rapid.IntRange(0, 300).Draw(t, "uptime")) * time.Minute}
		}
		a := Rank(members)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r.Shuffle(n, func(i, j int) { members[i], members[j] = members[j], members[i] })
		b := Rank(members)
		if !slices.Equal(a, b) {
			t.Fatalf("%v and %v", a, b)
		}
		if c := Choose(id(99), nil, a, Size(len(a)+1), MaxCommittee); len(c)%2 == 0 || c[0] != id(99) {
			t.Fatalf("committee %v", c)
		}
	})
}

// TestChooseSpreads: neither slow voters nor those of one machine are a majority if that can be had.
func TestChooseSpreads(t *testing.T) {
	at := func(b byte, machine string, slow bool) Member {
		return able(b, func(m *Member) { m.Machine, m.Slow = machine, slow })
	}
	ids := func(all ...byte) (out []key.ID) {
		for _, b := range all {
			out = append(out, id(b))
		}
		return out
	}
	for _, c := range []struct {
		name    string
		voters  []key.ID
		members []Member
		size    int
		want    []key.ID
	}{
		{"five machines", nil, []Member{at(2, "b", false), at(3, "c", false), at(4, "d", false), at(5, "e", false)}, 5, ids(1, 2, 3, 4, 5)},
		{"two of one machine", nil, []Member{at(2, "b", false), at(3, "c", false), at(4, "c", false), at(5, "c", false), at(6, "d", false)}, 5, ids(1, 2, 3, 4, 6)},
		{"a crowd on one machine: three seats", nil, []Member{at(2, "b", false), at(3, "c", false), at(4, "c", false), at(5, "c", false), at(6, "c", false)}, 5, ids(1, 2, 3)},
		{"a present voter gives way to the other machine", ids(3, 4), []Member{at(2, "b", false), at(3, "c", false), at(4, "c", false)}, 3, ids(1, 3, 2)},
		{"two machines only: no bound for them", nil, []Member{at(2, "c", false), at(3, "c", false), at(4, "c", false), at(5, "c", false)}, 5, ids(1, 2, 3, 4, 5)},
		{"beside the leader", nil, []Member{at(2, link.Here, false), at(3, "c", false), at(4, "d", false)}, 3, ids(1, 3, 4)},
		{"unknown machines are different ones", nil, []Member{at(2, "", false), at(3, "", false), at(4, "", false), at(5, "", false)}, 5, ids(1, 2, 3, 4, 5)},
		{"a slow voter gives its seat", ids(2, 3), []Member{at(2, "b", true), at(3, "c", false), at(4, "d", false)}, 3, ids(1, 3, 4)},
		{"a slow minority is better than three seats", nil, []Member{at(2, "b", true), at(3, "c", true), at(4, "d", false), at(5, "e", false)}, 5, ids(1, 4, 5, 2, 3)},
		{"slow ones beside one that keeps up", ids(3, 4, 5, 6), []Member{at(2, "b", false), at(3, "c", true), at(4, "d", true), at(5, "e", true), at(6, "f", true)}, 5, ids(1, 2, 3)},
		{"all are slow", ids(2, 3), []Member{at(2, "b", true), at(3, "c", true), at(4, "d", true)}, 3, ids(1, 2, 3)},
	} {
		if got := Choose(id(1), c.voters, Rank(c.members), c.size, MaxCommittee); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	handed := []Member{at(1, "c", false), at(2, "c", false), at(3, "d", false), at(4, "e", false)}
	if got := Choose(id(1), nil, Rank(handed), 3, MaxCommittee); !slices.Equal(got, ids(1, 3, 4)) {
		t.Errorf("led from a machine that is not this one: %v", got)
	}
}
