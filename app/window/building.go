package window

import (
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// build lets the tools for building answer the hands; it reports whether the place button is theirs.
func (s *Session) build(held item.Stack, pointer bool) bool {
	p := s.Play
	b := &p.build
	switch {
	case s.In.Pressed(input.UndoStep):
		s.undo()
	case s.In.Pressed(input.Turn):
		b.turn++
	}
	s.pick(pointer)
	if b.tool == model.ToolPoint {
		return false
	}
	switch {
	case s.In.Pressed(input.Place) && pointer:
		b.from, b.drawing = p.aim, true
	case s.In.Released(input.Place) && b.drawing:
		b.drawing = false
		b.begin(b.shape(b.from, p.aim, held.Kind))
	}
	return true
}

// pick takes what stands at the target in hand; held from one tile to another it copies what stands between them.
func (s *Session) pick(pointer bool) {
	p := s.Play
	b := &p.build
	if s.In.Pressed(input.Pick) && pointer {
		b.copied, b.picking = p.aim, true
	}
	if !b.picking || !s.In.Released(input.Pick) {
		return
	}
	b.picking = false
	if p.aim != b.copied {
		if b.copyArea(p.View.World, b.copied, p.aim) == 0 {
			s.Ui.Toast(s.words.Get("note.nothing_copied"))
		}
		return
	}
	k := itemAt(p.View.World, p.aim)
	slot := slotWith(p.View.Me, k)
	switch {
	case k == item.None:
	case slot < 0:
		s.Ui.Toast(s.words.Get("note.have_none"))
	case slot < item.HotbarSlots:
		p.Issue(command.Command{Kind: command.Select, Slot: uint8(slot)})
	default:
		p.Issue(command.Command{Kind: command.Swap, Slot: uint8(slot), Slot2: p.View.Me.Slot})
	}
}

// undo takes the last step back, or gives up a plan.
func (s *Session) undo() {
	if !s.Play.build.undo() {
		s.Ui.Toast(s.words.Get("note.nothing_to_undo"))
	}
}

// goOnBuilding works at the plan, and tells why a part of it was given up.
func (s *Session) goOnBuilding(hands bool) {
	p := s.Play
	b := p.View.World.Body(p.View.Me.Body)
	busy := hands && (s.In.Held(input.Dig) || p.wound > 0) || b.Flags&entity.Carrying != 0
	if why := p.build.work(p, busy); why != event.NoReason && why != event.Blocked {
		s.Ui.Refuse(why)
	}
}

// planView is what is shown of the plan, and of what a tool would add to it.
func (s *Session) planView(out []model.PlanTile) []model.PlanTile {
	p := s.Play
	b := &p.build
	out = out[:0]
	body := p.View.World.Body(p.View.Me.Body)
	show := func(list []planned, sure bool) {
		for _, part := range list {
			t := model.PlanTile{At: part.at, Item: part.item, Sure: sure, State: model.PlanFits}
			switch why := p.View.World.Fits(body, part.at, part.item); {
			case part.item == item.None:
			case why == event.TooFar || !part.at.Centre().Sub(body.Pos).Near(world.Reach):
				t.State = model.PlanFar
			case why != event.NoReason:
				t.State = model.PlanBlocked
			}
			out = append(out, t)
		}
	}
	show(b.plan, true)
	if b.tool != model.ToolPoint && !s.Ui.Captures() {
		from := p.aim
		if b.drawing {
			from = b.from
		}
		held := p.View.Me.Inventory[min(int(p.View.Me.Slot), item.InventorySlots-1)]
		if held.Count > 0 || b.tool == model.ToolStamp {
			show(b.shape(from, p.aim, held.Kind), false)
		}
	}
	if b.picking && b.copied != p.aim {
		for _, t := range [...]grid.Tile{b.copied, p.aim, {X: b.copied.X, Y: p.aim.Y}, {X: p.aim.X, Y: b.copied.Y}} {
			out = append(out, model.PlanTile{At: t, State: model.PlanFits})
		}
	}
	return out
}
