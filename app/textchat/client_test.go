package textchat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/app/talk"
	"manyhold/net/patience"
)

// fakeNode answers at once.
type fakeNode struct {
	mu    sync.Mutex
	lines []string
	more  chan talk.Line // closed when the node ends
	sent  chan string    // nil: nobody looks
}

func (n *fakeNode) Listen(ctx context.Context, heard func(talk.Line)) error {
	at := time.Date(2026, 11, 25, 18, 30, 0, 0, time.Local)
	heard(talk.Line{At: at, Kind: talk.Said, Name: "Bo", Text: "an old \x1b[31mline"})
	heard(talk.Line{At: at, Kind: talk.Begun, Name: "Ada", Text: "Lantern Bay"})
	for {
		select {
		case l := <-n.more:
			if l.Kind == "" {
				return errors.New("the node has ended")
			}
			l.At = at
			heard(l)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (n *fakeNode) Line(_ context.Context, line string, w io.Writer) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, line)
	if n.sent != nil {
		n.sent <- line
	}
	if strings.HasPrefix(line, "/kick") {
		return errors.New("/kick needs the rank of a keeper")
	}
	if line == "/laws" {
		fmt.Fprintln(w, "none")
	} else {
		fmt.Fprintln(w, "said")
	}
	return nil
}

func (n *fakeNode) Status(context.Context) (*status.Status, error) {
	st := &status.Status{Peer: "a"}
	st.World.Charter = &status.CharterStatus{Rank: "keeper", Rules: status.CharterRules{Newcomers: "visitor"},
		Bans: []status.BanStatus{{PeerName: status.PeerName{Peer: "z", Name: "Zed"}}}}
	st.Islands = []status.IslandStatus{{People: []status.PersonStatus{{Key: "a", Name: "Ada"}, {Key: "b", Name: "Bo"}, {Key: "c", Name: "Bo the Elder"}}}}
	return st, nil
}

// TestPipe: in a pipe, the history comes first, each line is answered, and the client ends after the last.
func TestPipe(t *testing.T) {
	n := &fakeNode{more: make(chan talk.Line)}
	var out bytes.Buffer
	if err := Run(t.Context(), n, strings.NewReader("hello\n\n/laws\n/kick Bo\n"), &out, nil); err != nil {
		t.Fatal(err)
	}
	want := "[18:30] Bo: an old [31mline\n--- Lantern Bay, as Ada. /help lists the commands, /quit ends.\nnone\n! /kick needs the rank of a keeper\n"
	if got := strings.Join(n.lines, "|"); got != "hello|/laws|/kick Bo" || !sameLines(out.String(), want) {
		t.Errorf("sent %s; printed %q", got, out.String())
	}
}

// sameLines compares texts whose lines may come in another order: answers race with the history.
func sameLines(a, b string) bool {
	count := map[string]int{}
	for _, l := range strings.Split(a, "\n") {
		count[l]++
	}
	for _, l := range strings.Split(b, "\n") {
		count[l]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// TestNews: what happens in a world, a line each.
func TestNews(t *testing.T) {
	at := time.Date(2026, 1, 2, 18, 30, 0, 0, time.Local)
	for _, c := range []struct {
		line talk.Line
		want string
	}{
		{talk.Line{At: at, Kind: talk.Left, Name: "Bo"}, "[18:30] * Bo left\n"},
		{talk.Line{At: at, Kind: talk.Spoke, Name: "Bo/Lamp", Text: "Good evening!"}, "[18:30] Bo/Lamp says: Good evening!\n"},
		{talk.Line{At: at, Kind: talk.Failed, Name: "Bo/Lamp", Text: "line 5, column 3: a\x1b[2J fault\nshare 5:3\non_use 2:1"},
			"[18:30] * Bo/Lamp failed: line 5, column 3: a[2J fault\n[18:30] *     in share 5:3\n[18:30] *     in on_use 2:1\n"},
		{talk.Line{At: at, Kind: talk.Governs, Name: "Bo"}, "[18:30] * Bo is temporary keeper now\n"},
		{talk.Line{At: at, Kind: talk.Retires, Name: "Bo\x1b[2J"}, "[18:30] * Bo[2J is no longer temporary keeper\n"},
		{talk.Line{At: at, Kind: "newer", Name: "Bo"}, ""},
	} {
		var out bytes.Buffer
		(&client{out: &out}).show(c.line)
		if out.String() != c.want {
			t.Errorf("%v: %q, want %q", c.line, out.String(), c.want)
		}
	}
}

// TestQuit: /quit ends the client before the lines after it.
func TestQuit(t *testing.T) {
	n := &fakeNode{more: make(chan talk.Line)}
	if err := Run(t.Context(), n, strings.NewReader("/quit\nhello\n"), io.Discard, nil); err != nil || len(n.lines) > 0 {
		t.Errorf("%v, sent %q", err, n.lines)
	}
}

// screen is what a terminal was sent.
type screen struct {
	mu    sync.Mutex
	all   bytes.Buffer
	wrote chan struct{}
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.wrote <- struct{}{}:
	default:
	}
	return s.all.Write(b)
}

func (s *screen) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.all.String(), text)
}

// TestTerminal: in a terminal, lines of others come above the one that is typed, and Tab completes commands
// and names, or lists the ways to go on.
func TestTerminal(t *testing.T) {
	n := &fakeNode{more: make(chan talk.Line), sent: make(chan string, 9)}
	keys, hand := io.Pipe()
	s := screen{wrote: make(chan struct{}, 1)}
	ended := make(chan error, 1)
	go func() { ended <- Run(t.Context(), n, keys, &s, func() int { return 60 }) }()
	drawn := func() {
		t.Helper()
		select {
		case <-s.wrote:
		case <-patience.After(t, 10*time.Second):
			t.Fatalf("nothing more is drawn: %q", s.all.String())
		}
	}
	await := func(text string) {
		t.Helper()
		for !s.has(text) {
			drawn()
		}
	}
	press := func(b string) { hand.Write([]byte(b)) }
	await("Lantern Bay")
	press("hel")
	await("> hel") // before the line of another: keys and lines come by two channels
	n.more <- talk.Line{Kind: talk.Joined, Name: "Cyd"}
	await("\r\x1b[K[18:30] * Cyd joined\r\n\r\x1b[K> hel")
	press("\x15/mu\t")
	for !s.has("> /mute ") { // until the rank is known
		press("\t")
		drawn()
	}
	press("\t")
	await("  Bo the Elder")
	press("bo\t")
	await("> /mute ")
	press("\x15/pardon \t")
	await("> /pardon Zed ")
	press("\x15hello\r")
	select {
	case line := <-n.sent:
		if line != "hello" {
			t.Errorf("sent %q", line)
		}
	case <-patience.After(t, 10*time.Second):
		t.Fatal("nothing is sent")
	}
	n.more <- talk.Line{Kind: talk.Shouted, Name: "Bo", Text: "hi"}
	await("Bo, to all: hi")
	close(n.more) // the node ends
	if err := <-ended; err == nil {
		t.Error("the end of the node is not told")
	}
	hand.Close()
}
