package star

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"manyhold/game/script/star/value"
)

// The limits of a source. They bound what checking and compiling it can cost, and the stack that a run needs.
const (
	// MaxSource is the most bytes of a source.
	MaxSource   = 32 << 10
	maxBrackets = 40     // open at once
	maxWords    = 2_000  // of one logical line
	maxIndent   = 160    // columns before the first word of a line
	maxLetters  = 64     // of one name or number
	maxBlocks   = 20     // statements within statements
	maxNesting  = 100    // expressions within expressions
	maxNodes    = 20_000 // expressions and statements
	maxVars     = 64     // of one function, parameters included
	maxParams   = 16     // of one function
)

// Refusal is why a source is no program.
type Refusal struct {
	File string
	At   value.Pos
	Why  string       // the reason and, after a semicolon, the remedy
	Run  *value.Fault // the fault of the top level; nil if the source itself is refused
}

func (r *Refusal) Error() string { return fmt.Sprintf("%s:%s: %s", r.File, r.At, r.Why) }

// refuse ends the check of a source. Its function check recovers it.
func refuse(at value.Pos, format string, a ...any) {
	panic(&Refusal{At: at, Why: fmt.Sprintf(format, a...)})
}

// at converts a place.
func at(p syntax.Position) value.Pos { return value.Pos{Line: p.Line, Col: p.Col} }

// start returns where a node begins. The parser makes a return statement without a place for the body of a
// lambda: it begins with its expression.
func start(n syntax.Node) value.Pos {
	switch n := n.(type) {
	case *syntax.ReturnStmt:
		if !n.Return.IsValid() {
			return start(n.Result)
		}
		return at(n.Return)
	case *syntax.IfStmt: // its Span would visit all elifs to find its end
		return at(n.If)
	}
	p, _ := n.Span()
	return at(p)
}

// absent names what Starlark or Python have and this language has not, with what to use.
var absent = map[string]string{
	"float":      "a number may have a fraction already, and str makes it a string",
	"set":        "use a dict with the value True",
	"hash":       "a hash would tell of the machine; compare the values",
	"getattr":    "write the name after a dot",
	"hasattr":    "all things have the same attributes",
	"dir":        "the documentation lists all names",
	"bytes":      "a string holds any bytes",
	"print":      "use the host's functions, such as say or show",
	"map":        "use [f(x) for x in list]",
	"filter":     "use [x for x in list if f(x)]",
	"isinstance": `use type(x) == "list"`,
	"open":       "a script has no files",
	"exec":       "a script cannot make code",
	"eval":       "a script cannot make code",
	"super":      "there are no classes",
	"object":     "there are no classes",

	"class": "keep values in a dict", "import": "a script is one file", "from": "a script is one file",
	"is": "use ==", "try": "check values before they are used", "except": "check values before they are used",
	"finally": "a fault ends the run", "raise": "call fail(why)", "assert": "call fail(why)", "with": "there are no files",
	"global": "keep the value in me.state", "nonlocal": "change an element of a list or a dict of the outer function",
	"del": "use pop", "yield": "return a list", "async": "use a timer", "await": "use a timer", "as": "use =",
}

// remedies are what to do about the messages of the parser and the resolver, by a part of the message.
var remedies = []struct{ part, remedy string }{
	{"want ':'", "a block begins with a colon, and a dict needs key: value; sets do not exist"},
	{"want ','", "a bracket or a comma is missing before this place"},
	{"got ", "check the brackets, colons, quotes and indents up to here"},
	{"not within a function", "put it into a function"},
	{"cannot reassign", "choose another name, or keep the value in me.state"},
	{"not in a loop", "delete it"},
	{"duplicate parameter", "rename one of them"},
	{"is repeated", "delete one of them"},
	{"may not follow", "change their order"},
	{"can't assign", "only names and elements can be assigned to"},
	{"can't use", "assign to one name at a time"},
	{"indent", "use the same indent for all lines of a block"},
	{"invalid escape", "write a backslash as \\\\"},
	{"load ", "a script is one file; load does not exist here"},
	{"does not associate", "write x < y and y < z"},
}

// advised appends what to do to a message.
func advised(message string) string {
	if word, ok := strings.CutPrefix(message, "got "); ok {
		if word, _, _ = strings.Cut(word, ","); absent[word] != "" {
			return word + " does not exist here; " + absent[word]
		}
	}
	for _, r := range remedies {
		if strings.Contains(message, r.part) {
			return message + "; " + r.remedy
		}
	}
	return message
}

// explain turns an error of the parser or the resolver into a refusal.
func explain(err error) *Refusal {
	var s syntax.Error
	if errors.As(err, &s) {
		return &Refusal{At: at(s.Pos), Why: advised(s.Msg)}
	}
	var list resolve.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		first := list[0]
		for _, e := range list {
			if e.Pos.Line < first.Pos.Line || e.Pos.Line == first.Pos.Line && e.Pos.Col < first.Pos.Col {
				first = e
			}
		}
		return &Refusal{At: at(first.Pos), Why: advised(first.Msg)}
	}
	return &Refusal{At: value.Pos{Line: 1, Col: 1}, Why: err.Error()}
}

// unknown refuses a name without a meaning. The resolver would do so, but it would compare each such name
// with all others to guess what was meant, which takes seconds for names that are chosen for it. This guess
// is made once.
func (c *compiler) unknown(place value.Pos, name string) {
	if advice := absent[name]; advice != "" {
		refuse(place, "%s does not exist here; %s", name, advice)
	}
	if advice := c.library.advice[name]; advice != "" {
		refuse(place, "%s", advice)
	}
	for _, list := range [][]string{c.names, slices.Sorted(maps.Keys(c.library.names)), slices.Sorted(maps.Keys(builtins))} {
		for _, n := range list {
			if nearly(n, name) {
				refuse(place, "nothing has the name %s; did you mean %s?", name, n)
			}
		}
	}
	refuse(place, "nothing has the name %s; define it, or check its spelling", name)
}

// nearly reports whether two names differ by one letter that is missing, added or another, or by two swapped
// ones.
func nearly(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(b) < 3 || len(b)-len(a) > 1:
		return false
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i]:
		return a[i+2:] == b[i+2:]
	}
	return i < len(a) && a[i+1:] == b[i+1:]
}
