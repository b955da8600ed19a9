package roster

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

// able returns a member that may vote, changed by f.
func able(b byte, f func(*Member)) Member {
	m := Member{Key: id(b), RTT: 5 * time.Millisecond, Willing: true, Trusted: true, Capacity: 4, Steps: MaxSteps}
	if f != nil {
		f(&m)
	}
	return m
}

func TestBetterIsClearlyBetter(t *testing.T) {
	plain := able(1, nil)
	for _, c := range []struct {
		name   string
		change func(*Member)
		better bool // the changed one than the plain one
		worse  bool
	}{
		{"the same", nil, false, false},
		{"a volunteer", func(m *Member) { m.Headless = true }, true, false},
		{"strained", func(m *Member) { m.Strained = true }, false, true},
		{"a strained volunteer", func(m *Member) { m.Headless, m.Strained = true, true }, false, true},
		{"half as much again", func(m *Member) { m.Capacity = 6 }, false, false},
		{"twice as much", func(m *Member) { m.Capacity = 8 }, true, false},
		{"twice as much, loaded twice", func(m *Member) { m.Capacity, m.Load = 8, 1 }, false, false},
		{"a little far", func(m *Member) { m.RTT = 9 * time.Millisecond }, false, false},
		{"far", func(m *Member) { m.RTT = 60 * time.Millisecond }, false, true},
		{"far, and twice as much", func(m *Member) { m.RTT, m.Capacity = 60*time.Millisecond, 8 }, false, true},
		{"a far volunteer", func(m *Member) { m.RTT, m.Headless = 60*time.Millisecond, true }, true, false},
		{"long there", func(m *Member) { m.Uptime = 1000 * time.Hour }, false, false},
		{"steps that do not suffice", func(m *Member) { m.Steps = 2 }, false, true},
		{"an uplink of one island", func(m *Member) { m.Uplink = UplinkIsland }, false, true},
	} {
		m := able(2, c.change)
		if got := Better(m, plain); got != c.better {
			t.Errorf("%s: better %v", c.name, got)
		}
		if got := Better(plain, m); got != c.worse {
			t.Errorf("%s: worse %v", c.name, got)
		}
	}
}

func TestSwap(t *testing.T) {
	voters := []key.ID{id(1), id(2), id(3)}
	three := []Member{able(2, nil), able(3, func(m *Member) { m.Uptime = time.Hour })}
	for _, c := range []struct {
		name    string
		more    []Member
		out, in byte
	}{
		{"nobody else", nil, 0, 0},
		{"as good", []Member{able(4, nil)}, 0, 0},
		{"a volunteer", []Member{able(4, func(m *Member) { m.Headless = true })}, 2, 4},
		{"a volunteer that is not trusted", []Member{able(4, func(m *Member) { m.Headless, m.Trusted = true, false })}, 0, 0},
		{"a volunteer that does not want", []Member{able(4, func(m *Member) { m.Headless, m.Willing = true, false })}, 0, 0},
		{"one without uplink", []Member{able(4, func(m *Member) { m.Headless, m.Uplink = true, UplinkVoter-1 })}, 0, 0},
	} {
		out, in, ok := Swap(voters, id(1), Rank(append(slices.Clone(three), c.more...)))
		if ok != (c.in != 0) || ok && (out != id(c.out) || in != id(c.in)) {
			t.Errorf("%s: %d for %d, %v", c.name, in[0], out[0], ok)
		}
	}
}

func TestSuccessor(t *testing.T) {
	voters := []key.ID{id(1), id(2), id(3)}
	volunteer := func(m *Member) { m.Headless = true }
	narrow := func(m *Member) { m.Headless, m.Uplink = true, 3*UplinkFollower }
	for _, c := range []struct {
		name    string
		members []Member
		to      byte
	}{
		{"nobody better", []Member{able(2, nil), able(3, nil)}, 0},
		{"a voter that is", []Member{able(2, nil), able(3, volunteer), able(4, volunteer)}, 3},
		{"an observer that is", []Member{able(2, nil), able(3, nil), able(4, volunteer)}, 4},
		{"a volunteer that cannot send so much", []Member{able(2, nil), able(3, narrow)}, 0},
	} {
		to, ok := Successor(able(1, nil), voters, Rank(c.members), 4)
		if ok != (c.to != 0) || ok && to != id(c.to) {
			t.Errorf("%s: %d, %v", c.name, to[0], ok)
		}
	}
}

// TestLoadFollowsCapacity: islands are given one after the other to the first of the ranking. A member with
// twice the capacity ends up with twice as many.
func TestLoadFollowsCapacity(t *testing.T) {
	members := []Member{able(1, func(m *Member) { m.Capacity = 4 }), able(2, func(m *Member) { m.Capacity = 8 }), able(3, func(m *Member) { m.Capacity = 4 })}
	for range 12 {
		best := Rank(members)[0].Key
		members[slices.IndexFunc(members, func(m Member) bool { return m.Key == best })].Load++
	}
	if members[0].Load != 3 || members[1].Load != 6 || members[2].Load != 3 {
		t.Errorf("loads %d, %d, %d", members[0].Load, members[1].Load, members[2].Load)
	}
}

// TestBetterIsOneWay: Better is a strict order, so that swaps end.
func TestBetterIsOneWay(t *testing.T) {
	member := rapid.Custom(func(t *rapid.T) Member {
		return Member{Headless: rapid.Bool().Draw(t, "headless"), Strained: rapid.Bool().Draw(t, "strained"),
			RTT: time.Duration(rapid.IntRange(0, 200).Draw(t, "rtt")) * time.Millisecond, Capacity: uint32(rapid.IntRange(0, 16).Draw(t, "capacity")),
			Steps: uint32(rapid.IntRange(0, MaxSteps).Draw(t, "steps")), Uplink: uint32(rapid.IntRange(0, 10*UplinkIsland).Draw(t, "uplink")),
			Load: uint32(rapid.IntRange(0, 8).Draw(t, "load"))}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := member.Draw(t, "a"), member.Draw(t, "b")
		if Better(a, a) || Better(a, b) && Better(b, a) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}
