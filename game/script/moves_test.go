package script_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/carry/bond"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

const ferry = `
def on_use(me, who):
    glide(me.x + 4, me.y, 2)
def on_prop(me, key, who):
    glide(me.x, me.y, 0)
def on_ask(me, who, words):
    glide(me.x + 40, me.y, 1)
def on_refused(me, effect, why):
    show(effect + ": " + why)
`

// TestAPlatformCarries: a floor that glides takes along what stands on it, and arrives exactly at its time.
func TestAPlatformCarries(t *testing.T) {
	s := stage(t)
	floor := placed(s, "Ferry", blueprint.Shape{Form: blueprint.Box, Make: entity.Flat}, ferry, 0, 2)
	s.Put(2, 0, 2)
	s.Space.Insert(entity.Body{ID: 9, Kind: entity.Ball, Pos: s.At(0, 2).Centre().Add(fixed.Vec{X: fixed.One * 3 / 8}), Flags: entity.Resting})
	k, _ := s.Space.Find(s.Player(2).Body)
	s.Space.Bodies()[k].Pos.X -= fixed.One * 3 / 8
	from, rider := s.Space.Body(floor.ID).Pos, s.Body(2).Pos
	use(s, 1, floor) // its tick begins with the run that asks for it
	seen := 0
	for n := 0; s.Space.Body(floor.ID).Pos.X < from.X+4*fixed.One && n < 200; n++ {
		var copied island.Island // as each machine predicts it
		s.CopyNear(&copied, s.At(0, 0))
		copied.StepTick(nil)
		s.Run(1)
		if got, want := copied.Space.Body(s.Player(2).Body).Pos, s.Body(2).Pos; got != want {
			t.Fatalf("predicted at %v, is at %v", got, want)
		}
		seen = n
	}
	if seen < 110 || seen > 122 {
		t.Errorf("it took %d ticks more, want 2 seconds", seen)
	}
	if d := s.Space.Body(floor.ID).Pos.Sub(from); d != (fixed.Vec{X: 4 * fixed.One}) {
		t.Errorf("it came %v far", d)
	}
	for _, d := range []fixed.Vec{s.Body(2).Pos.Sub(rider), s.Space.Body(9).Pos.Sub(s.At(0, 2).Centre().Add(fixed.Vec{X: fixed.One * 3 / 8}))} {
		if d != (fixed.Vec{X: 4 * fixed.One}) {
			t.Errorf("what stands on it came %v far", d)
		}
	}
	rig.Holds(t, s.Island)
}

// TestAFloorMeetsNothing: players walk over it, and a ball rolls over it.
func TestAFloorMeetsNothing(t *testing.T) {
	for _, flat := range []entity.Make{0, entity.Flat} {
		s := stage(t)
		placedAt(s, "Floor", blueprint.Shape{Form: blueprint.Box, Make: flat, Mass: 8 * fixed.One}, "", 3, 0)
		s.Space.Insert(entity.Body{ID: 9, Kind: entity.Ball, Pos: s.At(3, -4).Centre(), Vel: fixed.SVec{Y: 7 * fixed.One}})
		if s.Run(90); (s.Space.Body(9).Pos.Y > s.At(3, 1).Centre().Y) != (flat != 0) {
			t.Errorf("make %d: the ball is at %v", flat, s.Space.Body(9).Pos)
		}
		s.Walk(2, fixed.One, 0)
		if s.Run(90); (s.Body(2).Pos.X > s.At(5, 0).Centre().X) != (flat != 0) {
			t.Errorf("make %d: the walker is at %v", flat, s.Body(2).Pos)
		}
	}
}

// TestGlides: walls hold a floor up, and a box that is driven pushes; too far is refused; a glide to where it
// is ends one; to lift it ends it, too.
func TestGlides(t *testing.T) {
	s := stage(t)
	floor := placed(s, "Ferry", blueprint.Shape{Form: blueprint.Box, Make: entity.Flat}, ferry, 0, 2)
	s.Set(3, 2, tile.WoodWall, 0)
	use(s, 1, floor)
	if s.Run(150); s.Space.Body(floor.ID).Pos.X > s.At(2, 2).Centre().X+fixed.One/16 {
		t.Errorf("it went into a wall: %v", s.Space.Body(floor.ID).Pos)
	}
	s.Ask(1, askOf(s, floor, "far"))
	if s.Run(6); is(s, floor).Label != "glide: too far" {
		t.Errorf("it shows %q", is(s, floor).Label)
	}
	s = stage(t)
	box := placed(s, "Ferry", blueprint.Shape{Form: blueprint.Box}, ferry, 0, 2)
	s.Space.Insert(entity.Body{ID: 9, Kind: entity.Ball, Pos: s.At(2, 2).Centre()})
	use(s, 1, box)
	if s.Run(150); s.Space.Body(9).Pos.X <= s.At(4, 2).Centre().X || s.Space.Body(box.ID).Pos.X < s.At(3, 2).Centre().X {
		t.Errorf("the box is at %v, the ball at %v", s.Space.Body(box.ID).Pos, s.Space.Body(9).Pos)
	}
	if v := s.Space.Body(box.ID).Vel; v != (fixed.SVec{}) {
		t.Errorf("it still goes %v", v)
	}
}

// TestTeleportsAreFelt: a player that a thing takes beside a block, or a ball that takes itself there,
// touches it in the next tick, once.
func TestTeleportsAreFelt(t *testing.T) {
	s := stage(t)
	bell := placedAt(s, "Bell", blueprint.Shape{Form: blueprint.Block, Solid: true}, `
def on_touch(me, who):
    me.state["n"] = me.state.get("n", 0) + 1
    show("%d %s" % (me.state["n"], who.kind))
`, 4, 4)
	lift := placed(s, "Lift", block, "def on_use(me, who):\n    teleport(who, me.x + 3, me.y + 2)\n", 0, 2)
	use(s, 2, lift).Run(game.TicksPerSecond)
	if got := grid.TileAt(s.Body(2).Pos); got != s.At(3, 4) {
		t.Fatalf("it is on %v", got)
	}
	if got := is(s, bell).Label; got != "1 player" {
		t.Fatalf("the bell shows %q", got)
	}
	ball := placed(s, "Ball", blueprint.Shape{Form: blueprint.Ball}, `
def on_use(me, who):
    teleport(me, me.x + 4, me.y + 1)
def on_touch(me, who):
    show("at " + who.kind)
def on_refused(me, effect, why):
    show(why)
`, 0, 3)
	use(s, 1, ball).Run(game.TicksPerSecond)
	if got := is(s, bell).Label; got != "1 player" {
		t.Errorf("the ball went into the bell: %q", got)
	}
	if got := is(s, ball).Label; got == "" {
		t.Error("it is not told that there is no room")
	}
	s.Put(2, -4, 0)
	k, _ := s.Space.Find(ball.ID)
	from := s.Space.Bodies()[k].Pos
	s.Space.Bodies()[k].Pos = s.At(1, 3).Centre().Add(fixed.Vec{Y: -fixed.One})
	s.Space.Moved(k, from)
	s.Put(1, 1, 1)
	s.Run(3)
	use(s, 1, ball).Run(game.TicksPerSecond)
	if got := grid.TileAt(s.Space.Body(ball.ID).Pos); got != s.At(5, 3) {
		t.Fatalf("the ball is on %v", got)
	}
	if got := is(s, bell).Label; got != "1 player" {
		t.Errorf("across the corner it touches: %q", got)
	}
	hold(s, "Ball", 2, blueprint.Shape{Form: blueprint.Ball}, "def on_use(me, who):\n    teleport(me, me.x, me.y + 1)\ndef on_touch(me, who):\n    show(\"at \" + who.kind)\n")
	s.Put(1, 5, 2)
	use(s, 1, ball).Run(game.TicksPerSecond)
	if got := is(s, bell).Label; got != "2 thing" {
		t.Errorf("the bell shows %q", got)
	}
	s.Put(2, 8, 4).Walk(2, -fixed.One, 0)
	s.Run(40)
	if got := is(s, ball).Label; got != "at player" {
		t.Errorf("the ball shows %q", got)
	}
}

// TestTeleportsPartNobody: a player that carries another one has its hands full for a teleport. A carried one
// gets off, and goes alone.
func TestTeleportsPartNobody(t *testing.T) {
	s := stage(t)
	lift := placed(s, "Lift", block, "def on_use(me, who):\n    teleport(who, me.x + 3, me.y + 2)\ndef on_refused(me, effect, why):\n    show(why)\n", 0, 2)
	s.Put(1, -1, 0).Put(2, -2, 0)
	for n := 1; n <= 2; n++ {
		s.Ask(n, command.Command{Kind: command.Carry, Entity: s.Player(3 - n).Body})
		s.Run(3).Allowed()
	}
	use(s, 1, lift).Run(6)
	if got := is(s, lift).Label; got != event.HandsFull.String() || bond.Load(&s.State, s.Player(1).Body) != s.Player(2).Body {
		t.Errorf("with both it says %q", got)
	}
	use(s, 2, lift).Run(6)
	if got := grid.TileAt(s.Body(2).Pos); got != s.At(3, 4) || bond.Load(&s.State, s.Player(1).Body) != 0 || s.Body(2).Z != 0 {
		t.Errorf("the one that was carried is on %v", got)
	}
}
