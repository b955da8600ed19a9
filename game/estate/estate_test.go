package estate_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/estate"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/weather"
	"manyhold/game/world"
)

// land is a version of a blueprint of maker 1 with some terms.
func land(title string, version uint32, terms blueprint.Terms) *blueprint.Blueprint {
	b := &blueprint.Blueprint{Version: version, By: "ann", Title: title, Licence: "CC0-1.0", Shape: blueprint.Shape{Form: blueprint.Land}, Terms: terms}
	rig.Seal(b, 1)
	return b
}

// hold lets a land hold in a stage, and returns its ID.
func hold(s *rig.Stage, title string, version uint32, terms blueprint.Terms) blueprint.ID {
	e := act.EntryOf(&s.State, land(title, version, terms))
	act.Hold(&s.State, e)
	return e.ID
}

// use lets player n use a land for the claim at (dx, dy) from the spawn.
func use(s *rig.Stage, n int, dx, dy int32, of blueprint.ID) {
	s.Ask(n, command.Command{Kind: command.Share, Tile: s.At(dx, dy), Count: uint8(claim.UseLand), Entity: game.EntityID(of)})
	s.Run(3)
}

// neighbours is a stage with two claims side by side: player 1 has the 8 × 8 tiles from (20, 0) on, player 2
// those from (28, 0) on. Both stand south of them.
func neighbours(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(2).Clear(40).Put(1, 24, 12).Put(2, 30, 12)
	for n := range 2 {
		s.Ask(n+1, command.Command{Kind: command.Claim, Tile: s.At(20+8*int32(n), 0), Slot: 8, Slot2: 8})
		s.Run(3)
		s.Allowed()
	}
	return s
}

var (
	moon = blueprint.Terms{Gravity: fixed.One / 4, Ground: tile.Sand, Weather: blueprint.Clear, Laws: blueprint.Peaceful | blueprint.Merciful}
	lead = blueprint.Terms{Gravity: 2 * fixed.One, Ground: tile.Snow, Weather: blueprint.Stormy, Laws: blueprint.Fireproof | blueprint.Reserved}
)

// TestTheLine: two lands lie beside each other, and on each side of the line, and beyond both, a tile has the
// terms of its own land: gravity, weather, ground and laws change from one tile to the next.
func TestTheLine(t *testing.T) {
	s := neighbours(t)
	use(s, 1, 20, 0, hold(s, "Moon", 1, moon))
	use(s, 2, 28, 0, hold(s, "Lead", 1, lead))
	none := blueprint.Terms{}
	for _, c := range []struct {
		dx, dy int32
		want   *blueprint.Terms
		pull   fixed.S
		storm  bool
		shown  tile.Ground
	}{
		{19, 4, &none, fixed.One, false, tile.Grass},
		{20, 0, &moon, fixed.One / 4, false, tile.Sand},
		{27, 7, &moon, fixed.One / 4, false, tile.Sand},
		{27, 8, &none, fixed.One, false, tile.Grass},
		{28, 7, &lead, 2 * fixed.One, true, tile.Snow},
		{28, -1, &none, fixed.One, false, tile.Grass},
		{35, 0, &lead, 2 * fixed.One, true, tile.Snow},
		{36, 0, &none, fixed.One, false, tile.Grass},
	} {
		at, e := s.At(c.dx, c.dy), &s.Land.Estates
		if *e.At(at) != *c.want || e.Pull(at.X, at.Y) != c.pull || e.Shown(at, tile.Grass) != c.shown || e.Shown(at, tile.StoneFloor) != tile.StoneFloor {
			t.Errorf("(%d, %d): %+v, gravity %d, ground %d", c.dx, c.dy, *e.At(at), e.Pull(at.X, at.Y), e.Shown(at, tile.Grass))
		}
		sky, stays := e.Sky(s.Gen.Seed, 0, at)
		if stays != (c.want.Weather != blueprint.AnyWeather) || (sky.Storm == weather.Full) != c.storm || !stays && sky != weather.At(s.Gen.Seed, 0, at) {
			t.Errorf("(%d, %d): %+v, stays %v", c.dx, c.dy, sky, stays)
		}
	}
}

// TestGravityAtTheLine: a ball flies over both lands. In each tick it is pulled down by the gravity of the
// tile under its middle.
func TestGravityAtTheLine(t *testing.T) {
	s := neighbours(t)
	use(s, 1, 20, 0, hold(s, "Moon", 1, moon))
	use(s, 2, 28, 0, hold(s, "Lead", 1, lead))
	id := s.Space.NewID(1)
	s.Space.Insert(entity.Body{ID: id, Kind: entity.Ball, Pos: s.At(18, 4).Centre(), Born: s.Clock, Z: 4 * fixed.One, VZ: 8 * fixed.One, Vel: fixed.SVec{X: 13 * fixed.One}})
	crossed := map[fixed.S]int{}
	for range 120 {
		before := s.Space.Body(id).VZ
		s.Run(1)
		b := s.Space.Body(id)
		if b == nil || b.Z == 0 {
			break
		}
		pull := fixed.One
		switch x := grid.TileAt(b.Pos).X - s.SpawnTile.X; {
		case x >= 20 && x < 28:
			pull = fixed.One / 4
		case x >= 28 && x < 36:
			pull = 2 * fixed.One
		}
		if want := before - physics.Gravity.Mul(fixed.S(pull))/game.TicksPerSecond; b.VZ != want {
			t.Fatalf("on %v its speed is %d after %d, want %d", grid.TileAt(b.Pos), b.VZ, before, want)
		}
		crossed[fixed.S(pull)]++
	}
	if crossed[fixed.One] == 0 || crossed[fixed.One/4] == 0 || crossed[2*fixed.One] == 0 {
		t.Errorf("ticks by gravity: %v", crossed)
	}
}

// TestJump: who jumps in a shaft comes higher where the gravity is less.
func TestJump(t *testing.T) {
	height := func(terms blueprint.Terms) fixed.Q {
		s := rig.NewStage(t).Enter(1).Clear(16)
		for y := range int32(12) {
			for x := range int32(3) {
				living.SetTile(&s.State, s.At(x, y), tile.Shaft, tile.NoBlock, 0)
			}
		}
		for x := range int32(3) {
			living.SetTile(&s.State, s.At(x, 11), tile.Shaft, tile.StoneWall, 0)
		}
		hold(s, blueprint.LandTitle, 1, terms)
		s.Decide(world.Ordinance{Topic: world.OfRank, Subject: rig.Maker(1), Value: uint64(rights.Founder)})
		s.Put(1, 1, 10).Run(60)
		low := s.Body(1).Pos.Y
		s.Ask(1, rig.Moving(0, -fixed.One))
		high := low
		for range 90 {
			s.Run(1)
			high = min(high, s.Body(1).Pos.Y)
		}
		return low - high
	}
	plain, light := height(blueprint.Terms{}), height(blueprint.Terms{Gravity: fixed.One / 2})
	if plain < fixed.One || light < plain*3/2 {
		t.Errorf("a jump is %d high, with half the gravity %d", plain, light)
	}
}

// TestTheLand: rights and life of the land that a claim uses.
func TestTheLand(t *testing.T) {
	s := neighbours(t)
	of := hold(s, "Moon", 1, moon)
	terms := func() blueprint.Terms { return *s.Land.Estates.At(s.At(22, 2)) }
	use(s, 2, 20, 0, of) // a neighbour
	s.Refused(event.Claimed)
	s.Ask(1, command.Command{Kind: command.Share, Tile: s.At(20, 0), Count: uint8(claim.Befriend), Entity: game.EntityID(s.Player(2).Seat)})
	s.Run(3)
	s.Allowed()
	use(s, 2, 20, 0, of) // a friend
	s.Refused(event.Claimed)
	s.Grant(2, rights.Keeper)
	use(s, 2, 20, 0, of) // a keeper
	s.Refused(event.Claimed)
	s.Grant(2, rights.Builder)
	use(s, 1, 20, 0, 77)
	s.Refused(event.NoBlueprint)
	use(s, 1, 60, 60, of)
	s.Refused(event.NothingThere)
	use(s, 1, 20, 0, of)
	s.Allowed()
	if terms() != moon {
		t.Fatalf("%+v", terms())
	}
	// a new version holds from the next tick on, wherever the land is used
	hold(s, "Moon", 2, lead)
	s.Run(1)
	if terms() != lead {
		t.Errorf("after a new version: %+v", terms())
	}
	rig.Sound(t, s.Island)
	digest := s.Digest()
	use(s, 1, 20, 0, 0)
	if s.Allowed(); terms() != (blueprint.Terms{}) || s.Digest() == digest {
		t.Errorf("after it was given up: %+v", terms())
	}
	use(s, 1, 20, 0, of)
	s.Ask(1, command.Command{Kind: command.Unclaim, Tile: s.At(20, 0)})
	s.Run(3)
	if terms() != (blueprint.Terms{}) {
		t.Errorf("after the claim: %+v", terms())
	}
}

// TestReserved: the friends of a claim build on it until its land reserves that; so do builders on land of
// nobody until the founder's land reserves it.
func TestReserved(t *testing.T) {
	s := neighbours(t)
	s.Ask(1, command.Command{Kind: command.Share, Tile: s.At(20, 0), Count: uint8(claim.Befriend), Entity: game.EntityID(s.Player(2).Seat)})
	s.Run(3)
	may := func(n int, dx int32) event.Reason {
		return act.Permitted(&s.State, s.Player(n), rights.Build, s.At(dx, 4))
	}
	if why := may(2, 22); why != event.NoReason {
		t.Fatalf("a friend: %s", why)
	}
	use(s, 1, 20, 0, hold(s, "Mine", 1, blueprint.Terms{Laws: blueprint.Reserved}))
	if a, b, c := may(2, 22), may(1, 22), may(1, 15); a != event.Claimed || b != event.NoReason || c != event.NoReason {
		t.Errorf("a friend: %s; the owner: %s; beside it: %s", a, b, c)
	}
	hold(s, blueprint.LandTitle, 1, blueprint.Terms{Laws: blueprint.Reserved})
	s.Run(1)
	if why := may(1, 15); why != event.NoReason {
		t.Errorf("a land of somebody that is no founder: %s", why)
	}
	s.Decide(world.Ordinance{Topic: world.OfRank, Subject: rig.Maker(1), Value: uint64(rights.Founder)})
	s.Run(1)
	if a, b := may(1, 15), may(1, 22); a != event.NotYours || b != event.NoReason {
		t.Errorf("a builder on land of nobody: %s; on its own: %s", a, b)
	}
}

// TestLawsOfTheLand: fire, falling things and thrown things spare what the laws of the land spare.
func TestLawsOfTheLand(t *testing.T) {
	s := neighbours(t)
	s.Rule(world.Strife)
	tuft := func(dx int32) { living.SetTile(&s.State, s.At(dx, 4), tile.Grass, tile.Tuft, 0) }
	burns := func(dx int32) bool {
		tuft(dx)
		living.Ignite(&s.State, nil, s.At(dx, 4))
		return s.Block(dx, 4) == tile.Fire
	}
	use(s, 1, 20, 0, hold(s, "Safe", 1, blueprint.Terms{Laws: blueprint.Fireproof | blueprint.Merciful | blueprint.Peaceful}))
	if burns(22) || !burns(15) {
		t.Error("the wrong land burns")
	}
	for _, c := range []struct {
		dx              int32
		mercy, unharmed bool
	}{{22, true, true}, {15, false, false}} {
		s.Put(1, c.dx, 4)
		if living.Mercy(&s.State, s.Body(1)) != c.mercy {
			t.Errorf("at %d mercy is %v", c.dx, !c.mercy)
		}
		ball := entity.Body{Kind: entity.Drop, Stack: item.Stack{Kind: item.Snowball, Count: 1}, Pos: s.Body(1).Pos}
		ball.ID = s.Space.NewID(9)
		s.Ledger.Created[item.Snowball]++
		s.Space.Insert(ball)
		act.BurstBall(&s.State, s.Player(1), s.Space.Body(ball.ID))
		s.RemoveBody(ball.ID)
		if e, _ := act.EffectOn(&s.State, s.Player(1).Body); (e == act.NoEffect) != c.unharmed {
			t.Errorf("at %d a snowball has effect %d", c.dx, e)
		}
	}
}

// TestTermsOfEachTile: for random claims and lands, each tile has the terms of the claim that has it, and of
// no other one; what does not hold changes nothing.
func TestTermsOfEachTile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var claims claim.Table
		var register blueprint.Register
		state := new(world.State)
		ids := []uint64{0, 77}
		for n, terms := range []blueprint.Terms{moon, lead, {}} {
			e := act.EntryOf(state, land([]string{"Moon", "Lead", "Plain"}[n], 1, terms))
			register.Put(*e)
			ids = append(ids, uint64(e.ID))
		}
		for n := range rapid.IntRange(0, 9).Draw(t, "claims") {
			c := claim.Claim{ID: uint64(n) + 1, Owner: rig.Key(1), Land: rapid.SampledFrom(ids).Draw(t, "land")}
			c.At = grid.Tile{X: rapid.Int32Range(-90, 90).Draw(t, "x"), Y: rapid.Int32Range(-90, 90).Draw(t, "y")}
			c.W, c.H = rapid.Uint8Range(1, claim.MaxSide).Draw(t, "w"), rapid.Uint8Range(1, claim.MaxSide).Draw(t, "h")
			if claims.Meeting(c.Plot) == nil {
				claims.Put(c)
			}
		}
		e := estate.Derive(&claims, &register, game.PlayerID{}, 0)
		for range 200 {
			at := grid.Tile{X: rapid.Int32Range(-130, 130).Draw(t, "tile x"), Y: rapid.Int32Range(-130, 130).Draw(t, "tile y")}
			want := blueprint.Terms{}
			for _, c := range claims.List() {
				if x := register.Find(blueprint.ID(c.Land)); c.Has(at) && x != nil {
					want = x.Terms
				}
			}
			if got := *e.At(at); got != want {
				t.Fatalf("%v has %+v, want %+v", at, got, want)
			}
			if g := e.Pull(at.X, at.Y); g != want.Gravity && (want.Gravity != 0 || g != fixed.One) {
				t.Fatalf("%v has gravity %d of %+v", at, g, want)
			}
		}
	})
}

// TestEditingForAllPeers: two peers execute the same turns; one joins by a snapshot in the middle of a
// publication. A new version of a land that is used changes the ground, the weather and the gravity in the
// turn of its last piece at both, and not before.
func TestEditingForAllPeers(t *testing.T) {
	s := neighbours(t)
	s.Decide(world.Ordinance{Topic: world.OfRank, Subject: rig.Maker(1), Value: uint64(rights.Builder)})
	use(s, 1, 20, 0, hold(s, "Moon", 1, moon))
	next := land("Moon", 2, lead)
	data := blueprint.Append(nil, next)
	var peer island.Island
	turns := 0
	for s.Building().Publish(next, data, 40) {
		turn := bytes.Clone(s.Turn.Turn().Bytes())
		turn[1] = game.TicksPerTurn
		if turns == 3 {
			if err := peer.Restore(s.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
		}
		s.Run(game.TicksPerTurn)
		if turns++; turns <= 3 {
			continue
		}
		if err := peer.Replay(turn); err != nil || peer.Digest() != s.Digest() {
			t.Fatalf("turn %d: %v, digests %x and %x", turns, err, peer.Digest(), s.Digest())
		}
		want := moon
		if e := s.Blueprints.Find(next.ID()); e.Version == 2 {
			want = lead
		}
		at := s.At(22, 2)
		for _, w := range []*world.State{&s.State, &peer.State} {
			e := &w.Land.Estates
			sky, _ := e.Sky(w.Gen.Seed, w.Clock, at)
			if *e.At(at) != want || e.Shown(at, tile.Grass) != want.Ground || e.Pull(at.X, at.Y) != want.Gravity || (sky.Storm > 0) != (want == lead) {
				t.Fatalf("turn %d: %+v, want %+v", turns, *e.At(at), want)
			}
		}
	}
	if turns < 5 || *peer.Land.Estates.At(s.At(22, 2)) != lead {
		t.Errorf("%d turns", turns)
	}
}
