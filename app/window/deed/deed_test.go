package deed

import (
	"testing"

	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/grid"
	"manyhold/render/ui/model"
)

// TestOf: what a player does on a screen asks the simulation for exactly that.
func TestOf(t *testing.T) {
	at := grid.Tile{X: 3, Y: -4}
	for _, c := range []struct {
		action model.Action
		want   command.Command
	}{
		{model.Say{Text: "hello"}, command.Command{Kind: command.Say, Text: "hello"}},
		{model.GoHome{}, command.Command{Kind: command.Home}},
		{model.SendEmote{Which: 2}, command.Command{Kind: command.Emote, Count: 2}},
		{model.Craft{Recipe: 5, Times: 3}, command.Command{Kind: command.Craft, Slot: 5, Count: 3}},
		{model.SwapSlots{A: 1, B: 9}, command.Command{Kind: command.Swap, Slot: 1, Slot2: 9}},
		{model.DropItem{Slot: 4, Count: 2}, command.Command{Kind: command.Drop, Slot: 4, Count: 2}},
		{model.UseLand{At: at, Of: 7}, command.Command{Kind: command.Share, Tile: at, Count: uint8(claim.UseLand), Entity: 7}},
		{model.EndClaim{At: at}, command.Command{Kind: command.Unclaim, Tile: at}},
		{model.ChestPut{Tile: at, Slot: 1, Count: 8}, command.Command{Kind: command.ChestPut, Tile: at, Slot: 1, Count: 8}},
		{model.ChestMove{Tile: at, From: 1, To: 40, Count: 8}, command.Command{Kind: command.ChestMove, Tile: at, Slot: 1, Slot2: 40, Count: 8}},
		{model.ChestAll{Tile: at}, command.Command{Kind: command.ChestTakeAll, Tile: at}},
		{model.BagSort{}, command.Command{Kind: command.BagSort}},
	} {
		if got, ok := Of(c.action); !ok || got != c.want {
			t.Errorf("%#v: %v %v, want %v", c.action, got, ok, c.want)
		}
	}
	for _, a := range []model.Action{model.CloseChest{}, model.Undo{}, model.LeaveWorld{}} {
		if got, ok := Of(a); ok {
			t.Errorf("%#v is no command, but %v", a, got)
		}
	}
}
