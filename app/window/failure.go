package window

import (
	"context"
	"errors"

	"manyhold/app/usage"
	"manyhold/input/slash"
	"manyhold/net/host/notice"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/kit"
)

// note is a message of another goroutine: a text, or an error that is put into words when it is shown.
type note struct {
	text string
	err  error
}

// in returns the note in a language.
func (n note) in(w *kit.Words) string {
	if n.err != nil {
		return errorWords(w, n.err)
	}
	return n.text
}

// tell shows a note from another goroutine; when too many wait, it is left out.
func (s *session) tell(text string) { s.pass(note{text: text}) }

// explain shows from another goroutine why something cannot be done.
func (s *session) explain(err error) { s.pass(note{err: err}) }

func (s *session) pass(n note) {
	select {
	case s.news <- n:
	default:
	}
}

// errorWords says in a language why something cannot be done. Errors that are no notice, such as those of
// the operating system, are shown as they are.
func errorWords(w *kit.Words, err error) string {
	var problem *slash.Problem
	n := notice.Notice("")
	switch {
	case errors.As(err, &n):
		return noticeWords(w, n)
	case errors.As(err, &problem):
		return chat.ProblemWords(w, problem)
	case errors.Is(err, context.DeadlineExceeded):
		return w.Get("note.late")
	}
	return usage.Capital(usage.Sentence(err))
}
