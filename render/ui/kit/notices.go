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
	// laneStrip is the height above each panel of a screen that is free for a line of the lane, laneGap the
	// gap round a line there, and besideLeast the least width of one beside a panel.
	laneStrip, laneGap, besideLeast = 8 + LineHeight + laneGap, 4, 120
	// refusalTicks is how long the words of a refusal stand beside the cursor.
	refusalTicks = 50
)

// toast is a short line in the lane at the top; until is when it goes, zero while it waits its turn.
type toast struct {
	text  string
	until uint64
	world bool // about a world: it goes when the world is left
	news  bool // of what happened in the world: it waits while a screen is open
}

// Keep takes the lines of the lane away, but for one, until Return: another place is shown.
func (n *Notices) Keep(stays string) {
	lane := n.Lane
	n.Lane = nil
	for _, t := range lane {
		if t.text == stays {
			n.Lane = append(n.Lane, t)
		} else {
			n.Later(t.text)
		}
	}
}

// Later keeps a line for Return.
func (n *Notices) Later(text string) {
	if k := len(n.kept); text == "" || k > 0 && n.kept[k-1] == text {
		return
	}
	if len(n.kept) >= toastsMost {
		n.kept = append(n.kept[:0], n.kept[1:]...)
	}
	n.kept = append(n.kept, text)
}

// Lines returns the lines of the lane.
func (n *Notices) Lines() (list []string) {
	for _, t := range n.Lane {
		list = append(list, t.text)
	}
	return list
}

// Return shows the lines that were kept, and ends those of the place that was shown meanwhile.
func (n *Notices) Return(u *Context) {
	n.Lane = nil
	for _, text := range n.kept {
		u.Toast(text)
	}
	n.kept = nil
}

// Toast shows a short line in the lane at the top for a few seconds. One that says the same as the last is
// not shown twice.
func (u *Context) Toast(text string) { u.Notices.add(u, text, false) }

// News shows a line as Toast does, but not over an open screen: it waits until that is closed. It is for what
// happens in the world, Toast for the answer to what is done on a screen.
func (n *Notices) News(u *Context, text string) {
	n.add(u, text, u.Model == nil || u.Model.Phase == model.Playing)
}

// add appends a line to the lane.
func (n *Notices) add(u *Context, text string, news bool) {
	lane := n.Lane
	if n := len(lane); n > 0 && lane[n-1].text == text || text == "" {
		return
	}
	if len(lane) >= toastsMost {
		lane = append(lane[:1], lane[2:]...)
	}
	n.Lane = append(lane, toast{text: text, world: u.Model != nil && u.Model.Phase == model.Playing, news: news})
}

// LeaveWorld drops the toasts about the world that is left.
func (n *Notices) LeaveWorld() {
	n.Lane = slices.DeleteFunc(n.Lane, func(t toast) bool { return t.world })
}

// Show draws the lane at y and returns where the next thing may stand.
func (n *Notices) Show(u *Context, y int) int {
	if len(n.Lane) == 0 || n.Lane[0].until == 0 {
		return y
	}
	text := n.Lane[0].text
	whole := u.Measure(text, false) + 2*Padding
	r := n.box(u, n.LaneCentre(u), y, min(n.LaneWidth(u), whole), text)
	n.draw(u, r)
	return y + r.H + 4
}

// ShowOver draws the lane over an open screen, from y on. The line stands in the strip above the panel, else
// beside it, where there is room; a long one covers the empty edge of the panel at most.
func (n *Notices) ShowOver(u *Context, y int) {
	if len(n.Lane) == 0 || n.Lane[0].until == 0 {
		return
	}
	text := n.Lane[0].text
	whole := u.Measure(text, false) + 2*Padding
	r := n.box(u, u.W/2, y, min(u.W-2*laneGap, whole), text)
	if at := n.panel; r.Overlaps(at) {
		r.Y = max(at.Y-r.H-laneGap/2, 0)
		if room := u.W - (at.X + at.W) - 2*laneGap; r.Overlaps(at) && room >= besideLeast {
			r = n.box(u, 0, at.Y, min(room, whole), text)
			r.X = at.X + at.W + laneGap
		} else if r.Overlaps(at) {
			r.H -= 4
		}
	}
	n.draw(u, r)
}

// box returns where a line stands that is w wide, in the middle of x, at y.
func (n *Notices) box(u *Context, x, y, w int, text string) Rect {
	return Rect{x - w/2, y, w, 8 + u.Height(text, w-2*Padding+2, false)}
}

// draw draws the first line of the lane at r.
func (n *Notices) draw(u *Context, r Rect) {
	t := &n.Lane[0]
	left := t.until - min(u.Now, t.until)
	a := uint8(min(255, left*16))
	if age := toastTicks - min(left, toastTicks); age < slideTicks && !u.Model.Window.ReducedMotion {
		r.Y -= 4 - int(age*4/slideTicks)
	}
	u.P.Panel(r, Fade(PanelColour, a), Fade(BorderColour, a), Fade(BorderColour, a))
	at := Rect{r.X + Padding, r.Y, r.W - 2*Padding + 2, u.Height(t.text, r.W-2*Padding+2, false)}
	at.Y += (r.H - at.H) / 2
	u.Paragraph(at, t.text, Style{Col: Fade(TextColour, a)})
}

// Free says that no panel is in the way of the lane: the next one that is shown is.
func (n *Notices) Free() { n.panel = Rect{} }

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

// Refuse shows why something was not done, beside the cursor, and sounds. While the same words stand there it
// does nothing.
func (u *Context) Refuse(words string) {
	n := &u.Notices
	if n.Refusal == words && u.Now-n.refusalAt <= refusalTicks && n.refusalIn == len(u.Stack) {
		return
	}
	n.Refusal, n.refusalAt, n.refusalIn = words, u.Now, len(u.Stack)
	u.Sound(SoundNo)
}

// ShowRefusal draws the words of the last refusal.
func (n *Notices) ShowRefusal(u *Context) {
	age := u.Now - n.refusalAt
	if n.Refusal == "" || age > refusalTicks || n.refusalIn != len(u.Stack) {
		return // it is over, or another screen is open since
	}
	a := uint8(min(255, (refusalTicks-age)*10))
	w := u.Measure(n.Refusal, false)
	x, y := u.CursorX, u.CursorY
	if at, ok := u.Model.Mine(); ok && !u.In.Pointing && len(u.Stack) == 0 && u.Model.Game.Camera != nil { // by keys: over the figure
		x, y, _ = u.OnScreen(at)
		y -= 32
	}
	r := Rect{min(max(x-w/2, 4), u.W-w-4), max(y-28-int(age/12), 4), w + 2, 16}
	u.Text(r, n.Refusal, Style{Col: Fade(PaleColour, a), Outline: true})
}

// Tick advances the lane. While busy, a screen is open: news wait, and begin again afterwards.
func (n *Notices) Tick(u *Context, busy bool) {
	if busy && len(n.Lane) > 0 && n.Lane[0].news {
		n.Lane[0].until = 0
		first := slices.IndexFunc(n.Lane, func(t toast) bool { return !t.news })
		if first < 0 {
			return
		}
		answer := n.Lane[first]
		n.Lane = slices.Insert(slices.Delete(n.Lane, first, first+1), 0, answer)
	}
	for len(n.Lane) > 0 && n.Lane[0].until > 0 && u.Now > n.Lane[0].until {
		n.Lane = n.Lane[1:]
	}
	if len(n.Lane) > 0 && n.Lane[0].until == 0 {
		n.Lane[0].until = u.Now + toastTicks
	}
}
