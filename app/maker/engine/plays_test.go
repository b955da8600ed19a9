package engine_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"sync"
	"testing"

	"manyhold/app/maker/engine"
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/match"
	"manyhold/game/rig"
	"manyhold/game/script"
)

var (
	only  = flag.String("engine", "", "play only this engine")
	seeds = flag.Int("seeds", 0, "play so many seeds of each engine")
	watch = flag.Bool("watch", false, "print what happens")
)

// ticks is how many ticks a generation of a test has.
const ticks = 3

// playing is a match that bots play to its end.
type playing struct {
	*match.Match
	result map[string]any
	states []string // in their order
	ticks  int
	faults []string
}

// begin begins a match on all of whose seats bots play.
func begin(t rig.Failer, name, config string, seed uint64, workers int) *playing {
	t.Helper()
	p, err := engine.Find(name)
	if err != nil {
		t.Fatalf("%v", err)
	}
	seats := make([]match.Player, len(p.Roster))
	if why := match.Validate(p, []byte(config), append([]match.Player{{Key: rig.Key(1), Name: "Ann"}}, seats[1:]...)); why != "" {
		t.Fatalf("%s: %s", name, why)
	}
	m, err := match.New(p, []byte(config), seed, seats)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if workers > 0 {
		m.Island().Motion.ShareOut(shared(workers))
	}
	return &playing{Match: m, states: []string{m.StateName()}}
}

// shared shares work out among so many goroutines.
func shared(workers int) func(n int, f func(k int)) {
	return func(n int, f func(k int)) {
		var all sync.WaitGroup
		for w := range min(workers, n) {
			all.Go(func() {
				for k := w; k < n; k += workers {
					f(k)
				}
			})
		}
		all.Wait()
	}
}

// step plays a generation in which nobody but the bots does anything.
func (m *playing) step(inputs ...match.Input) {
	m.Step(match.Generation{Ticks: ticks, Vacant: ^uint16(0), Inputs: inputs})
	m.ticks += ticks
	if s := m.StateName(); s != m.states[len(m.states)-1] {
		m.states = append(m.states, s)
	}
	for _, n := range script.Notes(&m.Island().State) {
		if n.Fault != nil {
			m.faults = append(m.faults, fmt.Sprint(n.Fault))
		}
	}
}

// play plays to the end, or for so many minutes.
func (m *playing) play(minutes int) *playing {
	last := ""
	for m.Result() == nil && m.ticks < minutes*60*game.TicksPerSecond {
		m.step()
		if line := m.Headline(); *watch && line != last && m.ticks%(10*game.TicksPerSecond) < ticks {
			last = line
			fmt.Printf("%4d s  %-10s %s\n", m.ticks/game.TicksPerSecond, m.StateName(), line)
		}
	}
	if m.Result() != nil {
		_ = json.Unmarshal(m.Result(), &m.result)
	}
	return m
}

// seconds is how long it was played.
func (m *playing) seconds() int { return m.ticks / game.TicksPerSecond }

// survey plays seeds of an engine with a configuration, prints how they go, and counts who wins.
func survey(t *testing.T, name, config string, most int) map[string]int {
	wins := map[string]int{}
	for seed := range uint64(max(*seeds, most)) {
		m := begin(t, name, config, seed*7919<<20+5, 0).play(30)
		t.Logf("%s %s seed %d: %d s, %v, %s, faults %v", name, config, seed, m.seconds(), m.states, m.Result(), m.faults)
		wins[fmt.Sprint(m.result["winner"])]++
	}
	return wins
}

func TestEmberball(t *testing.T) {
	for _, c := range []string{`{"side":2}`, `{}`} {
		t.Log(survey(t, "emberball", c, 6))
	}
}

func TestHerders(t *testing.T) {
	for _, c := range []string{`{}`} {
		t.Log(survey(t, "herders", c, 2))
	}
}

// TestLook prints where everything is after some minutes.
func TestLook(t *testing.T) {
	m := begin(t, "herders", "", 5, 0).play(4)
	var cells [48 / 2][80 / 2]int
	for _, s := range m.Island().Flock.All() {
		cells[s.Pos.Y>>17][s.Pos.X>>17]++
	}
	for _, row := range cells {
		line := ""
		for _, n := range row {
			line += string(" .:oO@"[min(n, 5)])
		}
		t.Log(line)
	}
	for _, b := range m.Island().Space.Bodies() {
		t.Log(b.Kind, b.Pos.X>>16, b.Pos.Y>>16, b.Vel)
	}
}

func TestLantern(t *testing.T) {
	for _, c := range []string{`{}`, `{"cave":"open","side":2}`, `{"side":1,"cave":"ruined"}`} {
		t.Log(survey(t, "lantern-hunt", c, 4))
	}
}

func TestCartCup(t *testing.T) {
	for _, c := range []string{`{}`, `{"mode":"time trial","field":"pond"}`, `{"field":"rocks"}`} {
		t.Log(survey(t, "cart-cup", c, 4))
	}
}

// TestLook2 looks at a race.
func TestLook2(t *testing.T) {
	m := begin(t, "cart-cup", "", 7*7919<<20+5, 0)
	for n := range 60 * 20 * 3 {
		m.step()
		if n%20 == 0 && n > 500 {
			x := m.Referee()
			t.Log(m.seconds(), m.StateName(), m.Headline(), x.Health)
			for _, b := range m.Island().Space.Bodies() {
				t.Log("  ", b.Kind, float64(b.Pos.X)/65536, float64(b.Pos.Y)/65536, float64(b.Vel.X)/65536, float64(b.Vel.Y)/65536, b.Flags)
			}
		}
		for _, e := range m.Island().Happened {
			if e.Kind == event.Refused {
				t.Log(m.seconds(), "refused", event.Reason(e.A))
			}
		}
	}
}
