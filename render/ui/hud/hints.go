package hud

import (
	"manyhold/game/event"
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
	hintDig
	hintLamp
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
	// hintsTop is where the hints begin: below the faces.
	hintsTop = 84
)

// Hints is which of the first things have been done, and when.
type Hints struct {
	walked int // ticks
	Done   [HintCount]uint64
	told   bool // that all are done
}

// Did ticks a hint off.
func (l *Hints) Did(u *kit.Context, h Hint) {
	if u.Model != nil && u.Model.HUD.Hints && u.Phase == model.Playing && l.Done[h] == 0 {
		l.Done[h] = max(u.Now, 1)
		u.Sound(kit.SoundOK)
	}
}

// tick notices a walk, and reports once that all hints are done.
func (l *Hints) tick(u *kit.Context) {
	if !u.Model.HUD.Hints || u.Phase != model.Playing || u.Model.Game.Me == nil {
		return
	}
	if u.In.MoveX != 0 || u.In.MoveY != 0 {
		if l.walked++; l.walked >= WalkTicks {
			l.Did(u, hintWalk)
		}
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

// Observe notices the player's actions in the world.
func (l *Hints) Observe(u *kit.Context, e *event.Event) {
	switch e.Kind {
	case event.Dug:
		l.Did(u, hintDig)
	case event.Placed:
		if b := tile.Block(e.A); e.B == 0 && (b == tile.Lamp || b == tile.Torch) {
			l.Did(u, hintLamp)
		}
	case event.Thrown:
		l.Did(u, hintThrow)
	}
}

// show lays out the open hints, each with its key and a box that is ticked when it is done.
func (l *Hints) show(u *kit.Context) {
	if !u.P.On {
		return
	}
	var lines [HintCount]string
	n, w := 0, 0
	for h := range HintCount {
		if at := l.Done[h]; at > 0 && u.Now > at+HintFade {
			continue
		}
		lines[h] = HintWords(u, h)
		n, w = n+1, max(w, u.Measure(lines[h], false))
	}
	if n == 0 {
		return
	}
	r := kit.R(8, hintsTop, w+32, n*16+8)
	for _, b := range u.In.TouchButtons() { // beside those at the left
		if x := int(b.X+b.Side/2)/u.Scale + 4; b.X < u.In.TouchArea.Width/4 {
			r.X = max(r.X, x)
		}
	}
	u.Solid(r)
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.BorderColour)
	y := r.Y + 4
	for h := range HintCount {
		if lines[h] == "" {
			continue
		}
		box, col := kit.R(r.X+7, y+4, 9, 9), kit.TextColour
		u.P.Panel(box, kit.WellColour, kit.DimColour, kit.WellColour)
		if l.Done[h] > 0 {
			col = kit.GoodColour
			u.TickMark(box.X+1, box.Y+1)
		}
		u.Text(kit.R(r.X+22, y, w+4, 16), lines[h], kit.Style{Col: col})
		y += 16
	}
}

// lampSlot returns the slot of the hotbar with a lamp, if none is in hand.
func lampSlot(u *kit.Context) (slot int, ok bool) {
	me := u.Model.Game.Me
	if me == nil {
		return 0, false
	}
	lamp := func(i int) bool {
		s := me.Inventory[i]
		return s.Count > 0 && (s.Kind == item.Lamp || s.Kind == item.Torch)
	}
	if int(me.Slot) < item.HotbarSlots && lamp(int(me.Slot)) {
		return 0, false
	}
	for i := range item.HotbarSlots {
		if lamp(i) {
			return i, true
		}
	}
	return 0, false
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
	case hintDig:
		return u.Say1("tip.dig", "key", in.Name(input.Dig))
	case hintLamp:
		if slot, ok := lampSlot(u); ok && in.Device != input.Pad {
			return u.Say2("tip.lamp_slot", "slot", in.Name(input.Slot1+input.Action(slot)), "key", in.Name(input.Place))
		}
		return u.Say1("tip.lamp", "key", in.Name(input.Place))
	case hintThrow:
		return u.Say1("tip.throw", "key", in.Name(input.Throw))
	case HintTalk:
		return u.Say1("tip.talk", "key", in.Name(input.Chat))
	}
	return u.Say1("tip.invite", "key", in.Name(input.Menu))
}
