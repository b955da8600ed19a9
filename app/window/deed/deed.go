// Package deed turns actions of the interface into commands of the simulation: those that need nothing else
// of the window.
package deed

import (
	"manyhold/game"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/render/ui/model"
)

// Of returns the command for an action. It is false for actions that are no single command: a chest, for
// example, has no state of being open, so closing its screen is none.
func Of(a model.Action) (command.Command, bool) {
	switch a := a.(type) {
	case model.Say:
		return command.Command{Kind: command.Say, Text: a.Text}, true
	case model.GoHome:
		return command.Command{Kind: command.Home}, true
	case model.SendEmote:
		return command.Command{Kind: command.Emote, Count: a.Which}, true
	case model.Select:
		return command.Command{Kind: command.Select, Slot: a.Slot}, true
	case model.Craft:
		return command.Command{Kind: command.Craft, Slot: a.Recipe, Count: a.Times}, true
	case model.SwapSlots:
		return command.Command{Kind: command.Swap, Slot: a.A, Slot2: a.B}, true
	case model.DropItem:
		return command.Command{Kind: command.Drop, Slot: a.Slot, Count: a.Count}, true
	case model.ShareClaim:
		return command.Command{Kind: command.Share, Tile: a.At, Count: uint8(a.Grant), Entity: game.EntityID(a.Who)}, true
	case model.UseLand:
		return command.Command{Kind: command.Share, Tile: a.At, Count: uint8(claim.UseLand), Entity: game.EntityID(a.Of)}, true
	case model.EndClaim:
		return command.Command{Kind: command.Unclaim, Tile: a.At}, true
	}
	return storing(a)
}

// storing is the command for an action with a chest or the inventory.
func storing(a model.Action) (command.Command, bool) {
	switch a := a.(type) {
	case model.ChestPut:
		return command.Command{Kind: command.ChestPut, Tile: a.Tile, Slot: a.Slot, Count: a.Count}, true
	case model.ChestTake:
		return command.Command{Kind: command.ChestTake, Tile: a.Tile, Slot: a.Slot, Count: a.Count}, true
	case model.ChestMove:
		return command.Command{Kind: command.ChestMove, Tile: a.Tile, Slot: a.From, Slot2: a.To, Count: a.Count}, true
	case model.ChestAll:
		return command.Command{Kind: command.ChestTakeAll, Tile: a.Tile}, true
	case model.ChestStack:
		return command.Command{Kind: command.ChestStack, Tile: a.Tile}, true
	case model.ChestSort:
		return command.Command{Kind: command.ChestSort, Tile: a.Tile}, true
	case model.BagSort:
		return command.Command{Kind: command.BagSort}, true
	}
	return command.Command{}, false
}
