package hud

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// promptAbove is how far above the hotbar prompts stand: above the hearts and the name of the item in hand.
const promptAbove = 68

// aim draws the action of a key on the thing nearby, at one place above the hotbar: "E open".
func aim(u *kit.Context) {
	a := &u.Model.HUD.Aim
	key, action := AimWords(a)
	if a.Why != event.NoReason {
		action = input.NoAction
	}
	if key == "" || u.Model.Game.Camera == nil || !u.P.On {
		return
	}
	x, y, seen := u.OnScreen(fixed.Vec{X: a.At.X, Y: a.At.Y - fixed.One})
	if !seen {
		return
	}
	if a.Wind > 0 {
		wind(u, x, y, a.Wind)
		return
	}
	words, name, kw := AimText(u, a, key), "", 0
	if action != input.NoAction {
		name = u.In.Name(action)
		kw = max(16, u.Measure(name, false)+8)
	}
	w := u.Measure(words, false)
	x, y = max(4, (u.W-kw-4-w)/2), u.H-kit.SlotSide-promptAbove
	if kw > 0 {
		u.P.Panel(kit.R(x, y, kw, 18), kit.PanelColour, kit.FocusColour, kit.PanelColour)
		u.Text(kit.R(x, y, kw, 18), name, kit.Style{Col: kit.FocusColour, Align: kit.Centre})
	}
	if a.Holds {
		ring(u, kit.R(x, y, kw, 18), a.Held)
	}
	u.Text(kit.R(x+kw+4, y, w+2, 18), words, kit.Style{Col: kit.TextColour, Outline: true})
}

// AimText returns the words of a hint.
func AimText(u *kit.Context, a *model.Aim, key string) string {
	switch {
	case a.Why != event.NoReason:
		return u.Say(kit.ReasonKey(a.Why))
	case a.Carry.Kind != model.NoCarry:
		return u.Words.Fill(key, "name", a.Carry.Name, "use", u.In.Name(input.Use))
	case a.Made && u.Model.Game.Matches.Live.On: // nobody looks into the things of a match
		return either(a.Label, u.Say(key))
	case a.Made:
		return u.Words.Fill("hint.look", "does", either(a.Label, u.Say(key)), "key", u.In.Name(input.Examine))
	case a.Outline != item.None:
		return u.Say2(key, "item", u.Say(kit.ItemKey(a.Outline)), "erase", u.In.Name(input.Use))
	case a.Block == tile.StandingStone || a.Block == tile.Portal:
		return u.Say2(key, "place", u.Say(sceneKey(a.State)), "next", u.Say(sceneKey(a.Turns)))
	}
	return u.Say(key)
}

// either returns the first text, or the other if it is empty.
func either(first, other string) string {
	if first != "" {
		return first
	}
	return other
}

// sceneNames are the keys of the names of the scenes that portals lead to.
var sceneNames = [...]string{"scene.first", "scene.second", "scene.third", "scene.fourth"}

// sceneKey returns the key of the name of a scene.
func sceneKey(scene uint8) string {
	if int(scene) < len(sceneNames) {
		return sceneNames[scene]
	}
	return "scene.far"
}

// wind draws how far a throw is wound up: a bar that glows when it is full.
func wind(u *kit.Context, x, y int, part float64) {
	const w, h = 40, 6
	r := kit.R(x-w/2, y-h, w, h)
	u.P.Panel(r, kit.InkColour, kit.BorderColour, kit.InkColour)
	colour := kit.TextColour
	if part >= 1 {
		colour = kit.FocusColour
	}
	u.P.Fill(kit.R(r.X+2, r.Y+2, int(part*(w-4)), h-4), colour)
}

// AimWords returns the possible action and its key: the key of the words is empty for none, and the action is
// NoAction where there is only information.
func AimWords(a *model.Aim) (key string, action input.Action) {
	if a.Carry.Kind != model.NoCarry {
		return carryWords[a.Carry.Kind], carryAction(a.Carry.Kind)
	}
	switch {
	case a.Ride || a.Made:
		return usedWords(a), input.Use
	case a.Carried:
		return "hint.throw", input.Throw
	}
	switch a.Body {
	case entity.Player:
		return "hint.revive", input.Use
	case entity.Crate, entity.GizmoBox:
		return "hint.pick_crate", input.PickUp
	case entity.Ball, entity.Gizmo:
		return "hint.pick_ball", input.PickUp
	case entity.Ember:
		return "hint.pick_embers", input.PickUp
	case entity.Cart, entity.Hen, entity.Sheep:
		return "hint.pick_body", input.PickUp
	}
	if a.Outline != item.None {
		return outlineWords(a)
	}
	set := a.State&tile.StateBit0 != 0
	switch a.Block {
	case tile.Door:
		if set {
			return "hint.close_door", input.Use
		}
		return "hint.open_door", input.Use
	case tile.Lamp, tile.Torch:
		if set {
			return "hint.light_lamp", input.Use
		}
		return "hint.douse_lamp", input.Use
	case tile.Hearth:
		if set {
			return "hint.take_embers", input.Use
		}
		return "hint.light_fire", input.Use
	case tile.Beacon:
		if set {
			return "hint.read_light", input.Use
		}
		return "hint.dark_light", input.Use
	case tile.Wheat:
		if a.State >= tile.RipeWheat {
			return "hint.harvest", input.Use
		}
		return "hint.unripe", input.NoAction
	case tile.Rotor:
		return "hint.turn_rotor", input.Use
	case tile.NotGate, tile.AndGate, tile.OrGate, tile.Piston, tile.Conveyor, tile.Pump, tile.SwingGate:
		return "hint.turn_machine", input.Use
	case tile.Gate:
		if set {
			return "", input.NoAction
		}
		return gateWords[tile.GateOpener(a.State)>>1], input.NoAction
	case tile.StandingStone:
		if a.State&tile.Passage != 0 {
			return "hint.open_passage", input.Use
		}
		return "hint.open_portal", input.Use
	case tile.Portal:
		if a.State&tile.Passage != 0 {
			return "hint.close_passage", input.Use
		}
		if a.Closes {
			return "hint.close_portal", input.Use
		}
		return "hint.turn_portal", input.Use
	}
	if key := usedAlways[a.Block]; key != "" {
		return key, input.Use
	}
	return handWords(a)
}

// handWords returns what is done with the thing in hand that is used by itself.
func handWords(a *model.Aim) (key string, action input.Action) {
	switch a.Hand.Info().Use {
	case item.Strum:
		return "hint.play", input.NoAction
	case item.Dress:
		if a.Worn {
			return "hint.take_off", input.Place
		}
		return "hint.put_on", input.Place
	case item.Launch:
		return "hint.launch", input.Place
	case item.Perform:
		return "hint.perform", input.Place
	case item.Chart:
		return "hint.chart", input.Place
	}
	return "", input.NoAction
}

// carryWords are the words of what is done with another player.
var carryWords = [...]string{model.CarryOut: "hint.carry_out", model.CarryAsk: "hint.carry", model.CarryTake: "hint.carried_ask", model.CarryDown: "hint.put_down", model.CarryOff: "hint.get_off"}

// carryAction returns the key of what is done with another player.
func carryAction(k model.CarryKind) input.Action {
	if k == model.CarryOff {
		return input.NoAction
	}
	return input.PickUp
}

// gateWords say what opens a gate, by its opener.
var gateWords = [...]string{
	tile.GateHandles >> 1: "hint.gate", tile.GateSignal >> 1: "hint.gate_signal", tile.GateSlowHandles >> 1: "hint.gate_slow", tile.GateVigil >> 1: "hint.gate_night",
}

// usedAlways are the words of blocks that are used in the same way in all their states.
var usedAlways = map[tile.Block]string{
	tile.Lever: "hint.throw_lever", tile.Delay: "hint.set_delay", tile.Chest: "hint.open_chest", tile.Handle: "hint.hold_handle",
	tile.Sign: "hint.read_sign", tile.BerryBush: "hint.pick_berries", tile.Bed: "hint.use_bed", tile.MatchBoard: "hint.match_board", tile.Notice: "hint.notice",
}

// outlineWords returns the possible action on an outline: build it with the item in hand, select the needed
// item, or clear the tile.
func outlineWords(a *model.Aim) (key string, action input.Action) {
	switch {
	case a.Covered:
		return "hint.covered_outline", input.Dig
	case a.Ready:
		return "hint.build_outline", input.Place
	case a.Slot > 0 && a.Slot <= item.HotbarSlots:
		return "hint.select_for_outline", input.Slot1 + input.Action(a.Slot-1)
	case a.Slot > 0:
		return "hint.fetch_for_outline", input.Inventory
	}
	return "hint.lack_for_outline", input.NoAction
}

// usedWords returns the key of the words for using a maker's thing or a cart.
func usedWords(a *model.Aim) string {
	switch {
	case a.Made && a.Holds:
		return "hint.hold_thing"
	case a.Made:
		return "hint.use_thing"
	case a.Carried:
		return "hint.get_out"
	}
	return "hint.get_in"
}
