package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/net/patience"
)

// TestCharterCommands: the founder of a world of two lets only keepers hold it, bans the other and pardons
// them.
func TestCharterCommands(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan", "--name", "Bo")
	a.must("say I am here")
	b.must("say I am here")
	run := func(p *process, says string, want int, args ...string) {
		t.Helper()
		out, code := commandLine(t, append([]string{"world", "charter", "--data", p.data, "--"}, args...)...)
		for late := patience.For(5 * time.Second); len(args) <= 1 && !strings.Contains(out, says) && !late.Over(); {
			time.Sleep(20 * time.Millisecond) // it only reads, and the file follows the node
			out, code = commandLine(t, append([]string{"world", "charter", "--data", p.data, "--"}, args...)...)
		}
		if code != want || !strings.Contains(out, says) {
			t.Errorf("%q: %d instead of %d: %s", args, code, want, out)
		}
	}
	of := func(p *process, what string, holds func(c *status.CharterStatus, voters []string) bool) {
		t.Helper()
		p.await(what, 20*time.Second, func() bool {
			st, err := p.status()
			return err == nil && st.World.Charter != nil && len(st.Islands) > 0 && holds(st.World.Charter, st.Islands[0].Voters.Names())
		})
	}
	run(b, "only the world's founder can set that", usage.ExitFailed, "policy", "open")
	run(b, "only the founder and keepers", usage.ExitFailed, "title", "Mine")
	run(b, "only the founder and keepers", usage.ExitFailed, "law", "strife", "on")
	run(a, "policy open|invited|trusted", usage.ExitUsage, "policy", "closed")
	run(a, "unknown player", usage.ExitUsage, "ban", "Nemo")
	run(a, "you cannot ban yourself", usage.ExitUsage, "ban", "Ada")

	run(a, "charter entry written", usage.ExitDone, "policy", "trusted")
	of(b, "the policy, and no seat for who has no rank", func(c *status.CharterStatus, voters []string) bool {
		return c.Policy == "trusted only" && slices.Equal(voters, []string{"Ada"})
	})
	run(a, "written", usage.ExitDone, "law", "blocking", "on")
	b.await("the law where both are", 20*time.Second, func() bool { out, err := b.do("laws"); return err == nil && strings.Contains(out, "blocking") })
	run(b, "blocking", usage.ExitDone)
	run(a, "written", usage.ExitDone, "title", "Our", "hill")
	run(a, "written", usage.ExitDone, "cap", "9")
	run(a, "2 players, over the cap of 1: all may stay. Players in one region or in adjacent regions stay together; a group that keeps 2 regions (128 tiles) away from the others for 30 seconds", usage.ExitDone, "cap", "1")
	run(a, "islands do not split while the charter says `split off`", usage.ExitDone, "split", "off")
	if st, err := a.status(); err != nil || !strings.Contains(st.Islands[0].Crowded, "2 players, over the cap of 1") {
		t.Errorf("status says nothing of the crowd: %v", err)
	}
	run(a, "written", usage.ExitDone, "cap", "9")
	run(b, "only the world's founder can set that", usage.ExitFailed, "absence", "1")
	run(a, "heir PLAYER PLACE", usage.ExitUsage, "heir", "Bo", "first")
	run(a, "you cannot be your own heir", usage.ExitUsage, "heir", "Ada", "1")
	run(a, "written", usage.ExitDone, "heir", "Bo", "1")
	run(a, "written", usage.ExitDone, "absence", "14")
	of(b, "the founder governs, for the reason that it is the founder, and for 14 days of absence", func(c *status.CharterStatus, _ []string) bool {
		g := c.Government
		return c.Absence == 14 && len(g) == 1 && g[0].Office == "founder" && g[0].Why == "founder" && g[0].Name == "Ada" && !g[0].Absent
	})
	run(b, "in place 1", usage.ExitDone)
	run(b, "after 14 days of founder and keepers", usage.ExitDone)
	late := make(chan string, 1)
	go func() {
		out, err := b.do("say I wait; wait 60s; place lamp ~1 ~0")
		late <- fmt.Sprint(err, out)
	}()
	a.await("orders that take long", 10*time.Second, func() bool { return strings.Contains(a.output(), "I wait") })
	run(a, "written", usage.ExitDone, "ban", "Bo", "took", "my", "lamps")
	of(b, "the ban", func(c *status.CharterStatus, _ []string) bool {
		return c.Barred && c.Why == "took my lamps" && c.Title == "Our hill"
	})
	if said := <-late; !strings.Contains(said, "this player is banned from this world: took my lamps") {
		t.Errorf("orders that were under way: %s", said)
	}
	a.await("the ban in force", 5*time.Second, func() bool { st, err := a.status(); return err == nil && st.World.Charter.Banned == 1 })
	if out, err := b.do("place lamp ~1 ~0"); err == nil || !strings.Contains(out, "this player is banned") {
		t.Errorf("who is banned builds: %s", out)
	}
	if out, err := b.do("say nobody hears this"); err == nil || strings.Contains(a.output(), "nobody hears this") {
		t.Errorf("who is banned is heard: %s", out)
	}
	run(a, "took my lamps", usage.ExitDone, "list")
	run(b, "trusted only, up to 9 players", usage.ExitDone)
	run(a, "written", usage.ExitDone, "policy", "open")
	run(a, "written", usage.ExitDone, "pardon", "Bo")
	of(b, "the pardon", func(c *status.CharterStatus, _ []string) bool { return !c.Barred && c.Policy == "open" })
	b.must("say I am back")
	run(a, "you cannot kick yourself", usage.ExitUsage, "kick", "Ada")
	run(b, "not allowed", usage.ExitFailed, "kick", "Ada")
	run(a, "written", usage.ExitDone, "kick", "Bo", "go", "to", "bed")
	select {
	case <-b.done:
	case <-patience.After(t, 15*time.Second):
		t.Fatal("the kicked player is still there")
	}
	if said := b.output(); b.err == nil || !strings.Contains(said, "Ada removed you from this world: go to bed") {
		t.Errorf("the kicked node ended with %v: %s", b.err, said)
	}
	v := newVillain(t, "Mallory", a)
	stays := v.to(0)
	run(a, "written", usage.ExitDone, "kick", v.pair.ID().String())
	a.await("the link of who does not leave to end", 15*time.Second, func() bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return v.links[stays.Peer()] != stays
	})
	a.quit()
	run(a, "Our hill", usage.ExitDone, "list")
	run(a, "no node runs", usage.ExitFailed, "policy", "open")
}
