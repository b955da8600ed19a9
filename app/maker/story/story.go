// Package story reads the stories of a blueprint: what happens to one of its things in a small world, tick by
// tick, so that a test can compare what the thing does with what is expected.
//
// A story is a text of lines; a line that begins with # is a comment. Every other line has a tick and a deed:
//
//	at 0   enter Ann          # a player comes
//	at 60  use                # it uses the thing
//	at 70  touch              # it touches the thing
//	at 80  say Good morning   # it says something
//	at 90  signal on          # the signal on the thing's tile is now on, or off
//	at 100 prop glow=4        # the thing's owner changes a property
//	at 105 hold copper        # it is given nine of an item, and has them in its hand
//	at 106 stock bread        # a chest beside the thing gets nine of an item
//	at 108 answer Yes         # it chooses an answer of the thing's menu
//	at 110 snapshot           # the world is saved, thrown away, and restored
//
// Ticks do not descend; 60 are a second. Players act in the order of the lines, and the player that entered
// last is the one that uses, touches and says. A # behind a deed is a comment, too, except in say, answer and
// prop, whose text goes to the end of the line.
package story

import (
	"strconv"
	"strings"

	"manyhold/app/maker/problem"
	"manyhold/game/blueprint"
	"manyhold/game/item"
)

const (
	// MaxBytes is the most bytes of a story, MaxSteps the most deeds, and MaxTick the last tick: an hour.
	MaxBytes, MaxSteps, MaxTick = 64 << 10, 1000, 60 * 60 * 60
	// MaxPlayers is the most players that enter.
	MaxPlayers = 8
	// MaxName is the most bytes of a player's name, MaxSay the most of what it says, MaxAnswer of an answer.
	MaxName, MaxSay, MaxAnswer = 20, 200, 40
)

// Kind is a kind of deed.
type Kind uint8

// The kinds, with the fields of Step that each uses.
const (
	Enter    Kind = iota // Text: the player's name
	Use                  //
	Touch                //
	Say                  // Text
	Signal               // On
	Prop                 // Key and Text, the value as blueprint.toml has it, without quotes
	Snapshot             //
	Answer               // Text
	Hold                 // Text: the name of an item
	Stock                // likewise
	kinds
)

var words = [kinds]string{"enter", "use", "touch", "say", "signal", "prop", "snapshot", "answer", "hold", "stock"}

// byPlayer are the deeds that a player must be there for.
var byPlayer = [kinds]bool{Use: true, Touch: true, Say: true, Answer: true, Hold: true}

// String returns the word of a deed.
func (k Kind) String() string {
	if k >= kinds {
		return "unknown"
	}
	return words[k]
}

// Step is a deed and its tick.
type Step struct {
	Line int // of the text, from 1 on
	Tick uint32
	Kind Kind
	Key  string
	Text string
	On   bool
}

// Parse reads a story. Problems name the file by the name given.
func Parse(file, text string) (steps []Step, wrong problem.List) {
	if len(text) > MaxBytes {
		wrong.Add(file, 1, 1, "the story has %d bytes; at most %d are allowed", len(text), MaxBytes)
		return nil, wrong
	}
	p := parser{file: file, names: map[string]bool{}}
	for n, line := range strings.Split(text, "\n") {
		p.line, p.text = n+1, strings.TrimRight(line, "\r")
		p.rest, p.column = p.text, 1
		if s := strings.TrimLeft(p.text, " \t"); s == "" || s[0] == '#' {
			continue
		}
		if len(p.steps) == MaxSteps {
			p.bad("the story has more than %d deeds; divide it", MaxSteps)
			break
		}
		p.take()
	}
	if len(p.steps) == 0 && len(p.wrong) == 0 {
		p.wrong.Add(file, 1, 1, "nothing happens; begin with a line such as: at 0 enter Ann")
	}
	return p.steps, p.wrong
}

type parser struct {
	file, text, rest string
	line             int
	steps            []Step
	names            map[string]bool
	wrong            problem.List
	column           int // of the word read last
}

// bad reports a mistake at the word read last.
func (p *parser) bad(format string, a ...any) { p.wrong.Add(p.file, p.line, p.column, format, a...) }

// word reads the next word, "" at the end of the line.
func (p *parser) word() string {
	p.rest = strings.TrimLeft(p.rest, " \t")
	p.column = len(p.text) - len(p.rest) + 1
	n := strings.IndexAny(p.rest, " \t")
	if n < 0 {
		n = len(p.rest)
	}
	w := p.rest[:n]
	p.rest = p.rest[n:]
	return w
}

// tail reads the rest of the line.
func (p *parser) tail() string {
	p.rest = strings.TrimLeft(p.rest, " \t")
	p.column = len(p.text) - len(p.rest) + 1
	w := strings.TrimRight(p.rest, " \t")
	p.rest = ""
	return w
}

// take reads a line.
func (p *parser) take() {
	if w := p.word(); w != "at" {
		p.bad("%q; a line begins with at and a tick, such as: at 60 use", w)
		return
	}
	w := p.word()
	tick, err := strconv.ParseUint(w, 10, 32)
	if err != nil || tick > MaxTick {
		p.bad("%q is no tick; write a number from 0 to %d (60 are a second)", w, MaxTick)
		return
	}
	s := Step{Line: p.line, Tick: uint32(tick)}
	if n := len(p.steps); n > 0 && p.steps[n-1].Tick > s.Tick {
		p.bad("tick %d comes after tick %d; put the lines in the order of their ticks", s.Tick, p.steps[n-1].Tick)
		return
	}
	w = p.word()
	for s.Kind < kinds && words[s.Kind] != w {
		s.Kind++
	}
	if s.Kind == kinds {
		p.bad("%q is no deed%s", w, problem.Nearest(w, words[:]))
		return
	}
	if len(p.names) == 0 && byPlayer[s.Kind] {
		p.bad("nobody is there to %s; let a player enter first, such as: at 0 enter Ann", w)
		return
	}
	if p.deed(&s) {
		p.steps = append(p.steps, s)
	}
}

// deed reads what follows the word of a deed, and reports whether it is in order.
func (p *parser) deed(s *Step) bool {
	switch s.Kind {
	case Say, Answer:
		most := map[Kind]int{Say: MaxSay, Answer: MaxAnswer}[s.Kind]
		if s.Text = p.tail(); s.Text == "" || !blueprint.IsText(s.Text, most, false) {
			p.bad("%s needs a text of at most %d bytes, such as: %s Good morning", s.Kind, most, s.Kind)
			return false
		}
		return true
	case Hold, Stock:
		if s.Text = p.goods(); item.Named(s.Text) == item.None {
			p.bad("%q is no item; write its name as the bag shows it, in lower case, such as: %s bread", s.Text, s.Kind)
			return false
		}
		return true
	case Prop:
		key, value, ok := strings.Cut(p.tail(), "=")
		if s.Key, s.Text = strings.TrimSpace(key), strings.TrimSpace(value); !ok || !blueprint.IsKey(s.Key) || !blueprint.IsText(s.Text, blueprint.MaxText, false) {
			p.bad("prop needs a property and its value, such as: prop glow=4")
			return false
		}
		return true
	case Enter:
		s.Text = p.word()
		switch {
		case s.Text == "" || s.Text[0] == '#' || !blueprint.IsText(s.Text, MaxName, false):
			p.bad("enter needs a name of at most %d bytes, such as: enter Ann", MaxName)
			return false
		case p.names[s.Text]:
			p.bad("%s is there already", s.Text)
			return false
		case len(p.names) == MaxPlayers:
			p.bad("more than %d players; a story has at most so many", MaxPlayers)
			return false
		}
		p.names[s.Text] = true
	case Signal:
		w := p.word()
		if s.On = w == "on"; !s.On && w != "off" {
			p.bad("signal is on or off, such as: signal on")
			return false
		}
	}
	if w := p.word(); w != "" && w[0] != '#' {
		p.bad("%q is not expected after %s; remove it, or begin a comment with #", w, s.Kind)
		return false
	}
	return true
}

// goods reads the name of an item, which may have spaces, up to a comment.
func (p *parser) goods() string {
	name, _, _ := strings.Cut(p.tail(), "#")
	return strings.TrimSpace(name)
}
