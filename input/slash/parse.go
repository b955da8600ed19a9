package slash

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"manyhold/game/rights"
)

// Line is a line that was read.
type Line struct {
	Command *Command
	// Args has a value for each argument of the command, words in the table's spelling; "": it was left out.
	Args []string
}

// Problem says why a line cannot be carried out. Its code names words of the window's language; Error says it
// in English.
type Problem struct {
	Code             string // unknown, missing, wrong, long, unreadable, rank, above, yourself
	Command          *Command
	Arg              *Arg   // that is missing or wrong, if it is one
	Value            string // the wrong value, or the unknown command
	Least            rights.Rank
	Longest, Present int // bytes
}

// Error says in English what is wrong and what to do.
func (p *Problem) Error() string {
	switch p.Code {
	case "unknown":
		return fmt.Sprintf("unknown command /%s; /help lists all commands", p.Value)
	case "missing":
		return "usage: " + p.Command.Usage(strings.ToUpper)
	case "wrong":
		return fmt.Sprintf("%q is no %s; give %s", p.Value, p.Arg.Key, p.Arg.Takes())
	case "long":
		return fmt.Sprintf("the text has %d bytes; at most %d fit", p.Present, p.Longest)
	case "unreadable":
		return "the text contains unreadable characters"
	case "rank":
		return fmt.Sprintf("/%s needs the rank of a %s; the world's founder gives ranks", p.Command.Name, p.Least)
	case "yourself":
		return fmt.Sprintf("you cannot use /%s on yourself", p.Command.Name)
	}
	return fmt.Sprintf("you can use /%s only on players of a lower rank than yours", p.Command.Name)
}

// Takes lists the accepted values of an argument, in English.
func (a *Arg) Takes() string {
	switch a.Kind {
	case Word:
		return strings.Join(a.Words, ", ")
	case Number:
		return fmt.Sprintf("a number from %d to %d", a.Least, a.Most)
	case Spell:
		return "a time such as 30s, 10m, 2h or 3d"
	case Text:
		return "a text"
	}
	return "the name of a player"
}

// Parse reads a line that begins with a slash.
func Parse(line string) (l Line, p *Problem) {
	rest := strings.TrimSpace(strings.TrimPrefix(line, "/"))
	c, end := commandOf(rest)
	if c == nil {
		first, _, _ := strings.Cut(rest, " ")
		return l, &Problem{Code: "unknown", Value: first}
	}
	rest = rest[end:]
	l = Line{c, make([]string, len(c.Args))}
	for i := range c.Args {
		a := &c.Args[i]
		rest = strings.TrimSpace(rest)
		if rest == "" {
			if !a.Optional {
				return l, &Problem{Code: "missing", Command: c, Arg: a}
			}
			continue
		}
		if a.Kind == Text {
			if p := a.misfit(rest); p != nil {
				p.Command = c
				return l, p
			}
			l.Args[i], rest = rest, ""
			continue
		}
		token, after := next(rest)
		value, ok := a.value(token)
		switch {
		case ok:
			l.Args[i], rest = value, after
		case a.Optional && i+1 < len(c.Args): // the token belongs to the next argument
		default:
			return l, &Problem{Code: "wrong", Command: c, Arg: a, Value: token}
		}
	}
	if rest = strings.TrimSpace(rest); rest != "" {
		return l, &Problem{Code: "missing", Command: c}
	}
	return l, nil
}

// commandOf returns the command whose name begins a text, the longest one, and where its name ends.
func commandOf(text string) (c *Command, end int) {
	for i := range Commands {
		name := Commands[i].Name
		n := wordsEnd(text, strings.Count(name, " ")+1)
		if n > end && strings.EqualFold(strings.Join(strings.Fields(text[:n]), " "), name) {
			c, end = &Commands[i], n
		}
	}
	return c, end
}

// wordsEnd returns where the first n words of a text end, the length of the text if it has no more.
func wordsEnd(text string, n int) (end int) {
	for range n {
		end += len(text[end:]) - len(strings.TrimLeft(text[end:], " "))
		if space := strings.IndexByte(text[end:], ' '); space >= 0 {
			end += space
		} else {
			end = len(text)
		}
	}
	return end
}

// next takes the first token of a text: a word, or what stands in double quotes.
func next(text string) (token, rest string) {
	if inner, ok := strings.CutPrefix(text, `"`); ok {
		token, rest, _ = strings.Cut(inner, `"`)
		return token, rest
	}
	token, rest, _ = strings.Cut(text, " ")
	return token, rest
}

// misfit returns the problem of a text, or nil.
func (a *Arg) misfit(text string) *Problem {
	switch {
	case !utf8.ValidString(text):
		return &Problem{Code: "unreadable", Arg: a}
	case a.Long > 0 && len(text) > a.Long:
		return &Problem{Code: "long", Arg: a, Present: len(text), Longest: a.Long}
	}
	return nil
}

// value reads a token as the value of an argument.
func (a *Arg) value(token string) (value string, ok bool) {
	switch a.Kind {
	case Word:
		for i, w := range a.Words {
			if strings.EqualFold(w, token) || a.Key == "emote" && token == strconv.Itoa(i+1) {
				return w, true
			}
		}
		return "", false
	case Number:
		n, err := strconv.Atoi(token)
		return token, err == nil && n >= a.Least && n <= a.Most
	case Spell:
		_, ok := ParseSpell(token)
		return token, ok
	}
	return token, token != "" && utf8.ValidString(token)
}

// MaxSpell is the longest spell: ten years.
const MaxSpell = 3650 * 24 * time.Hour

// spellUnits are the units of a spell.
var spellUnits = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

// ParseSpell reads a length of time such as 30s, 10m, 2h, 3d or 1w, up to MaxSpell.
func ParseSpell(s string) (time.Duration, bool) {
	if len(s) < 2 {
		return 0, false
	}
	unit, known := spellUnits[s[len(s)-1]]
	n, err := strconv.ParseUint(s[:len(s)-1], 10, 32)
	if !known || err != nil || n == 0 || n > uint64(MaxSpell/unit) {
		return 0, false
	}
	return time.Duration(n) * unit, true
}
