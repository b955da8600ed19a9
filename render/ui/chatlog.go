package ui

import (
	"slices"

	"manyhold/game/entity"
)

// toldMost is how many lines of the program's own are kept among those of the world; beyond it the oldest
// goes.
const toldMost = 50

// chatLog is what was said in the world and what the program told, in the order in which it came here.
//
// The world's lines are taken from the Model anew whenever they differ: a line that was predicted may find
// its place behind another's when the turn comes. A line that was there before keeps the time at which
// it came.
type chatLog struct {
	lines  []logLine // all, the newest last
	world  []logLine
	told   []logLine
	from   []ChatLine // what world was made of
	upTo   uint64     // lines of the world up to this number were cleared away here
	joined bool       // the history that was there before the player is in world
	dirty  bool       // lines has changed since it was last broken into written lines
}

// logLine is a line as it came.
type logLine struct {
	seat entity.Seat
	name string
	text string
	at   uint64 // when it came, by UI.now; 0: before the player did
	far  bool   // it was said to the whole world
	more int    // lines that are left out here, by whom this one is
}

const (
	// floodRun is how many lines one speaker may say in a row, each within floodTicks of the one before; of longer runs
	// only the last floodRun are shown, and how many are left out.
	floodRun, floodTicks = 5, 60
)

// calm leaves out what one speaker says so fast that nobody can read it; what is left uses the memory of lines.
func calm(lines []logLine) []logLine {
	out := lines[:0]
	for i := 0; i < len(lines); {
		j := i + 1
		for j < len(lines) && lines[i].at > 0 && lines[i].seat != 0 && lines[j].seat == lines[i].seat && lines[j].at-lines[j-1].at <= floodTicks {
			j++
		}
		if n := j - i; n > floodRun {
			left := logLine{seat: lines[i].seat, name: lines[i].name, at: lines[j-floodRun].at, more: n - floodRun}
			last := [floodRun]logLine(lines[j-floodRun : j])
			out = append(append(out, left), last[:]...)
		} else {
			out = append(out, lines[i:j]...)
		}
		i = j
	}
	return out
}

// follow takes over the lines of the world.
func (l *chatLog) follow(lines []ChatLine, now uint64, here bool) {
	if !slices.Equal(l.from, lines) {
		before := l.world
		l.from = append(l.from[:0], lines...)
		l.world = make([]logLine, 0, len(lines))
		for _, c := range lines {
			if c.Seq <= l.upTo {
				continue
			}
			at := now
			if !l.joined {
				at = 0
			}
			for j, b := range before {
				if b.seat == c.Seat && b.text == c.Text {
					at, before = b.at, slices.Delete(slices.Clone(before), j, j+1)
					break
				}
			}
			l.world = append(l.world, logLine{seat: c.Seat, name: c.Name, text: c.Text, at: at})
		}
		l.merge()
	}
	l.joined = l.joined || here
}

// clear takes everything away that was said and told so far, here and not for others.
func (l *chatLog) clear() {
	if n := len(l.from); n > 0 {
		l.upTo = l.from[n-1].Seq
	}
	l.world, l.told = nil, l.told[:0]
	l.merge()
}

// tell adds a line of the program's own.
func (l *chatLog) tell(text string, now uint64) { l.add(logLine{text: text, at: now}) }

// add adds a line that is not among those of the world's state.
func (l *chatLog) add(line logLine) {
	if len(l.told) >= toldMost {
		l.told = slices.Delete(l.told, 0, 1)
	}
	l.told = append(l.told, line)
	l.merge()
}

// merge puts what was told among what was said.
func (l *chatLog) merge() {
	l.lines, l.dirty = l.lines[:0], true
	told := l.told
	for _, w := range l.world {
		for len(told) > 0 && told[0].at < w.at {
			l.lines, told = append(l.lines, told[0]), told[1:]
		}
		l.lines = append(l.lines, w)
	}
	l.lines = calm(append(l.lines, told...))
}
