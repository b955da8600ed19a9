package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/net/patience"
)

// The limits for network cards in an island of 32 active players, in bytes a second.
const (
	crowdDown     = 10_000  // a follower
	crowdLeaderUp = 300_000 // the leader
)

// BenchmarkThirtyTwo measures the wire traffic of 32 building bots: the leader, a node without a window, is
// on a machine of its own, a bot on another, 31 bots in four processes on a third. Bytes a second as the
// network cards count them, Ethernet's headers included; all peers are full ones. Beyond the leader's share,
// a follower's card counts its links to the committee and some others, most of them quiet, and the beacons of
// all. The peers that come first and offer more than the others vote, and get the signatures of all commands;
// those that come last only follow.
func BenchmarkThirtyTwo(b *testing.B) {
	b.Run("votes", func(b *testing.B) { thirtyTwo(b, true) })
	b.Run("follows", func(b *testing.B) { thirtyTwo(b, false) })
}

func thirtyTwo(b *testing.B, first bool) {
	l := newLAN(b, 3)
	leader := l.node(0, filepath.Join(b.TempDir(), "leader"), "--world", "new")
	leader.await("the world", 20*time.Second, func() bool { _, _, ok := leader.look(); return ok })
	announced := patience.For(3 * time.Second) // a node that hears of no world within a second founds one
	leader.await("its announcement", 5*time.Second, announced.Over)
	players := 0
	solo := func() {
		launch(b, l.run(2, "bot", "-n", "1", "--plan", "build", "--name", "Solo", "--data", filepath.Join(b.TempDir(), "solo")), "")
		players++
		leader.await("the one on a machine of its own", time.Minute, func() bool { _, i, ok := leader.look(); return ok && i.Players >= players })
	}
	// for peers that leave the seat to the measured one
	modest := filepath.Join(b.TempDir(), "modest.toml")
	if err := os.WriteFile(modest, []byte("[host]\nislands = 1\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	if first {
		solo()
	}
	for _, n := range []int{8, 8, 8, 7} { // one machine plays them all: they come by and by
		args := []string{"bot", "-n", fmt.Sprint(n), "--plan", "build", "--data", filepath.Join(b.TempDir(), fmt.Sprint(players))}
		if first {
			args = append(args, "--config", modest)
		}
		launch(b, l.run(1, args...), "")
		players += n
		leader.await(fmt.Sprintf("%d players in one world", players), 2*time.Minute, func() bool {
			st, i, ok := leader.look()
			return ok && i.Players >= players && len(st.Links) >= players
		})
	}
	if !first {
		solo()
	}
	leader.await("a committee with the measured one, or without", 3*time.Minute, func() bool {
		_, i, ok := leader.look()
		return ok && i.Voters.Named("Solo") == first
	})
	settled := patience.For(20 * time.Second)
	leader.await("rest", 30*time.Second, settled.Over)
	heard := l.listen(2)
	for b.Loop() {
		const span = 20 * time.Second
		_, before, _ := leader.look()
		in, _ := l.counters(2)
		heard.reset()
		_, out := l.counters(0)
		began := time.Now()
		leader.await("the time to pass", span+5*time.Second, func() bool { return time.Since(began) > span })
		seconds := time.Since(began).Seconds()
		nowIn, _ := l.counters(2)
		heard.tell(b, seconds)
		_, nowOut := l.counters(0)
		down, up := float64(nowIn-in)/seconds, float64(nowOut-out)/seconds
		_, last, _ := leader.look()
		votes := before.Voters.Named("Solo") && last.Voters.Named("Solo")
		if turns := float64(last.TurnOrdered-before.TurnOrdered) / seconds; turns < 18 || last.Players < 32 || !strings.HasPrefix(last.Role, "leads") || votes != first {
			b.Fatalf("%.1f turns a second, %d players; the measured leader %s; the measured other votes: %v", turns, last.Players, last.Role, votes)
		}
		b.ReportMetric(down, "down-B/s")
		b.ReportMetric(up, "leader-up-B/s")
		b.ReportMetric(0, "ns/op")
		if down > crowdDown || up > crowdLeaderUp {
			b.Errorf("beyond the bar: a follower gets %.0f B/s of at most %d, the leader sends %.0f of at most %d", down, crowdDown, up, crowdLeaderUp)
		}
	}
}
