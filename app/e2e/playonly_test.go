package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/status"
)

// playsAt says what is wrong with the status of a node that only plays beside these hosts, or "".
func playsAt(st *status.Status, hosts ...*status.Status) string {
	if len(st.Islands) != 1 || st.Islands[0].Role != status.Plays {
		return "it does not play"
	}
	if !st.PlayOnly || st.Islands[0].Attached == nil {
		return "it does not say that it only plays, or by whom its turns come"
	}
	for _, h := range hosts {
		if a := st.Islands[0].Attached; a.Peer == h.Peer && a.Name == h.Name && a.RTTms > 0 {
			return ""
		}
	}
	return "its turns come by none of the hosts"
}

// TestThreeModes: of three hosts and one that only plays, one host leads, two vote, and the fourth plays and
// names the host by which its turns come. When hosts are killed it goes on with the others, without ever
// voting. When the last one is gone it waits, and says for what; when a host is back, it plays.
func TestThreeModes(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	hosts := []*process{a, follow(t, a, "Bo", "--no-lan"), follow(t, a, "Cy", "--no-lan")}
	for _, p := range hosts {
		p.await("three voters", 30*time.Second, func() bool { _, i := p.island(); return len(i.Voters) == 3 })
	}
	statuses := func() (all []*status.Status) {
		for _, p := range hosts {
			if st, err := p.status(); err == nil {
				all = append(all, st)
			}
		}
		return all
	}
	first, _ := a.island()
	dir := t.TempDir()
	guest := launch(t, program("bot", "-n", "1", "--plan", "walk", "--no-host", "--name", "Dora", "--no-lan", "--data", dir, "--join", first.World.Invite), filepath.Join(dir, "bot1"))
	var st *status.Status
	plays := func(what string) {
		t.Helper()
		guest.await(what, 30*time.Second, func() bool {
			var err error
			st, err = guest.status()
			return err == nil && playsAt(st, statuses()...) == ""
		})
	}
	plays("to play by a host")
	roles := map[string]int{}
	for _, h := range statuses() {
		roles[h.Islands[0].Role]++
		if h.Islands[0].Attached != nil || h.PlayOnly {
			t.Errorf("%s, a host, says that it only plays", h.Name)
		}
	}
	if roles[status.Leads] != 1 || roles[status.Votes] != 2 {
		t.Errorf("the hosts' roles: %v", roles)
	}
	a.await("the hosts to name it an observer", 10*time.Second, func() bool { _, i := a.island(); return i.Observers.Named("Dora") })
	out, err := program("status", "--data", guest.data).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "this node plays\n") || !strings.Contains(string(out), "only plays and hosts nothing; its turns come by ") {
		t.Errorf("%v:\n%s", err, out)
	}

	turn := st.Islands[0].TurnOrdered
	hosts[1].kill()
	hosts = []*process{hosts[0], hosts[2]}
	plays("to play on by another host")
	guest.await("turns", 20*time.Second, func() bool { _, i := guest.island(); return i.TurnOrdered > turn+20 && i.Role == status.Plays })
	if st.Desyncs != 0 || st.Counted["resyncs"] != 0 {
		t.Errorf("%d desyncs, %d states fetched again", st.Desyncs, st.Counted["resyncs"])
	}

	for _, p := range hosts {
		p.kill()
	}
	guest.await("to wait for a host", 30*time.Second, func() bool {
		st, err := guest.status()
		return err == nil && len(st.Islands) == 1 && strings.Contains(st.Islands[0].Waiting, "for a host: this computer only plays")
	})
	_, i := guest.island()
	if i.Role != status.Plays || i.Voters.Named("Dora") || i.Leader.Name == "Dora" {
		t.Errorf("alone it is %q, with the voters %v", i.Role, i.Voters)
	}
	hosts = []*process{headless(t, a.data, "--no-lan", "--name", "Ada")}
	plays("to play with the host that is back")
	turn = st.Islands[0].TurnOrdered
	guest.await("new turns", 30*time.Second, func() bool { _, i := guest.island(); return i.TurnOrdered > turn+20 })
}

// TestOnlyPlayingNeedsAHost: without a host there is nothing to play: a new world is refused before a file is
// made, and a world whose only host this computer was waits.
func TestOnlyPlayingNeedsAHost(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	out, err := program("bot", "-n", "1", "--no-host", "--no-lan", "--data", data).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "only plays") {
		t.Errorf("%v: %s", err, out)
	}
	if files, _ := filepath.Glob(filepath.Join(data, "bot1", "worlds", "*")); len(files) > 0 {
		t.Errorf("it made %v", files)
	}
}

// TestThreeModesInWindows: a host without a window, a window that plays and hosts, and one that only plays.
// Alone, the last one founds no world: it says so instead.
func TestThreeModesInWindows(t *testing.T) {
	windowed(t)
	host := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	st, _ := host.island()
	for _, c := range []struct {
		name, flag string
		part       string
	}{{"Bo", "--no-lan", status.Observes}, {"Cy", "--no-host", status.Plays}} {
		data := t.TempDir()
		g := newGuest(t, 1280, 720, data, "--no-lan", "--name", c.name, "--join", st.World.Invite, c.flag)
		node := &process{t: t, data: data, done: g.proc.done}
		g.until(c.name+" to be in the world", 40*time.Second, func() bool { return g.players(node) >= 1 })
		g.until("its role", 20*time.Second, func() bool {
			s, err := node.status()
			return err == nil && len(s.Islands) == 1 && s.Islands[0].Role == c.part && (c.part != status.Plays || playsAt(s, st) == "")
		})
		if c.part != status.Plays {
			continue
		}
		plain := g.frame("playing")
		g.press(ebiten.KeyF3, 2)
		g.ticks(40)
		if n := changed(plain, g.frame("attached"), wholeWindow); n < 0.02 {
			t.Errorf("F3 changed %.1f %% of the window", 100*n)
		}
	}
	_, i := host.island()
	if i.Role != status.Leads || !i.Observers.Named("Bo") || !i.Observers.Named("Cy") {
		t.Errorf("the host %q, with the observers %v", i.Role, i.Observers)
	}

	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--no-host", "--name", "Ada")
	title := g.seeTitle()
	g.press(ebiten.KeyEnter, 2) // Play
	g.until("the reason", 20*time.Second, func() bool { g.ticks(20); return changed(title, g.frame("nothing-to-play"), middlePart) > 0.02 })
	if files, _ := filepath.Glob(filepath.Join(data, "worlds", "*")); len(files) > 0 {
		t.Errorf("it made %v", files)
	}
}
