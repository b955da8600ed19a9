package chat

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/render/ui/model"
)

// ToldMost is how many lines of the program's own are kept among those of the world; beyond it the oldest
// goes.
const ToldMost = 50

// ChatLog holds the messages of the world and of the program, in the order of arrival.
//
// The world's lines are taken from the Model anew whenever they differ: a predicted line may end up behind
// another when its turn comes. A line that was there before keeps its time of arrival.
type ChatLog struct {
	Lines  []LogLine // all, the newest last
	world  []LogLine
	Told   []LogLine
	from   []model.ChatLine // source of world
	upTo   uint64           // lines of the world up to this number were cleared away here
	joined bool             // the history that was there before the player is in world
	dirty  bool             // lines has changed since it was last broken into written lines
}

// LogLine is a line as it came.
type LogLine struct {
	Seat entity.Seat
	Name string
	Text string
	At   uint64 // when it came, by UI.now; 0: before the player did
	Far  bool   // it was said to the whole world
	more int    // number of lines left out here, by the speaker of this one
}

const (
	// FloodRun is how many lines one speaker may say in a row, each within floodTicks of the one before; of
	// longer runs only the last floodRun are shown, and how many are left out.
	FloodRun, floodTicks = 5, 60
)

// calm leaves out lines of a speaker who floods the chat; the result uses the memory of lines.
func calm(lines []LogLine) []LogLine {
	out := lines[:0]
	for i := 0; i < len(lines); {
		j := i + 1
		for j < len(lines) && lines[i].At > 0 && lines[i].Seat != 0 && lines[j].Seat == lines[i].Seat && lines[j].At-lines[j-1].At <= floodTicks {
			j++
		}
		if n := j - i; n > FloodRun {
			left := LogLine{Seat: lines[i].Seat, Name: lines[i].Name, At: lines[j-FloodRun].At, more: n - FloodRun}
			last := [FloodRun]LogLine(lines[j-FloodRun : j])
			out = append(append(out, left), last[:]...)
		} else {
			out = append(out, lines[i:j]...)
		}
		i = j
	}
	return out
}

// Follow takes over the lines of the world.
func (l *ChatLog) Follow(lines []model.ChatLine, now uint64, here bool) {
	if !slices.Equal(l.from, lines) {
		before := l.world
		l.from = append(l.from[:0], lines...)
		l.world = make([]LogLine, 0, len(lines))
		for _, c := range lines {
			if c.Seq <= l.upTo {
				continue
			}
			at := now
			if !l.joined {
				at = 0
			}
			for j, b := range before {
				if b.Seat == c.Seat && b.Text == c.Text {
					at, before = b.At, slices.Delete(slices.Clone(before), j, j+1)
					break
				}
			}
			l.world = append(l.world, LogLine{Seat: c.Seat, Name: c.Name, Text: c.Text, At: at})
		}
		l.merge()
	}
	l.joined = l.joined || here
}

// Clear takes everything away that was said and told so far, here and not for others.
func (l *ChatLog) Clear() {
	if n := len(l.from); n > 0 {
		l.upTo = l.from[n-1].Seq
	}
	l.world, l.Told = nil, l.Told[:0]
	l.merge()
}

// Tell adds a line of the program's own.
func (l *ChatLog) Tell(text string, now uint64) { l.Add(LogLine{Text: text, At: now}) }

// Add adds a line that is not among those of the world's state.
func (l *ChatLog) Add(line LogLine) {
	if len(l.Told) >= ToldMost {
		l.Told = slices.Delete(l.Told, 0, 1)
	}
	l.Told = append(l.Told, line)
	l.merge()
}

// merge merges the program's messages into the players'.
func (l *ChatLog) merge() {
	l.Lines, l.dirty = l.Lines[:0], true
	told := l.Told
	for _, w := range l.world {
		for len(told) > 0 && told[0].At < w.At {
			l.Lines, told = append(l.Lines, told[0]), told[1:]
		}
		l.Lines = append(l.Lines, w)
	}
	l.Lines = calm(append(l.Lines, told...))
}
