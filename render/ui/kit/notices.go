package kit

import (
	"slices"

	"manyhold/render/ui/model"
)

const (
	// toastTicks is how long a toast is shown, and toastsMost how many may wait; beyond it the oldest waiting
	// one is dropped.
	toastTicks = 210
	toastsMost = 8
	// refusalTicks is how long the words of a refusal stand beside the cursor.
	refusalTicks = 90
)

// toast is a short line in the lane at the top; until is when it goes, zero while it waits its turn.
type toast struct {
	text  string
	until uint64
	world bool // about a world: it goes when the world is left
}

// Toast shows a short line in the lane at the top for a few seconds. One that says the same as the last is
// not shown twice.
func (u *Context) Toast(text string) {
	n := &u.Notices
	lane := n.Lane
	if n := len(lane); n > 0 && lane[n-1].text == text || text == "" {
		return
	}
	if len(lane) >= toastsMost {
		lane = append(lane[:1], lane[2:]...)
	}
	n.Lane = append(lane, toast{text: text, world: u.Model != nil && u.Model.Phase == model.Playing})
}

// LeaveWorld drops the toasts about the world that is left.
func (n *Notices) LeaveWorld() {
	n.Lane = slices.DeleteFunc(n.Lane, func(t toast) bool { return t.world })
}

// Show draws the lane at y and returns where the next thing may stand.
func (n *Notices) Show(u *Context, y int) int {
	h := n
	if len(h.Lane) == 0 || h.Lane[0].until == 0 {
		return y
	}
	t := h.Lane[0]
	left := t.until - min(u.Now, t.until)
	a := uint8(min(255, left*16))
	if age := toastTicks - min(left, toastTicks); age < slideTicks && !u.Model.Window.ReducedMotion {
		y -= 4 - int(age*4/slideTicks)
	}
	w := min(n.LaneWidth(u), u.Measure(t.text, false)+2*Padding)
	r := Rect{n.LaneCentre(u) - w/2, y, w, 8 + u.Height(t.text, w-2*Padding+2, false)}
	u.P.Panel(r, Fade(PanelColour, a), Fade(BorderColour, a), Fade(BorderColour, a))
	u.Paragraph(Rect{r.X + Padding, r.Y + 4, r.W - 2*Padding + 2, r.H - 8}, t.text, Style{Col: Fade(TextColour, a)})
	return y + r.H + 4
}

// LaneWidth returns the greatest width of the lane at the top between the faces and the map.
func (n *Notices) LaneWidth(u *Context) int {
	if n.Right > 0 {
		return u.W - n.Right - 24
	}
	return u.W - 2*112
}

// LaneCentre returns the middle of the lane at the top.
func (n *Notices) LaneCentre(u *Context) int {
	if n.Right > 0 {
		return (u.W - n.Right) / 2
	}
	return u.W / 2
}

// Refuse shows why something was not done, beside the cursor.
func (u *Context) Refuse(words string) {
	u.Notices.Refusal, u.Notices.refusalAt = words, u.Now
	u.Sound(SoundNo)
}

// ShowRefusal draws the words of the last refusal.
func (n *Notices) ShowRefusal(u *Context) {
	age := u.Now - n.refusalAt
	if n.Refusal == "" || age > refusalTicks {
		return
	}
	a := uint8(min(255, (refusalTicks-age)*10))
	w := u.Measure(n.Refusal, false)
	r := Rect{min(max(u.CursorX-w/2, 4), u.W-w-4), max(u.CursorY-28-int(age/12), 4), w + 2, 16}
	u.Text(r, n.Refusal, Style{Col: Fade(PaleColour, a), Outline: true})
}

// Tick advances the lane.
func (n *Notices) Tick(u *Context) {
	for len(n.Lane) > 0 && n.Lane[0].until > 0 && u.Now > n.Lane[0].until {
		n.Lane = n.Lane[1:]
	}
	if len(n.Lane) > 0 && n.Lane[0].until == 0 {
		n.Lane[0].until = u.Now + toastTicks
	}
}
