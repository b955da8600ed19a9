package engine_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"manyhold/app/maker/engine"
	"manyhold/game"
	"manyhold/game/match"
)

var (
	seeds = flag.Int("seeds", 0, "play at least so many seeds of each match")
	first = flag.Uint64("first", 0, "the first of the seeds")
)

// outcome is what the result of a match says. Each match has some of it.
type outcome struct {
	Winner   string
	Overtime bool
	Rounds   int
	Score    map[string]int
	Scorers  []string
	Caught   map[string]int
	Blown    map[string]int
	Sheep    map[string]int
	Places   []struct {
		Seat string
		Laps int
		Best float64
	}
}

// rehearse lets bots play a match to its end.
func rehearse(t *testing.T, name string, plan engine.Plan) (*engine.Rehearsal, outcome) {
	t.Helper()
	p, err := engine.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.Rehearse(p, plan)
	if err != nil {
		t.Fatal(err)
	}
	var o outcome
	if err := json.Unmarshal(r.Result, &o); err != nil || r.Failed() {
		t.Errorf("%s %s, seed %d: %v, result %s, remarks %q", name, plan.Config, plan.Seed, err, r.Result, r.Remarks)
	}
	return r, o
}

// figures reports whether more matches shall be played than each make test has time for.
var figures = os.Getenv("MANYHOLD_FIGURES") != ""

// plays are the matches with configurations. check says what is missing in the outcome of one.
var plays = []struct {
	name, config string
	few, seeds   int  // how many seeds are played, and with MANYHOLD_FIGURES
	least, most  int  // seconds that it takes
	even         bool // nobody wins all of the seeds
	check        func(o outcome) string
}{
	{"emberball", `{}`, 6, 6, 120, 600, true, scored},
	{"emberball", `{"side":2}`, 4, 6, 90, 600, true, scored},
	{"emberball", `{"side":1,"goals":3,"field":"pillars"}`, 2, 4, 20, 600, false, scored},
	{"emberball", `{"side":3,"field":"ice","seconds":120,"overtime":60,"lamps":0,"dusk":2,"hold":1}`, 2, 4, 60, 300, false, scored},
	{"lantern-hunt", `{}`, 4, 6, 120, 720, true, caught},
	{"lantern-hunt", `{"side":2,"cave":"open"}`, 4, 6, 100, 720, true, caught},
	{"lantern-hunt", `{"side":1,"cave":"ruined","rounds":2,"hide":5,"seek":40,"puffs":0}`, 2, 4, 20, 300, false, nil},
	{"cart-cup", `{}`, 4, 8, 120, 600, true, driven},
	{"cart-cup", `{"mode":"time trial","minutes":2,"field":"pond"}`, 4, 4, 120, 300, true, driven},
	{"cart-cup", `{"laps":3,"field":"rocks","rails":70}`, 2, 4, 40, 300, false, driven},
	{"herders", `{}`, 4, 4, 60, 480, true, herded},
	{"herders", `{"sheep":200,"field":"stream","dogs":2,"minutes":3}`, 2, 3, 30, 300, false, herded},
	{"herders", `{"sheep":300,"field":"hedges","dogs":4,"minutes":3}`, 2, 3, 30, 300, false, herded},
}

func scored(o outcome) string {
	if o.Score["red"]+o.Score["blue"] < 2 || len(o.Scorers) != o.Score["red"]+o.Score["blue"] || o.Winner == "" && !o.Overtime {
		return "too few goals, or not all have a scorer"
	}
	return ""
}

func caught(o outcome) string {
	if o.Caught["red"]+o.Caught["blue"] == 0 || o.Rounds < 4 || o.Blown["red"]+o.Blown["blue"] == 0 {
		return "nobody was caught, or no lantern blown out"
	}
	return ""
}

func driven(o outcome) string {
	for _, p := range o.Places {
		if p.Laps == 0 || p.Best < 3 {
			return p.Seat + " did not get around"
		}
	}
	if len(o.Places) != 4 || o.Winner != o.Places[0].Seat {
		return "the winner is not the first"
	}
	return ""
}

func herded(o outcome) string {
	if o.Sheep["red"]+o.Sheep["blue"] < 50 || o.Winner == "" && o.Sheep["red"] != o.Sheep["blue"] {
		return "too few sheep were penned"
	}
	return ""
}

// fairFrom is from how many seeds on a series says which side has an advantage.
const fairFrom = 24

// TestPlays lets bots play each match on all seats, with several seeds: it ends in time with a result, what
// it is about has happened, and no side wins always.
func TestPlays(t *testing.T) {
	for _, c := range plays {
		t.Run(c.name+c.config, func(t *testing.T) {
			t.Parallel()
			wins, total := map[string]int{}, 0
			n := max(*seeds, c.few)
			if figures {
				n = max(n, c.seeds)
			}
			for seed := range uint64(n) {
				r, o := rehearse(t, c.name, engine.Plan{Config: []byte(c.config), Seed: (*first+seed)*7919<<20 + 5})
				took := int(r.Ticks) / game.TicksPerSecond
				t.Logf("seed %d: %d s, %s %q", seed, took, r.Result, r.Remarks)
				if took < c.least || took > c.most {
					t.Errorf("seed %d took %d s, want %d to %d", seed, took, c.least, c.most)
				}
				if c.check != nil {
					if why := c.check(o); why != "" {
						t.Errorf("seed %d: %s: %s", seed, why, r.Result)
					}
				}
				wins[o.Winner]++
				total += took
			}
			t.Logf("%d s on average; won: %v", total/n, wins)
			for who, k := range wins {
				if c.even && k == n {
					t.Errorf("%q wins all %d seeds", who, n)
				}
			}
			if red, blue := wins["red"], wins["blue"]; n >= fairFrom && red+blue > 0 && (red < n/3 || blue < n/3) {
				t.Errorf("red wins %d and blue %d of %d seeds: a fair coin gives each a third at least, in 19 of 20 series", red, blue, n)
			}
		})
	}
}

// TestPlaysAreTheSame: a match has the same digest with any number of workers, and when it is saved and
// restored every now and then.
func TestPlaysAreTheSame(t *testing.T) {
	for name, config := range map[string]string{"emberball": `{"goals":2}`, "lantern-hunt": `{"rounds":2}`, "cart-cup": `{"laps":3}`, "herders": `{"minutes":1}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all []string
			plans := []engine.Plan{{}, {Workers: 8}, {Every: 97}, {Workers: 8, Every: 31}}
			if figures {
				plans = append(plans, engine.Plan{Workers: 1}, engine.Plan{Workers: 2})
			}
			for _, plan := range plans {
				plan.Config, plan.Seed = []byte(config), 42<<20
				r, _ := rehearse(t, name, plan)
				all = append(all, r.String())
			}
			if slices.Sort(all); len(slices.Compact(slices.Clone(all))) != 1 {
				t.Errorf("%s", fmt.Sprint(all))
			}
		})
	}
}

// TestSetups: each match refuses setups that make no sense, in words.
func TestSetups(t *testing.T) {
	for _, c := range []struct {
		name, config string
		taken        []int
		want         bool
	}{
		{"emberball", `{}`, []int{0}, true},
		{"emberball", `{"bots":false}`, []int{0}, false},
		{"emberball", `{"bots":false}`, []int{0, 1}, true},
		{"emberball", `{"goals":99}`, []int{0, 1}, false},
		{"emberball", `{"field":"moon"}`, []int{0}, false},
		{"lantern-hunt", `{"bots":false}`, []int{1, 3}, false},
		{"lantern-hunt", `{"bots":false}`, []int{2, 3}, true},
		{"cart-cup", `{"bots":false}`, []int{2}, false},
		{"cart-cup", `{"bots":false,"mode":"time trial"}`, []int{2}, true},
		{"herders", `{"bots":false}`, []int{0}, false},
		{"herders", `{"bots":false}`, []int{0, 1}, true},
		{"herders", `{"sheep":5000}`, []int{0}, false},
		{"herders", `{}`, nil, false},
	} {
		p, err := engine.Find(c.name)
		if err != nil {
			t.Fatal(err)
		}
		seats := make([]match.Player, len(p.Roster))
		for _, k := range c.taken {
			seats[k] = match.Player{Key: game.PlayerID{1, byte(k)}, Name: "Ann"}
		}
		if why := match.Validate(p, []byte(c.config), seats); (why == "") != c.want {
			t.Errorf("%s %s with %v: %q", c.name, c.config, c.taken, why)
		}
	}
}
