package window

import (
	"manyhold/app/window/lesson"
	"manyhold/app/window/stick"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// steer turns held keys and the cursor into at most one Move.
func (v *play) steer() {
	s, p := v.s, v.p
	dir := stick.Direction(s.in.MoveX, s.in.MoveY)
	if p.node.Orders().Now != nil && dir == p.moved {
		return // somebody else leads the figure
	}
	face := v.facing(dir)
	turn := face != p.faced && p.ticks >= p.turned+turnEvery
	if dir == p.moved && !turn {
		return
	}
	p.moved, p.faced, p.turned = dir, face, p.ticks
	p.Issue(command.Command{Kind: command.Move, Dir: dir, Face: face})
}

// rest lets go of everything, while a menu or the chat has the keys.
func (v *play) rest() {
	s, p := v.s, v.p
	s.renderer.ClearGhost()
	s.renderer.ClearArc()
	p.wound = 0
	if p.moved != (fixed.SVec{}) {
		p.moved = fixed.SVec{}
		p.Issue(command.Command{Kind: command.Move, Face: p.faced})
	}
	p.stopDigging()
}

// work turns the actions of the hands at the target into commands.
func (v *play) work() {
	s, p := v.s, v.p
	me := p.me()
	p.aimAt = v.target()
	p.aim = grid.TileAt(p.aimAt)
	pointer := !s.ui.PointerTaken() || !s.in.Pointing
	if v.click(pointer) {
		p.stopDigging()
		s.renderer.ClearGhost()
		pointer = false
	}
	held := me.Inventory[min(int(me.Slot), item.InventorySlots-1)]
	p.digAt(p.aim, s.in.Held(input.Dig), s.in.Pressed(input.Dig), pointer)
	if !v.useTool(held, pointer) {
		v.place(held, pointer)
	} else {
		s.renderer.ClearGhost()
	}
	v.throw(me.Slot, pointer)
	switch offer, taken := p.build.Land.Accepted(&s.in, p.ticks); {
	case taken:
		p.claim(offer)
	case p.build.Tool == model.ToolThing: // use places it
	case s.in.Pressed(input.Use) && p.outlined() != nil:
		p.Issue(command.Command{Kind: command.Erase, Tile: p.aim})
	case s.in.Held(input.Use), s.in.Released(input.Use):
		t, _ := p.usable(p.aim)
		if x, e := p.prompt(t); v.things.hold.Use(&s.in, x, e) {
			p.Issue(command.Command{Kind: command.Use, Tile: t})
		}
	}
	if s.in.Pressed(input.Kick) {
		p.Issue(command.Command{Kind: command.Kick, Dir: p.toward(1)})
	}
	if s.in.Pressed(input.PickUp) {
		p.pickUp()
	}
	if s.in.Pressed(input.Drop) && held.Count > 0 {
		p.Issue(command.Command{Kind: command.Drop, Slot: me.Slot, Count: 1})
	}
	s.zoom()
}

// click tells the referee of a match of the clicks on its field, and reports whether it wants them: the hands
// have no other use for the buttons then.
func (v *play) click(pointer bool) bool {
	for n, a := range [...]input.Action{input.Dig, input.Place} {
		if pointer && v.s.in.Pressed(a) {
			v.things.views.Click(v.p.aimAt, n+1)
		}
	}
	return v.things.views.Clicks()
}

// diggable reports whether a click digs something at the target: a block, or a loose thing.
func (p *Playing) diggable() bool {
	_, block, _, ok := p.View.World.TileAt(p.aim)
	what := block != tile.NoBlock && block.Info().DigTicks > 0 || act.LooseOn(&p.View.World.State, p.aim) != 0
	return ok && what && p.forbids(rights.Build, p.aim) == event.NoReason
}

// place shows the block to be placed at its place, and places it.
func (v *play) place(held item.Stack, pointer bool) {
	s, p := v.s, v.p
	b := p.View.World.Space.Body(p.View.Me.Body)
	why := p.View.World.Fits(b, p.aim, held.Kind)
	switch near := p.aim.Centre().Sub(b.Pos).Near(world.Reach); {
	case !pointer || b.Flags&entity.Carrying != 0:
		s.renderer.ClearGhost()
	case near && why != event.NoReason && p.diggable():
		s.renderer.SetGhost(render.Ghost{Tile: p.aim, OK: true, Digs: true})
	case held.Count == 0 || why == event.TooFar || p.digging:
		s.renderer.SetGhost(render.Ghost{Tile: p.aim, OK: near && p.forbids(rights.Build, p.aim) == event.NoReason, Why: why.String()})
	case why != event.NoReason:
		s.renderer.SetGhost(render.Ghost{Tile: p.aim, Why: why.String()})
	default:
		s.renderer.SetGhost(render.Ghost{Tile: p.aim, Item: held.Kind, OK: true})
	}
	if !s.in.Held(input.Place) || !pointer || p.ticks < p.placed+placeEvery {
		return
	}
	if s.in.Pressed(input.Place) || why == event.NoReason {
		p.placed = p.ticks
		p.Issue(command.Command{Kind: command.Place, Tile: p.aim, Slot: p.View.Me.Slot})
	}
}

// throw winds up while the button is held, and throws when it is let go.
func (v *play) throw(slot uint8, pointer bool) {
	s, p := v.s, v.p
	switch {
	case !s.in.Pressed(input.Throw) || !pointer:
	case lesson.Keeps(s.model.HUD.Hints, p.View.World.Space.Body(p.View.Me.Body), p.View.Me.Inventory[min(int(slot), item.InventorySlots-1)]):
		s.ui.Toast(s.words.Fill("note.lift_first", "key", s.in.Name(input.PickUp)))
	default:
		p.wound = p.ticks
	}
	s.renderer.ClearArc()
	if p.wound == 0 {
		return
	}
	if !s.in.Released(input.Throw) {
		v.showArc(slot)
		return
	}
	force := leastThrow + (1-leastThrow)*p.wind()
	p.wound = 0
	p.Issue(command.Command{Kind: command.Throw, Dir: p.toward(force), Slot: slot})
}

// showArc shows which way a throw would take that is let go now.
func (v *play) showArc(slot uint8) {
	s, p := v.s, v.p
	b := p.body()
	if b == nil {
		return
	}
	kind := entity.PlacedAs(p.View.Me.Inventory[min(int(slot), item.InventorySlots-1)].Kind)
	if o := p.View.World.Space.Body(b.Body.Other); b.Body.Flags&entity.Carrying != 0 && o != nil {
		kind = o.Kind
	}
	speed, lift := act.Toss(kind, p.toward(leastThrow+(1-leastThrow)*p.wind()))
	s.renderer.SetArc(b.Pos, speed, lift)
}
