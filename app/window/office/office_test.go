package office

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// desk is a node that writes down what it is asked, and fails where the words contain "bad".
type desk struct {
	asked []string
}

func (d *desk) note(words ...string) (string, error) {
	text := strings.Join(words, " ")
	d.asked = append(d.asked, text)
	if strings.Contains(text, "bad") {
		return "", errors.New("it is bad")
	}
	return "said " + text, nil
}

func (d *desk) Charter(_ context.Context, words []string) (string, error) { return d.note(words...) }
func (d *desk) Door(_ context.Context, words []string) (string, error)    { return d.note(words...) }
func (d *desk) Decree(context.Context) error                              { _, err := d.note("decree"); return err }
func (d *desk) Shout(_ context.Context, text string) error                { _, err := d.note(text); return err }

var limits = Limits{Answer: time.Hour, Shout: time.Hour, Line: time.Hour}

// TestOffice asks a node for each thing, and for some that fail.
func TestOffice(t *testing.T) {
	for _, c := range []struct {
		what  string
		do    func(o *Office)
		asked []string
		told  string
	}{
		{"entries", func(o *Office) { o.Write([]string{"a", "1"}, []string{"b"}) }, []string{"a 1", "b"}, "note.charter"},
		{"with words of its own", func(o *Office) { o.WriteThat("Bo was kicked.", []string{"kick", "x"}) }, []string{"kick x"}, "Bo was kicked."},
		{"the first failure ends them", func(o *Office) { o.Write([]string{"bad"}, []string{"b"}) }, []string{"bad"}, "it is bad"},
		{"a decree", (*Office).TakeBack, []string{"decree"}, "note.taken_back"},
		{"a failure at the door", func(o *Office) { o.Door("bad") }, []string{"bad"}, "it is bad"},
		{"an answer of the door", func(o *Office) { o.AskDoor("uninvite", "x") }, []string{"uninvite x"}, "Said uninvite x"},
		{"a failure as an answer", func(o *Office) { o.AskDoor("bad") }, []string{"bad"}, "it is bad"},
		{"a shout that fails", func(o *Office) { o.Shout("bad") }, []string{"bad"}, "it is bad"},
		{"a slash command", func(o *Office) {
			o.Carry(func(_ context.Context, said func(string)) error { said(""); said("done"); return nil })
		}, nil, "Done"},
		{"a slash command that fails", func(o *Office) {
			o.Carry(func(context.Context, func(string)) error { return errors.New("it is bad") })
		}, nil, "it is bad"},
	} {
		notes, node := make(chan string, 1), &desk{}
		c.do(New(t.Context(), node, limits, func(key string) string { return key }, func(note string) { notes <- note }, func(err error) { notes <- err.Error() }))
		if told := <-notes; told != c.told || !slices.Equal(node.asked, c.asked) {
			t.Errorf("%s: asked %q and told %q", c.what, node.asked, told)
		}
	}
}

// TestInvitation keeps the text of the invitation that was made last.
func TestInvitation(t *testing.T) {
	notes := make(chan string, 1)
	o := New(t.Context(), &desk{}, limits, func(key string) string { return key }, func(note string) { notes <- note }, func(error) {})
	if o.Made() != "" {
		t.Error("there is an invitation at the beginning")
	}
	o.door(func(text string) { o.made.Store(&text); notes <- "" }, []string{"invite"})
	if <-notes; o.Made() != "said invite" {
		t.Errorf("kept %q", o.Made())
	}
}
