package federation_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/annals"
	"manyhold/game/beacon"
	"manyhold/game/challenge"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/lights"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/world"
)

// kindle lets player n of an island light a lighthouse of the world, on land that home lends it for that.
func kindle(f *rig.Fleet, n, light int) {
	s, at := f.Of(n), terrain.Lights(f.Home().Gen.Seed)[light].Region()
	if h := f.Home(); s != h && h.Register.HeldBy(at) != s.Self() {
		h.Register.LastLoan++
		l := world.Lease{At: at, To: s.Self(), Number: h.Register.LastLoan}
		h.Register.SetLease(l)
		s.Register.SetLease(l)
		h.Save()
	}
	beacon.Kindle(&s.State, s.Roster.ByKey(rig.Key(n)), terrain.Lights(s.Gen.Seed)[light])
	s.Save()
}

// TestEveryIslandLearnsOfTheLights: a light lit on any island is known on all within four turns, and each
// tells it once. Nobody writes any more then.
func TestEveryIslandLearnsOfTheLights(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(1))
	f.SpreadOut(4, 8)
	for n := range 3 {
		f.Carve(f.Home(), uint64(101+n), 2+n)
	}
	won := map[uint64]int{}
	f.After = func(s *rig.Ship) {
		for _, e := range s.Happened {
			if e.Kind == event.LightWon {
				won[s.Self()]++
			}
		}
	}
	for light, n := range []int{3, 1, 2, 4} {
		kindle(f, n, light)
		who := f.Of(n).Roster.ByKey(rig.Key(n)).Name
		for range 4 {
			f.Step(game.TicksPerTurn, nil)
		}
		for _, s := range f.Ships {
			if e, ok := s.Lights.Entry(light); !ok || e.Name != who || s.Lights.Count() != light+1 {
				t.Errorf("island %d knows of light %d: %v %+v", s.Self(), light, ok, e)
			}
		}
	}
	for id, n := range won {
		if n > 4 || n < 2 { // the one that lit it has told it at once
			t.Errorf("island %d told of %d lights", id, n)
		}
	}
	for range 30 {
		f.Step(game.TicksPerTurn, nil)
	}
	for _, s := range f.Ships {
		if s.Lights.News() {
			t.Errorf("island %d is not done with its news", s.Self())
		}
	}
}

// TestTheFestivalIsEverywhere: the ninth light is the beginning of the festival on all islands, which ends
// everywhere within a second, whatever their clocks show.
func TestTheFestivalIsEverywhere(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(1))
	f.SpreadOut(2, 8)
	child := f.Carve(f.Home(), 101, 2)
	for range 300 { // home stands still meanwhile
		child.Step(child.Begin(game.TicksPerTurn).Turn())
	}
	child.Save()
	for n := range lights.Count {
		kindle(f, 1+n%2, n)
	}
	feasts := 0
	f.After = func(s *rig.Ship) {
		for _, e := range s.Happened {
			if e.Kind == event.Feasted {
				feasts++
			}
		}
	}
	for range 4 {
		f.Step(game.TicksPerTurn, nil)
	}
	if feasts != 2 {
		t.Errorf("%d islands told of the festival", feasts)
	}
	var left [2]game.Tick
	for k, s := range f.Ships {
		since, whole := s.Lights.Whole()
		if !whole || !s.Lights.Festive(s.Clock) {
			t.Fatalf("no festival on island %d", s.Self())
		}
		left[k] = since + lights.FestivalTime - s.Clock
	}
	if max(left[0], left[1])-min(left[0], left[1]) > game.TicksPerSecond {
		t.Errorf("it goes on for %d and for %d ticks", left[0], left[1])
	}
}

// TestLightsSurviveEveryDivision: under a bad post, with crashes, islands that divide and end and lights that
// are lit meanwhile, in the end home knows all of them.
func TestLightsSurviveEveryDivision(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := rig.NewFleet(rt, rig.Drawer(rt))
		f.SpreadOut(3, 8)
		f.Post = true
		lit, next := 0, uint64(100)
		for lit < 5 {
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				n := rapid.IntRange(1, 3).Draw(rt, "who")
				kindle(f, n, lit)
				lit++
			case 1:
				if len(f.Ships) < 3 {
					next++
					f.Carve(f.Home(), next, 1+len(f.Ships)) // 2, then 3
				}
			case 2:
				if s := f.Ships[len(f.Ships)-1]; len(f.Ships) > 1 && len(s.Roster.Here) > 0 {
					f.Absorb(f.Home(), s)
				}
			}
			for range 3 {
				f.Step(game.TicksPerTurn, nil)
			}
			if len(f.Ships) == 1 && len(f.Home().Roster.Here) < 3 {
				rt.Fatal("somebody is missing")
			}
		}
		if i := f.Settle(); i.Lights.Count() != lit {
			rt.Fatalf("home knows %d of %d lights", i.Lights.Count(), lit)
		}
	})
}

// TestBadNewsOfLights: a message that is cut, or that has a lantern where none stands, changes nothing.
func TestBadNewsOfLights(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at := terrain.Lights(s.Gen.Seed)
	var good, wrong lights.Table
	good.Light(3, lights.Entry{At: at[3], Since: 5, Seat: 9})
	wrong.Light(3, lights.Entry{At: at[3].Add(1, 0), Since: 5, Seat: 9})
	letter := func(sent uint64, o *lights.Table) []byte {
		return o.Append(codec.U64([]byte{uint8(federation.LightsLetter)}, sent))
	}
	whole := letter(5, &good)
	bad := [][]byte{letter(5, &wrong), letter(1<<60, &good), append(letter(5, &good), 0), letter(5, new(lights.Table))}
	for k := range whole {
		bad = append(bad, whole[:k])
	}
	before := s.Lights
	for _, m := range bad {
		if federation.Receive(&s.State, 77, m); s.Lights != before {
			t.Fatalf("%x was taken in", m)
		}
	}
	s.Clock, s.Register.LastLoan = 1000, 3
	if federation.Receive(&s.State, 77, whole); s.Lights.Lit(3) {
		t.Fatal("home believes an island about home's own land")
	}
	s.Register.SetLease(world.Lease{At: at[3].Region(), To: 78, Number: 1})
	s.Register.SetLease(world.Lease{At: at[4].Region(), To: 77, Number: 2})
	if federation.Receive(&s.State, 77, whole); s.Lights.Lit(3) {
		t.Fatal("home believes an island about the land of another one")
	}
	s.Register.SetLease(world.Lease{At: at[3].Region(), To: 77, Number: 3})
	if federation.Receive(&s.State, 77, whole); !s.Lights.Lit(3) {
		t.Fatal("the good one was not")
	}
	if e, _ := s.Lights.Entry(3); e.Since != 1000 {
		t.Errorf("it was lit at %d", e.Since)
	}
	s.Register.SelfID, s.Register.Leases, s.Register.LastLoan = 77, nil, 0
	before = s.Lights
	good.Light(4, lights.Entry{At: at[4], Since: 5, Seat: 9})
	if federation.Receive(&s.State, 78, letter(5, &good)); s.Lights != before {
		t.Error("an island believes another one than home")
	}
	federation.Receive(&s.State, world.Home, letter(5, &good))
	if s.Register.SelfID = world.Home; !s.Lights.Lit(4) {
		t.Error("an island does not believe home")
	}
}

// TestFalseDeeds: home believes of no island more deeds than a challenge has, and an island believes home
// only.
func TestFalseDeeds(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	week := challenge.WeekOf(s.Clock)
	var o challenge.Table
	o.Add(week, 1, challenge.Most, challenge.Most)
	m := o.Append([]byte{uint8(federation.ChallengeLetter)})
	s.Register.SelfID = 77
	if federation.Receive(&s.State, 78, m); s.Challenges.Of(week, 1) != 0 {
		t.Error("an island believes another one than home")
	}
	s.Register.SelfID = world.Home
	goal := challenge.Rows[challenge.Of(s.Gen.Seed, week)[1]].Goal
	if federation.Receive(&s.State, 78, m); s.Challenges.Of(week, 1) != goal {
		t.Errorf("%d deeds of %d", s.Challenges.Of(week, 1), goal)
	}
}

// TestNewsOfWeeksToCome: an island that tells of a week that has not begun does not end this one.
func TestNewsOfWeeksToCome(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	week := challenge.WeekOf(s.Clock)
	s.Challenges.Add(week, 1, 5, 20)
	for n, want := range []uint32{7, 7, 7} {
		var o challenge.Table
		o.Add(week+uint32(n), 1, 2, 20)
		federation.Receive(&s.State, 77, o.Append([]byte{uint8(federation.ChallengeLetter)}))
		if got := s.Challenges.Of(week, 1); got != want {
			t.Errorf("after news of %d weeks later: %d of this week, want %d", n, got, want)
		}
	}
}

// TestAnEndedIslandClaimsNoMore: an island that ends is believed no more than its letters: not about lights
// on the land of others, nor that something happens later than now, nor more deeds than a challenge has.
func TestAnEndedIslandClaimsNoMore(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(1))
	f.SpreadOut(2, 8)
	child := f.Carve(f.Home(), 101, 2)
	for range 4 {
		f.Step(game.TicksPerTurn, nil)
	}
	h, name := f.Home(), entity.NameOf("Nobody")
	own := terrain.Lights(h.Gen.Seed)[8]
	h.Register.LastLoan++
	l := world.Lease{At: own.Region(), To: child.Self(), Number: h.Register.LastLoan}
	h.Register.SetLease(l)
	child.Register.SetLease(l)
	for n, at := range terrain.Lights(h.Gen.Seed) {
		child.Lights.Light(n, lights.Entry{At: at, Since: game.MaxTick - 9, Seat: 9, Name: name})
	}
	child.Annals.Note(3, annals.Entry{Since: game.MaxTick - 9, Name: name})
	week := challenge.WeekOf(h.Clock)
	child.Challenges.Add(week, 1, challenge.Most, challenge.Most)
	child.Save()
	f.Absorb(h, child)
	if _, whole := h.Lights.Whole(); whole || h.Lights.Count() != 1 {
		t.Errorf("%d lights burn by its word; festival: %v", h.Lights.Count(), whole)
	}
	if e, ok := h.Lights.Entry(8); !ok || e.Since > h.Clock {
		t.Errorf("the light on its own land: %v, lit at %d of %d", ok, e.Since, h.Clock)
	}
	if e, ok := h.Annals.Entry(3); !ok || e.Since > h.Clock {
		t.Errorf("its first deed: %v, done at %d of %d", ok, e.Since, h.Clock)
	}
	if got, goal := h.Challenges.Of(week, 1), challenge.Rows[challenge.Of(h.Gen.Seed, week)[1]].Goal; got != goal {
		t.Errorf("%d deeds of %d", got, goal)
	}
}
