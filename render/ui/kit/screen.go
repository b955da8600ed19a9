package kit

import (
	"math"
)

// Screen is something that opens above the title or the world.
type Screen interface {
	// Show lays the screen out: it answers the hands, or draws.
	Show(u *Context)
}

// Open opens a screen above those that are.
func (u *Context) Open(s Screen) {
	u.Stack, u.left = append(u.Stack, s), append(u.left, u.Focused)
	u.turnPage()
	u.Sound(SoundOpen)
}

// Write opens a screen with the focus in its text box.
func (u *Context) Write(s Screen, box string) {
	u.Open(s)
	u.Focused, u.Writing = Ident(box, 0), true
	u.Keyboard.OpenFor(u)
}

// Close closes the top screen.
func (u *Context) Close() {
	back := uint32(0)
	if n := len(u.Stack); n > 0 {
		back = u.left[n-1]
		u.Stack, u.left = u.Stack[:n-1], u.left[:n-1]
	}
	u.turnPage()
	u.Prefer = back // back to the previous focus
	u.Sound(SoundClose)
}

// CloseAll closes all screens.
func (u *Context) CloseAll() {
	u.Stack, u.left = u.Stack[:0], u.left[:0]
	u.turnPage()
}

// turnPage forgets the focus: the new screen chooses its own at the end of the tick.
func (u *Context) turnPage() {
	u.Prefer, u.Focused = 0, 0
	u.Since = u.Now
	u.Items = u.Items[:0]
}

// IsOpen reports whether s is the top screen.
func (u *Context) IsOpen(s Screen) bool { return len(u.Stack) > 0 && u.Stack[len(u.Stack)-1] == s }

// slideTicks is how long a screen takes to arrive: 120 ms.
const slideTicks = 7

// Slide moves and fades the following quads while the top screen arrives.
func (u *Context) Slide() {
	t := float64(u.Now-u.Since) / slideTicks
	if t >= 1 || u.Model.Window.ReducedMotion {
		return
	}
	rest := (1 - t) * (1 - t)
	u.P.oy = float32(math.Round(rest*12)) * u.P.K
	u.P.Alpha = float32(0.25 + 0.75*t)
}

func (u *Canvas) Unslide() { u.P.ox, u.P.oy, u.P.Alpha = 0, 0, 1 }

// Veil darkens the world behind a screen that takes the player's whole mind.
func (u *Context) Veil() {
	oy, alpha := u.P.oy, u.P.Alpha
	u.Unslide()
	u.P.Fill(Rect{0, 0, u.W + 1, u.H + 1}, Fade(InkColour, 130))
	u.P.oy, u.P.Alpha = oy, alpha
}
