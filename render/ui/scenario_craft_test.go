package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/input"
	"manyhold/render/ui/bag"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestCraft makes something by mouse, by keys and by pad, and says why it cannot.
func TestCraft(t *testing.T) {
	wall := recipeOf(item.WoodWall)
	slot := func(s *stage) kit.Rect { return s.widget(kit.Ident("recipe", wall)).R }
	for _, c := range []struct {
		name string
		make func(s *stage)
		want model.Craft
	}{
		{"mouse", func(s *stage) { s.click(slot(s)) }, model.Craft{Recipe: uint8(wall), Times: 1}},
		{"several", func(s *stage) {
			s.hand.Press(input.KeyShiftLeft)
			s.click(slot(s))
			s.hand.Release(input.KeyShiftLeft)
		}, model.Craft{Recipe: uint8(wall), Times: bag.CraftMany}},
		{"keys", func(s *stage) { s.tap(input.KeyArrowDown); s.tap(input.KeyEnter) }, model.Craft{Recipe: uint8(wall), Times: 1}},
		{"pad", func(s *stage) { s.tap(input.PadDown); s.tap(input.PadA) }, model.Craft{Recipe: uint8(wall), Times: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := crafting(t, item.Stack{Kind: item.Stick, Count: 9})
			s.click(s.widget(kit.Ident("group", int(item.Building))).R)
			s.tick(2)
			s.u.c.SetFocus(kit.Ident("group", 0))
			s.tick(2)
			s.asked()
			c.make(s)
			s.tick(1)
			if got, want := list(s.asked()), fmt.Sprintf("[%#v]", c.want); got != want {
				t.Errorf("asked for %s, want %s", got, want)
			}
		})
	}
}

// crafting is a stage with the inventory open, in which only some stacks are.
func crafting(t *testing.T, stacks ...item.Stack) *stage {
	s := newStage(t, 1280, 720)
	s.play()
	s.bay().crafts = true
	clear(s.m.Game.Me.Inventory[:])
	copy(s.m.Game.Me.Inventory[20:], stacks)
	s.tick(1)
	s.u.bag.OpenAlone(s.u.c)
	s.tick(2)
	s.asked()
	return s
}

// recipeOf is the number of the first recipe for a kind.
func recipeOf(k item.Kind) int {
	return slices.IndexFunc(item.Recipes[:], func(r item.Recipe) bool { return r.Makes.Kind == k })
}

// widget returns what can be chosen with an identity.
func (s *stage) widget(id uint32) kit.Widget {
	s.t.Helper()
	for _, it := range s.u.c.Items {
		if it.ID == id {
			return it
		}
	}
	s.t.Fatalf("nothing can be chosen with identity %d", id)
	return kit.Widget{}
}

// TestCraftingTellsWhatIsMissing: a recipe that cannot be made says what is missing and how much of it there
// is, or which station.
func TestCraftingTellsWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		near   []item.Station
		of     []item.Stack
		makes  item.Kind
		group  item.Group
		says   string
		shown  string // by the description
		source string
	}{
		{nil, nil, item.Bench, item.Stations, "16 × Stick, you have 0", "16 × Stick, you have 0", "Fell trees"},
		{nil, []item.Stack{{Kind: item.Stick, Count: 5}}, item.Bench, item.Stations, "16 × Stick, you have 5", "16 × Stick, you have 5", "Fell trees"},
		{nil, []item.Stack{{Kind: item.Stick, Count: 5}}, item.StonePick, item.Tools, "Stone pick: At a bench", "8 × Stone, you have 0", "Bench: By hand"},
		{[]item.Station{item.AtBench}, []item.Stack{{Kind: item.Stick, Count: 5}}, item.StonePick, item.Tools, "8 × Stone, you have 0", "4 × Stick", "Break boulders"},
		{[]item.Station{item.AtFurnace}, nil, item.Copper, item.Materials, "2 × Copper ore, you have 0", "1 × Coal, you have 0", "Orange specks"},
	} {
		s := crafting(t, c.of...)
		s.bay().near = c.near
		s.click(s.widget(kit.Ident("group", int(c.group))).R)
		s.tick(2)
		s.u.c.SetFocus(kit.Ident("recipe", recipeOf(c.makes)))
		if texts := strings.Join(textsOf(s.trace()), "\n"); !strings.Contains(texts, c.shown) || !strings.Contains(texts, c.source) {
			t.Errorf("%s: the panel says %q", c.makes, texts)
		}
		s.click(s.widget(kit.Ident("recipe", recipeOf(c.makes))).R)
		if got := list(s.asked()); got != "[]" || s.u.c.Notices.Refusal != c.says {
			t.Errorf("%s: asked for %s, and was told %q, want %q", c.makes, got, s.u.c.Notices.Refusal, c.says)
		}
	}
}

// TestCraftingTellsTheWay to the nearest ore of what is missing, in words that fit.
func TestCraftingTellsTheWay(t *testing.T) {
	s := crafting(t)
	land := rig.NewStage(t).Enter(1)
	s.m.Game.Me.Body = land.Player(1).Body
	s.bay().land, s.bay().near = &land.State, []item.Station{item.AtFurnace}
	s.click(s.widget(kit.Ident("group", int(item.Materials))).R)
	s.tick(2)
	s.u.c.SetFocus(kit.Ident("recipe", recipeOf(item.Copper)))
	w, ok := s.m.Game.Craft.Lead(item.RawCopper)
	texts := strings.Join(textsOf(s.trace()), " ")
	if want := fmt.Sprintf("distance %d", w.Tiles); !ok || !strings.Contains(texts, "Orange specks") || !strings.Contains(texts, want) {
		t.Errorf("the panel says %q, want %q", texts, want)
	}
}

// TestCraftableFirst: within a group, what can be made comes first, and the order stays while the panel is
// open.
func TestCraftableFirst(t *testing.T) {
	s := crafting(t, item.Stack{Kind: item.Stick, Count: 9})
	s.click(s.widget(kit.Ident("group", int(item.Building))).R)
	s.tick(2)
	order := func() (list []uint32) {
		for _, it := range s.u.c.Items {
			for n := range item.Recipes {
				if it.ID == kit.Ident("recipe", n) {
					list = append(list, it.ID)
				}
			}
		}
		return list
	}
	first := order()
	want := []uint32{kit.Ident("recipe", recipeOf(item.WoodWall)), kit.Ident("recipe", recipeOf(item.WoodFloor)), kit.Ident("recipe", recipeOf(item.Fence))}
	if !slices.Equal(first[:3], want) {
		t.Errorf("the first recipes are %v, want %v", first[:3], want)
	}
	clear(s.m.Game.Me.Inventory[:])
	if s.tick(5); !slices.Equal(order(), first) {
		t.Error("the recipes change their places under the cursor")
	}
	for g := range item.GroupCount { // every group fits, and every recipe is in one
		n := 0
		for _, r := range item.Recipes {
			if r.Group == g {
				n++
			}
		}
		if n == 0 || n > 24 {
			t.Errorf("group %d has %d recipes, and the panel has room for 24", g, n)
		}
	}
	s.bay().crafts = false
	s.tick(2)
	if n := len(s.u.c.Items); n != item.InventorySlots+1 {
		t.Errorf("%d things to choose where nothing is made", n)
	}
}

// TestEveryMaterialHasASource: the panel can say of every ingredient and station where it comes from.
func TestEveryMaterialHasASource(t *testing.T) {
	made := map[item.Kind]bool{}
	for _, r := range item.Recipes {
		made[r.Makes.Kind] = true
	}
	for _, r := range item.Recipes {
		for _, n := range r.Needs {
			if n.Count > 0 && !made[n.Kind] && kit.SourceKey(n.Kind) == "" {
				t.Errorf("nobody says where a %s is found", n.Kind)
			}
		}
	}
}

// TestTheBagHidesTheHotbar: a panel lies over no second hotbar.
func TestTheBagHidesTheHotbar(t *testing.T) {
	s := crafting(t, item.Stack{Kind: item.Stick, Count: 9})
	if !s.u.hud.Covered() {
		t.Error("the hotbar shows under the inventory")
	}
	s.tap(input.KeyEscape)
	s.tick(2)
	if s.u.hud.Covered() {
		t.Error("the hotbar is hidden while the world is played")
	}
	if kit.PanelColour.A != 255 {
		t.Error("panels are translucent")
	}
}

// TestTipsCoverNoHeading: the tip of a slot is beside the headings, in every row.
func TestTipsCoverNoHeading(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.Game.World.(*bay).crafts = true
	for n := range s.m.Game.Me.Inventory {
		s.m.Game.Me.Inventory[n] = item.Stack{Kind: item.Stick, Count: 9}
	}
	s.u.bag.OpenAlone(s.u.c)
	s.tick(2)
	var ids []uint32
	for _, p := range s.u.c.Items {
		ids = append(ids, p.ID)
	}
	above, below := 0, 0
	for _, id := range ids {
		s.u.c.SetFocus(id)
		s.tick(2)
		if slices.ContainsFunc(item.Recipes[:], func(r item.Recipe) bool { return id == kit.Ident("recipe", recipeOf(r.Makes.Kind)) }) || id == kit.Ident("sort_bag", 0) ||
			slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5, 6, 7}, func(g int) bool { return id == kit.Ident("group", g) }) {
			continue // a recipe is described at a fixed place, and a button says what it does
		}
		if s.u.bag.Tip.Words == "" || len(s.u.bag.Tip.Heads) != 2 {
			t.Fatalf("a tip %q, and %d headings", s.u.bag.Tip.Words, len(s.u.bag.Tip.Heads))
		}
		r := s.u.bag.Tip.Place(s.u.c)
		for _, h := range s.u.bag.Tip.Heads {
			if r.Overlaps(h) {
				t.Errorf("the tip %q covers a heading: %v, %v", s.u.bag.Tip.Words, r, h)
			}
		}
		if r.Overlaps(s.u.bag.Tip.At) {
			t.Errorf("the tip %q covers its slot", s.u.bag.Tip.Words)
		}
		if above++; r.Y > s.u.bag.Tip.At.Y {
			above--
			below++
		}
	}
	if above == 0 || below == 0 {
		t.Errorf("%d tips above, %d below", above, below)
	}
}
