package island_test

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/beacon"
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

// The digests of a world at its nine lights: awake, asleep, on several islands, merged, and at the festival.
//
//go:embed testdata/golden-lights-1.txt
var goldenLights string

// TestGoldenLights: the rules of the nine lights go the same way everywhere.
func TestGoldenLights(t *testing.T) {
	sameAsGolden(t, "golden-lights-1.txt", lightsRun(t), goldenLights)
}

// pilgrim is a stage whose player goes from light to light.
type pilgrim struct{ noted }

// put puts player 1 at a place near a light.
func (p *pilgrim) put(n int, dx, dy int32) {
	t := terrain.Lights(p.Gen.Seed)[n].Add(dx-p.SpawnTile.X, dy-p.SpawnTile.Y)
	p.Put(1, t.X, t.Y)
	p.Moved = true
	living.Attend(&p.State)
	p.run("", 3)
}

// run runs ticks and notes the digest.
func (p *pilgrim) run(what string, ticks int) {
	p.pass(ticks)
	if what != "" {
		fmt.Fprintf(p.out, "%-28s %016x, %d lights, %d bodies\n", what, p.Digest(), p.Lights.Count(), len(p.Space.Bodies()))
	}
}

// use lets player 1 use a tile near a light.
func (p *pilgrim) use(n int, dx, dy int32) {
	t := terrain.Lights(p.Gen.Seed)[n].Add(dx-p.SpawnTile.X, dy-p.SpawnTile.Y)
	p.Use(1, t.X, t.Y)
	p.note()
}

// set sets a tile near a light.
func (p *pilgrim) set(n int, dx, dy int32, b tile.Block, state uint8) {
	t := terrain.Lights(p.Gen.Seed)[n].Add(dx, dy)
	g, _, _, _ := p.TileAt(t)
	living.SetTile(&p.State, t, g, b, state)
}

func lightsRun(t *testing.T) string {
	var out strings.Builder
	p := &pilgrim{noted{Stage: rig.BareStage(t).Enter(2), out: &out}}
	embers := func(n int, dx, dy int32) {
		p.put(n, dx-1, dy+1)
		p.use(n, dx, dy)
		p.use(n, dx, dy)
	}
	wires := int(terrain.OfWires)
	p.put(wires, terrain.LeverEast, terrain.WireSouth+1)
	for _, dx := range terrain.WireGap {
		p.set(wires, dx, terrain.WireSouth, tile.Wire, 0)
	}
	p.use(wires, terrain.LeverEast, terrain.WireSouth)
	p.run("a signal opens a gate", 60)
	embers(wires, terrain.HearthEast, terrain.HearthSouth)
	p.put(wires, 0, 2)
	p.use(wires, 0, 0)
	p.run("a light is lit", 30)

	pair := int(terrain.OfPair)
	p.put(pair, -4, 7)
	p.use(pair, -terrain.GateAside, terrain.GateSouth+terrain.GateOff)
	p.put(pair, 4, 9)
	p.run("a handle springs back", 60)
	p.put(pair, 4, 7)
	p.use(pair, terrain.GateAside, terrain.GateSouth+terrain.GateOff)
	p.run("a gate opens to one", 60)

	bridge := int(terrain.OfBridge)
	embers(bridge, terrain.HearthEast, terrain.HearthSouth)
	p.put(bridge, 0, 7)
	p.run("a wader's embers go out", 60)

	stone := terrain.StoneInside(p.Gen.Seed)
	passage := int(terrain.OfPassage)
	p.put(passage, stone.X+max(min(stone.X, 1), -1), stone.Y+max(min(stone.Y, 1), -1))
	p.use(passage, stone.X, stone.Y)
	p.put(passage, stone.X, stone.Y)
	p.run("a stone leads inside", 60)

	lake := int(terrain.OfLake)
	p.put(lake, 2, 11)
	p.set(lake, 0, 11, tile.Pump, tile.West.Facing(tile.StateBit0))
	p.set(lake, 0, 12, tile.Lever, tile.StateBit0)
	p.run("a pump lifts a lake away", 1200)

	cart := int(terrain.OfCart)
	for _, dy := range terrain.RailGap {
		p.put(cart, 2, dy)
		p.set(cart, 0, dy, tile.Rail, 0)
	}
	at := terrain.Lights(p.Gen.Seed)[cart].Add(-p.SpawnTile.X, 13-p.SpawnTile.Y)
	p.Animal(entity.Cart, at.X, at.Y)
	p.put(cart, 1, 13)
	p.use(cart, 0, 13)
	p.Ask(1, rig.Moving(0, -fixed.One))
	p.run("a cart goes over water", 400)
	p.Ask(1, rig.Moving(0, 0))
	p.use(cart, 0, 3)

	night := int(terrain.OfNight)
	p.put(night, 0, 6)
	for _, l := range terrain.Lamps {
		p.set(night, l.X, l.Y, tile.Lamp, 0)
	}
	for !living.MothTime(p.Clock) {
		p.Clock += 3600
	}
	p.run("a watch is kept", 1800)
	p.put(lake, 0, 100) // the watch sleeps
	p.run("the land sleeps", 1800)
	if _, asleep := p.Dormant.Find(terrain.Lights(p.Gen.Seed)[night].Region()); !asleep {
		t.Error("the watch is awake")
	}
	p.put(night, 0, 6)
	p.run("it wakes", 3600)

	f := rig.ForkOf(rig.StageOf(t, p.Island), []int{1}, []int{2})
	beacon.Kindle(&f.Here.State, f.Here.Player(1), terrain.Lights(p.Gen.Seed)[2])
	beacon.Kindle(&f.There.State, f.There.Player(2), terrain.Lights(p.Gen.Seed)[3])
	f.Here.Run(300)
	f.There.Run(600)
	f.Merge()
	p.Island = f.Here.Island
	p.run("two sides are merged", 60)

	for n := range lights.Count {
		beacon.Kindle(&p.State, p.Player(1), terrain.Lights(p.Gen.Seed)[n])
	}
	p.Ask(1, command.Command{Kind: command.Enter, Text: "Ada"}) // both were asleep on one side
	p.run("", 3)
	p.run("the festival", 600)
	due, _ := p.Lights.Due(0)
	p.Clock = due - 60
	p.run("a light flickers", 600)
	beacon.Nurse(&p.State, p.Player(1), terrain.Lights(p.Gen.Seed)[0])
	p.run("it is tended", 60)
	p.saw(event.LightWon, event.Feasted, event.LanternRose, event.Flickered, event.Watched, event.Opened, event.Unlit, event.Travelled, event.Rode, event.Switched)
	out.WriteString(packed(t, p.Island))

	fleet := rig.NewFleet(t, rig.Chancer(9))
	fleet.SpreadOut(3, 8)
	for n := range 2 {
		fleet.Carve(fleet.Home(), uint64(101+n), 2+n)
	}
	fleet.Post = true
	for n := range lights.Count {
		s := fleet.Of(1 + n%3)
		beacon.Kindle(&s.State, s.Roster.ByKey(rig.Key(1+n%3)), terrain.Lights(7)[n])
		s.Save()
		for range 6 {
			fleet.Step(game.TicksPerTurn, nil)
		}
	}
	for _, s := range fleet.Ships {
		fmt.Fprintf(&out, "island %d: %016x, %d lights; %s", s.Self(), s.Digest(), s.Lights.Count(), packed(t, s.Island))
	}
	fmt.Fprintf(&out, "all in one: %016x\n", fleet.Settle().Digest())
	return out.String()
}

// holds reports whether an island has a region, which home lends it if nobody has it yet: only there are its
// lights.
func holds(f *rig.Fleet, s *rig.Ship, at grid.Region) bool {
	h := f.Home()
	if s == h || s.Register.Owns(at) {
		return true
	}
	if h.Register.HeldBy(at) != world.Home || slices.Contains(h.Stored(), at) {
		return false
	}
	h.Register.LastLoan++
	l := world.Lease{At: at, To: s.Self(), Number: h.Register.LastLoan}
	h.Register.SetLease(l)
	s.Register.SetLease(l)
	h.Save()
	return true
}
