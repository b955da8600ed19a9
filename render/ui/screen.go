package ui

import "math"

// Screen is something that opens above the title or the world.
type Screen interface {
	// Show lays the screen out: it answers the hands, or draws.
	Show(u *Context)
}

// open opens a screen above those that are.
func (u *Context) open(s Screen) {
	u.stack, u.left = append(u.stack, s), append(u.left, u.focus)
	u.turnPage()
	u.sound(SoundOpen)
}

// write opens a screen in whose text box one writes at once.
func (u *Context) write(s Screen, box string) {
	u.open(s)
	u.focus, u.writing = ident(box, 0), true
	u.keyboard.openFor(u)
}

// close closes the top screen.
func (u *Context) close() {
	back := uint32(0)
	if n := len(u.stack); n > 0 {
		back = u.left[n-1]
		u.stack, u.left = u.stack[:n-1], u.left[:n-1]
	}
	u.turnPage()
	u.prefer = back // one comes back to where one was
	u.sound(SoundClose)
}

// closeAll closes all screens.
func (u *Context) closeAll() {
	u.stack, u.left = u.stack[:0], u.left[:0]
	u.turnPage()
}

// turnPage forgets the focus: the new screen chooses its own at the end of the tick.
func (u *Context) turnPage() {
	u.prefer, u.focus = 0, 0
	u.since = u.now
	u.items = u.items[:0]
}

// isOpen reports whether s is the top screen.
func (u *Context) isOpen(s Screen) bool { return len(u.stack) > 0 && u.stack[len(u.stack)-1] == s }

// slideTicks is how long a screen takes to arrive: 120 ms.
const slideTicks = 7

// slide moves and fades what follows while the top screen is arriving.
func (u *Context) slide() {
	t := float64(u.now-u.since) / slideTicks
	if t >= 1 || u.m.ReducedMotion {
		return
	}
	rest := (1 - t) * (1 - t)
	u.p.oy = float32(math.Round(rest*12)) * u.p.k
	u.p.alpha = float32(0.25 + 0.75*t)
}

func (u *Canvas) unslide() { u.p.ox, u.p.oy, u.p.alpha = 0, 0, 1 }

// veil darkens the world behind a screen that takes the player's whole mind.
func (u *Context) veil() {
	oy, alpha := u.p.oy, u.p.alpha
	u.unslide()
	u.p.fill(rect{0, 0, u.w + 1, u.h + 1}, fade(inkColour, 130))
	u.p.oy, u.p.alpha = oy, alpha
}
