package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/key"
)

func TestParseCharter(t *testing.T) {
	for _, c := range []struct {
		words string
		want  charterAct
		err   string
	}{
		{"policy trusted", charterAct{entry: charter.Entry{Act: charter.SetPolicy, Value: uint64(charter.Trusted)}}, ""},
		{"policy open", charterAct{entry: charter.Entry{Act: charter.SetPolicy}}, ""},
		{"policy closed", charterAct{}, "policy open|invited|trusted"},
		{"policy", charterAct{}, "policy open|invited|trusted"},
		{"cap 8", charterAct{entry: charter.Entry{Act: charter.SetCap, Value: 8}}, ""},
		{"cap 0", charterAct{}, "1 to 64"},
		{"cap 65", charterAct{}, "1 to 64"},
		{"split off", charterAct{entry: charter.Entry{Act: charter.SetSplit}}, ""},
		{"split maybe", charterAct{}, "on|off"},
		{"rank Bo keeper", charterAct{entry: charter.Entry{Act: charter.Name, Value: uint64(charter.Keeper)}, who: "Bo"}, ""},
		{"rank Bo founder", charterAct{}, "guest|member|keeper"},
		{"rank Bo", charterAct{}, "guest|member|keeper"},
		{"ban Bo took my lamps", charterAct{entry: charter.Entry{Act: charter.Ban, Text: "took my lamps"}, who: "Bo"}, ""},
		{"kick Bo go to bed", charterAct{entry: charter.Entry{Act: charter.Kick, Text: "go to bed"}, who: "Bo"}, ""},
		{"kick", charterAct{}, "kick WHO [WHY]"},
		{"pardon Bo", charterAct{entry: charter.Entry{Act: charter.Pardon}, who: "Bo"}, ""},
		{"pardon Bo please", charterAct{}, "pardon WHO"},
		{"title Our hill", charterAct{entry: charter.Entry{Act: charter.SetTitle, Text: "Our hill"}}, ""},
		{"title " + strings.Repeat("x", charter.MaxText+1), charterAct{}, "at most 240 bytes"},
		{"law strife on", charterAct{entry: charter.Entry{Act: charter.SetLaw, Value: 3}}, ""},
		{"law mercy off", charterAct{entry: charter.Entry{Act: charter.SetLaw, Value: 4}}, ""},
		{"law gravity on", charterAct{}, "law blocking|strife|mercy on|off"},
		{"law strife", charterAct{}, "law blocking|strife|mercy on|off"},
		{"crown Bo", charterAct{}, `there is no "crown"`},
	} {
		got, err := parseCharter(strings.Fields(c.words))
		if c.err == "" && (err != nil || got != c.want) || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %+v, %v", c.words, got, err)
		}
	}
}

func TestWhois(t *testing.T) {
	a, b, c := key.FromSeed([32]byte{1}).ID(), key.FromSeed([32]byte{2}).ID(), key.FromSeed([32]byte{3}).ID()
	known := map[key.ID]string{a: "Ada", b: "Bo", c: "Bo"}
	for word, want := range map[string]key.ID{"Ada": a, a.String(): a, b.Short(): b} {
		if got, err := whois(word, known); err != nil || got != want {
			t.Errorf("%s: %v", word, err)
		}
	}
	for word, says := range map[string]string{"Bo": "2 players are called", "Cy": "nobody called"} {
		if _, err := whois(word, known); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// TestCharterCommands: the founder of a world of two lets only keepers hold it, bans the other and pardons them.
func TestCharterCommands(t *testing.T) {
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan", "--name", "Bo")
	a.must("say I am here")
	b.must("say I am here")
	run := func(p *process, says string, want int, args ...string) {
		t.Helper()
		out, code := commandLine(t, append([]string{"world", "charter", "--data", p.data, "--"}, args...)...)
		for late := time.Now().Add(5 * time.Second); len(args) <= 1 && !strings.Contains(out, says) && time.Now().Before(late); {
			time.Sleep(20 * time.Millisecond) // it only reads, and the file follows what the node knows
			out, code = commandLine(t, append([]string{"world", "charter", "--data", p.data, "--"}, args...)...)
		}
		if code != want || !strings.Contains(out, says) {
			t.Errorf("%q: %d instead of %d: %s", args, code, want, out)
		}
	}
	of := func(p *process, what string, holds func(c *charterStatus, voters []string) bool) {
		t.Helper()
		p.await(what, 20*time.Second, func() bool {
			st, err := p.status()
			return err == nil && st.World.Charter != nil && len(st.Islands) > 0 && holds(st.World.Charter, st.Islands[0].Voters)
		})
	}
	run(b, "only the world's founder can set that", exitFailed, "policy", "open")
	run(b, "only the founder and keepers", exitFailed, "title", "Mine")
	run(b, "only the founder and keepers", exitFailed, "law", "strife", "on")
	run(a, "policy open|invited|trusted", exitUsage, "policy", "closed")
	run(a, "nobody called", exitUsage, "ban", "Nemo")
	run(a, "nobody can ban themselves", exitUsage, "ban", "Ada")

	run(a, "written into the charter", exitDone, "policy", "trusted")
	of(b, "the policy, and no seat for who has no rank", func(c *charterStatus, voters []string) bool {
		return c.Policy == "trusted only" && slices.Equal(voters, []string{"Ada"})
	})
	run(a, "written", exitDone, "law", "blocking", "on")
	b.await("the law where both are", 20*time.Second, func() bool { out, err := b.do("laws"); return err == nil && strings.Contains(out, "blocking") })
	run(b, "blocking", exitDone)
	run(a, "written", exitDone, "title", "Our", "hill")
	run(a, "written", exitDone, "cap", "9")
	run(a, "2 players, and the cap is 1: nobody is sent away, and those stay together who stand in one region or in regions that touch; a group that has been 2 regions (128 tiles) from the others for 30 seconds", exitDone, "cap", "1")
	run(a, "islands do not divide while the charter says `split off`", exitDone, "split", "off")
	if st, err := a.status(); err != nil || !strings.Contains(st.Islands[0].Crowded, "2 players, and the cap is 1") {
		t.Errorf("status says nothing of the crowd: %v", err)
	}
	run(a, "written", exitDone, "cap", "9")
	late := make(chan string, 1)
	go func() {
		out, err := b.do("say I wait; wait 60s; place lamp ~1 ~0")
		late <- fmt.Sprint(err, out)
	}()
	a.await("orders that take long", 10*time.Second, func() bool { return strings.Contains(a.output(), "I wait") })
	run(a, "written", exitDone, "ban", "Bo", "took", "my", "lamps")
	of(b, "the ban", func(c *charterStatus, _ []string) bool {
		return c.Barred && c.Why == "took my lamps" && c.Title == "Our hill"
	})
	if said := <-late; !strings.Contains(said, "this player is banned and may not act in this world: took my lamps") {
		t.Errorf("orders that were under way: %s", said)
	}
	a.await("the ban in force", 5*time.Second, func() bool { st, err := a.status(); return err == nil && st.World.Charter.Banned == 1 })
	if out, err := b.do("place lamp ~1 ~0"); err == nil || !strings.Contains(out, "this player is banned") {
		t.Errorf("who is banned builds: %s", out)
	}
	if out, err := b.do("say nobody hears this"); err == nil || strings.Contains(a.output(), "nobody hears this") {
		t.Errorf("who is banned is heard: %s", out)
	}
	run(a, "took my lamps", exitDone, "list")
	run(b, "trusted only, up to 9 players", exitDone)
	run(a, "written", exitDone, "policy", "open")
	run(a, "written", exitDone, "pardon", "Bo")
	of(b, "the pardon", func(c *charterStatus, _ []string) bool { return !c.Barred && c.Policy == "open" })
	b.must("say I am back")
	run(a, "nobody can kick themselves", exitUsage, "kick", "Ada")
	run(b, "you may not do that", exitFailed, "kick", "Ada")
	run(a, "written", exitDone, "kick", "Bo", "go", "to", "bed")
	select {
	case <-b.done:
	case <-time.After(15 * time.Second):
		t.Fatal("who was sent out is still there")
	}
	if said := b.output(); b.err == nil || !strings.Contains(said, "Ada sent you out of this world: go to bed") {
		t.Errorf("who was sent out ended with %v: %s", b.err, said)
	}
	v := newVillain(t, "Mallory", a)
	stays := v.to(0)
	run(a, "written", exitDone, "kick", v.pair.ID().String())
	a.await("the link of who does not leave to end", 15*time.Second, func() bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return v.links[stays.Peer()] != stays
	})
	a.quit()
	run(a, "Our hill", exitDone, "list")
	run(a, "no node is running", exitFailed, "policy", "open")
}
