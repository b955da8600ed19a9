package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/usage"
	"manyhold/net/host/kernel"
	"manyhold/net/patience"
)

// boasts makes the program of tests a hostile peer: it claims every ability and ignores the charter.
const boasts = "MANYHOLD_TEST_BOASTS"

// beBoaster makes this process a hostile peer, if a test says so.
func beBoaster() {
	if os.Getenv(boasts) != "" {
		node.TestOptions = func(o *kernel.Options) { o.Charter, o.Offer.Headless, o.Offer.Capacity = false, true, 1<<20 }
	}
}

// sybils are five keys of one person, in a world of a founder and a friend.
type sybils struct {
	t    *testing.T
	a, b *process
	keys []string
}

// newSybils starts all. The founder and the friend came first.
func newSybils(t *testing.T) *sybils {
	s := &sybils{t: t}
	s.a = headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	s.b = follow(t, s.a, "Bo", "--no-lan")
	st, _ := s.a.island()
	for i := range 5 {
		name := "Xe" + strconv.Itoa(i)
		data := filepath.Join(t.TempDir(), name)
		cmd := program("--headless", "--data", data, "--seed", plainSeed, "--no-lan", "--join", st.World.Invite, "--name", name)
		cmd.Env = append(cmd.Env, boasts+"=1")
		x := launch(t, cmd, data)
		x.await("the hostile node to answer", 20*time.Second, func() bool { _, err := x.status(); return err == nil })
		said, _ := x.island()
		s.keys = append(s.keys, said.Peer)
	}
	for _, p := range []*process{s.a, s.b} {
		p.await("all to be linked", 30*time.Second, func() bool { now, _ := p.island(); return len(now.Links) == 6 })
	}
	return s
}

// taken is how many seats and whether the lead is taken, as a process sees it.
func (s *sybils) taken(p *process) (seats int, lead, firm bool) {
	_, i := p.island()
	for _, v := range i.Voters {
		if slices.Contains(s.keys, v.Peer) {
			seats++
		}
	}
	return seats, slices.Contains(s.keys, i.Leader.Peer), i.Firm
}

// charter writes into the charter as the founder.
func (s *sybils) charter(args ...string) {
	s.t.Helper()
	if out, code := commandLine(s.t, append([]string{"world", "charter", "--data", s.a.data, "--"}, args...)...); code != usage.ExitDone {
		s.t.Fatalf("charter %q: %s", args, out)
	}
}

// linked counts a process' links to the keys.
func (s *sybils) linked(p *process) (n int) {
	st, _ := p.island()
	for _, l := range st.Links {
		if slices.Contains(s.keys, l.Peer) {
			n++
		}
	}
	return n
}

// TestFiveKeys: five hostile programs of one person, which claim every ability, join a founder and a friend.
// For more than a minute they lead nothing and hold less than half of the seats. A ban removes them within
// seconds.
func TestFiveKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("it watches for more than a minute")
	}
	t.Parallel()
	s := newSybils(t)
	_, i := s.a.island()
	until := i.TurnCommitted + 70*20
	most := 0
	s.a.await("more than a minute to pass", 120*time.Second, func() bool {
		for _, p := range []*process{s.a, s.b} {
			seats, lead, firm := s.taken(p)
			_, i = p.island()
			if most = max(most, seats); lead || !firm || 2*seats >= len(i.Voters) {
				t.Fatalf("they hold %d of %d seats; lead: %v, firm: %v", seats, len(i.Voters), lead, firm)
			}
		}
		return i.TurnCommitted > until
	})
	began := patience.Now()
	for _, k := range s.keys {
		s.charter("ban", k)
	}
	written := patience.Now()
	s.a.await("the ban to take effect", 20*time.Second, func() bool {
		for _, p := range []*process{s.a, s.b} {
			if seats, _, firm := s.taken(p); seats > 0 || !firm || s.linked(p) > 0 {
				return false
			}
		}
		return true
	})
	t.Logf("at most %d seats; the bans took effect %v after the first and %v after the last was written", most, patience.Since(began), patience.Since(written))
	s.b.must("say we are two again")
	sameState(t, s.b, "Ada")
}

// TestFallenWorld: hostile programs hold the lead and all seats, firmly, because founder and friend did not
// want to host for a while. A ban, or a host policy, has both leave them within seconds, the founder's node
// offers the decree, and after it the world is firm and stays so.
func TestFallenWorld(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"ban", "policy"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			s := newSybils(t)
			both := []*process{s.a, s.b}
			for _, p := range both {
				p.must("offer willing false")
			}
			for _, p := range both {
				p.await("the keys to hold all seats", 60*time.Second, func() bool {
					seats, lead, firm := s.taken(p)
					_, i := p.island()
					return lead && firm && seats == len(i.Voters)
				})
			}
			for _, p := range both {
				p.must("offer willing true")
			}
			began := patience.Now()
			if way == "ban" {
				for _, k := range s.keys {
					s.charter("ban", k)
				}
			} else {
				st, _ := s.b.island()
				s.charter("rank", st.Peer, "keeper")
				s.charter("policy", "trusted")
			}
			written := patience.Now()
			for _, p := range both {
				p.await("the honest to leave them", 20*time.Second, func() bool { seats, lead, _ := s.taken(p); return seats == 0 && !lead })
			}
			t.Logf("left %v after the first and %v after the last word in the charter", patience.Since(began), patience.Since(written))
			s.b.must("say we are here")
			s.a.await("the offer of the decree", 5*time.Second, func() bool {
				out, _ := program("status", "--data", s.a.data).CombinedOutput()
				return strings.Contains(string(out), "strangers host this world: `manyhold world decree` takes it back")
			})
			if out, code := commandLine(t, "world", "decree", "--data", s.a.data); code != usage.ExitDone {
				t.Fatalf("the decree: %s", out)
			}
			_, i := s.a.island()
			until := i.TurnCommitted + 200
			for _, p := range both {
				p.await("the world to be firm again", 10*time.Second, func() bool { seats, lead, firm := s.taken(p); return firm && seats == 0 && !lead })
			}
			s.a.await("ten seconds of turns", 30*time.Second, func() bool {
				seats, lead, firm := s.taken(s.a)
				if seats > 0 || lead || !firm {
					t.Fatal("it is lost again")
				}
				_, i := s.a.island()
				return i.TurnCommitted > until
			})
			s.a.must("say it is ours")
			sameState(t, s.b, "Ada")
		})
	}
}
