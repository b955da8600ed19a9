package beacon_test

import (
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/beacon"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/lights"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// kindle lets player 1 light a lighthouse of the world, wherever it is.
func kindle(s *rig.Stage, n int) {
	beacon.Kindle(&s.State, s.Player(1), terrain.Lights(s.Gen.Seed)[n])
}

// count returns how many events of a kind the last run had.
func count(s *rig.Stage, k event.Kind) (n int) {
	for i := range s.Log {
		if s.Log[i].Kind == k {
			n++
		}
	}
	return n
}

// TestOnlyTheNineCount: a lantern elsewhere burns, and is none of the nine. One of them counts once.
func TestOnlyTheNineCount(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	beacon.Kindle(&s.State, s.Player(1), s.At(3, 3))
	if s.Lights.Count() != 0 || len(s.Happened) > 0 && s.Happened[len(s.Happened)-1].Kind == event.LightWon {
		t.Fatal("a lantern that is none counts")
	}
	before := len(s.Happened)
	for range 2 {
		kindle(s, 4)
	}
	e, ok := s.Lights.Entry(4)
	if !ok || s.Lights.Count() != 1 || e.Seat != s.Player(1).Seat || len(s.Happened) != before+1 {
		t.Fatalf("%+v, %d events", e, len(s.Happened)-before)
	}
	if won := s.Happened[before]; won.Kind != event.LightWon || won.A != 4 || won.B != 1 || won.Text != s.Player(1).Name.String() || won.Tile != e.At {
		t.Errorf("told %+v", won)
	}
}

// TestAMergedLanternIsNoticed: a lantern that burns without an entry, as after a merge of land alone, gets
// one by its first flame.
func TestAMergedLanternIsNoticed(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	at := terrain.Lighthouse(s.Gen.Seed)
	living.SetTile(&s.State, at, tile.StoneFloor, tile.Beacon, tile.StateBit0)
	for n := range 2 {
		s.Space.Insert(entity.Body{ID: s.Space.NewID(uint64(n), 5), Kind: entity.Flame, Pos: at.Centre(), Seat: s.Player(2 - n).Seat, Born: game.Tick(n), Flags: entity.Resting})
	}
	s.Run(60)
	if e, ok := s.Lights.Entry(0); !ok || e.Name != s.Player(2).Name {
		t.Errorf("%v %+v", ok, e)
	}
}

// TestTheFestival: when the ninth burns, all are told once, with the names of all who have lived in the
// world, also of those who are away; lanterns rise near everybody who is awake, with all of the names; it
// ends.
func TestTheFestival(t *testing.T) {
	s := rig.NewStage(t).Enter(3)
	for n := range 3 {
		s.Player(n + 1).Name = entity.NameOf([]string{"Ada", "Bo", "Cy"}[n])
	}
	s.Sleep(3)
	s.Run(int(world.SleepTime) + 60)
	if len(s.Roster.Away) != 1 {
		t.Fatal("nobody has left")
	}
	for n := range lights.Count {
		if _, whole := s.Lights.Whole(); whole {
			t.Fatalf("whole with %d", n)
		}
		kindle(s, n)
	}
	if feast := s.Run(3).Saw(event.Feasted); feast == nil || feast.A != 3 || feast.Text != "Ada, Bo, Cy" || count(s, event.Feasted) != 1 {
		t.Fatalf("told %+v", feast)
	}
	names, near := map[string]int{}, map[entity.Seat]int{}
	end := s.Clock - 3 + lights.FestivalTime
	for s.Clock < end {
		s.Run(600)
		if count(s, event.Feasted) > 0 {
			t.Fatal("it begins twice")
		}
		for _, e := range s.Log {
			if e.Kind == event.LanternRose {
				names[e.Text]++
				near[e.Seat]++
				if p := s.Roster.BySeat(e.Seat); !e.Pos.Sub(s.Space.Body(p.Body).Pos).Near(16 * fixed.One) {
					t.Fatalf("far away from everybody: %+v", e)
				}
			}
		}
	}
	if len(names) != 3 || names["Cy"] < 100 || near[s.Player(1).Seat] < 400 || near[s.Player(2).Seat] < 400 || len(near) != 2 {
		t.Errorf("lanterns with the names %v, near %v", names, near)
	}
	if s.Run(600); count(s, event.LanternRose) > 0 {
		t.Error("it does not end")
	}
}

// TestAFlickeringLightIsTended: once it flickers, embers tend it, also those of a keeper and at a lighthouse
// that remembers no more people; before, they are refused.
func TestAFlickeringLightIsTended(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at := terrain.Lighthouse(s.Gen.Seed)
	d := grid.Tile{X: at.X - s.SpawnTile.X, Y: at.Y - s.SpawnTile.Y}
	door := int32(1)
	if d.Y > 0 {
		door = -1
	}
	bring := func() {
		s.Put(1, d.X, d.Y+2*door)
		ember := entity.Body{Kind: entity.Ember, Pos: s.Body(1).Pos, Born: s.Clock, Seat: s.Player(1).Seat, Other: s.Player(1).Body, Flags: entity.Carried}
		ember.ID = s.Space.NewID(uint64(s.Clock), 3)
		s.Space.Insert(ember)
		b := s.Body(1)
		b.Flags |= entity.Carrying
		b.Other = ember.ID
		s.Use(1, d.X, d.Y)
	}
	if bring(); !s.Lights.Lit(0) {
		t.Fatal("it is dark")
	}
	for n := range lights.Count {
		kindle(s, n)
	}
	for n := range act.MaxKeepers - 1 {
		s.Space.Insert(entity.Body{ID: s.Space.NewID(uint64(n), 77), Kind: entity.Flame, Pos: at.Centre(), Seat: entity.Seat(n + 100), Flags: entity.Resting})
	}
	bring()
	s.Refused(event.TooSoon)
	due, _ := s.Lights.Due(0)
	s.Clock = due - 45 // the nights before are skipped
	if s.Run(90); count(s, event.Flickered) < 1 || s.Saw(event.Flickered).Tile != at || s.Saw(event.Flickered).B != 1 {
		t.Fatalf("%d lights begin to flicker", count(s, event.Flickered))
	}
	s.Ask(1, command.Command{Kind: command.Throw})
	s.Run(3)
	bring()
	s.Allowed()
	e, _ := s.Lights.Entry(0)
	if s.Saw(event.Tended) == nil || e.Cared != 1 || s.Lights.Flickers(0, s.Clock) || s.Body(1).Flags&entity.Carrying != 0 || len(act.Flames(&s.State, at)) != act.MaxKeepers {
		t.Errorf("it is not tended: %+v", e)
	}
	if bring(); s.Saw(event.Tended) != nil {
		t.Error("it is tended twice")
	}
}

// TestEmbersGetWet: where and how embers fade.
func TestEmbersGetWet(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6)
	ember := func(ground tile.Ground, carried bool, z fixed.S) *entity.Body {
		living.SetTile(&s.State, s.At(2, 0), ground, tile.NoBlock, 0)
		b := &entity.Body{Kind: entity.Ember, Pos: s.At(2, 0).Centre(), Z: z}
		s.Put(1, 2, 0)
		if carried {
			b.Flags, b.Other = entity.Carried, s.Player(1).Body
		}
		return b
	}
	for name, c := range map[string]struct {
		ground  tile.Ground
		carried bool
		z       fixed.S
		out     bool
	}{
		"on grass":                {tile.Grass, false, 0, false},
		"in the hand, on grass":   {tile.Grass, true, fixed.One, false},
		"in water":                {tile.Water, false, 0, true},
		"flying over water":       {tile.Water, false, fixed.One, false},
		"in the hand of a wader":  {tile.Water, true, fixed.One, true},
		"afloat on deep water":    {tile.DeepWater, false, 0, true},
		"on a floor over a river": {tile.WoodFloor, false, 0, false},
	} {
		if out, times := beacon.Fading(&s.State, ember(c.ground, c.carried, c.z)); out != c.out || times != 1 {
			t.Errorf("%s: out %v, %d times as fast", name, out, times)
		}
	}
}

// TestRainShortensEmbers: in rain under the open sky embers last a quarter of their time, under a roof all of
// it.
func TestRainShortensEmbers(t *testing.T) {
	lasts := func(roof bool, sky blueprint.Weather) (ticks int) {
		s := rig.NewStage(t).Enter(1).Clear(6)
		if sky != blueprint.AnyWeather {
			s.Clock = rainAt(t, s)
		}
		if roof {
			living.SetTile(&s.State, s.At(2, 0), tile.WoodFloor, tile.NoBlock, 0)
		}
		o := entity.Body{Kind: entity.Ember, Pos: s.At(2, 0).Centre(), Born: s.Clock}
		o.ID = s.Space.NewID(1)
		s.Space.Insert(o)
		for s.Space.Has(o.ID) && ticks < 2*int(act.EmberTime) {
			s.Run(15)
			ticks += 15
		}
		return ticks
	}
	whole, roofed, wet := lasts(false, blueprint.AnyWeather), lasts(true, blueprint.Rainy), lasts(false, blueprint.Rainy)
	if most := int(act.EmberTime); whole < most || whole > most+45 || roofed < most || roofed > most+45 || wet < most/4-45 || wet > most/4+60 {
		t.Errorf("embers last %d ticks, in rain under a roof %d, in rain %d", whole, roofed, wet)
	}
}

// rainAt returns a tick from which it rains at the spawn for half a minute.
func rainAt(t testing.TB, s *rig.Stage) game.Tick {
	for at := game.Tick(20_000); at < 4_000_000; at += 600 {
		dry := false
		for n := range game.Tick(12) {
			sky, _ := s.Land.Estates.Sky(s.Gen.Seed, at+n*600, s.At(2, 0))
			dry = dry || sky.Rain < living.RainDouses
		}
		if !dry {
			return at
		}
	}
	t.Fatal("it never rains")
	return 0
}

// TestSlowHandles: alone one has four seconds from handle to handle; who is slower finds the gate shut. A
// common vault does not open to one person, and no signal opens it.
func TestSlowHandles(t *testing.T) {
	for name, c := range map[string]struct {
		opener uint8
		wait   int
		open   bool
	}{
		"at once":          {tile.GateSlowHandles, 3, true},
		"in time":          {tile.GateSlowHandles, living.SlowHandle*living.BeatTicks - 30, true},
		"too late":         {tile.GateSlowHandles, living.SlowHandle*living.BeatTicks + 30, false},
		"at a vault":       {tile.GateHandles, 3, false},
		"at a signal gate": {tile.GateSignal, 3, false},
	} {
		s := rig.NewStage(t).Enter(1).Clear(9)
		living.SetTile(&s.State, s.At(0, -3), tile.Grass, tile.Gate, c.opener)
		for _, x := range []int32{-4, 4} {
			living.SetTile(&s.State, s.At(x, -2), tile.Grass, tile.Handle, 0)
		}
		s.Put(1, -4, -1).Use(1, -4, -2).Allowed()
		s.Put(1, 4, 1).Run(c.wait)
		if s.Put(1, 4, -1).Use(1, 4, -2).Allowed(); s.Open() != c.open {
			t.Errorf("%s: open %v", name, s.Open())
		}
	}
}

// TestSignalsOpenOnlyTheirGates: a signal opens the gate that waits for one, for good, and no other.
func TestSignalsOpenOnlyTheirGates(t *testing.T) {
	for opener, opens := range map[uint8]bool{tile.GateSignal: true, tile.GateHandles: false, tile.GateSlowHandles: false, tile.GateVigil: false} {
		s := rig.NewStage(t).Enter(1).Clear(9)
		living.SetTile(&s.State, s.At(0, -3), tile.Grass, tile.Gate, opener)
		s.Set(1, -3, tile.Wire, 0).Set(2, -3, tile.Lever, 0).Put(1, 2, -1)
		s.Use(1, 2, -3).Run(30)
		if s.Open() != opens {
			t.Errorf("a gate with opener %d: open %v", opener>>1, s.Open())
		}
		if s.Use(1, 2, -3).Run(30); s.Open() != opens {
			t.Errorf("a gate with opener %d shuts", opener>>1)
		}
		s.Use(1, 0, -3)
		if !opens {
			s.Refused(event.Blocked)
		}
	}
}

// TestTheWatch: it counts by night only, with three lamps and somebody awake there; it falls back when the
// lamps go out, and by day to nothing; it is kept while the land sleeps.
func TestTheWatch(t *testing.T) {
	v := visitTo(t, 3, int(terrain.OfNight))
	kept := func() int {
		_, state := v.block(0, terrain.GateSouth)
		return int(state >> 3)
	}
	lamps := func(n int) {
		for k, l := range terrain.Lamps {
			state := uint8(tile.StateBit0)
			if k < n {
				state = 0
			}
			living.SetTile(&v.State, v.at.Add(l.X, l.Y), tile.Path, tile.Lamp, state)
		}
	}
	lamps(4)
	v.stand(1, 0, 6)
	v.Run(3600)
	if kept() != 0 {
		t.Fatalf("kept %d by day", kept())
	}
	for !living.MothTime(v.Clock) {
		v.Clock += 600
	}
	v.Run(3600)
	ten := kept()
	if ten < 9 || ten > 11 {
		t.Fatalf("kept %d in a minute", ten)
	}
	lamps(2)
	if v.Run(1800); kept() > ten-4 || kept() < ten-6 {
		t.Errorf("kept %d of %d in half a minute with two lamps", kept(), ten)
	}
	lamps(3)
	was := kept()
	v.Run(1080)
	if kept() != was+3 {
		t.Errorf("kept %d of %d with three lamps", kept(), was)
	}
	at, now := v.at.Region(), kept()
	v.stand(2, 60, 400) // nobody is there
	v.stand(1, 60, 402)
	v.Run(int(world.Linger) + 60)
	if _, asleep := v.Dormant.Find(at); !asleep {
		t.Fatal("the land is awake")
	}
	v.Run(1800)
	v.stand(1, 0, 6)
	if got := kept(); got < now-2 || got > now+1 {
		t.Errorf("kept %d, before its sleep %d", got, now)
	}
	for living.MothTime(v.Clock) {
		v.Clock += 600
	}
	if v.Run(720); kept() != 0 {
		t.Errorf("kept %d in the morning", kept())
	}
}

// TestPassages: a stone leads where its state says, bodies that are thrown too; it is shut by another use,
// and a passage of no length leads nowhere.
func TestPassages(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12)
	living.SetTile(&s.State, s.At(2, 0), tile.Grass, tile.StandingStone, tile.PassageTo(tile.East, 6))
	s.Put(1, 0, 0).Use(1, 2, 0).Allowed()
	if _, b, state, _ := s.TileAt(s.At(2, 0)); b != tile.Portal || state != tile.PassageTo(tile.East, 6) {
		t.Fatalf("it is a %s in state %d", b, state)
	}
	crate := s.Crate(2, 0).ID
	s.Run(3)
	if d := s.Space.Body(crate).Pos.Sub(s.At(8, 0).Centre()); !d.Near(fixed.One) {
		t.Errorf("the crate is at %v", d)
	}
	s.Walk(1, fixed.One, 0)
	s.Run(30)
	if x := s.Body(1).Pos.Sub(s.SpawnTile.Centre()).X; x < 7*fixed.One {
		t.Errorf("the player is at %d", x>>fixed.Bits)
	}
	s.Walk(1, 0, 0)
	s.Put(1, 0, 0).Use(1, 2, 0).Allowed()
	if b := s.Block(2, 0); b != tile.StandingStone {
		t.Errorf("it is a %s again", b)
	}
	living.SetTile(&s.State, s.At(0, 0), tile.Grass, tile.Portal, tile.PassageTo(tile.North, 0))
	if s.Run(30); s.Saw(event.Travelled) != nil {
		t.Error("one travels to where one is")
	}
}

// TestPilesStay: nobody digs rails that stand on piles in water, others one does.
func TestPilesStay(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6)
	living.SetTile(&s.State, s.At(1, 0), tile.DeepWater, tile.Rail, 0)
	living.SetTile(&s.State, s.At(-1, 0), tile.Grass, tile.Rail, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(60).Refused(event.TooHard)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(-1, 0)})
	if s.Run(60).Allowed(); s.Block(1, 0) != tile.Rail || s.Block(-1, 0) != tile.NoBlock {
		t.Error("the wrong rail is gone")
	}
	if why := act.DigFrom(&s.State, s.At(1, 0), 1); why != event.TooHard {
		t.Errorf("a script digs it: %s", why)
	}
}

// TestNobodyClaimsALight: the grounds of the lighthouses are everybody's.
func TestNobodyClaimsALight(t *testing.T) {
	v := visitTo(t, 5, 2)
	for name, c := range map[string]struct {
		dx, dy int32
		why    event.Reason
	}{
		"beside": {terrain.LightReach + 1, 0, event.NoReason}, "at the edge": {terrain.LightReach, 0, event.OpenGround}, "the lantern": {-3, -3, event.OpenGround},
	} {
		plot := claim.Plot{At: v.at.Add(c.dx, c.dy), W: 8, H: 8}
		if why := act.FitsClaim(&v.State, v.Player(1), v.Body(1), plot); why != c.why {
			t.Errorf("%s: %s", name, why)
		}
	}
}

// TestPumpsNeedTheirLake: a pump that is off, or turned to the lake with no other water, lifts nothing; it
// lifts nothing of other water either.
func TestPumpsNeedTheirLake(t *testing.T) {
	for name, c := range map[string]struct {
		state uint8
		dry   bool
	}{
		"off":              {tile.West.Facing(0), false},
		"on":               {tile.West.Facing(0) | tile.StateBit0, true},
		"fed from its end": {tile.North.Facing(0) | tile.StateBit0, false},
	} {
		v := visitTo(t, 4, int(terrain.OfLake))
		living.SetTile(&v.State, v.at.Add(0, 11), tile.Grass, tile.Pump, c.state)
		if c.state&tile.StateBit0 != 0 {
			living.SetTile(&v.State, v.at.Add(0, 12), tile.Grass, tile.Lever, tile.StateBit0)
		}
		v.Run(120)
		g, _, _, _ := v.TileAt(v.at.Add(0, 4))
		if (g == tile.Mud) != c.dry {
			t.Errorf("%s: near the lantern is %s", name, g)
		}
	}
}

// TestNamesOfTheFeastAreBounded: of very many people the beginning of the festival tells some names, and how
// many there are.
func TestNamesOfTheFeastAreBounded(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	for n := range 200 {
		act.Admit(&s.State, &world.SeatCommand{Key: game.PlayerID{9, byte(n)}})
	}
	s.Roster.SumAway()
	for n := range lights.Count {
		kindle(s, n)
	}
	feast := s.Run(3).Saw(event.Feasted)
	if feast.A != 201 || strings.Count(feast.Text, ", ") != 63 {
		t.Errorf("%d people, %d names", feast.A, strings.Count(feast.Text, ", ")+1)
	}
}
