package senses_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"manyhold/app/newcomer/senses"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// look is a screen of player 1, who stands in the middle of bare land.
func look(t *testing.T) (*rig.Stage, *senses.Screen) {
	s := rig.BareStage(t).Enter(2).Clear(24).Put(1, 0, 0).Put(2, 3, 0)
	return s, senses.New(s.Island, rig.Key(1), &senses.Memory{})
}

// TestHiddenThingsAreNotGiven: a screen has what is in the picture, and nothing beyond: not the land, not the
// bodies, not the ore inside of rock, not where a stone leads, not what others are told.
func TestHiddenThingsAreNotGiven(t *testing.T) {
	s, x := look(t)
	put := func(dx, dy int32, b tile.Block, state uint8) grid.Tile {
		living.SetTile(&s.State, s.At(dx, dy), tile.Grass, b, state)
		return s.At(dx, dy)
	}
	inside, outside := put(senses.Wide, 0, tile.Lamp, 0), put(senses.Wide+1, 0, tile.Lamp, 0)
	above := put(0, -senses.High-1, tile.Lamp, 0)
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			put(-6+dx, 3+dy, tile.Cliff, 0)
		}
	}
	ore := put(-6, 3, tile.CopperOre, 0)
	stone := put(6, 3, tile.StandingStone, tile.PassageTo(tile.West, 7))
	near, far := s.At(2, 2), s.At(0, 12)
	for n, at := range []grid.Tile{near, far} {
		s.Space.Insert(entity.Body{ID: s.Space.NewID(7, uint64(n)), Kind: entity.Crate, Pos: at.Centre()})
	}
	s.Ask(2, command.Command{Kind: command.Dig, Tile: s.At(20, 20)})
	x.Look(s.Run(3).Log)

	at := func(t grid.Tile) senses.Cell { return x.Memory.At(t) }
	if c := at(inside); !c.Seen || c.Block != tile.Lamp {
		t.Errorf("in the picture is %+v", c)
	}
	for _, o := range []grid.Tile{outside, above} {
		if c := at(o); c.Seen || c.Block != tile.NoBlock || x.Shows(o) {
			t.Errorf("beyond the picture is %+v", c)
		}
	}
	if c := at(ore); !c.Seen || c.Block != tile.Cliff {
		t.Errorf("inside of rock is %s", c.Block)
	}
	if c := at(stone); c.Block != tile.StandingStone || c.State != 0 {
		t.Errorf("the stone tells %d", c.State)
	}
	crates := 0
	for k := range x.Bodies {
		if b := &x.Bodies[k]; b.Kind == entity.Crate && grid.TileAt(b.Pos) == near {
			crates++
		} else if grid.TileAt(b.Pos) == far {
			t.Errorf("%s beyond the picture", b.Kind)
		}
	}
	if crates != 1 {
		t.Errorf("%d crates in the picture", crates)
	}
	if e := s.Saw(event.Refused); e == nil || len(x.News) > 0 {
		t.Errorf("of the refusal of another player, %v, it is told %v", e, x.News)
	}

	put(-6, 4, tile.NoBlock, 0)
	x.Look(s.Run(30).Log)
	if c := at(ore); c.Block != tile.CopperOre {
		t.Errorf("ore beside open ground is %s", c.Block)
	}
	s.Put(1, 0, -4)
	x.Look(s.Run(30).Log)
	if c := at(above); c.Block != tile.Lamp {
		t.Errorf("nearer, it is %+v", c)
	}
	put(senses.Wide, 0, tile.NoBlock, 0)
	s.Put(1, -8, 0)
	x.Look(s.Run(30).Log)
	if c := at(inside); c.Block != tile.Lamp {
		t.Error("what changes beyond the picture is known")
	}
}

// TestMindSeesTheScreenAlone: the package that plays imports no package that knows the world.
func TestMindSeesTheScreenAlone(t *testing.T) {
	files, err := filepath.Glob("../mind/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	allowed := map[string]bool{"manyhold/app/newcomer/senses": true, "manyhold/game": true, "manyhold/game/command": true, "manyhold/game/entity": true,
		"manyhold/game/event": true, "manyhold/game/fixed": true, "manyhold/game/goal": true, "manyhold/game/grid": true, "manyhold/game/item": true,
		"manyhold/game/tile": true, "container/heap": true, "fmt": true, "slices": true}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if path, _ := strconv.Unquote(i.Path.Value); !allowed[path] {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}
