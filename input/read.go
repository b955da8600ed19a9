package input

import "math"

// Read takes a snapshot from src and brings s to this tick. It is called once per tick, by the goroutine that
// owns both.
func (b *Bindings) Read(src Source, s *State) {
	had := s.snap.Focused
	x, y := s.snap.CursorX, s.snap.CursorY
	src.Snap(&s.snap)
	n := &s.snap
	s.bindings, s.Focused = b, n.Focused
	s.focus(had)
	s.readTouches()
	s.layer()
	s.lean(LeftX, LeftY, PadLeftStickLeft)
	s.lean(RightX, RightY, PadRightStickLeft)
	s.roll()

	s.CursorX, s.CursorY = n.CursorX, n.CursorY
	s.CursorMoved = s.seen && n.Focused && (x != n.CursorX || y != n.CursorY)
	s.seen = true
	if len(n.Text) > MaxText {
		n.Text = n.Text[:MaxText]
	}
	s.Text = n.Text
	s.readButtons()
	s.readEdits()
	s.readActions(b)
	s.MoveX, s.MoveY = s.vector(b, MoveLeft, MoveRight, MoveUp, MoveDown)
	s.AimX, s.AimY = s.vector(b, AimLeft, AimRight, AimUp, AimDown)
}

// focus releases everything while the window lacks the keyboard, and mutes the buttons held at the moment it
// gets focus: the Tab of Alt-Tab is not meant for us.
func (s *State) focus(had bool) {
	n := &s.snap
	if !n.Focused {
		n.Value, n.Axis = [ButtonCount]float32{}, [AxisCount]float64{}
		n.WheelX, n.WheelY, n.Text = 0, 0, n.Text[:0]
		return
	}
	for b := range n.Value {
		if n.Value[b] == 0 {
			s.mute[b] = false
		} else if !had && s.seen && Button(b) < MouseLeft {
			s.mute[b] = true
		}
		if s.mute[b] {
			n.Value[b] = 0
		}
	}
}

// lean turns one stick into its four buttons; the first is left, and the order is up, down, left, right. The
// dead zone is round, so that a diagonal is as easy as a straight line.
func (s *State) lean(ax, ay Axis, left Button) {
	x, y := s.snap.Axis[ax], s.snap.Axis[ay]
	length := math.Hypot(x, y)
	if !(length > StickDead) || math.IsInf(length, 0) { // NaN, too, is no lean
		x, y = 0, 0
	} else {
		k := min((length-StickDead)/(StickFull-StickDead), 1) / length
		x, y = x*k, y*k
	}
	up := left - 2
	s.snap.Value[up], s.snap.Value[up+1] = float32(max(-y, 0)), float32(max(y, 0))
	s.snap.Value[left], s.snap.Value[left+1] = float32(max(-x, 0)), float32(max(x, 0))
}

// roll turns the wheel into at most one step a tick. Fractions, as touchpads send them, add up.
func (s *State) roll() {
	n := &s.snap
	s.WheelX, s.WheelY = n.WheelX, n.WheelY
	if n.WheelY*s.kept.wheel < 0 {
		s.kept.wheel = 0 // the other way
	}
	if !math.IsNaN(n.WheelY) {
		s.kept.wheel = min(max(s.kept.wheel+n.WheelY, -wheelMost), wheelMost)
	}
	n.Value[MouseWheelUp], n.Value[MouseWheelDown] = 0, 0
	switch {
	case s.kept.wheel >= 1:
		s.kept.wheel--
		n.Value[MouseWheelUp] = 1
	case s.kept.wheel <= -1:
		s.kept.wheel++
		n.Value[MouseWheelDown] = 1
	}
}

// wheelMost is the most steps that wait for the next ticks; a spun wheel ends soon after the hand does.
const wheelMost = 3

func (s *State) readButtons() {
	s.fresh = NoButton
	s.still++
	for b := NoButton + 1; b < ButtonCount; b++ {
		p := &s.buttons[b]
		at := float32(PressAt)
		if p.ticks > 0 {
			at = ReleaseAt
		}
		p.next(s.snap.Value[b] >= at, b.wheel())
		if p.pressed() {
			if s.fresh == NoButton {
				s.fresh = b
			}
			s.use(b)
		}
	}
	if s.CursorMoved {
		s.Device, s.Pointing, s.still = Mouse, true, 0
	}
}

// use notes the device of a button that was pressed. A key does not end the use of the mouse before that has
// lain still for long: else hints would change at each step of a player who aims with the cursor.
func (s *State) use(b Button) {
	d := b.Device()
	if d == Keys && s.Device == Mouse && s.still < KeysAlone {
		return
	}
	s.Device = d
	switch {
	case d == Pad:
		s.Pointing = false
	case b.wheel():
		s.still = 0
	case d == Mouse:
		s.Pointing, s.still = true, 0
	}
}

func (s *State) readEdits() {
	held := func(b Button) bool { return s.buttons[b].ticks > 0 }
	s.Shift = held(KeyShiftLeft) || held(KeyShiftRight)
	command := held(KeyMetaLeft) || held(KeyMetaRight)
	// AltGr is Control and Alt to some systems; with it letters are typed, not commands.
	s.Control = (held(KeyControlLeft) || held(KeyControlRight)) && !held(KeyAltRight) || command
	for e := range editKeys {
		k := &editKeys[e]
		down := held(k.keys[0]) || k.keys[1] != NoButton && held(k.keys[1])
		if k.control {
			down = down && s.Control
		}
		if Edit(e) == Paste {
			down = down || s.Shift && held(KeyInsert)
		}
		s.edits[e].next(down, false)
	}
}

func (s *State) readActions(b *Bindings) {
	for a := NoAction + 1; a < ActionCount; a++ {
		down, anew := false, false
		for _, button := range b.list[a] {
			if button == NoButton {
				break
			}
			if s.buttons[button].ticks > 0 {
				down = true
				anew = anew || s.buttons[button].again
			}
		}
		if !down || anew {
			s.consumed[a] = false
		}
		down = s.latch(b, a, down)
		s.actions[a].next(down && !s.consumed[a], anew)
	}
	if s.still >= MouseRest && (s.actions[Dig].pressed() || s.actions[Place].pressed()) {
		s.Pointing = false
		if s.Device == Mouse { // the hands are on the keys
			s.Device = Keys
		}
	}
}

// latch turns presses of a toggling action into a held state; it ends when the window loses the keyboard.
func (s *State) latch(b *Bindings, a Action, down bool) bool {
	pressed := down && !s.down[a]
	s.down[a] = down
	if !b.toggle[a] || !s.Focused {
		s.latched[a] = false
		return down
	}
	if pressed && !s.consumed[a] {
		s.latched[a] = !s.latched[a]
	}
	return s.latched[a]
}

// vector joins four actions into a direction of length 1 at most. Keys count fully, sticks by their
// deflection; opposite ones cancel out.
func (s *State) vector(b *Bindings, left, right, up, down Action) (x, y float64) {
	x = s.amount(b, right) - s.amount(b, left)
	y = s.amount(b, down) - s.amount(b, up)
	if length := math.Hypot(x, y); length > 1 {
		x, y = x/length, y/length
	}
	return x, y
}

func (s *State) amount(b *Bindings, a Action) float64 {
	if s.consumed[a] {
		return 0
	}
	most := float32(0)
	for _, button := range b.list[a] {
		if button == NoButton {
			break
		}
		most = max(most, s.snap.Value[button])
	}
	return float64(min(most, 1))
}
