package hud

import (
	"math"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Hint is one of the first things to do in a world.
type Hint uint8

// The hints, in the order in which they are shown.
const (
	hintWalk Hint = iota
	hintFell
	hintLight
	hintThrow
	HintTalk
	HintInvite
	HintCount
)

const (
	// WalkTicks is how long a player must walk, in ticks, before the hint is done.
	WalkTicks = 45
	// HintFade is how long a hint is still seen, ticked off, after it was done.
	HintFade = 75
	// hintsTop is where the hints begin: below the line of the goal.
	hintsTop = 84
	// treeReach is how far a tree may be that the hint points at, in tiles; treeEvery is how often it is
	// looked for, in ticks.
	treeReach, treeEvery = 7, 30
	// hushed is how much of the hints is seen while people talk.
	hushed = 0.3
)

// Hints is which of the first things have been done, and when.
type Hints struct {
	walked int // ticks
	Done   [HintCount]uint64
	told   bool // that all are done
	tree   grid.Tile
	found  bool    // tree is one
	hush   float32 // how much of the hints is seen, 1 for all
}

// Did ticks a hint off.
func (l *Hints) Did(u *kit.Context, h Hint) {
	if u.Model != nil && u.Model.HUD.Hints && u.Phase == model.Playing && l.Done[h] == 0 {
		l.Done[h] = max(u.Now, 1)
		u.Sound(kit.SoundOK)
	}
}

// tick notices a walk, and reports once that all hints are done. talks: people near are talking.
func (l *Hints) tick(u *kit.Context, talks bool) {
	if !u.Model.HUD.Hints || u.Phase != model.Playing || u.Model.Game.Me == nil {
		return
	}
	if u.In.MoveX != 0 || u.In.MoveY != 0 {
		if l.walked++; l.walked >= WalkTicks {
			l.Did(u, hintWalk)
		}
	}
	if talks {
		l.hush = max(l.hush-1.0/16, hushed)
	} else {
		l.hush = min(l.hush+1.0/16, 1)
	}
	if u.Now%treeEvery == 0 {
		l.tree, l.found = nearestTree(u)
	}
	last := uint64(0)
	for _, at := range l.Done {
		if at == 0 {
			return
		}
		last = max(last, at)
	}
	if !l.told && u.Now > last+HintFade {
		l.told = true
		u.Do(model.SetSetting{Key: "player.hints", Value: "false"})
	}
}

// Observe notices the player's actions in the world. Grass that is cut is no tree, and a lamp that is thrown
// away no lesson: see Hints.Throws.
func (l *Hints) Observe(u *kit.Context, e *event.Event) {
	switch e.Kind {
	case event.Dug, event.Felled:
		if isTree(tile.Block(e.A)) {
			l.Did(u, hintFell)
		}
	case event.Placed:
		if b := tile.Block(e.A); e.B == 0 && (b == tile.Lamp || b == tile.Torch) {
			l.Did(u, hintLight)
		}
	case event.Thrown:
		l.Did(u, hintThrow)
	}
}

// isTree reports whether a block is a tree.
func isTree(b tile.Block) bool { return b == tile.Oak || b == tile.Pine || b == tile.DeadTree }

// nearestTree returns the nearest tree around the player.
func nearestTree(u *kit.Context) (best grid.Tile, ok bool) {
	g := &u.Model.Game
	if g.World == nil {
		return best, false
	}
	least := int32(math.MaxInt32)
	for dy := int32(-treeReach); dy <= treeReach; dy++ {
		for dx := int32(-treeReach); dx <= treeReach; dx++ {
			t := g.Centre.Add(dx, dy)
			r := g.World.Region(t.Region())
			if r != nil && dx*dx+dy*dy < least && isTree(r.Block[t.Index()]) {
				best, ok, least = t, true, dx*dx+dy*dy
			}
		}
	}
	return best, ok
}

// possible reports whether the player could do now what a hint says.
func (l *Hints) possible(u *kit.Context, h Hint) bool {
	switch h {
	case hintFell:
		return l.found
	case hintLight:
		_, _, ok := lightSlot(u)
		return ok
	case hintThrow:
		return u.Model.HUD.Aim.Carried || throwable(u.Model.HUD.Aim.Body)
	}
	return true
}

// throwable reports whether a body is one to be picked up and thrown.
func throwable(k entity.Kind) bool {
	return k == entity.Ball || k == entity.Crate || k == entity.Gizmo || k == entity.GizmoBox
}

// current returns the hint that is shown: one that was just done, else the first one that is open and can be
// done; ok is false if there is none.
func (l *Hints) current(u *kit.Context) (h Hint, ok bool) {
	for h := range HintCount {
		if at := l.Done[h]; at > 0 && u.Now <= at+HintFade {
			return h, true
		}
	}
	for h := range HintCount {
		if l.Done[h] == 0 && l.possible(u, h) {
			return h, true
		}
	}
	return 0, false
}

// show lays out the present hint in one line, with a box that is ticked when it is done, and points at the
// tree that it means.
func (l *Hints) show(u *kit.Context) {
	if !u.P.On {
		return
	}
	h, ok := l.current(u)
	if !ok {
		return
	}
	words := HintWords(u, h)
	r := kit.R(8, hintsTop, u.Measure(words, false)+30, 18)
	for _, b := range u.In.TouchButtons() { // beside those at the left
		if x := int(b.X+b.Side/2)/u.Scale + 4; b.X < u.In.TouchArea.Width/4 {
			r.X = max(r.X, x)
		}
	}
	a := uint8(255 * max(l.hush, hushed))
	u.P.Panel(r, kit.Fade(kit.PanelColour, a), kit.Fade(kit.BorderColour, a), kit.Fade(kit.BorderColour, a))
	box, col := kit.R(r.X+6, r.Y+5, 9, 9), kit.TextColour
	u.P.Panel(box, kit.Fade(kit.WellColour, a), kit.Fade(kit.DimColour, a), kit.Fade(kit.WellColour, a))
	if l.Done[h] > 0 {
		col = kit.GoodColour
		u.TickMark(box.X+1, box.Y+1)
	}
	u.Text(kit.R(r.X+20, r.Y, r.W-20, r.H), words, kit.Style{Col: kit.Fade(col, a)})
	if h == hintFell && l.Done[h] == 0 && u.Model.Game.Camera != nil {
		l.point(u)
	}
}

// point draws an arrow that nods over the tree.
func (l *Hints) point(u *kit.Context) {
	at := l.tree.Centre()
	at.Y -= 2 * fixed.One
	x, y, seen := u.OnScreen(at)
	if !seen {
		return
	}
	if !u.Model.Window.ReducedMotion {
		y += int(u.Now/8%4) - 2
	}
	for k := range 5 {
		u.P.Fill(kit.R(x-5+k, y+k, 11-2*k, 1), kit.FocusColour)
	}
}

// lightSlot returns the slot of the hotbar with a lamp or torch, and whether it is in hand.
func lightSlot(u *kit.Context) (slot int, inHand, ok bool) {
	me := u.Model.Game.Me
	if me == nil {
		return 0, false, false
	}
	light := func(i int) bool {
		s := me.Inventory[i]
		return s.Count > 0 && (s.Kind == item.Lamp || s.Kind == item.Torch)
	}
	if int(me.Slot) < item.HotbarSlots && light(int(me.Slot)) {
		return int(me.Slot), true, true
	}
	for i := range item.HotbarSlots {
		if light(i) {
			return i, false, true
		}
	}
	return 0, false, false
}

// HintWords returns a hint's words and its key.
func HintWords(u *kit.Context, h Hint) string {
	in := u.In
	switch h {
	case hintWalk:
		if in.Device == input.Pad {
			return u.Say("tip.move_pad")
		}
		keys := in.Name(input.MoveUp) + in.Name(input.MoveLeft) + in.Name(input.MoveDown) + in.Name(input.MoveRight)
		if len(keys) > 8 {
			keys = in.Name(input.MoveUp)
		}
		return u.Say1("tip.move", "key", keys)
	case hintFell:
		return u.Say1("tip.fell", "key", in.Name(input.Dig))
	case hintLight:
		if slot, inHand, ok := lightSlot(u); ok && !inHand && in.Device != input.Pad {
			return u.Say2("tip.light_slot", "slot", in.Name(input.Slot1+input.Action(slot)), "key", in.Name(input.Place))
		}
		return u.Say1("tip.light", "key", in.Name(input.Place))
	case hintThrow:
		if u.Model.HUD.Aim.Carried {
			return u.Say1("tip.throw", "key", in.Name(input.Throw))
		}
		return u.Say2("tip.pick_up", "slot", in.Name(input.PickUp), "key", in.Name(input.Throw))
	case HintTalk:
		return u.Say1("tip.talk", "key", in.Name(input.Chat))
	}
	return u.Say1("tip.invite", "key", in.Name(input.Menu))
}
