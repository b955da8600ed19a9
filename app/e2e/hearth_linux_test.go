package e2e

import (
	"cmp"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/net/patience"
)

// The bars of a crowd at one hearth.
const (
	hearthEnters  = 90 * time.Second // until all are in
	hearthTurns   = 19               // a second
	hearthVoter   = 15_000           // bytes a second down, on average over ten seconds
	hearthRecover = 10 * time.Second // after the crowd has gone
)

// BenchmarkHearth measures a crowd at one hearth: two nodes without a window, each on a machine of its own,
// and all bots of one process on a third machine. The machines share the cores of this one. It reports the
// time until all are in; the turns of each second then; what the node that votes and does not lead receives,
// as its network card counts it, Ethernet's headers included; and the time until turns come at their usual
// rate after the bots were killed all at once. The first node has to lead and the second to vote all the time
// that they are measured; turns are those of the node that gets fewer.
func BenchmarkHearth(b *testing.B) {
	for _, n := range []int{8, 30, 45, 60} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				hearth(b, n)
			}
		})
	}
}

// TestHearth: a crowd of bots that starts at once comes in, and then three processes of three bots each that
// start at the same moment. No bot founds a fork on its way.
func TestHearth(t *testing.T) {
	l, first, _ := hearthNodes(t)
	wave := func(processes, each, players int, epochs uint64) {
		t.Helper()
		for range processes {
			launch(t, l.run(2, "bot", "-n", fmt.Sprint(each), "--plan", "walk", "--data", filepath.Join(t.TempDir(), "bots")), "")
		}
		began := patience.Now()
		first.await("all bots", hearthEnters, func() bool { _, i, ok := first.look(); return ok && i.Players >= players })
		t.Logf("%d times %d are in after %v", processes, each, patience.Since(began).Round(time.Second/10))
		watched := patience.For(time.Second)
		first.await("a second without a fork", 20*time.Second, func() bool {
			st, i, ok := first.look()
			if ok && (i.Epoch > epochs || !i.Firm || st.Counted["merges"] != 0) {
				t.Fatalf("epoch %d, firm %v, counted %v: a newcomer went on without the others", i.Epoch, i.Firm, st.Counted)
			}
			return watched.Over()
		})
	}
	wave(1, 16, 1+16, 3)
	wave(3, 3, 1+16+3*3, 4)
}

// hearthNodes starts two nodes of one world, each on a machine of its own, with a third machine for bots.
func hearthNodes(b testing.TB) (l *lan, first, second *lanNode) {
	l = newLAN(b, 3)
	first = l.node(0, filepath.Join(b.TempDir(), "first"), "--world", "new")
	first.await("the world", 20*time.Second, func() bool { _, _, ok := first.look(); return ok })
	if out, err := l.do(0, first.data, "place lamp ~1 ~0"); err != nil { // a world with buildings does not yield to a younger one
		b.Fatalf("%v: %s", err, out)
	}
	announced := patience.For(3 * time.Second)
	first.await("its announcement", 5*time.Second, announced.Over)
	second = l.node(1, filepath.Join(b.TempDir(), "second"))
	second.await("the same world", 20*time.Second, func() bool { _, i, ok := second.look(); return ok && i.Leader.Name == "Ada" && i.Players == 1 })
	return l, first, second
}

func hearth(b *testing.B, n int) {
	l, first, second := hearthNodes(b)
	began := time.Now()
	bots := launch(b, l.run(2, "bot", "-n", fmt.Sprint(n), "--plan", "walk", "--data", filepath.Join(b.TempDir(), "bots")), "")
	first.await("all bots", 2*hearthEnters, func() bool { _, i, ok := first.look(); return ok && i.Players > n })
	entered := time.Since(began)
	b.Logf("%d are in after %.1f s", n, entered.Seconds())

	first.await("the second node to vote", time.Minute, func() bool { return lookAtHearth(l, first, second).roles == "" })
	entry := hearthSeconds(b, l, first, second, 20) // links to some others are still made
	rest := hearthSeconds(b, l, first, second, 40)
	if roles := cmp.Or(entry.roles, rest.roles); roles != "" {
		b.Fatalf("the first node has to lead and the second to vote while they are measured: %s", roles)
	}
	bots.kill()
	left, back := time.Now(), time.Duration(0)
	for back == 0 && time.Since(left) < 3*hearthRecover {
		if s := hearthSeconds(b, l, first, second, 1); s.slowest >= hearthTurns {
			back = time.Since(left)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(entered.Seconds(), "s-entered")
	b.ReportMetric(rest.turns, "turns/s")
	b.ReportMetric(rest.slowest, "turns/s-slowest")
	b.ReportMetric(entry.down, "voter-down-first-B/s")
	b.ReportMetric(rest.down, "voter-down-B/s")
	b.ReportMetric(rest.downMost, "voter-down-most-B/s")
	b.ReportMetric(rest.up, "leader-up-B/s")
	b.ReportMetric(back.Seconds(), "s-recovered")
	if entered > hearthEnters || rest.turns < hearthTurns || rest.down > hearthVoter || rest.downMost > hearthVoter || back == 0 || back > hearthRecover {
		b.Errorf("beyond the bars: in after %v of at most %v, %.1f turns a second of at least %d, a voter gets %.0f B/s and in the worst ten seconds %.0f of at most %d, recovered after %v of at most %v",
			entered, hearthEnters, rest.turns, hearthTurns, rest.down, rest.downMost, hearthVoter, back, hearthRecover)
	}
}

// hearthFigures are the figures of some seconds.
type hearthFigures struct {
	turns, slowest float64 // on average, and of the slowest second, at the node that gets fewer
	down, downMost float64 // of the voter that does not lead: on average, and of the worst ten seconds
	up             float64 // of the leader
	roles          string  // that are not as expected: the first node leads, the second votes
}

// hearthLook is a look at both nodes. The first reading of each pair is that of the first node.
type hearthLook struct {
	at       [2]time.Time
	turn     [2]uint64
	counted  time.Time // the network cards
	down, up uint64
	roles    string
}

func lookAtHearth(l *lan, first, second *lanNode) (k hearthLook) {
	for i, n := range []*lanNode{first, second} {
		var is status.IslandStatus
		n.await("its status", 10*time.Second, func() (ok bool) { _, is, ok = n.look(); return ok })
		k.at[i], k.turn[i] = time.Now(), is.TurnOrdered
		if want := []string{"leads", "votes"}[i]; is.Role != want {
			k.roles += fmt.Sprintf("%s %s, not %s, in epoch %d of %v; ", lanNodeNames[n.at], is.Role, want, is.Epoch, is.Voters.Names())
		}
	}
	k.counted = time.Now()
	k.down, _ = l.counters(1)
	_, k.up = l.counters(0)
	return k
}

// turnsSince returns the turns a second of the node that had fewer.
func (k hearthLook) turnsSince(was hearthLook) float64 {
	rate := func(i int) float64 { return float64(k.turn[i]-was.turn[i]) / k.at[i].Sub(was.at[i]).Seconds() }
	return min(rate(0), rate(1))
}

// bytesSince returns the bytes a second that the second node received and the first one sent.
func (k hearthLook) bytesSince(was hearthLook) (down, up float64) {
	seconds := k.counted.Sub(was.counted).Seconds()
	return float64(k.down-was.down) / seconds, float64(k.up-was.up) / seconds
}

// hearthSeconds measures for so many seconds.
func hearthSeconds(b *testing.B, l *lan, first, second *lanNode, seconds int) (f hearthFigures) {
	looks := []hearthLook{lookAtHearth(l, first, second)}
	for range seconds {
		last := looks[len(looks)-1].counted
		first.await("a second to pass", 5*time.Second, func() bool { return time.Since(last) > time.Second })
		looks = append(looks, lookAtHearth(l, first, second))
	}
	start, end := looks[0], looks[len(looks)-1]
	f.turns, f.roles = end.turnsSince(start), start.roles
	f.down, f.up = end.bytesSince(start)
	f.slowest = f.turns
	for i, k := range looks[1:] {
		f.slowest = min(f.slowest, k.turnsSince(looks[i]))
		f.roles = cmp.Or(f.roles, k.roles)
		if i+10 < len(looks) {
			down, _ := looks[i+10].bytesSince(looks[i])
			f.downMost = max(f.downMost, down)
		}
	}
	_, i, _ := second.look()
	b.Logf("%d s: %.1f turns a second, the slowest %.1f; the voter gets %.1f KB/s, the leader sends %.1f; %d players, epoch %d, voters %v", seconds, f.turns, f.slowest, f.down/1000, f.up/1000, i.Players, i.Epoch, i.Voters.Names())
	return f
}
