package window

import (
	"manyhold/app/window/build"
	"manyhold/app/window/inspect"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// useTool lets the tools for building answer the hands; it reports whether the place button is theirs.
func (v *play) useTool(held item.Stack, pointer bool) bool {
	s, p := v.s, v.p
	b := &p.build
	if b.Tool == model.ToolInspect {
		v.inspect(pointer)
		return true
	}
	switch {
	case s.in.Pressed(input.UndoStep):
		v.undo()
	case s.in.Pressed(input.Turn):
		b.Turn()
	}
	v.pick(pointer)
	switch b.Tool {
	case model.ToolPoint:
		return false
	case model.ToolThing:
		v.placeThing(pointer)
		return true
	case model.ToolClaim:
		if c, ok := b.Land.Work(&s.in, p.aim, pointer); ok {
			p.claim(c)
		}
		return true
	}
	switch {
	case s.in.Pressed(input.Place) && pointer:
		b.Press(p.aim)
	case s.in.Released(input.Place):
		b.Release(p.aim, held.Kind)
	}
	return true
}

// claim asks for a plot.
func (p *Playing) claim(c claim.Plot) {
	p.build.Land.Taken()
	p.Issue(command.Command{Kind: command.Claim, Tile: c.At, Slot: c.W, Slot2: c.H})
}

// inspect lets the inspect tool answer the hands: keepers prepare a revert, or undo the last one.
func (v *play) inspect(pointer bool) {
	s, p := v.s, v.p
	if !inspect.May(&p.View.World.State, p.me()) {
		return
	}
	switch {
	case s.in.Pressed(input.UndoStep):
		p.Issue(inspect.Undo(p.aim))
	case !s.in.Pressed(input.Place) || !pointer:
	case p.inspect.Begin(&p.View.World.State, p.aim):
		s.ui.OpenRevert()
	default:
		s.ui.Toast(s.words.Get("inspect.nobody"))
	}
}

// pick takes the block at the target in hand; held from one tile to another it copies the area between them.
func (v *play) pick(pointer bool) {
	s, p := v.s, v.p
	b := &p.build
	if s.in.Pressed(input.Pick) && pointer {
		b.PressPick(p.aim)
	}
	if !s.in.Released(input.Pick) {
		return
	}
	from, picking := b.ReleasePick()
	if !picking {
		return
	}
	if p.aim != from {
		if b.CopyArea(p.View.World, from, p.aim) == 0 {
			s.ui.Toast(s.words.Get("note.nothing_copied"))
		}
		return
	}
	k := build.ItemAt(p.View.World, p.aim)
	slot := build.SlotWith(p.View.Me, k)
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
	if c, ok := v.things.moves.Undo(&p.View.World.State, p.build.Steps()); ok {
		p.Issue(c)
		return
	}
	if !p.build.Undo() {
		s.ui.Toast(s.words.Get("note.nothing_to_undo"))
	}
}

// goOnBuilding works at the plan, and tells why a part of it was given up.
func (v *play) goOnBuilding(hands bool) {
	s, p := v.s, v.p
	b := p.View.World.Space.Body(p.View.Me.Body)
	busy := hands && (s.in.Held(input.Dig) || p.wound > 0) || b.Flags&entity.Carrying != 0
	if why := p.goOnBuilding(busy); why != event.NoReason && why != event.Blocked {
		s.ui.Refuse(why)
	}
}

// site is where the player builds.
func (p *Playing) site() *build.Site {
	return &build.Site{View: p.View, Confirmed: p.Hand.World, Tick: p.ticks, Issue: p.Issue}
}

// goOnBuilding works at the plan, at the pace of placing by hand, and returns why a part of it was given up.
func (p *Playing) goOnBuilding(busy bool) event.Reason {
	why, placed := p.build.Work(p.site(), busy || p.ticks < p.placed+placeEvery)
	if placed {
		p.placed = p.ticks
	}
	return why
}
