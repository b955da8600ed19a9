package window

import (
	"slices"
	"strings"
	"testing"

	"manyhold/app/node"
	"manyhold/app/order"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/world"
)

// TestKnownFromFar: a burning lighthouse of any island is known, and in the list of known things from within
// its radius; a person is in the list only when near.
func TestKnownFromFar(t *testing.T) {
	st := &status.Status{Islands: []status.IslandStatus{{Beacons: [][2]int32{{500, 0}, {0, 900}}}, {Beacons: [][2]int32{{-300, 0}, {500, 0}}}}}
	lights := node.BeaconsIn(nil, st)
	if want := []grid.Tile{{X: 500}, {Y: 900}, {X: -300}}; !slices.Equal(lights, want) {
		t.Fatalf("%v, want %v", lights, want)
	}
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	ask := func(n byte, c command.Command) {
		turn := w.Begin(game.TicksPerTurn)
		_, err := turn.Append([32]byte{n}, w.Sequence([32]byte{n})+1, command.Append(nil, c))
		if err == nil {
			w.Step(turn.Turn())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ask(1, command.Command{Kind: command.Enter, Text: "Ada"})
	ask(2, command.Command{Kind: command.Enter, Text: "Bo"})
	h := &order.Actor{World: w, Me: game.PlayerID{1}, Lights: func() []grid.Tile { return []grid.Tile{w.SpawnTile.Add(400, 0), w.SpawnTile.Add(0, -600)} }}
	said := strings.Split(order.AroundWords(h), "\n")
	if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "Bo at ") }) || !strings.HasPrefix(said[len(said)-1], "burning lighthouse at ") || strings.Count(strings.Join(said, " "), "burning") != 1 {
		t.Errorf("%q", said)
	}
}

// TestSentAwayByName: the player who kicks or bans another one reads its name, and what is said of a charter
// where the name is not known.
func TestSentAwayByName(t *testing.T) {
	v := newVisitor(t)
	s := newSolo(7)
	s.step()
	v.s.nodes.single.Lock() // as whoever starts a node
	p := newPlay(v.s, s, s.feed.Take())
	v.s.turnTo(p)
	p.p.Issue(s.EnterCommand())
	for range 30 {
		v.tick(3)
		s.step()
	}
	for key, want := range map[string]string{"note.kicked_away": "Ada was kicked.", "note.kicked_banned": "Ada was banned."} {
		if got := sentAway(p, key, s.me); got != want {
			t.Errorf("%q, not %q", got, want)
		}
		if got := sentAway(p, key, game.PlayerID{9}); got != v.s.words.Get("note.charter") {
			t.Errorf("of somebody unknown: %q", got)
		}
	}
}
