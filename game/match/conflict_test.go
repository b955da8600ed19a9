package match_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/match"
)

// duel is a match of two players with a crate between them, and torches in their hands.
func duel(t *testing.T) (m *match.Match, crate game.EntityID) {
	m = trial(t, `
def begin(me, config, seed):
    spawn("crate", 8.5, 8.5)
    k = 0
    for name, who, vacant in seats():
        if who != None:
            place(who, 7.6 + 1.8 * k, 8.5)
            outfit(who, "torch", 9)
            k += 1
`, 4)
	for _, b := range m.Island().Space.Bodies() {
		if b.Kind == entity.Crate {
			crate = b.ID
		}
	}
	return m, crate
}

// peers executes the same generation on three machines: each has the state from a snapshot, and gets the
// inputs in an order of its own.
func peers(t *testing.T, from []byte, rng *rand.Rand, g match.Generation) (list [3]*match.Match) {
	t.Helper()
	for k := range list {
		m, err := match.Restore(duelPackage(), from)
		if err != nil {
			t.Fatal(err)
		}
		mine := g
		mine.Inputs = slices.Clone(g.Inputs)
		rng.Shuffle(len(mine.Inputs), func(i, j int) { mine.Inputs[i], mine.Inputs[j] = mine.Inputs[j], mine.Inputs[i] })
		m.Step(mine)
		if list[k] = m; m.Digest() != list[0].Digest() {
			t.Errorf("peer %d has another state", k)
		}
	}
	return list
}

// duelPackage is the package of the duel: a restored match needs its rules, and not its beginning.
func duelPackage() *match.Package {
	return edited(func(p *match.Package) {
		p.Referee, p.Bot, p.Arena.Kit = "def begin(me, config, seed):\n    pass\n", "", false
	})
}

// TestBothTakeOne: two players take one crate in the same generation, a thousand times. The earlier command
// wins. Of two in the same tick, chance decides, which is the same on all machines and in all repetitions, in
// whatever order the inputs came; it favours nobody.
func TestBothTakeOne(t *testing.T) {
	m, crate := duel(t)
	from := m.Snapshot(nil)
	rng := rand.New(rand.NewPCG(1, 2))
	ties := map[game.Tick]int{} // who won, by tick
	runs := 1000
	if testing.Short() {
		runs = 100
	}
	for n := range runs {
		if n%(runs/40) == 0 {
			m.Step(match.Generation{Ticks: 3, Vacant: absent(2)})
			from = m.Snapshot(nil)
		}
		g := match.Generation{Ticks: 6, Vacant: absent(2)}
		var at [2]game.Tick
		for k := range at {
			at[k] = m.Island().Clock + game.Tick(rng.IntN(3))
			g.Inputs = append(g.Inputs, input(m, k, command.Command{Kind: command.PickUp, Entity: crate, Tick: at[k]}))
		}
		for n, p := range peers(t, from, rng, g) {
			var has [2]bool
			for k := range has {
				b := p.Island().Space.Body(p.Island().Roster.ByKey(p.Key(k)).Body)
				has[k] = b.Flags&entity.Carrying != 0 && b.Other == crate
			}
			winner := slices.Index(has[:], true)
			if has[0] == has[1] || at[0] != at[1] && (winner == 0) != (at[0] < at[1]) {
				t.Fatalf("peer %d: asked at %d, the players have the crate: %v", n, at, has)
			}
			if at[0] != at[1] {
				continue
			}
			if before, is := ties[at[0]]; is && before != winner {
				t.Fatalf("peer %d: asked at %d, player %d has the crate, and another time the other one", n, at, winner)
			}
			ties[at[0]] = winner
		}
	}
	second := 0
	for _, winner := range ties {
		second += winner
	}
	if t.Logf("of %d ties at different ticks, the second player won %d", len(ties), second); len(ties) < 20 || second < len(ties)/4 || second > len(ties)*3/4 {
		t.Errorf("of %d ties, the second player won %d", len(ties), second)
	}
}

// TestNewNumbers: two players make things in the same generation, and in the same tick. All machines give
// each thing the same number, and no number twice.
func TestNewNumbers(t *testing.T) {
	m, _ := duel(t)
	from := m.Snapshot(nil)
	old := map[game.EntityID]bool{}
	for _, b := range m.Island().Space.Bodies() {
		old[b.ID] = true
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		g := match.Generation{Ticks: 6, Vacant: absent(2)}
		for k := range 2 {
			way := fixed.SVec{X: fixed.S(fixed.One) * fixed.S(2*k-1)} // apart
			g.Inputs = append(g.Inputs, input(m, k, command.Command{Kind: command.Throw, Dir: way, Tick: m.Island().Clock + game.Tick(rng.IntN(2))}))
		}
		var first map[game.EntityID]fixed.Vec
		for n, p := range peers(t, from, rng, g) {
			made := map[game.EntityID]fixed.Vec{}
			for _, b := range p.Island().Space.Bodies() {
				if !old[b.ID] {
					made[b.ID] = b.Pos
				}
			}
			if n == 0 {
				first = made
			}
			if len(made) != 2 {
				t.Fatalf("peer %d has the new things %v", n, made)
			}
			for id, at := range made {
				if where, is := first[id]; !is || where != at {
					t.Fatalf("peer %d has the new things %v, and the first one %v", n, made, first)
				}
			}
		}
	}
}
