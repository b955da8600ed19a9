package window

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"manyhold/app/usage"
	"manyhold/app/window/wording"
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

// notes are the messages of other goroutines that wait to be shown.
type notes chan note

// tell has a text shown; when too many wait, it is left out.
func (q notes) tell(text string) { q.put(note{text: text}) }

// explain has it shown why something cannot be done.
func (q notes) explain(err error) { q.put(note{err: err}) }

func (q notes) put(n note) {
	select {
	case q <- n:
	default:
	}
}

// tell shows a note from another goroutine.
func (s *session) tell(text string) { s.news.tell(text) }

// errorWords says in a language why something cannot be done. Errors that are no notice, such as those of
// the operating system, are shown as they are.
func errorWords(w *kit.Words, err error) string {
	var problem *slash.Problem
	n := notice.Notice("")
	switch {
	case errors.As(err, &n):
		return wording.Notice(w, n)
	case errors.As(err, &problem):
		return chat.ProblemWords(w, problem)
	case errors.Is(err, context.DeadlineExceeded):
		return w.Get("note.late")
	}
	return usage.Capital(usage.Sentence(err))
}

// ExplainWindow adds advice to the failure of opening a window.
func ExplainWindow(err error) error {
	if err == nil {
		return nil
	}
	s := err.Error()
	for _, sign := range []string{"no window system", "glfw:", "gl:", "X11", "libGL", "DISPLAY"} {
		if strings.Contains(s, sign) {
			help := "start it from a desktop session"
			if runtime.GOOS == "linux" {
				help += "; the window needs the libraries libx11-6 and libgl1 (Debian: apt-get install libx11-6 libgl1)"
			}
			return fmt.Errorf("cannot open a window: %w. To play, %s. To host a world without a window, add --headless", err, help)
		}
	}
	return err
}

// VmVariable names the endpoint of a host of Ebitengine's virtualization: the game then draws there and
// takes its keys and its clock from there. The tests of the window are such a host.
const VmVariable = "MANYHOLD_VM"

func vmEndpoint() string { return os.Getenv(VmVariable) }
