package script_test

import (
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/rig"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

type askedThing struct {
	*thing.Thing
	version uint32
}

// asked returns what a script shows after an expression was evaluated by a thing that player 2 uses. ox and
// oy are the middle of the tile of the first player.
func asked(s *rig.Stage, x *askedThing, expression string) string {
	s.T.Helper()
	x.version++
	hold(s, "Asker", x.version, block, "def on_use(me, who):\n    ox, oy = me.x, me.y - 2\n    show(str("+expression+")[:64])\n")
	s.Put(2, 1, 2)
	use(s, 2, is(s, x.Thing))
	now := is(s, x.Thing)
	if now.Health.Count > 0 {
		return "fault"
	}
	return now.Label
}

// scenery is a row of things to feel: in the east of player 1 a ball, behind it a maker's box, then a wall; a
// maker's block in the south-east; a pond's edge is not in the way.
func scenery(t testing.TB) (*rig.Stage, *askedThing) {
	s := stage(t)
	x := &askedThing{placed(s, "Asker", block, "def on_use(me, who):\n    pass\n", 0, 2), 1}
	placedAt(s, "Box", blueprint.Shape{Form: blueprint.Box}, "", 4, 0)
	placedAt(s, "Wall", blueprint.Shape{Form: blueprint.Block, Solid: true}, "", 3, 3)
	placedAt(s, "Mat", blueprint.Shape{Form: blueprint.Area, Width: 3, Height: 2}, "", -4, -1)
	s.Space.Insert(entity.Body{ID: 9, Kind: entity.Ball, Pos: s.At(2, 0).Centre()})
	s.Set(6, 0, tile.WoodWall, 0)
	s.Put(1, -6, 6)
	return s, x
}

// TestRay: the first thing in the way is told with its place, by layers; the thing itself is not.
func TestRay(t *testing.T) {
	s, x := scenery(t)
	for _, c := range []struct{ ask, want string }{
		{`[v for v in ray(ox, oy, 1, 0, 16)[3:]]`, `["ball"]`},
		{`[v for v in ray(ox, oy, 5, 0, 16, ["things", "tiles"])[3:]]`, `["thing"]`},
		{`info(ray(ox, oy, 1, 0, 16, ["things"])[0], "name")`, "Box"},
		{`ray(ox, oy, 1, 0, 16, ["tiles"])[0]`, "None"},
		{`ray(ox, oy, 1, 0, 16, ["tiles"])[1] - ox`, "5.5"},
		{`ray(ox, oy, 1, 0, 16, ["tiles"])[2] - oy`, "0"},
		{`ray(ox, oy, 1, 0, 16, ["tiles"])[3]`, "wooden wall"},
		{`ray(ox, oy, 1, 0, 5.4, ["tiles"])`, "None"},
		{`ray(ox, oy, 1, 0, 1.6)`, "None"},
		{`ray(ox, oy, 1, 0, 1.8)[1] - ox`, "1.71875"},
		{`ray(ox, oy, 1, 1, 16)[3]`, "thing"},
		{`ray(ox, oy, 1, 1, 16)[1] - ox`, "2.5"},
		{`ray(ox, oy, 1, 1, 16, ["players"])`, "None"},
		{`ray(me.x, me.y, 0, -1, 1.4)`, "None"}, // it starts in itself
		{`ray(ox, oy, -1, 0, 7)`, "None"},       // no ray meets an area
		{`ray(ox, oy, 1, 0, 9, [])`, "None"},
		{`ray(ox, oy, 0, 0, 9)`, "fault"},
		{`ray(ox, oy, 1, 0, 16.5)`, "fault"},
		{`ray(ox, oy, 1, 0, -1)`, "fault"},
		{`ray(ox, oy, 1, 0, 9, ["walls"])`, "fault"},
		{`ray(ox, oy, 1, 0, 9, "tiles")`, "fault"},
		{`ray(140737488355327, -140737488355327, -140737488355327, 1, 16)`, "None"},
	} {
		if got := asked(s, x, c.ask); got != c.want {
			t.Errorf("%s is %q, want %q", c.ask, got, c.want)
		}
	}
	if got := asked(s, x, `[h for h in [ray(who.x - 3, who.y, 1, 0, 9)] if h[0] == who][0][3]`); got != "player" {
		t.Errorf("a player in the way is %q", got)
	}
}

// TestOverlap: what lies in a rectangle in part is told, by kind, and what only touches its edge is not.
func TestOverlap(t *testing.T) {
	s, x := scenery(t)
	for _, c := range []struct{ ask, want string }{
		{`sorted([info(h, "kind") for h in overlap(ox, oy - 1, 5, 2)])`, `["ball", "thing"]`},
		{`len(overlap(ox, oy - 1, 5, 2, "thing"))`, "1"},
		{`len(overlap(ox, oy - 1, 5, 2, "Box"))`, "1"},
		{`len(overlap(ox, oy - 1, 5, 2, "ann/Box"))`, "1"},
		{`len(overlap(ox, oy - 1, 5, 2, "ann/Wall"))`, "0"},
		{`len(overlap(ox - 2, oy - 1, 1, 1, "Mat"))`, "1"},
		{`len(overlap(ox - 1.5, oy - 1, 1, 1, "Mat"))`, "0"}, // its edge is there
		{`len(overlap(ox + 3.5, oy + 3.5, 1, 1, "Wall"))`, "0"},
		{`len(overlap(ox + 3.4, oy + 3.4, 1, 1, "Wall"))`, "1"},
		{`len(overlap(ox, oy, 0, 0))`, "0"},
		{`me in overlap(ox - 16, oy - 16, 32, 32)`, "False"},
		{`who in overlap(ox - 16, oy - 16, 32, 32, "player")`, "True"},
		{`overlap(ox, oy, 33, 1)`, "fault"},
		{`overlap(ox, oy, 1, -1)`, "fault"},
	} {
		if got := asked(s, x, c.ask); got != c.want {
			t.Errorf("%s is %q, want %q", c.ask, got, c.want)
		}
	}
}

// TestAreasNoticeTheirLayers: an area without the layer of players does not notice them.
func TestAreasNoticeTheirLayers(t *testing.T) {
	for _, c := range []struct {
		make entity.Make
		want string
	}{{0, "ball player thing "}, {entity.NoPlayers, "ball thing "}, {entity.NoBodies | entity.NoThings, "player "}} {
		s := stage(t)
		area := placedAt(s, "Mat", blueprint.Shape{Form: blueprint.Area, Width: 3, Height: 3, Make: c.make}, `
def on_enter(me, who):
    me.state[who.kind] = 1
    show("".join([k + " " for k in sorted(me.state.keys())]))
`, 3, -1)
		box := placedAt(s, "Box", blueprint.Shape{Form: blueprint.Box}, "def on_born(me, who):\n    push(6, 0)\n", 2, 1)
		s.Space.Insert(entity.Body{ID: 9, Kind: entity.Ball, Pos: s.At(5, 3).Centre(), Vel: fixed.SVec{Y: -6 * fixed.One}})
		s.Walk(2, fixed.One, 0)
		s.Run(60)
		if got := is(s, area).Label; got != c.want {
			t.Errorf("make %d: %q, want %q; the box is at %v", c.make, got, c.want, s.Space.Body(box.ID).Pos)
		}
	}
}
