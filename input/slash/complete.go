package slash

import (
	"strings"

	"manyhold/game/event"
	"manyhold/game/rights"
)

// Person is a player whom a line can be about.
type Person struct {
	Name          string
	Rank          rights.Rank
	Me            bool
	Banned, Muted bool
}

// View is what the author of a line may do, and whom it knows.
type View struct {
	Rank   rights.Rank
	People []Person
}

// May reports whether the player may use a command.
func (v *View) May(c *Command) bool {
	return rights.May(c.Deed, v.Rank, rights.Common, rights.Law{}) == event.NoReason
}

// Check returns the problem of a line that was read well: its author may not do that, or nil.
func (v *View) Check(l Line) *Problem {
	if !v.May(l.Command) {
		p := &Problem{Code: "rank", Command: l.Command, Least: v.Rank}
		for p.Least+1 < rights.RankCount && !(&View{Rank: p.Least}).May(l.Command) {
			p.Least++
		}
		return p
	}
	for i := range l.Command.Args {
		a := &l.Command.Args[i]
		if a.Kind != Lower {
			continue
		}
		for k := range v.People {
			switch o := &v.People[k]; {
			case !strings.EqualFold(o.Name, l.Args[i]):
			case o.Me:
				return &Problem{Code: "yourself", Command: l.Command, Arg: a}
			case o.Rank >= v.Rank:
				return &Problem{Code: "above", Command: l.Command, Arg: a, Value: o.Name}
			}
		}
	}
	return nil
}

// Option is a way to continue a line.
type Option struct {
	Line    string   // the line with it
	Word    string   // the new word
	Command *Command // of options that are commands
}

// Completion is what is known of an unfinished line.
type Completion struct {
	Command *Command // nil while its name is not complete
	Arg     int      // index of the argument at the end of the line; the number of arguments if there is none
	Options []Option
}

// maxOptions bounds the options of a line.
const maxOptions = 64

// Complete returns how a line can go on whose cursor is at its end. It is empty for a line without a slash.
// Only commands that the player may use are offered, and only players whom a command can be about.
func (v *View) Complete(line string) (c Completion) {
	rest, ok := strings.CutPrefix(line, "/")
	if !ok || strings.HasPrefix(rest, "/") {
		return c
	}
	command, end := commandOf(rest)
	if command == nil || end == len(rest) || len(command.Args) == 0 {
		if c.Options = v.commands(rest); len(c.Options) > 0 || command == nil {
			return c
		}
	}
	c.Command = command
	for at := 1 + end; c.Arg < len(command.Args); {
		a := &command.Args[c.Arg]
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], " "))
		token, after := next(line[at:])
		used := line[at : len(line)-len(after)]
		_, fits := a.value(token)
		another := a.Optional && !fits && token != "" && c.Arg+1 < len(command.Args) // the token is of the next argument
		switch {
		case a.Kind == Text:
			return c
		case strings.HasSuffix(used, " ") || len(used) > 1 && used[0] == '"' && used[len(used)-1] == '"':
			if !another {
				at += len(used)
			}
		default:
			c.Options = v.values(a, line[:at], strings.TrimPrefix(used, `"`))
			if len(c.Options) > 0 || !another {
				return c
			}
		}
		c.Arg++
	}
	return c
}

// commands are those that a line can become.
func (v *View) commands(rest string) (all []Option) {
	for i := range Commands {
		c := &Commands[i]
		if !strings.HasPrefix(c.Name, strings.ToLower(rest)) || !v.May(c) {
			continue
		}
		o := Option{Line: "/" + c.Name, Word: "/" + c.Name, Command: c}
		if len(c.Args) > 0 {
			o.Line += " "
		}
		all = append(all, o)
	}
	return all
}

// spells are the lengths of time that are offered.
var spells = []string{"10m", "1h", "12h", "1d", "3d", "1w"}

// values are those that an argument can become which begins with part.
func (v *View) values(a *Arg, begin, part string) (all []Option) {
	offer := func(word string) {
		if len(all) >= maxOptions || len(word) < len(part) || !strings.EqualFold(word[:len(part)], part) {
			return
		}
		quoted := word
		if strings.Contains(word, " ") {
			quoted = `"` + word + `"`
		}
		all = append(all, Option{Line: begin + quoted + " ", Word: word})
	}
	switch a.Kind {
	case Word:
		for _, w := range a.Words {
			offer(w)
		}
	case Spell:
		for _, w := range spells {
			offer(w)
		}
	case Player, Lower, Banned, Muted:
		for i := range v.People {
			if o := &v.People[i]; v.about(a.Kind, o) {
				offer(o.Name)
			}
		}
	}
	return all
}

// about reports whether an argument of a kind can be a player.
func (v *View) about(k Kind, o *Person) bool {
	switch k {
	case Lower:
		return !o.Me && o.Rank < v.Rank && !o.Banned
	case Banned:
		return o.Banned
	case Muted:
		return o.Muted
	}
	return !o.Me && !o.Banned
}
