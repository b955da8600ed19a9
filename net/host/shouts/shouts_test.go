package shouts

import (
	"errors"
	"testing"
	"time"

	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/shout"
	"manyhold/net/wire"
)

// village is a home whose answers a test sets.
type village struct {
	unknown error
	barred  map[key.ID]bool
	votes   bool
	refused int
}

func (v *village) World() ([32]byte, error) { return [32]byte{1}, v.unknown }
func (v *village) MayAct(k key.ID) bool     { return !v.barred[k] }
func (v *village) Votes() bool              { return v.votes }
func (v *village) Turn() uint64             { return 1000 }
func (v *village) Refused()                 { v.refused++ }

// square is a peer with links to others, who all have greeted.
func square(v *village, peers ...key.ID) (s *Shouts, sent map[key.ID]int, hub *links.Hub) {
	sent = map[key.ID]int{}
	p := key.FromSeed([32]byte{9})
	hub = &links.Hub{Key: p, Me: p.ID(), Now: time.Unix(100, 0), Whole: 8, Send: func(to key.ID, b []byte) { sent[to]++ }}
	for _, k := range peers {
		hub.Peers.Set(k, &links.Link{Key: k, Greeted: true, Said: message.Greeting{Epoch: 1}})
	}
	return New(hub, v, nil), sent, hub
}

// of is a shout of another player.
func of(seed byte, words string) []byte {
	p := key.FromSeed([32]byte{seed})
	s := shout.Shout{World: [32]byte{1}, Turn: 1000, Name: "x", Words: words}
	s.Sign(p)
	return s.Append([]byte{byte(wire.Shout)})
}

// This peer's own shout goes to all links; that of another only where this peer is to pass it on, and never
// back to the peer that brought it.
func TestPassOn(t *testing.T) {
	a, b := key.ID{1}, key.ID{2}
	for _, c := range []struct {
		what  string
		votes bool
		want  int
	}{{"a voter", true, 1}, {"no voter", false, 0}} {
		s, sent, _ := square(&village{votes: c.votes}, a, b)
		s.GreetNewcomers()
		if err := s.Say("me", "hello"); err != nil || sent[a] != 1 || sent[b] != 1 {
			t.Errorf("%s: %v; its own shout went out %v times", c.what, err, sent)
		}
		clear(sent)
		if s.Receive(a, of(7, "hi")); sent[a] != 0 || sent[b] != c.want {
			t.Errorf("%s: a shout of another was passed on %v times, want %d to the other", c.what, sent, c.want)
		}
		if n := len(s.List()); n != 2 {
			t.Errorf("%s: %d shouts heard", c.what, n)
		}
	}
}

// A banned player neither shouts nor is heard, nor is anything said before the world is known.
func TestBarred(t *testing.T) {
	a, other := key.ID{1}, key.FromSeed([32]byte{7}).ID()
	v := &village{}
	s, _, hub := square(v, a)
	v.barred = map[key.ID]bool{other: true, hub.Me: true}
	if s.Receive(a, of(7, "hi")); v.refused != 1 || len(s.List()) != 0 {
		t.Errorf("%d refused, %d heard", v.refused, len(s.List()))
	}
	if err := s.Say("me", "hello"); !errors.Is(err, ErrBarred) {
		t.Errorf("a banned player shouts: %v", err)
	}
	v.unknown = errors.New("not known yet")
	if err := s.Say("me", "hello"); !errors.Is(err, v.unknown) {
		t.Errorf("shouts in an unknown world: %v", err)
	}
}

// A newcomer is given the recent shouts, once; a link that came anew counts as another newcomer.
func TestNewcomers(t *testing.T) {
	a := key.ID{1}
	s, sent, hub := square(&village{})
	if err := s.Say("me", "hello"); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 1, 2} {
		if hub.Peers.Set(a, &links.Link{Key: a, Greeted: true, Said: message.Greeting{Epoch: 1}}); i == 2 {
			s.Forget(a)
		}
		hub.Now = hub.Now.Add(time.Second)
		if s.GreetNewcomers(); sent[a] != want {
			t.Errorf("step %d: it got %d shouts, want %d", i, sent[a], want)
		}
	}
	late := key.ID{3}
	hub.Now = hub.Now.Add(2 * shoutNews)
	hub.Peers.Set(late, &links.Link{Key: late, Greeted: true, Said: message.Greeting{Epoch: 1}})
	if s.GreetNewcomers(); sent[late] != 0 {
		t.Error("old shouts are given to a newcomer")
	}
}
