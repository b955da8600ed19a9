package maker

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"manyhold/app/maker/problem"
	halfview "manyhold/app/view"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/render/kage"
)

// Language is what a half of a script can name.
type Language struct {
	Library  *star.Library
	Handlers []string // the functions that are called: on_use; none: these are not checked
	// Shader checks the text of a shader; its error is a *kage.Problem. nil: there are none.
	Shader func(text string) error
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
			late(file, source, l.Handlers, &wrong)
		}
		if l.Shader != nil && len(wrong) == 0 {
			shaders(file, source, l.Shader, &wrong)
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

// late reports handlers and channels that a function defines: a script's ears are settled when it is loaded,
// and never later. It also reports channels that are no list, or too many.
func late(file, source string, known []string, wrong *problem.List) {
	for _, d := range star.Inners([]byte(source)) {
		switch {
		case slices.Contains(known, d.Name):
			wrong.Add(file, int(d.At.Line), int(d.At.Col), "nothing calls %s in a function; handlers stand at the top level, without an indent", d.Name)
		case d.Name == "CHANNELS":
			wrong.Add(file, int(d.At.Line), int(d.At.Col), "nothing reads CHANNELS in a function; a script's channels stand at the top level, without an indent")
		}
	}
	for _, d := range star.Outers([]byte(source)) {
		if d.Name == "CHANNELS" && (d.Listed || d.Plain) {
			if why := script.Channels(d.Texts, d.Listed); why != "" {
				wrong.Add(file, int(d.At.Line), int(d.At.Col), "%s", why)
			}
		}
	}
}

// Languages returns the languages of the two halves. Of shaders it checks the bounds; a Shader that compiles
// them finds the rest.
func Languages() (host, view Language) {
	bounds := func(text string) error {
		_, err := kage.Check(text)
		return err
	}
	return Language{Library: script.Host, Handlers: script.Handlers()}, Language{Library: halfview.Library, Handlers: halfview.Handlers(), Shader: bounds}
}

// shaders reports what is wrong with the shaders of a view half.
func shaders(file, source string, check func(text string) error, wrong *problem.List) {
	list := halfview.Shaders([]byte(source))
	for n, s := range list {
		var p *kage.Problem
		if err := check(s.Text); errors.As(err, &p) {
			line, column := s.Place(p)
			wrong.Add(file, line, column, "%s", p.Why)
		}
		if n == halfview.MaxShaders {
			wrong.Add(file, int(s.At.Line), 1, "a view half has at most %d shaders; join some", halfview.MaxShaders)
		}
	}
}
