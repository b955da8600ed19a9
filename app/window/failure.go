package window

import (
	"os"

	"manyhold/app/window/wording"
	"manyhold/render/ui/kit"
)

// note is a message of another goroutine: a text, or an error that is put into words when it is shown.
type note struct {
	text  string
	err   error
	match bool // it is about a match
}

// in returns the note in a language.
func (n note) in(w *kit.Words) string {
	if n.err != nil {
		return wording.Error(w, n.err)
	}
	return n.text
}

// notes are the messages of other goroutines that wait to be shown.
type notes chan note

// tell has a text shown; when too many wait, it is left out.
func (q notes) tell(text string) { q.put(note{text: text}) }

// explain has it shown why something cannot be done.
func (q notes) explain(err error) { q.put(note{err: err}) }

// refuse is explain of something in a match.
func (q notes) refuse(err error) { q.put(note{err: err, match: true}) }

func (q notes) put(n note) {
	select {
	case q <- n:
	default:
	}
}

// tell shows a note from another goroutine.
func (s *session) tell(text string) { s.news.tell(text) }

// VmVariable names the endpoint of a host of Ebitengine's virtualization: the game then draws there and
// takes its keys and its clock from there. The tests of the window are such a host.
const VmVariable = "MANYHOLD_VM"

func vmEndpoint() string { return os.Getenv(VmVariable) }
