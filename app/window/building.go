package window

import (
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// build lets the tools for building answer the hands; it reports whether the place button is theirs.
func (v *play) build(held item.Stack, pointer bool) bool {
	s, p := v.s, v.p
	b := &p.build
	switch {
	case s.in.Pressed(input.UndoStep):
		v.undo()
	case s.in.Pressed(input.Turn):
		b.turn++
	}
	v.pick(pointer)
	if b.tool == model.ToolPoint {
		return false
	}
	switch {
	case s.in.Pressed(input.Place) && pointer:
		b.from, b.drawing = p.aim, true
	case s.in.Released(input.Place) && b.drawing:
		b.drawing = false
		b.begin(b.shape(b.from, p.aim, held.Kind))
	}
	return true
}

// pick takes what stands at the target in hand; held from one tile to another it copies what stands between them.
func (v *play) pick(pointer bool) {
	s, p := v.s, v.p
	b := &p.build
	if s.in.Pressed(input.Pick) && pointer {
		b.copied, b.picking = p.aim, true
	}
	if !b.picking || !s.in.Released(input.Pick) {
		return
	}
	b.picking = false
	if p.aim != b.copied {
		if b.copyArea(p.View.World, b.copied, p.aim) == 0 {
			s.ui.Toast(s.words.Get("note.nothing_copied"))
		}
		return
	}
	k := itemAt(p.View.World, p.aim)
	slot := slotWith(p.View.Me, k)
	switch {
	case k == item.None:
	case slot < 0:
		s.ui.Toast(s.words.Get("note.have_none"))
	case slot < item.HotbarSlots:
		p.Issue(command.Command{Kind: command.Select, Slot: uint8(slot)})
	default:
		p.Issue(command.Command{Kind: command.Swap, Slot: uint8(slot), Slot2: p.View.Me.Slot})
	}
}

// undo takes the last step back, or gives up a plan.
func (v *play) undo() {
	s, p := v.s, v.p
	if !p.build.undo() {
		s.ui.Toast(s.words.Get("note.nothing_to_undo"))
	}
}

// goOnBuilding works at the plan, and tells why a part of it was given up.
func (v *play) goOnBuilding(hands bool) {
	s, p := v.s, v.p
	b := p.View.World.Body(p.View.Me.Body)
	busy := hands && (s.in.Held(input.Dig) || p.wound > 0) || b.Flags&entity.Carrying != 0
	if why := p.build.work(p, busy); why != event.NoReason && why != event.Blocked {
		s.ui.Refuse(why)
	}
}
