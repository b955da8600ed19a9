package e2e

import (
	"strings"
	"testing"
	"time"

	"manyhold/net/patience"
)

// unfairTime is how long a misdeed of a leader may last.
const unfairTime = 5 * time.Second

// unfairLeaders are the misdeeds of a leader. The victim is Bo, where there is a single one.
var unfairLeaders = []struct {
	word  string
	alone bool   // Bo is the only victim
	told  string // what the log and the status of the others say
	stays bool   // the leader keeps its seat: only Bo knows
	// ends tells whether the misdeed has no effect any more, as far as a seat that is lost does not say so
	ends func(c *unfairCase) bool
}{
	{word: "fast", told: "ran time too fast"},
	{word: "rapid", told: "ran time too fast"},
	{word: "slow", told: "ran time too slowly"},
	{word: "rare", told: "ran time too slowly"},
	{word: "censor", alone: true, told: "left out the commands of Bo", ends: (*unfairCase).acted},
	{word: "sleep", told: "put players to sleep", ends: (*unfairCase).acted},
	{word: "withhold", alone: true, told: "sent this computer no turns", stays: true, ends: (*unfairCase).playsOn},
	{word: "lawless", told: "ignored the charter", ends: (*unfairCase).lawful},
}

// unfairCase is a world of three that an unfair leader founded.
type unfairCase struct {
	ada, bo, cleo *process
	orders        string
	deed          chan error // what came of an order of Bo's
	turn          uint64     // at Bo, when the misdeed began
	provisional   bool       // Bo went on alone
}

// acted reports whether what Bo asked for was done.
func (c *unfairCase) acted() bool {
	select {
	case err := <-c.deed:
		if err != nil {
			c.do() // it was given up
			return false
		}
		return true
	default:
		return false
	}
}

// do has Bo ask for something.
func (c *unfairCase) do() {
	c.deed = make(chan error, 1)
	go func(to chan error) {
		_, err := c.bo.do("say I am still here")
		to <- err
	}(c.deed)
}

// playsOn reports whether Bo has turns of the firm world again, and can act.
func (c *unfairCase) playsOn() bool {
	_, i := c.bo.island()
	c.provisional = c.provisional || !i.Firm
	return i.Firm && i.TurnOrdered > c.turn+20 && c.acted()
}

// lawful reports whether the law that Bo wrote holds.
func (c *unfairCase) lawful() bool {
	out, err := c.bo.do("laws")
	return err == nil && strings.Contains(out, "blocking")
}

// newUnfairCase starts the three. Ada runs a modified program.
func newUnfairCase(t *testing.T) *unfairCase {
	data := t.TempDir()
	cmd, orders := unfairProgram(t, "--headless", "--data", data, "--seed", plainSeed, "--no-lan", "--world", "new", "--name", "Ada")
	c := &unfairCase{ada: launch(t, cmd, data), orders: orders}
	c.ada.await("the node to answer", 20*time.Second, func() bool { _, err := c.ada.status(); return err == nil })
	c.bo = follow(t, c.ada, "Bo", "--no-lan")
	c.cleo = follow(t, c.ada, "Cleo", "--no-lan")
	c.ada.await("three to vote under Ada", 20*time.Second, func() bool {
		for _, p := range []*process{c.ada, c.bo, c.cleo} {
			st, i := p.island()
			if len(i.Voters) != 3 || i.Leader.Name != "Ada" || len(st.Links) != 2 {
				return false
			}
		}
		return true
	})
	return c
}

// TestUnfairLeader: each misdeed of a modified program that leads a world of three ends within five seconds,
// the others say which, and play on.
func TestUnfairLeader(t *testing.T) {
	t.Parallel()
	for _, m := range unfairLeaders {
		t.Run(m.word, func(t *testing.T) {
			t.Parallel()
			c := newUnfairCase(t)
			c.bo.must("say hello; place lamp ~1 ~0")
			began, wall, words := c.begin(t, m.word, m.alone), time.Now(), m.told
			c.cleo.await("the misdeed to end", 30*time.Second, func() bool {
				return (m.ends == nil || m.ends(c)) && (m.stays || c.deposed())
			})
			took := patience.Since(began)
			t.Logf("%s: ended after %.1f s, %.1f by the wall's clock", m.word, took.Seconds(), time.Since(wall).Seconds())
			if took > unfairTime {
				t.Errorf("it lasted %v", took)
			}
			if c.provisional {
				t.Error("Bo went on alone")
			}
			witness := c.cleo
			if m.stays {
				witness = c.bo
			}
			witness.await("words about it", 5*time.Second, func() bool {
				out, _ := program("status", "--data", witness.data).CombinedOutput()
				return strings.Contains(string(out), words) && strings.Contains(witness.output(), words)
			})
			c.bo.must("say and we play on")
			if !m.stays {
				sameState(t, c.bo, "Cleo")
			}
		})
	}
}

// begin starts the misdeed.
func (c *unfairCase) begin(t *testing.T, word string, alone bool) (began time.Duration) {
	st, i := c.bo.island()
	c.turn = i.TurnOrdered
	if word == "lawless" { // as a keeper, Bo writes a law
		run := func(p *process, args ...string) {
			t.Helper()
			if out, err := program(append([]string{"world", "charter", "--data", p.data}, args...)...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v: %s", args, err, out)
			}
		}
		run(c.ada, "rank", st.Peer, "keeper")
		c.bo.await("Bo to be a keeper", 10*time.Second, func() bool {
			st, _ := c.bo.status()
			return st != nil && st.World.Charter != nil && st.World.Charter.Rank == "keeper"
		})
		instruct(t, c.orders, word)
		began = patience.Now()
		run(c.bo, "law", "blocking", "on")
		return began
	}
	if alone {
		instruct(t, c.orders, word, st.Peer)
	} else {
		instruct(t, c.orders, word)
	}
	began = patience.Now()
	c.do()
	return began
}

// deposed reports whether the two others have another leader, and turns.
func (c *unfairCase) deposed() bool {
	for _, p := range []*process{c.bo, c.cleo} {
		if _, i := p.island(); i.Leader.Name == "Ada" || i.Leader.Name == "" || !i.Firm {
			return false
		}
	}
	return true
}
