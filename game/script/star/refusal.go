package star

import (
	"errors"
	"fmt"
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
	if r, ok := n.(*syntax.ReturnStmt); ok && !r.Return.IsValid() {
		return start(r.Result)
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
}

// explain turns an error of the parser or the resolver into a refusal.
func explain(err error) *Refusal {
	var s syntax.Error
	if errors.As(err, &s) {
		return &Refusal{At: at(s.Pos), Why: s.Msg}
	}
	var list resolve.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		first := list[0]
		for _, e := range list {
			if e.Pos.Line < first.Pos.Line || e.Pos.Line == first.Pos.Line && e.Pos.Col < first.Pos.Col {
				first = e
			}
		}
		why := first.Msg
		if name, ok := strings.CutPrefix(why, "undefined: "); ok {
			why = unknown(name)
		}
		return &Refusal{At: at(first.Pos), Why: why}
	}
	return &Refusal{At: value.Pos{Line: 1, Col: 1}, Why: err.Error()}
}

// unknown explains a name without a meaning. The resolver may have added a guess in brackets.
func unknown(name string) string {
	word, guess, _ := strings.Cut(name, " ")
	if advice := absent[word]; advice != "" {
		return fmt.Sprintf("%s does not exist here; %s", word, advice)
	}
	if guess != "" {
		return fmt.Sprintf("nothing has the name %s; %s", word, strings.Trim(guess, "()"))
	}
	return fmt.Sprintf("nothing has the name %s; define it, or check its spelling", word)
}
