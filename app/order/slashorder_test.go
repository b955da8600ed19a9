package order

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/game/command"
	"manyhold/game/grid"
	"manyhold/game/rig"
	"manyhold/game/rights"
	clock "manyhold/net/patience" // patience is a constant here
)

// TestSlashOrders: a slash command becomes a command of the world, an entry of the charter, or an answer. A
// player of a lower rank is told which rank may use it.
func TestSlashOrders(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	s.Put(1, 4, -2)
	other := s.Player(2).Name.String()
	at := s.At(4, -2)
	for _, c := range []struct {
		rank       rights.Rank
		line, want string
	}{
		{rights.Visitor, "/emote heart", "emote 2"},
		{rights.Visitor, "/name Eve", `set name "Eve"`},
		{rights.Visitor, "/spawn", "home"},
		{rights.Visitor, "/world hello; all", "shout hello; all"},
		{rights.Visitor, "//shrug", `say "/shrug"`},
		{rights.Visitor, "hello; all", `say "hello; all"`},
		{rights.Visitor, "/spawn set", "error: /spawn set needs the rank of a keeper"},
		{rights.Builder, "/ban " + quoted(other), "error: /ban needs the rank of a keeper"},
		{rights.Keeper, "/spawn set", fmt.Sprintf("charter spawn|%d|%d", at.X, at.Y)},
		{rights.Keeper, "/spawn clear", "charter spawn|clear"},
		{rights.Keeper, "/kick " + quoted(other) + " go  to bed", "charter kick|" + other + "|go  to bed"},
		{rights.Keeper, "/mute " + quoted(other), "charter mute|" + other},
		{rights.Keeper, "/mute " + quoted(other) + " 2h", "charter mute|" + other + "|2h"},
		{rights.Keeper, "/ban " + quoted(other) + " 3d rude", "charter ban|" + other + "|for|3d|rude"},
		{rights.Keeper, "/ban " + quoted(other) + " rude", "charter ban|" + other + "|rude"},
		{rights.Keeper, "/pardon Nemo", "charter pardon|Nemo"},
		{rights.Keeper, "/rank " + quoted(other) + " none", "charter rank|" + other + "|none"},
		{rights.Keeper, "/title Our hill", "charter title|Our hill"},
		{rights.Keeper, "/entry members", "error: /entry needs the rank of a founder"},
		{rights.Founder, "/entry members", "charter entry|members"},
		{rights.Founder, "/hosting trusted", "charter policy|trusted"},
		{rights.Builder, "/claim 6 4", fmt.Sprintf("claim 6×4 at %v", at.Add(-3, -2))},
		{rights.Builder, "/claim", fmt.Sprintf("claim 8×8 at %v", at.Add(-4, -4))},
		{rights.Builder, "/unclaim", fmt.Sprintf("give a claim up 0×0 at %v", at)},
		{rights.Builder, "/admin", "said: you are a builder; no other keeper is here"},
		{rights.Visitor, "/stats", "said: players: 2; turn 7 ordered, 6 committed\nleader: Bo; links: 1; desyncs: 0\nBo: 12 ms, 1% lost"},
		{rights.Visitor, "/server stats", "said: 2.5 % of a core, 40 MB of memory"},
		{rights.Visitor, "/help ban", "said: /ban PLAYER [DURATION] [REASON]: ban a player, for good if you give no duration"},
		{rights.Visitor, "/help fly", "error: unknown command /fly"},
		{rights.Visitor, "/clear", "error: only a window answers /clear"},
		{rights.Visitor, "/fly", "error: unknown command /fly"},
	} {
		s.Grant(1, c.rank).Run(3)
		if got := carryOut(t, s, c.line); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v %q: %s, want %s", c.rank, c.line, got, c.want)
		}
	}
	if list, err := ParseOrders("wait 1s; /ban Bo rude; and mean"); err != nil || len(list) != 2 {
		t.Errorf("a slash command in a list: %d orders, %v", len(list), err)
	}
}

func quoted(name string) string { return `"` + name + `"` }

// sampleStatus is a node's status.
func sampleStatus() status.Status {
	return status.Status{
		Islands: []status.IslandStatus{{Here: true, Players: 2, TurnOrdered: 7, TurnCommitted: 6, Leader: status.PeerName{Name: "Bo"}}},
		Links:   []status.LinkStatus{{Name: "Bo", RTTms: 12.3, Loss: 0.01}},
		Host:    status.HostStats{CPUPercent: 2.5, MemoryBytes: 40e6},
	}
}

// TestStatsWithoutANode: where there is no node, /stats says so.
func TestStatsWithoutANode(t *testing.T) {
	o, err := ParseLine("/stats")
	if err != nil {
		t.Fatal(err)
	}
	s := rig.NewStage(t).Enter(1)
	if done, _, err := o.Step(&Actor{World: s.Island, Me: rig.Key(1)}); !done || err == nil {
		t.Errorf("%v, %v", done, err)
	}
}

// carry lets player 1 of a stage carry a line out, and returns what that does first.
func carryOut(t *testing.T, s *rig.Stage, line string) (did string) {
	t.Helper()
	o, err := ParseLine(line)
	if err != nil {
		return "error: " + err.Error()
	}
	asked := make(chan string, 1)
	h := &Actor{World: s.Island, Me: rig.Key(1), Status: sampleStatus, Shout: func(_ context.Context, text string) error {
		asked <- "shout " + text
		return nil
	}, Charter: func(_ context.Context, words []string) (string, error) {
		asked <- "charter " + strings.Join(words, "|")
		return "", nil
	}, Issue: func(c command.Command) uint64 {
		switch {
		case c.Text != "":
			did = fmt.Sprintf("%v %q", c.Kind, c.Text)
		case c.Kind == command.Emote:
			did = fmt.Sprintf("%v %d", c.Kind, c.Count)
		case c.Tile != grid.Tile{}:
			did = fmt.Sprintf("%v %d×%d at %v", c.Kind, c.Slot, c.Slot2, c.Tile)
		default:
			did = c.Kind.String()
		}
		return 1
	}}
	for deadline := clock.For(10 * time.Second); did == "" && !deadline.Over(); {
		done, said, err := o.Step(h)
		select {
		case did = <-asked:
		default:
		}
		switch {
		case did != "" || !done:
		case err != nil:
			did = "error: " + err.Error()
		case len(asked) == 0:
			did = "said: " + said
		}
	}
	return did
}
