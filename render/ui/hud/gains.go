package hud

import (
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/render/ui/kit"
)

const (
	// gainTicks is how long a line stands after the last thing that it tells of, and gainsMost how many lines
	// stand at a time.
	gainTicks, gainsMost = 150, 4
	// popTicks is how long a line jumps when something comes.
	popTicks   = 10
	gainHeight = 20
)

// gain is a line that says what was picked up: all of one kind in a row make one line.
type gain struct {
	kind  item.Kind
	count int
	at    uint64 // when the last came
}

// Gains are the lines beside the hotbar that say what the player has picked up, the newest at the foot.
type Gains struct{ lines []gain }

// Observe takes what was picked up (event.Collected, of the player).
func (g *Gains) Observe(u *kit.Context, e *event.Event) {
	if e.Kind != event.Collected || e.B <= 0 {
		return
	}
	now := max(u.Now, 1)
	for k := range g.lines {
		if l := &g.lines[k]; l.kind == item.Kind(e.A) && now-l.at < gainTicks {
			l.count, l.at = l.count+int(e.B), now
			return
		}
	}
	if len(g.lines) >= gainsMost {
		g.lines = append(g.lines[:0], g.lines[1:]...)
	}
	g.lines = append(g.lines, gain{item.Kind(e.A), int(e.B), now})
}

// tick forgets lines that have been read.
func (g *Gains) tick(u *kit.Context) {
	for len(g.lines) > 0 && u.Now-g.lines[0].at >= gainTicks {
		g.lines = append(g.lines[:0], g.lines[1:]...)
	}
}

// show draws the lines, at the right of the hotbar, or over its end where the window is narrow.
func (g *Gains) show(u *kit.Context) {
	if !u.P.On || len(g.lines) == 0 {
		return
	}
	bar := kit.R((u.W-kit.HotbarW)/2&^3, u.H-kit.SlotSide-8, kit.HotbarW, kit.SlotSide)
	x, y := bar.X+bar.W+12, bar.Y+bar.H-gainHeight+4
	if w := g.width(u); x+w > u.W-4 || len(u.In.TouchButtons()) > 0 {
		x, y = max(4, min(bar.X+bar.W, u.W-4)-w), bar.Y-gainHeight-8
	}
	for k := len(g.lines) - 1; k >= 0; k-- {
		l := &g.lines[k]
		age := u.Now - min(l.at, u.Now)
		a := uint8(min(255, (gainTicks-min(age, gainTicks))*8))
		words := gainWords(u, l)
		r := kit.R(x, y, u.Measure(words, false)+28, gainHeight-2)
		if age < popTicks && !u.Model.Window.ReducedMotion { // up, and back
			r.Y -= int(min(age, popTicks-age))
		}
		u.P.Panel(r, kit.Fade(kit.PanelColour, a), kit.Fade(kit.BorderColour, a), kit.Fade(kit.PanelColour, a))
		if c, ok := u.P.Atlas.Icon(l.kind); ok {
			u.P.Picture(r.X+3, r.Y+1, c, 1, kit.Fade(kit.White, a))
		}
		u.Text(kit.R(r.X+22, r.Y, r.W-22, r.H), words, kit.Style{Col: kit.Fade(kit.PaleColour, a)})
		y -= gainHeight
	}
}

// width is that of the widest line.
func (g *Gains) width(u *kit.Context) (w int) {
	for k := range g.lines {
		w = max(w, u.Measure(gainWords(u, &g.lines[k]), false)+28)
	}
	return w
}

// gainWords are "+3 Stick".
func gainWords(u *kit.Context, l *gain) string {
	return u.Say2("hud.gain", "n", kit.Itoa(l.count), "item", u.Say(kit.ItemKey(l.kind)))
}
