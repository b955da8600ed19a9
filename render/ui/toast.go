package ui

const (
	// toastTicks is how long a toast is shown, and toastsMost how many may wait; beyond it the oldest
	// waiting one is dropped.
	toastTicks = 210
	toastsMost = 8
	// refusalTicks is how long the words of a refusal stand beside the cursor.
	refusalTicks = 90
)

// toast is a short line in the lane at the top; until is when it goes, zero while it waits its turn.
type toast struct {
	text  string
	until uint64
}

// Toast shows a short line in the lane at the top for a few seconds. One that says the same as the last is
// not shown twice.
func (u *Context) toast(text string) {
	n := &u.notices
	lane := n.lane
	if n := len(lane); n > 0 && lane[n-1].text == text || text == "" {
		return
	}
	if len(lane) >= toastsMost {
		lane = append(lane[:1], lane[2:]...)
	}
	n.lane = append(lane, toast{text: text})
}

// toasts draws the lane at y and returns where the next thing may stand.
func (n *Notices) show(u *Context, y int) int {
	h := n
	if len(h.lane) == 0 || h.lane[0].until == 0 {
		return y
	}
	t := h.lane[0]
	left := t.until - min(u.now, t.until)
	a := uint8(min(255, left*16))
	if age := toastTicks - min(left, toastTicks); age < slideTicks && !u.m.ReducedMotion {
		y -= 4 - int(age*4/slideTicks)
	}
	w := min(n.laneWidth(u), u.measure(t.text, false)+2*padding)
	r := rect{n.laneCentre(u) - w/2, y, w, 8 + u.height(t.text, w-2*padding+2, false)}
	u.p.panel(r, fade(panelColour, a), fade(borderColour, a), fade(borderColour, a))
	u.paragraph(rect{r.x + padding, r.y + 4, r.w - 2*padding + 2, r.h - 8}, t.text, style{col: fade(textColour, a)})
	return y + r.h + 4
}

// laneWidth returns the most width of what stands at the top between the faces and the map.
func (n *Notices) laneWidth(u *Context) int {
	if n.right > 0 {
		return u.w - n.right - 24
	}
	return u.w - 2*112
}

// laneCentre returns the middle of what stands at the top.
func (n *Notices) laneCentre(u *Context) int {
	if n.right > 0 {
		return (u.w - n.right) / 2
	}
	return u.w / 2
}

// refuse shows why something was not done, beside the cursor.
func (u *Context) refuse(words string) {
	u.notices.refusal, u.notices.refusalAt = words, u.now
	u.sound(SoundNo)
}

// refusal draws the words of the last refusal.
func (n *Notices) showRefusal(u *Context) {
	age := u.now - n.refusalAt
	if n.refusal == "" || age > refusalTicks {
		return
	}
	a := uint8(min(255, (refusalTicks-age)*10))
	w := u.measure(n.refusal, false)
	r := rect{min(max(u.cx-w/2, 4), u.w-w-4), max(u.cy-28-int(age/12), 4), w + 2, 16}
	u.text(r, n.refusal, style{col: fade(paleColour, a), outline: true})
}

// tickNotices lets the lane go on.
func (n *Notices) tick(u *Context) {
	for len(n.lane) > 0 && n.lane[0].until > 0 && u.now > n.lane[0].until {
		n.lane = n.lane[1:]
	}
	if len(n.lane) > 0 && n.lane[0].until == 0 {
		n.lane[0].until = u.now + toastTicks
	}
}
