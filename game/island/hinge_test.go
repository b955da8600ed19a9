package island

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// degrees is how far an arm has turned from where its Face points.
func degrees(b *entity.Body) float64 {
	return float64(int32(b.Angle-uint32(b.Face)<<24)) / (1 << 32) * 360
}

// hung fails unless every gate and rotor has an arm, every arm is in its hinge, and each is there once.
func hung(t failer, i *Island) {
	t.Helper()
	arms := map[grid.Tile]int{}
	for k := range i.Bodies() {
		if b := &i.Bodies()[k]; b.Kind.Pinned() {
			at := grid.TileAt(b.Pos)
			arms[at]++
			_, block, state, _ := i.TileAt(at)
			if want := newArm(at, block, state, 0); want.Kind != b.Kind || want.Pos != b.Pos || want.Face != b.Face || b.Vel != (fixed.SVec{}) {
				t.Fatalf("%+v is on a %s in state %d", *b, block, state)
			}
		}
	}
	for _, r := range i.regions {
		for k := range grid.Index(grid.RegionTiles) {
			if n := arms[r.at.Tile(k)]; tile.Hinged(r.tiles.Block[k]) != (n == 1) || n > 1 {
				t.Fatalf("the %s on tile %s has %d arms", r.tiles.Block[k], tileName(r.at.Tile(k)), n)
			}
		}
	}
}

// walled is a stage with a wall to both sides of a gate that spans 0 0 and 1 0.
func walled(t testing.TB) *stage {
	s := newStage(t).enter(1).clear(14).put(1, -6, -6)
	for x := int32(-8); x <= 8; x++ {
		if x != 0 && x != 1 {
			s.setTile(s.at(x, 0), tile.Grass, tile.StoneWall, 0)
		}
	}
	s.setTile(s.at(0, 0), tile.Grass, tile.SwingGate, tile.East.Facing(0))
	if s.run(60); s.space.Awake() != 0 || degrees(s.Arm(s.at(0, 0))) != 0 {
		t.Fatalf("a gate that was just hung does not hang still: %+v", s.Arm(s.at(0, 0)))
	}
	return s
}

// TestGateIsPushedOpen by who walks, by what slides and by what rolls against it, to both sides; it is heard, shuts by itself
// and sleeps again.
func TestGateIsPushedOpen(t *testing.T) {
	for _, c := range []struct {
		name string
		kind entity.Kind
		from int32 // on which side
	}{{"who walks", entity.Player, 3}, {"who walks back", entity.Player, -3}, {"a crate", entity.Crate, 2}, {"a ball", entity.Ball, 2}, {"a ball back", entity.Ball, -2}} {
		t.Run(c.name, func(t *testing.T) {
			s := walled(t)
			way := fixed.S(fixed.One)
			if c.from > 0 {
				way = -way
			}
			var id game.EntityID
			if c.kind == entity.Player {
				s.put(1, 1, c.from)
				s.ask(1, moving(0, way))
				id = s.player(1).Body
			} else {
				id = s.animal(c.kind, 1, c.from)
				s.Body(id).Vel.Y = 10 * way
			}
			most, creaks := 0.0, 0
			for range 40 {
				s.run(3)
				most = max(most, math.Abs(degrees(s.Arm(s.at(0, 0)))))
				for _, e := range s.log {
					if e.Kind == event.Creaked {
						creaks++
					}
				}
			}
			if c.kind == entity.Player {
				s.ask(1, moving(0, 0))
			}
			if y := s.Body(id).Pos.Y - s.at(0, 0).Centre().Y; c.kind != entity.Ball && (y.Abs() < fixed.One/4 || (y > 0) != (c.from < 0)) { // a ball gives the gate its speed
				t.Errorf("it is %.2f behind the gate", float64(y)/fixed.One)
			}
			if most < 45 || most > 180 || creaks == 0 {
				t.Errorf("the gate opened by %.0f degrees at most, and creaked %d times", most, creaks)
			}
			if c.kind != entity.Player { // in its way now
				s.removeBody(id)
			}
			s.run(900)
			if d := degrees(s.Arm(s.at(0, 0))); math.Abs(d) > 6 || s.space.Awake() != 0 {
				t.Errorf("later it stands open by %.1f degrees, %d are awake", d, s.space.Awake())
			}
			hung(t, s.Island)
			s.balanced()
		})
	}
}

// TestGateStandsInTheWay: what lies behind a gate holds it shut, and who pushes does not come through; a gate that leans on
// a crate sleeps, and shuts when that is taken away.
func TestGateStandsInTheWay(t *testing.T) {
	s := walled(t)
	for x := int32(-1); x <= 2; x++ {
		s.setTile(s.at(x, -2), tile.Grass, tile.StoneWall, 0)
		if x == 0 || x == 1 {
			s.crate(x, -1) // between the gate and the walls
		} else {
			s.setTile(s.at(x, -1), tile.Grass, tile.StoneWall, 0)
		}
	}
	s.put(1, 1, 2)
	s.ask(1, moving(0, -fixed.One))
	s.run(300)
	if y, d := s.body(1).Pos.Y-s.at(0, 0).Centre().Y, degrees(s.Arm(s.at(0, 0))); y < -fixed.One/2 || d > -15 || d < -35 {
		t.Errorf("pushed through a gate that is held: %.2f, %.0f degrees", float64(y)/fixed.One, d)
	}
	s = walled(t)
	id := s.crate(1, 2).ID
	s.Body(id).Vel.Y = -8 * fixed.One
	s.run(900)
	leans := degrees(s.Arm(s.at(0, 0)))
	if math.Abs(leans) < 20 || s.space.Awake() != 0 {
		t.Fatalf("it leans by %.1f degrees, %d are awake", leans, s.space.Awake())
	}
	s.put(1, 2, -1)
	s.ask(1, command.Command{Kind: command.PickUp, Entity: id})
	s.run(3)
	s.allowed()
	s.ask(1, moving(0, -fixed.One)) // away with it
	s.run(60)
	s.ask(1, moving(0, 0))
	if s.run(600); math.Abs(degrees(s.Arm(s.at(0, 0)))) > 6 || s.space.Awake() > 2 {
		t.Errorf("it did not shut: %.1f degrees", degrees(s.Arm(s.at(0, 0))))
	}
	s.balanced()
}

// TestRotor: a signal turns it, use the other way; it pushes what it meets; without a signal it comes to rest, and can be
// turned by hand.
func TestRotor(t *testing.T) {
	s := newStage(t).enter(1).clear(14).put(1, -3, 0).build(turnstile)
	arm := func() *entity.Body { return s.Arm(s.at(0, 0)) }
	crate := s.all(entity.Crate)[0]
	from := s.Body(crate).Pos
	s.run(36)
	if v := float64(arm().Spin) / fixed.One; math.Abs(v-2.5) > 0.1 || s.saw(event.Switched) == nil {
		t.Fatalf("it turns at %.2f", v)
	}
	s.run(120)
	if d := s.Body(crate).Pos.Sub(from).Len(); d < fixed.One/16 {
		t.Error("it has not pushed the crate")
	}
	s.removeBody(crate)
	s.put(1, -2, 0)
	s.ask(1, command.Command{Kind: command.Use, Tile: s.at(0, 0)})
	s.run(60)
	s.allowed()
	if v := float64(arm().Spin) / fixed.One; math.Abs(v+2.5) > 0.1 || s.saw(event.Turned) == nil {
		t.Errorf("the other way it turns at %.2f", v)
	}
	s.put(1, -6, 0)
	s.setTile(s.at(0, 2), tile.Grass, tile.Lever, 0)
	s.run(600)
	if still := *arm(); still.Spin != 0 || s.space.Awake() != 0 || still.Face != entity.Still {
		t.Errorf("without a signal: %+v, %d awake", still, s.space.Awake())
	}
	k, _ := s.space.Find(arm().ID)
	arm().Angle = 0
	s.space.Wake(k)
	s.put(1, 0, -3)
	b := s.body(1)
	b.Pos.X += fixed.One / 2
	s.ask(1, moving(0, fixed.One))
	s.run(60)
	if turned := math.Abs(float64(int32(arm().Angle))) / (1 << 32) * 360; turned < 30 {
		t.Errorf("by hand it turned by %.0f degrees", turned)
	}
	hung(t, s.Island)
	s.balanced()
}

// TestRotorIsHeld: one that runs against what it cannot move does not sleep, and goes on when that is gone.
func TestRotorIsHeld(t *testing.T) {
	s := newStage(t).enter(1).clear(14).put(1, -6, 0).build(turnstile)
	s.setTile(s.at(1, 1), tile.Grass, tile.StoneWall, 0)
	s.run(300)
	if arm := s.Arm(s.at(0, 0)); arm.Flags&entity.Resting != 0 || math.Abs(degrees(arm)) > 180 {
		t.Fatalf("%+v", *arm)
	}
	held := s.Arm(s.at(0, 0)).Angle
	s.run(60)
	if d := int32(s.Arm(s.at(0, 0)).Angle - held); d > 1<<24 || d < -1<<24 {
		t.Errorf("it turned through a wall, by %d", d)
	}
	s.setTile(s.at(1, 1), tile.Grass, tile.NoBlock, 0)
	s.run(60)
	if d := int32(s.Arm(s.at(0, 0)).Angle - held); d < 1<<24 && d > -1<<24 {
		t.Error("it does not go on")
	}
}

// TestArmsComeAndGo with their tiles, whatever becomes of those, and where there is no room none does.
func TestArmsComeAndGo(t *testing.T) {
	s := newStage(t).enter(1).clear(10).put(1, -1, -1)
	at := s.at(0, 0)
	for _, k := range []item.Kind{item.SwingGate, item.Rotor} {
		s.give(1, k, 1)
		s.place(1, k, 0, 0)
		s.run(3)
		s.allowed()
		if hung(t, s.Island); s.Arm(at) == nil {
			t.Fatal("no arm")
		}
		id := s.Arm(at).ID
		s.ask(1, command.Command{Kind: command.Use, Tile: at})
		s.run(3)
		s.allowed()
		if hung(t, s.Island); s.Arm(at).ID != id {
			t.Error("turned, it is another arm")
		}
		s.ask(1, command.Command{Kind: command.PickUp, Entity: id})
		s.run(3)
		s.refused(event.NothingThere)
		s.ask(1, command.Command{Kind: command.Dig, Tile: at})
		s.run(60)
		s.allowed()
		if hung(t, s.Island); s.Body(id) != nil || s.count(1, k) != 1 {
			t.Error("dug up, its arm is left, or it is not had again")
		}
		s.balanced()
		beam := s.at(0, 1)
		if k == item.Rotor {
			beam = s.at(1, 0)
		}
		s.setTile(beam, tile.Grass, tile.StoneWall, 0)
		s.place(1, k, 0, 0)
		s.run(3)
		s.refused(event.Blocked)
		s.setTile(beam, tile.Grass, tile.NoBlock, 0)
	}
	for _, b := range []tile.Block{tile.SwingGate, tile.Rotor, tile.Lamp, tile.SwingGate, tile.NoBlock} {
		s.setTile(at, tile.Grass, b, tile.South.Facing(0))
		hung(t, s.Island)
	}
	s.setTile(s.at(3, 0), tile.Grass, tile.SwingGate, tile.East.Facing(0))
	s.put(1, 4, 2)
	s.place(1, item.StoneWall, 4, 0)
	s.run(3)
	s.refused(event.Blocked) // by the beam
}

// TestHingesSleepAndWake: in a region that falls asleep and wakes the arms are where they were, and turn on.
func TestHingesSleepAndWake(t *testing.T) {
	s := newStage(t).enter(1)
	at := grid.Region{X: s.spawn.Region().X + 6, Y: s.spawn.Region().Y}
	s.activate(at)
	for k := range int32(12) {
		s.setTile(at.Tile(0).Add(4+5*k, 30), tile.Grass, either(k%2 == 0, tile.SwingGate, tile.Rotor), uint8(k)&6)
		s.Arm(at.Tile(0).Add(4+5*k, 30)).Angle += uint32(k) << 24
	}
	var before []entity.Body
	for _, b := range s.Bodies() {
		if b.Kind.Pinned() {
			before = append(before, b)
		}
	}
	n, _ := s.findRegion(at)
	s.retire(n)
	if hung(t, s.Island); len(s.Bodies()) > len(before) {
		t.Fatalf("%d bodies are left", len(s.Bodies()))
	}
	again := new(Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	again.tick += 1000
	again.activate(at)
	hung(t, again)
	for _, b := range before {
		if o := again.Body(b.ID); o == nil || *o != b {
			t.Errorf("%+v woke as %+v", b, o)
		}
	}
}

// TestHingesDivide: arms go with their land to another island and back, none lost and none doubled; no island takes one that
// comes by mail.
func TestHingesDivide(t *testing.T) {
	f := newFleet(t, chancer(5))
	f.spreadOut(2, 10)
	h := f.home()
	count := func(i *Island) (n int) {
		hung(t, i)
		for k := range i.Bodies() {
			n += int(either(i.Bodies()[k].Kind.Pinned(), 1, 0))
		}
		return n
	}
	for n := 1; n <= 2; n++ {
		at := grid.TileAt(h.Body(h.PlayerByKey(key(n)).Body).Pos)
		for k := range int32(6) {
			h.setTile(at.Add(5*k-12, 4), tile.Grass, either(k%2 == 0, tile.SwingGate, tile.Rotor), 0)
		}
	}
	h.save()
	child := f.carve(h, 101, 2)
	if a, b := count(h.Island), count(child.Island); a != 6 || b != 6 {
		t.Fatalf("%d arms stay, %d go", a, b)
	}
	for kind, comes := range map[entity.Kind]int{entity.Crate: 1, entity.RotorArm: 0} {
		b := entity.Body{ID: 99, Kind: kind, Pos: h.spawn.Centre()}
		c := codec.Read(append(appendBody(append(codec.U64(nil, uint64(h.tick)), 1), &b), 0, 0))
		was := len(h.Bodies())
		if h.heedCross(child.Self(), &c); len(h.Bodies()) != was+comes {
			t.Errorf("by mail a %s came %d times", kind, len(h.Bodies())-was)
		}
	}
	f.absorb(h, child)
	if n := count(h.Island); n != 12 {
		t.Errorf("%d arms are one island's again", n)
	}
	f.balanced()
}

// TestHingesMerge: of what two sides made of gates and rotors the tiles decide, and every one has an arm.
func TestHingesMerge(t *testing.T) {
	s := newStage(t).enter(2).clear(12).put(1, 0, 4).put(2, 4, 4)
	for x := int32(-8); x <= 4; x += 4 {
		s.setTile(s.at(x, 0), tile.Grass, tile.SwingGate, 0)
	}
	s.run(3)
	f := forkOf(s, []int{1}, []int{2})
	swing := func(s *stage, x int32, spin fixed.S) {
		k, _ := s.armOn(s.at(x, 0))
		s.space.Wake(k)
		s.space.Bodies()[k].Spin = spin
	}
	swing(f.here, -8, fixed.One)
	swing(f.there, -8, -fixed.One)
	f.here.setTile(f.here.at(-4, 0), tile.Grass, tile.Rotor, 0)
	swing(f.there, -4, fixed.One)
	swing(f.here, 0, fixed.One)
	f.there.setTile(f.there.at(0, 0), tile.Grass, tile.NoBlock, 0)
	f.here.setTile(f.here.at(4, 0), tile.Grass, tile.SwingGate, tile.South.Facing(0))
	f.there.setTile(f.there.at(4, 0), tile.Grass, tile.Rotor, tile.RotorBack)
	f.there.setTile(f.there.at(8, 0), tile.Grass, tile.Rotor, 0)
	f.here.run(30)
	f.there.run(30)
	f.merge()
	hung(t, f.here.Island)
	for x, want := range map[int32]tile.Block{-8: tile.SwingGate, -4: tile.Rotor, 0: tile.NoBlock, 4: tile.SwingGate, 8: tile.Rotor} {
		if got := f.here.block(x, 0); got != want {
			t.Errorf("at %d there is %s, want %s", x, got, want)
		}
	}
}

// TestMalformedHinges: what no hinge holds, or holds twice, is an error that says which and where.
func TestMalformedHinges(t *testing.T) {
	whole := func() *stage {
		s := newStage(t).enter(1).clear(6)
		s.setTile(s.at(2, 0), tile.Grass, tile.SwingGate, 0)
		s.setTile(s.at(-3, 0), tile.Grass, tile.Rotor, 0)
		return s.run(3)
	}
	s := whole()
	good := s.Snapshot(nil)
	gate, rotor := tileName(s.at(2, 0)), tileName(s.at(-3, 0))
	arm := func(s *stage) *entity.Body { return s.Arm(s.at(2, 0)) }
	for _, c := range []struct {
		name  string
		spoil func(s *stage)
		says  []string
	}{
		{"no arm", func(s *stage) { s.removeBody(arm(s).ID) }, []string{"tile " + gate, "without its arm"}},
		{"no tile", func(s *stage) {
			s.region(s.at(2, 0).Region()).set(s.at(2, 0).Index(), tile.Grass, tile.NoBlock, 0)
		}, []string{"body", "gate arm", gate}},
		{"two arms", func(s *stage) {
			b := *s.Arm(s.at(-3, 0))
			b.ID++
			s.space.Insert(b)
		}, []string{"rotor arm", rotor}},
		{"another's arm", func(s *stage) { arm(s).Kind = entity.RotorArm }, []string{"rotor arm", gate}},
		{"off its pin", func(s *stage) { arm(s).Pos.X++ }, []string{"gate arm", gate}},
		{"shut elsewhere", func(s *stage) { arm(s).Face = 64 }, []string{"gate arm", gate}},
		{"it moves", func(s *stage) { arm(s).Vel.X = 1 }, []string{"gate arm", gate}},
		{"it flies", func(s *stage) { arm(s).Z = 1 }, []string{"gate arm", gate}},
		{"too fast", func(s *stage) { arm(s).Spin = physics.ArmSpin + 1 }, []string{"body", "spins"}},
		{"somebody's", func(s *stage) { arm(s).Seat = 1 }, []string{"body", "somebody's"}},
		{"too early", func(s *stage) { s.genesis.Rules = game.Rotation }, []string{"rules 4"}},
	} {
		s := &stage{t: t, Island: new(Island)}
		if err := s.Restore(good); err != nil {
			t.Fatal(err)
		}
		c.spoil(s)
		err := new(Island).Restore(s.Snapshot(nil))
		if err == nil {
			t.Errorf("%s: taken", c.name)
			continue
		}
		for _, part := range append(c.says, "region") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", c.name, err, part)
			}
		}
	}
}

// yard sets up gates and rotors, some of which run, on land round a place, and returns their tiles.
func yard(i *Island, at grid.Tile, seed uint64) (list []grid.Tile) {
	for n := range uint64(12) {
		h := random.Hash(seed, n, 0, 0)
		t := at.Add(int32(h%13)-6, int32(h>>8%13)-6)
		if _, b, _, ok := i.TileAt(t); !ok || b != tile.NoBlock || i.Arm(t) != nil {
			continue
		}
		i.setTile(t, tile.Grass, either(h>>16&1 == 0, tile.SwingGate, tile.Rotor), uint8(h>>24)&7)
		list = append(list, t)
	}
	return list
}

// TestArmsAlone: how arms turn, and what they push, does not depend on what else the island holds, nor on snapshot points.
func TestArmsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		here, there := grid.Tile{X: 63, Y: 64}, grid.Tile{X: 63 + 64*rapid.Int32Range(1, 9).Draw(t, "far"), Y: 50}
		heaps := [][]entity.Body{heap(t, "here", 1, here.Centre()), heap(t, "there", 2, there.Centre())}
		both := plain(11, heaps...)
		alone := []*Island{plain(11, heaps[0]), plain(11, heaps[1])}
		seed := rapid.Uint64().Draw(t, "yard")
		owner := map[game.EntityID]int{}
		for n, at := range []grid.Tile{here, there} {
			for _, at := range yard(alone[n], at, seed+uint64(n)) {
				owner[alone[n].Arm(at).ID] = n
			}
			yard(both, at, seed+uint64(n))
			for _, b := range heaps[n] {
				owner[b.ID] = n
			}
		}
		fork := new(Island)
		for n := range 120 {
			if n == 40 {
				both.Copy(fork)
			}
			for _, i := range append([]*Island{both}, alone...) {
				i.StepTick(nil)
			}
			if n >= 40 {
				fork.StepTick(nil)
			}
			for k := range both.Bodies() {
				b := both.Bodies()[k]
				if o := alone[owner[b.ID]].Body(b.ID); o == nil || *o != b {
					t.Fatalf("after %d ticks\n%+v is alone\n%+v", n, b, o)
				}
			}
			if n >= 40 && fork.Digest() != both.Digest() {
				t.Fatalf("a copy went another way after %d ticks", n-40)
			}
		}
		hung(t, both)
	})
}

// armed is a crowd among gates and rotors of which every second runs.
func armed() *Island {
	var list []entity.Body
	for n := range uint64(1600) {
		at := grid.Tile{X: int32(n%160)*3 + 4, Y: int32(n/160)*5 + 20}
		list = append(list, entity.Body{ID: game.EntityID(n + 1), Kind: []entity.Kind{entity.Ball, entity.Crate, entity.Crate}[n%3],
			Pos: at.Centre(), Vel: fixed.Direction(fixed.Angle(n * 7919)).Scale(8 * fixed.One)})
	}
	i := plain(8, list)
	for n := range int32(200) {
		t := grid.Tile{X: n%40*12 + 7, Y: n/40*10 + 24}
		if _, b, _, _ := i.TileAt(t); b == tile.NoBlock {
			i.setTile(t, tile.Grass, either(n%3 == 0, tile.SwingGate, tile.Rotor), uint8(n)&7)
		}
	}
	return i
}

// TestArmsOnCores: a crowd among gates and rotors goes the same way on one, two and eight processors, and as if it were
// not shared out at all.
func TestArmsOnCores(t *testing.T) {
	run := func(procs int) (out string) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(procs, 1)))
		i := armed()
		if procs > 0 {
			i.ShareOut(onCores)
		}
		creaks := 0
		for n := range 90 {
			i.StepTick(nil)
			for _, e := range i.Events() {
				if e.Kind == event.Creaked {
					creaks++
				}
			}
			if n%10 == 0 {
				out += fmt.Sprintf("%016x %d %d\n", i.Digest(), creaks, len(i.Events()))
			}
		}
		hung(t, i)
		if creaks < 20 {
			t.Errorf("only %d creaks", creaks)
		}
		return out
	}
	want := run(0)
	for _, procs := range []int{1, 2, 8} {
		if got := run(procs); got != want {
			t.Errorf("on %d processors:\n%swant\n%s", procs, got, want)
		}
	}
}

// TestHingesRandom: whatever people do among gates, rotors, ladders, levers and crates, every gate and rotor has its arm, items
// are conserved, and what was restored on the way goes the same way.
func TestHingesRandom(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := stageOf(t, game.CurrentRules).enter(2).clear(9)
		blocks := []tile.Block{tile.SwingGate, tile.SwingGate, tile.Rotor, tile.Rotor, tile.Wire, tile.Lever, tile.NotGate, tile.Piston, tile.Ladder, tile.Door, tile.Plate, tile.Conveyor}
		for n := range rapid.IntRange(4, 30).Draw(rt, "blocks") {
			at := s.at(int32(rapid.IntRange(-5, 5).Draw(rt, "x")), int32(rapid.IntRange(-5, 5).Draw(rt, "y")))
			ground := either(n%3 == 0, tile.Shaft, tile.Grass)
			s.setTile(at, ground, rapid.SampledFrom(blocks).Draw(rt, "block"), uint8(rapid.IntRange(0, 7).Draw(rt, "state")))
		}
		for n := range rapid.IntRange(0, 8).Draw(rt, "things") {
			s.animal([]entity.Kind{entity.Crate, entity.Ball, entity.Cart, entity.Hen}[n%4], int32(rapid.IntRange(-6, 6).Draw(rt, "x")), int32(rapid.IntRange(-6, 6).Draw(rt, "y")))
		}
		for n := 1; n <= 2; n++ {
			s.put(n, int32(2*n-3), 0)
			for _, k := range []item.Kind{item.SwingGate, item.Rotor, item.Ladder, item.Shaft, item.Lever, item.Crate} {
				s.give(n, k, 5)
			}
		}
		j := &jumble{stage: s}
		j.turns(rt, rapid.IntRange(1, 10).Draw(rt, "before"))
		var twin Island
		if err := twin.Restore(s.Snapshot(nil)); err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 6).Draw(rt, "spells") {
			for _, turn := range j.turns(rt, 8) {
				if err := twin.Step(turn); err != nil {
					rt.Fatal(err)
				}
			}
			if field, differ := Diff(&twin, s.Island); differ {
				rt.Fatalf("what was restored goes another way: %s", field)
			}
			hung(rt, s.Island)
		}
		balanced(rt, s.Island)
	})
}

// TestGateKeepsAnimalsIn until somebody opens it.
func TestGateKeepsAnimalsIn(t *testing.T) {
	s := newStage(t).enter(1).clear(12).put(1, -9, -9)
	for k := int32(-2); k <= 3; k++ {
		s.setTile(s.at(k, -4), tile.Grass, tile.Fence, 0)
		s.setTile(s.at(-2, k-3), tile.Grass, tile.Fence, 0)
		s.setTile(s.at(3, k-3), tile.Grass, tile.Fence, 0)
	}
	s.build(paddock)
	s.setTile(s.at(-2, 0), tile.Grass, tile.Fence, 0)
	s.setTile(s.at(3, 0), tile.Grass, tile.Fence, 0)
	var flock []game.EntityID
	for k := range int32(3) {
		flock = append(flock, s.animal(entity.Sheep, k-1, -2))
	}
	out := func() (n int) {
		for _, id := range flock {
			if s.Body(id).Pos.Y > s.at(0, 0).Corner().Y {
				n++
			}
		}
		return n
	}
	s.put(1, 0, -3) // drives them to the gate
	if s.run(600); out() != 0 {
		t.Fatalf("%d got out", out())
	}
	s.setTile(s.at(0, 0), tile.Grass, tile.NoBlock, 0)
	for n := 0; out() == 0; n++ {
		if n > 200 {
			t.Fatal("nothing but the gate keeps them in, and they stay")
		}
		s.ask(1, moving(0, either(n%2 == 0, fixed.S(fixed.One), -fixed.One)))
		s.run(12)
	}
}
