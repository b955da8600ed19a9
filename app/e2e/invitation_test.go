package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/usage"
	"manyhold/net/patience"
)

// orderWorld runs `manyhold world ARGS` for a node.
func (p *process) orderWorld(want int, args ...string) string {
	p.t.Helper()
	out, code := commandLine(p.t, append([]string{"world", args[0], "--data", p.data}, args[1:]...)...)
	if code != want {
		p.t.Fatalf("world %q: %d instead of %d: %s", args, code, want, out)
	}
	return strings.TrimSpace(out)
}

// TestInvitations: a founder closes a world to players with an invitation. A stranger who knows the world is
// refused, and one with the invitation enters as a builder within 5 s. Uses run out, and Revoke ends the
// rest.
func TestInvitations(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	st, _ := a.island()
	plain := st.World.Invite
	a.orderWorld(usage.ExitDone, "charter", "entry", "invited")
	a.orderWorld(usage.ExitDone, "charter", "newcomers", "visitor")
	a.must("say I may stay")
	text := a.orderWorld(usage.ExitDone, "invite", "--uses", "1", "--note", "for Bo")
	other := a.orderWorld(usage.ExitDone, "invite", "--rank", "visitor", "--days", "3")
	a.orderWorld(usage.ExitUsage, "invite", "--rank", "founder")
	a.orderWorld(usage.ExitUsage, "invite", "--uses", "0")
	if list := a.orderWorld(usage.ExitDone, "invites"); !strings.Contains(list, "builder  0 of 1 used") || !strings.Contains(list, "for Bo") || !strings.Contains(list, "visitor  0 of 20 used") {
		t.Errorf("the list: %s", list)
	}
	join := func(name, text string) *process {
		t.Helper()
		return headless(t, filepath.Join(t.TempDir(), name), "--no-lan", "--join", text, "--name", name)
	}
	refused := func(p *process, why string) {
		t.Helper()
		if out, err := p.do("say let me in"); err == nil || !strings.Contains(out, why) {
			t.Errorf("%q instead of %q", out, why)
		}
	}
	eve := join("Eve", plain)
	eve.island()
	refused(eve, "this world admits players with an invitation")

	began := patience.Now()
	bo := join("Bo", text)
	bo.must("say I was invited; place lamp ~1 ~0")
	took := patience.Since(began)
	if t.Logf("in the world and at work %v after the start of the program", took); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	a.await("the rank", 5*time.Second, func() bool {
		st, err := bo.status()
		return err == nil && st.World.Charter.Rank == "builder" && st.World.Door.Ticket.State == "used"
	})
	late := join("Late", text)
	late.island()
	refused(late, "has been used by as many players as it lets in")
	list := a.orderWorld(usage.ExitDone, "invites")
	if !strings.Contains(list, "1 of 1 used") || !strings.Contains(list, "used up") {
		t.Errorf("the list: %s", list)
	}
	id := ""
	for _, line := range strings.Split(list, "\n") {
		if strings.Contains(line, "visitor") {
			id = strings.Fields(line)[0]
		}
	}
	if again := a.orderWorld(usage.ExitDone, "invitation", id); again != other {
		t.Errorf("the text again: %s instead of %s", again, other)
	}
	guest := join("Guest", other)
	guest.must("say hello")
	if out, err := guest.do("place lamp ~1 ~0"); err == nil {
		t.Errorf("a visitor builds: %s", out)
	}
	bo.orderWorld(usage.ExitFailed, "uninvite", id)
	a.orderWorld(usage.ExitDone, "uninvite", id)
	gone := join("Gone", other)
	gone.island()
	refused(gone, "this invitation was revoked")
	guest.must("say I stay")

	bo.quit() // comes back by the invitation that it keeps
	bo = headless(t, bo.data, "--no-lan", "--join", plain)
	bo.must("say back again")
	if list := a.orderWorld(usage.ExitDone, "invites"); !strings.Contains(list, "1 of 1 used") {
		t.Errorf("used twice: %s", list)
	}
}

// TestKnocking: a player knocks at a closed world; a keeper refuses one and lets the other in, who enters.
func TestKnocking(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	st, _ := a.island()
	a.orderWorld(usage.ExitDone, "charter", "entry", "members")
	bo := headless(t, filepath.Join(t.TempDir(), "Bo"), "--no-lan", "--join", st.World.Invite, "--name", "Bo")
	bo.island()
	if out, err := bo.do("say hello"); err == nil || !strings.Contains(out, "this world admits members only") {
		t.Errorf("a stranger: %s", out)
	}
	if out := bo.must("knock"); !strings.Contains(out, "Waiting for a keeper") {
		t.Errorf("knocked: %s", out)
	}
	a.await("the knock", 5*time.Second, func() bool { st, err := a.status(); return err == nil && len(st.World.Door.Waiting) == 1 })
	if out := a.must("knocks"); !strings.Contains(out, "Bo") {
		t.Errorf("the list: %s", out)
	}
	bo.orderWorld(usage.ExitFailed, "admit", "Bo")
	a.orderWorld(usage.ExitFailed, "admit", "Nemo")
	a.orderWorld(usage.ExitDone, "admit", "Bo")
	bo.await("the answer", 5*time.Second, func() bool {
		st, err := bo.status()
		return err == nil && st.World.Door.Knock != nil && st.World.Door.Knock.State == "let in" && st.World.Door.Knock.By == "Ada"
	})
	bo.must("say thank you; place lamp ~1 ~0")
	eve := headless(t, filepath.Join(t.TempDir(), "Eve"), "--no-lan", "--join", st.World.Invite, "--name", "Eve")
	eve.island()
	eve.must("knock")
	a.await("the knock", 5*time.Second, func() bool { st, err := a.status(); return err == nil && len(st.World.Door.Waiting) == 1 })
	a.must("refuse Eve")
	eve.await("the answer", 5*time.Second, func() bool {
		st, err := eve.status()
		return err == nil && st.World.Door.Knock != nil && st.World.Door.Knock.State == "refused"
	})
	if out, err := eve.do("knock"); err == nil || !strings.Contains(out, "every 30 seconds") {
		t.Errorf("a second knock at once: %s", out)
	}
}
