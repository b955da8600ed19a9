package beacon_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// visit is a stage whose player 1 stands south of a lighthouse. Places are counted from its lantern.
type visit struct {
	*rig.Stage
	n  int
	at grid.Tile
}

// visitTo begins a visit in the world of a seed.
func visitTo(t testing.TB, seed uint64, n int) *visit {
	s := rig.StageOf(t, island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules}))
	v := &visit{s.Enter(2), n, terrain.Lights(seed)[n]}
	if n == int(terrain.OfNight) {
		dark.Banish(&v.State) // its dangers are the business of package dark; the lamps and what puts them out are here
	}
	v.stand(2, 1, terrain.LightReach-1)
	v.stand(1, 0, terrain.LightReach-1)
	return v
}

// off is a place as one from the spawn.
func (v *visit) off(dx, dy int32) (int32, int32) {
	t := v.at.Add(dx-v.SpawnTile.X, dy-v.SpawnTile.Y)
	return t.X, t.Y
}

// stand puts a player there, who has walked for a long time.
func (v *visit) stand(who int, dx, dy int32) {
	x, y := v.off(dx, dy)
	v.Put(who, x, y)
	v.Moved = true
	living.Attend(&v.State)
	v.Run(3)
}

// walk lets player 1 walk straight to a place, within a fifth of a tile, and fails if it takes longer than a
// minute.
func (v *visit) walk(dx, dy int32) {
	v.T.Helper()
	goal := v.at.Add(dx, dy).Centre()
	for range 20 * 60 {
		d := goal.Sub(v.Body(1).Pos)
		if d.Near(fixed.One / 5) {
			v.Ask(1, command.Command{Kind: command.Move})
			v.Run(3)
			return
		}
		dir := d.S().Clamp(fixed.One)
		v.Ask(1, command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)})
		v.Run(3)
	}
	b := v.Body(1).Pos.Sub(v.at.Centre())
	v.T.Fatalf("light %d: walks to %d %d and is at %.2f %.2f", v.n, dx, dy, float64(b.X)/fixed.One, float64(b.Y)/fixed.One)
}

// use lets player 1 use the tile there.
func (v *visit) use(dx, dy int32) {
	x, y := v.off(dx, dy)
	v.Use(1, x, y)
}

// put lets player 1 place an item there, which must be allowed.
func (v *visit) put(k item.Kind, dx, dy int32) {
	v.T.Helper()
	if v.Count(1, k) == 0 {
		v.Give(1, k, 20)
	}
	x, y := v.off(dx, dy)
	if b, _ := v.block(dx, dy); b == tile.Flower {
		v.Ask(1, command.Command{Kind: command.Dig, Tile: v.at.Add(dx, dy)})
		v.Run(60)
	}
	v.Place(1, k, x, y)
	if v.Run(3).Saw(event.Refused) != nil {
		b, _ := v.block(dx, dy)
		v.T.Fatalf("world %d, light %d: %s does not fit at %d %d, where %s is", v.Gen.Seed, v.n, k, dx, dy, b)
	}
}

func (v *visit) block(dx, dy int32) (tile.Block, uint8) {
	_, b, state, _ := v.TileAt(v.at.Add(dx, dy))
	return b, state
}

// embers lets player 1 fetch embers at the hearth.
func (v *visit) embers() {
	v.T.Helper()
	x, y := int32(terrain.HearthEast), int32(terrain.HearthSouth)
	v.walk(x-1, y+1)
	if _, state := v.block(x, y); state&tile.StateBit0 == 0 {
		v.use(x, y)
	}
	if v.use(x, y); v.Body(1).Flags&entity.Carrying == 0 {
		v.T.Fatalf("light %d: no embers", v.n)
	}
}

// won fails unless player 1 has lit the lighthouse by using its lantern.
func (v *visit) won() {
	v.T.Helper()
	v.use(0, 0)
	if e, ok := v.Lights.Entry(v.n); !ok || e.At != v.at || e.Name != v.Player(1).Name || v.Saw(event.LightWon) == nil || v.Saw(event.Lit) == nil {
		v.T.Fatalf("light %d is not lit: %v %+v, carrying %v", v.n, ok, e, v.Body(1).Flags&entity.Carrying != 0)
	}
	if v.Lights.Count() != 1 {
		v.T.Fatalf("%d lights burn", v.Lights.Count())
	}
	v.Balanced()
}

// through lets player 1 go in by the gate with embers, and light the lantern.
func (v *visit) through() {
	v.T.Helper()
	if _, state := v.block(0, terrain.GateSouth); state&tile.StateBit0 == 0 {
		v.T.Fatalf("light %d: the gate is shut", v.n)
	}
	v.embers()
	v.walk(4, 12)
	v.walk(1, 6)
	v.walk(0, 5)
	v.walk(0, 2)
	v.won()
}

// solutions are how one person alone lights each of the lights.
var solutions = [terrain.LightCount]func(v *visit){
	terrain.OfEmbers: func(v *visit) {
		hearth := grid.Tile{}
		for dy := int32(-4); dy <= 4; dy++ {
			for dx := int32(-4); dx <= 4; dx++ {
				if _, b, _, _ := v.TileAt(v.SpawnTile.Add(dx, dy)); b == tile.Hearth {
					hearth = grid.Tile{X: dx, Y: dy}
				}
			}
		}
		v.Put(1, 0, 0).Run(3)
		v.Use(1, hearth.X, hearth.Y).Use(1, hearth.X, hearth.Y)
		door := int32(1)
		if v.at.Y > v.SpawnTile.Y {
			door = -1
		}
		v.stand(1, 0, 6*door)
		v.walk(0, 2*door)
		v.won()
	},
	terrain.OfWires: func(v *visit) {
		v.walk(terrain.WireGap[2], terrain.WireSouth+1)
		for _, dx := range terrain.WireGap {
			v.put(item.Wire, dx, terrain.WireSouth)
		}
		v.walk(terrain.LeverEast, terrain.WireSouth+1)
		v.use(terrain.LeverEast, terrain.WireSouth)
		v.Run(60)
		v.through()
	},
	terrain.OfBridge: func(v *visit) {
		v.walk(0, 11)
		for dy := int32(10); dy >= 4; dy-- {
			v.put(item.Earth, 0, dy)
			v.walk(0, dy)
		}
		v.walk(0, 12)
		v.embers()
		v.walk(1, 12)
		v.walk(0, 11)
		v.walk(0, 2)
		v.won()
	},
	terrain.OfClimb: func(v *visit) {
		to := func() {
			v.walk(5, 14)
			v.walk(-5, 14)
			v.walk(-6, 12)
			v.run(0, 12)
			v.climb()
		}
		to()
		v.stand(1, 0, terrain.LightReach-1) // it mends the ladder first: nobody builds with embers in hand
		v.embers()
		to()
		v.walk(0, 1)
		v.won()
	},
	terrain.OfPair: func(v *visit) {
		v.walk(-2, 12)
		v.walk(-2, 7)
		v.use(-terrain.GateAside, terrain.GateSouth+terrain.GateOff)
		for _, to := range []grid.Tile{{X: -2, Y: 11}, {X: 2, Y: 11}, {X: 2, Y: 7}} {
			v.run(to.X, to.Y)
		}
		v.use(terrain.GateAside, terrain.GateSouth+terrain.GateOff)
		v.through()
	},
	terrain.OfCart: func(v *visit) {
		v.walk(1, 13)
		for _, dy := range terrain.RailGap {
			v.put(item.Rail, 0, dy)
		}
		v.stand(1, 0, terrain.LightReach-1)
		v.walk(0, 15)
		x, y := v.off(0, 13)
		cart := v.Animal(entity.Cart, x, y)
		v.walk(1, 14)
		v.use(0, 13)
		v.Seated(1)
		v.Ask(1, rig.Moving(0, -fixed.One))
		v.Run(8 * 60)
		if b := v.Space.Body(cart); grid.TileAt(b.Pos) != v.at.Add(0, 3) {
			v.T.Fatalf("light %d: the cart is at %v", v.n, b.Pos.Sub(v.at.Centre()))
		}
		v.Ask(1, rig.Moving(0, 0))
		v.use(0, 3)
		v.walk(1, 2)
		v.use(terrain.CartHearth, 0)
		v.use(terrain.CartHearth, 0)
		v.won()
	},
	terrain.OfLake: func(v *visit) {
		v.walk(2, 12)
		v.walk(2, 11) // its front looks to the west, and the lake is in the north
		v.put(item.Pump, 0, 11)
		v.put(item.Lever, 0, 12)
		v.use(0, 12)
		v.Run(60 * 60)
		v.embers()
		v.walk(4, 12)
		v.walk(1, 11)
		v.walk(0, 2)
		v.won()
	},
	terrain.OfPassage: func(v *visit) {
		s := terrain.StoneInside(v.Gen.Seed)
		v.embers()
		v.walk(10, 10)
		v.stand(1, s.X+sign(s.X), s.Y+sign(s.Y)) // it walks round the keep
		v.use(s.X, s.Y)
		v.Ask(1, rig.Moving(-fixed.S(sign(s.X))*fixed.One, -fixed.S(sign(s.Y))*fixed.One))
		v.Run(30)
		v.Ask(1, rig.Moving(0, 0))
		v.Run(3)
		v.won()
	},
	terrain.OfNight: func(v *visit) {
		v.Hold(1, item.Torch) // shades keep off
		v.night()
		for gloom.Depth(v.Clock) > 0 { // the gate stays open, and by day the great moth sleeps
			v.Run(600)
		}
		v.through()
	},
}

func sign(v int32) int32 { return max(min(v, 1), -1) }

// run is walk without a stop at the end.
func (v *visit) run(dx, dy int32) {
	goal := v.at.Add(dx, dy).Centre()
	for range 200 {
		d := goal.Sub(v.Body(1).Pos)
		if d.Near(fixed.One / 3) {
			return
		}
		dir := d.S().Unit()
		v.Ask(1, command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)})
		v.Run(3)
	}
	v.T.Fatalf("light %d: does not come to %d %d", v.n, dx, dy)
}

// climb lets player 1 climb the ladder, and mend it.
func (v *visit) climb() {
	v.T.Helper()
	for range 4 {
		v.Ask(1, rig.Moving(0, -fixed.One))
		v.Run(4 * 60)
		v.Ask(1, rig.Moving(0, 0))
		v.Run(3)
		for _, dy := range terrain.LadderGap {
			d := v.at.Add(0, dy).Centre().Sub(v.Body(1).Pos)
			if b, _ := v.block(0, dy); b == tile.NoBlock && d.Near(world.Reach) {
				v.put(item.Ladder, 0, dy)
			}
		}
	}
}

// night lets player 1 light the lamps at dusk and keep them burning.
func (v *visit) night() {
	for !living.MothTime(v.Clock) {
		v.Run(600)
	}
	for range lightsWatch * 4 {
		for _, l := range terrain.Lamps {
			v.stand(1, l.X+1, l.Y+1)
			if b, state := v.block(l.X, l.Y); tile.Emits(b, state) == 0 {
				v.use(l.X, l.Y)
			}
			v.Run(60)
		}
		if _, state := v.block(0, terrain.GateSouth); state&tile.StateBit0 != 0 {
			return
		}
	}
}

const lightsWatch = 30

// TestEachLightIsLitAlone: in 24 worlds one person alone lights each of the nine.
func TestEachLightIsLitAlone(t *testing.T) {
	for seed := range uint64(24) {
		for n := range lights.Count {
			solutions[n](visitTo(t, seed, n))
		}
	}
}
