package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"manyhold/app/maker/engine"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/match"
	"manyhold/game/thing"
)

// shepherding is a match of Herders with a player on the first seat.
type shepherding struct {
	*match.Match
	t   *testing.T
	seq uint64
}

func shepherd(t *testing.T, config string) *shepherding {
	p, err := engine.Find("herders")
	if err != nil {
		t.Fatal(err)
	}
	seats := make([]match.Player, len(p.Roster))
	seats[0] = match.Player{Key: game.PlayerID{7}, Name: "Ann"}
	m, err := match.New(p, []byte(config), 5, seats)
	if err != nil {
		t.Fatal(err)
	}
	s := &shepherding{Match: m, t: t}
	s.ask()
	for range 10 {
		s.ask() // until the dogs are there
	}
	return s
}

// ask lets a tick pass, in which the player asks the referee.
func (s *shepherding) ask(words ...string) {
	s.t.Helper()
	var list []command.Command
	for _, w := range words {
		list = append(list, command.Command{Kind: command.Ask, Entity: thing.Referee, Text: w})
	}
	body, taken := match.AppendInput(nil, s.seq+1, list)
	if taken != len(list) {
		s.t.Fatalf("%d of %d commands fit", taken, len(list))
	}
	s.seq += uint64(taken)
	s.Step(match.Generation{Ticks: 1, Vacant: 2, Inputs: []match.Input{{Seat: 0, Body: body}}})
	for _, n := range s.Notes() {
		if !strings.Contains(n, "refused") {
			s.t.Errorf("after %q: %s", words, n)
		}
	}
}

// dogs returns where the dogs of red are.
func (s *shepherding) dogs() (list []fixed.Vec) {
	for _, x := range s.Island().Things.Loose() {
		if v, _ := x.Setting("side"); v.Text != "blue" {
			list = append(list, s.Island().Space.Body(x.Body).Pos)
		}
	}
	return list
}

// TestClicksOfHerders: a click takes effect a fixed number of ticks after its command, for a minute of clicks
// at any distance from the referee.
func TestClicksOfHerders(t *testing.T) {
	s := shepherd(t, `{"sheep":200,"minutes":2}`)
	least, most := 1<<30, 0
	for n := range 60 * game.TicksPerSecond / 43 {
		s.ask(fmt.Sprintf("go 1 %d.5 %d", 5+n*7%70, 4+n*11%40))
		took := 0
		for was := s.goals(); s.goals() == was; took++ {
			if took > 60 {
				t.Fatalf("click %d moves no dog", n)
			}
			s.ask()
		}
		least, most = min(least, took), max(most, took)
		for range 42 - took {
			s.ask()
		}
	}
	t.Logf("a click moves a dog after %d to %d ticks", least, most)
	if least != most || most > 3 {
		t.Errorf("after %d to %d ticks; want the same always, and 3 at most", least, most)
	}
}

// goals are the states of the dogs: where they are sent.
func (s *shepherding) goals() (all string) {
	for _, x := range s.Island().Things.Loose() {
		if v, _ := x.Setting("side"); v.Text != "blue" {
			all += string(x.State) + "|"
		}
	}
	return all
}

// TestNonsenseFromShepherds: any words can come from a player's machine. They neither stop the referee nor
// move dogs of the other side.
func TestNonsenseFromShepherds(t *testing.T) {
	s := shepherd(t, `{"sheep":200,"minutes":1}`)
	was := s.goals()
	for _, words := range []string{"go", "go 1", "go 9 1 1", "go 1 x y", "go 1 1.2.3 4", "go 1 - -", "go 1 -.5 .5", "go 1 . .", "go 1 99999999999 1", "go blue 1 1", "go 1 1 1 1", "bark", "bark 9",
		"bark -1", "dance 1", "go  1 2 3", strings.Repeat("go ", 50), "go 1 \xff\xfe 1", "go 1 12345678 1"} {
		s.ask(words)
		for range 3 {
			s.ask()
		}
	}
	if s.goals() != was {
		t.Error("nonsense moves a dog")
	}
	if len(s.dogs()) != 3 || s.Referee().Health.Count > 0 {
		t.Errorf("%d dogs, faults %+v", len(s.dogs()), s.Referee().Health)
	}
	s.ask("go 1 -99999 99999.5")
	for range 60 * 60 {
		s.ask()
	}
	for _, at := range s.dogs() {
		if at.X < 0 || at.Y < 0 || at.X > 80*fixed.One || at.Y > 48*fixed.One {
			t.Errorf("a dog left the field: %v", at)
		}
	}
	for range 3 * 60 * 60 {
		if s.Result() != nil {
			break
		}
		s.ask()
	}
	if r := string(s.Result()); r == "" || strings.Contains(r, "fault") {
		t.Errorf("the result is %q", r)
	}
}

// TestHerdersFavourNoColour: with the colours of pens and seats exchanged, the same match comes out with the
// same numbers for the other colour. So a colour wins more matches of bots than the other one only by the
// chance that gives each its pen.
func TestHerdersFavourNoColour(t *testing.T) {
	p, err := engine.Find("herders")
	if err != nil {
		t.Fatal(err)
	}
	other := *p
	other.Roster = []string{p.Roster[1], p.Roster[0]}
	const pick = "SIDES[chance(2)]"
	if strings.Count(p.Referee, pick) != 1 {
		t.Fatalf("the referee does not pick a pen by %s", pick)
	}
	other.Referee = strings.Replace(p.Referee, pick, "SIDES[1 - chance(2)]", 1)
	for seed := range uint64(3) {
		var sheep [2]map[string]int
		for k, p := range []*match.Package{p, &other} {
			r, err := engine.Rehearse(p, engine.Plan{Config: []byte(`{"minutes":1,"sheep":300}`), Seed: seed*7919<<20 + 5})
			if err != nil {
				t.Fatal(err)
			}
			var o outcome
			if err := json.Unmarshal(r.Result, &o); err != nil {
				t.Fatal(err)
			}
			sheep[k] = o.Sheep
		}
		if a, b := sheep[0], sheep[1]; a["red"] != b["blue"] || a["blue"] != b["red"] || a["red"]+a["blue"] == 0 {
			t.Errorf("seed %d: penned %v, and with the colours exchanged %v", seed, a, b)
		}
	}
}
