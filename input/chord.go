package input

// A pad has fewer buttons than there are actions. Select is a second layer for it: a button that goes down
// while Select is held counts as another one, such as PadSelectX. Select alone counts when it comes up.

// chords are the buttons of the second layer.
var chords = [...]struct{ plain, second Button }{
	{PadA, PadSelectA}, {PadB, PadSelectB}, {PadX, PadSelectX}, {PadY, PadSelectY}, {PadL1, PadSelectL1}, {PadR1, PadSelectR1},
	{PadUp, PadSelectUp}, {PadDown, PadSelectDown}, {PadLeft, PadSelectLeft}, {PadRight, PadSelectRight},
}

// layer is the state of the second layer.
type layer struct {
	held  bool              // Select is
	used  bool              // and something was pressed with it
	down  [len(chords)]bool // the plain button was down in the last tick
	taken [len(chords)]bool // it went down with Select, and is the second one until it is let go
}

// layer turns the buttons of this tick into those of the second layer.
func (s *State) layer() {
	n, l := &s.snap, &s.kept.second
	if !n.Focused {
		*l = layer{}
		return
	}
	at := func(b Button, was bool) bool { return n.Value[b] >= PressAt || was && n.Value[b] >= ReleaseAt }
	was := l.held
	l.held = at(PadSelect, l.held)
	l.used = l.used && was
	for k := range chords {
		c := &chords[k]
		n.Value[c.second] = 0
		down := at(c.plain, l.down[k])
		if down && !l.down[k] && l.held {
			l.taken[k], l.used = true, true
		}
		l.taken[k] = l.taken[k] && down
		l.down[k] = down
		if l.taken[k] {
			n.Value[c.second], n.Value[c.plain] = n.Value[c.plain], 0
		}
	}
	n.Value[PadSelect] = 0
	if was && !l.held && !l.used {
		n.Value[PadSelect] = 1
	}
}
