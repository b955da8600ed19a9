package remote

import (
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"testing"
	"time"

	"manyhold/app/arena"
	"manyhold/app/control"
	"manyhold/app/maker/engine"
	"manyhold/app/rooms/hall"
	"manyhold/game"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/room"
)

// lent is a match of a node, and what an attached window makes of it.
type lent struct {
	t *testing.T
	m *match.Match
	s stream
	v *Match
}

func newLent(t *testing.T) *lent {
	t.Helper()
	p, err := engine.Find("emberball")
	if err != nil {
		t.Fatal(err)
	}
	players := make([]match.Player, len(p.Roster))
	players[0] = match.Player{Key: game.PlayerID{1}, Name: "Ada"}
	m, err := match.New(p, []byte(`{"seconds":10,"overtime":10}`), 42, players)
	if err != nil {
		t.Fatal(err)
	}
	v := newMatch(key.ID{1}, slog.New(slog.DiscardHandler), func(*hall.State) {})
	v.p = p
	return &lent{t: t, m: m, s: stream{control.NewStream(nil)}, v: v}
}

// play plays a generation, in which the bots play, on the node.
func (l *lent) play(undone bool) {
	master := room.Master{Generation: l.m.Generation() + 1, Ticks: 1}
	l.m.Step(arena.Executed(&master))
	l.s.step(l.m, &master, undone)
}

// arrive lets what is queued arrive at the window, and returns the kinds of the frames.
func (l *lent) arrive() (kinds string) {
	l.t.Helper()
	for len(l.s.Frames()) > 0 {
		b := <-l.s.Frames()
		kinds += string('0' + b[4])
		if err := l.v.step(b[4:]); err != nil {
			l.t.Fatal(err)
		}
	}
	return kinds
}

// alike reports an error if the window has not the state of the node.
func (l *lent) alike(when string) {
	l.t.Helper()
	if g := l.v.Glance(); l.v.m.Digest() != l.m.Digest() || !g.Begun || g.Headline != l.m.Headline() {
		l.t.Errorf("%s the window is at generation %d with %q, the node at %d with %q", when, l.v.m.Generation(), g.Headline, l.m.Generation(), l.m.Headline())
	}
}

// TestFollows: a window gets a state and then generations, and has the state of the node after each. It gets
// a state again when the room took masters back, when it was too slow, and when its own state differs.
func TestFollows(t *testing.T) {
	l := newLent(t)
	if l.v.Enter() != nil || l.v.Glance().Begun {
		t.Error("a window is in a match that has not come")
	}
	for k, want := range []string{"2", "3", "3", "3"} {
		l.play(false)
		if got := l.arrive(); got != want {
			t.Errorf("generation %d comes as %s, want %s", k+1, got, want)
		}
		l.alike("in play")
	}
	if visit := l.v.Enter(); visit == nil || visit.Copies().Take() == nil {
		t.Error("the window sees nothing of the match")
	}
	l.play(true)
	if got := l.arrive(); got != "2" {
		t.Errorf("after masters were taken back comes %s", got)
	}
	l.alike("after masters were taken back")
	for range control.StreamQueue + 10 {
		l.play(false)
	}
	l.arrive()
	l.play(false)
	if got := l.arrive(); got != "2" {
		t.Errorf("to a window that was too slow comes %s", got)
	}
	l.alike("after it was too slow")
	l.v.m.Step(match.Generation{Ticks: 1}) // its memory is changed
	l.play(false)
	l.arrive()
	if b := <-l.v.out.Frames(); b[4] != control.FrameAgain || l.v.at != 0 {
		t.Errorf("a window whose state differs says %d", b[4])
	}
	l.s.Again()
	l.play(false)
	l.arrive()
	l.alike("after a difference")
	l.m.Step(match.Generation{Ticks: 1}) // the window hears nothing of this generation
	l.play(false)
	if got := l.arrive(); got != "2" {
		t.Errorf("after a gap comes %s", got)
	}
	l.alike("after a gap")
}

// TestHello: a window takes the engine and the name of the match from the node, and refuses another version
// or another engine than the node names.
func TestHello(t *testing.T) {
	l := newLent(t)
	b, err := hello{me: key.ID{1}, title: "The cup", p: l.v.p}.frame()
	if err != nil {
		t.Fatal(err)
	}
	h, err := decodeHello(b[4:])
	if err != nil || h.me != (key.ID{1}) || h.title != "The cup" || h.p.Name() != "emberball" {
		t.Fatalf("%+v: %v", h, err)
	}
	for at, what := range map[int]string{5: "another version", len(b) - 1: "another engine"} {
		b[at]++
		if _, err := decodeHello(b[4:]); err == nil {
			t.Errorf("%s is taken", what)
		} else if at == 5 && !errors.Is(err, control.ErrAttach) {
			t.Error(err)
		}
		b[at]--
	}
	g := glance{Behind: 5 * time.Second, CatchingUp: true, Lost: arena.Lost{For: time.Second, Names: []string{"Bo"}}, Why: "no engine", Room: &hall.State{ID: "ab"}}
	var got glance
	if f := g.frame(); f[4] != frameGlance || json.Unmarshal(f[5:], &got) != nil || got.Room.ID != "ab" || got.err() == nil || !reflect.DeepEqual(got.Lost, g.Lost) || got.Behind != g.Behind {
		t.Errorf("a glance is %q, and becomes %+v", f, got)
	}
	if (glance{}).err() != nil {
		t.Error("a match that can be played has an error")
	}
}
