package maker

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"manyhold/app/maker/problem"
	"manyhold/game/fixed"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// Language is what a half of a script can name.
type Language struct {
	Library  *star.Library
	Handlers []string // the functions that are called: on_use; none: these are not checked
}

// Scripts returns a checker of scripts. It parses them and resolves all names; it runs nothing.
func Scripts(host, view Language) Checker {
	return func(file, source string, half Half) (wrong problem.List) {
		l := host
		if half == View {
			l = view
		}
		var r *star.Refusal
		if err := star.Check(file, []byte(source), l.Library); errors.As(err, &r) {
			wrong.Add(file, int(r.At.Line), int(r.At.Col), "%s", r.Why)
		} else if err != nil {
			wrong.Add(file, 1, 1, "%v", err)
		}
		if len(l.Handlers) > 0 && len(wrong) == 0 {
			handlers(file, source, l.Handlers, &wrong)
		}
		return wrong
	}
}

var handler = regexp.MustCompile(`^def +(on_[a-zA-Z0-9_]*) *\(`)

// handlers reports functions that look like handlers, and that nothing calls.
func handlers(file, source string, known []string, wrong *problem.List) {
	for n, line := range strings.Split(source, "\n") {
		if m := handler.FindStringSubmatch(line); m != nil && !slices.Contains(known, m[1]) {
			wrong.Add(file, n+1, strings.Index(line, m[1])+1, "nothing calls %s%s", m[1], problem.Nearest(m[1], known))
		}
	}
}

// Languages returns the languages of the two halves.
func Languages() (host, view Language) {
	return Language{script.Host, script.Handlers()}, Language{Library: viewNames()}
}

// viewNames is the library of view halves, by its names alone, which is enough to check a script: nothing
// runs view halves yet.
func viewNames() *star.Library {
	var list []star.Function
	for _, n := range []string{"draw", "panel", "sound", "ask", "prop", "info", "near", "tile", "friends", "now", "chance"} {
		list = append(list, star.Function{Name: n, Do: func(*star.Call) value.Value { return value.None }})
	}
	number := func(n int64) value.Value { return value.Number(fixed.Q(n * fixed.One)) }
	constants := []star.Constant{{Name: "SECOND", Value: number(60)}, {Name: "MINUTE", Value: number(3600)}, {Name: "TILE", Value: number(16)}}
	return star.NewLibrary(list, constants, star.Attributes{Names: []string{"x", "y", "name", "kind", "owner"}})
}
