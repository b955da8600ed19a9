package ui

import (
	"testing"

	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/model"
)

// TestAimWords: the words of a hint, and its key, for portals and outlines.
func TestAimWords(t *testing.T) {
	for _, test := range []struct {
		aim    model.Aim
		key    string
		action input.Action
	}{
		{model.Aim{Block: tile.StandingStone, Turns: 1}, "hint.open_portal", input.Use},
		{model.Aim{Block: tile.Portal, State: 1, Turns: 2}, "hint.turn_portal", input.Use},
		{model.Aim{Block: tile.Portal, State: 3, Closes: true}, "hint.close_portal", input.Use},
		{model.Aim{Outline: item.Fence, Ready: true, Slot: 9}, "hint.build_outline", input.Place},
		{model.Aim{Outline: item.Fence, Slot: 9}, "hint.select_for_outline", input.Slot9},
		{model.Aim{Outline: item.Fence, Slot: item.HotbarSlots}, "hint.select_for_outline", input.Slot12},
		{model.Aim{Outline: item.Fence, Slot: item.HotbarSlots + 1}, "hint.fetch_for_outline", input.Inventory},
		{model.Aim{Outline: item.Fence}, "hint.lack_for_outline", input.NoAction},
		{model.Aim{Outline: item.Fence, Covered: true, Slot: 9}, "hint.covered_outline", input.Dig},
	} {
		if key, action := hud.AimWords(&test.aim); key != test.key || action != test.action {
			t.Errorf("%+v: %s by %d, want %s by %d", test.aim, key, action, test.key, test.action)
		}
	}
}

// TestAimNamesScenes: a hint at a portal names where it leads and where it can be turned to.
func TestAimNamesScenes(t *testing.T) {
	s := newStage(t, 1280, 720)
	a := model.Aim{Block: tile.Portal, State: 1, Turns: 2}
	key, _ := hud.AimWords(&a)
	if got, want := hud.AimText(s.u.c, &a, key), "leads to the second land; change to the third land"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
