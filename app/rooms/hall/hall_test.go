package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/app/rooms"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/lobby"
	"manyhold/net/room"
	"manyhold/net/store"
)

// toy is the engines of the tests.
type toy struct{}

func (toy) Names() []string { return []string{"toy"} }
func (toy) Find(name string) (room.Engine, []byte, error) {
	if name != "toy" {
		return room.Engine{}, nil, fmt.Errorf("%w: %q", ErrNoEngine, name)
	}
	return room.Engine{Name: "toy", Seats: []string{"red", "blue"}, Least: 2, Stages: []string{"ready"}}, nil, nil
}

// nothing is a handler that takes no notice.
type nothing struct{}

func (nothing) LinkUp(link.Link)                        {}
func (nothing) LinkDown(link.Link, string)              {}
func (nothing) Receive(link.Link, link.Channel, []byte) {}

// peer is a node with rooms.
type peer struct {
	*Hall
	in *rooms.Service
	at *memory.Node
}

// newPeer starts the rooms of a node on a network.
func newPeer(t *testing.T, on *memory.Network, n byte, name string) *peer {
	pair := key.FromSeed([32]byte{n})
	l := lobby.New(pair.ID(), nil)
	p := &peer{in: rooms.New(rooms.Options{Pair: pair, Name: name, Dir: t.TempDir(), Lobby: l, Client: rooms.KeepSeat})}
	p.Hall = New(Options{Rooms: p.in, Engines: toy{}, Me: pair.ID(), Name: name})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { p.in.Run(ctx) })
	running.Go(func() { p.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	p.at = on.Join(pair.ID(), link.Info{Name: name, Rules: rooms.Rules}, l.Before(nothing{}))
	return p
}

// pair runs f with two linked nodes, in virtual time.
func pair(t *testing.T, f func(t *testing.T, on *memory.Network, a, b *peer)) {
	synctest.Test(t, func(t *testing.T) {
		on := memory.New(1, memory.Conditions{Delay: time.Millisecond})
		ctx, cancel := context.WithCancel(context.Background())
		var running sync.WaitGroup
		running.Go(func() { on.Run(ctx) })
		t.Cleanup(func() { cancel(); running.Wait() })
		a, b := newPeer(t, on, 1, "Ada"), newPeer(t, on, 2, "Bo")
		a.at.Dial(b.at.ID(), nil)
		pass(time.Second)
		f(t, on, a, b)
	})
}

// pass lets virtual time pass.
func pass(d time.Duration) { time.Sleep(d) }

// create founds a room that the other one hears of.
func (p *peer) create(t *testing.T) string {
	t.Helper()
	s, err := p.Create(t.Context(), Order{Engine: "toy"})
	if err != nil {
		t.Fatal(err)
	}
	pass(3 * time.Second)
	return s.ID
}

// kindOf returns the kind of a failure, 0 for none.
func kindOf(err error) Kind {
	var f *Failure
	errors.As(err, &f)
	if f == nil {
		return 0
	}
	return f.Kind
}

// TestGlance: a node that looks at a room is in it for a moment; one that takes a seat stays.
func TestGlance(t *testing.T) {
	pair(t, func(t *testing.T, _ *memory.Network, a, b *peer) {
		looked, taken := a.create(t), a.create(t)
		for _, id := range []string{looked, taken} {
			if s, err := b.Show(t.Context(), id[:8]); err != nil || s.ID != id || s.Mine != "" || s.Seats[0].Player != "" {
				t.Fatalf("%+v, %v", s, err)
			}
		}
		if s, err := b.Join(t.Context(), taken, "Blue", ""); err != nil || s.Mine != "blue" {
			t.Fatalf("%+v, %v", s, err)
		}
		if n := len(b.in.Rooms()); n != 2 {
			t.Errorf("is in %d rooms", n)
		}
		pass(2 * glanceTime)
		if list := b.in.Rooms(); len(list) != 1 || list[0].ID().String() != taken {
			t.Errorf("a while later it is in %d rooms", len(list))
		}
		if n := len(b.List()); n != 2 {
			t.Errorf("lists %d rooms", n)
		}
		if _, err := a.Join(t.Context(), taken, "red", ""); err != nil {
			t.Fatal(err)
		}
		pass(5 * time.Second)
		if matches, waiting := b.Count(); matches != 2 || waiting != 1 {
			t.Errorf("%d matches, %d of them wait for players", matches, waiting)
		}
	})
}

// TestSilentRoom: a room whose members are gone is left again, and said not to answer.
func TestSilentRoom(t *testing.T) {
	pair(t, func(t *testing.T, on *memory.Network, a, b *peer) {
		id := a.create(t)
		on.Crash(a.at.ID())
		if _, err := b.Show(t.Context(), id); kindOf(err) != Silent {
			t.Errorf("shows a room that is gone: %v", err)
		}
		if n := len(b.in.Rooms()); n != 0 {
			t.Errorf("is in %d rooms", n)
		}
	})
}

// TestKeptRoom: a room that everybody has left is shown from its file.
func TestKeptRoom(t *testing.T) {
	pair(t, func(t *testing.T, _ *memory.Network, a, b *peer) {
		id := a.create(t)
		if err := a.Leave(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		pass(20 * time.Second)
		if n := len(a.List()) + len(b.List()); n != 0 {
			t.Errorf("%d are listed", n)
		}
		if s, err := a.Show(t.Context(), id[:6]); err != nil || s.Engine != "toy" {
			t.Errorf("%+v, %v", s, err)
		}
		if _, err := b.Show(t.Context(), id); kindOf(err) != Missing {
			t.Errorf("shown where it is not: %v", err)
		}
	})
}

// TestFollow: who follows a room is told of each change, and of the end when the node leaves.
func TestFollow(t *testing.T) {
	pair(t, func(t *testing.T, _ *memory.Network, a, b *peer) {
		id := a.create(t)
		var mu sync.Mutex
		var said []string
		ended := make(chan error, 1)
		go func() {
			ended <- a.Follow(t.Context(), id, func(s *State) error {
				mu.Lock()
				defer mu.Unlock()
				said = append(said, strings.Join([]string{s.Child, s.Seats[0].Name, s.Seats[1].Name}, " "))
				return nil
			})
		}()
		pass(time.Second)
		for _, do := range []func() (*State, error){
			func() (*State, error) { return b.Join(t.Context(), id, "", "") },
			func() (*State, error) { return a.Join(t.Context(), id, "2", "Ada the First") },
			func() (*State, error) { return b.Ready(t.Context(), id, true) },
			func() (*State, error) { return a.Ready(t.Context(), id, true) },
		} {
			if _, err := do(); err != nil {
				t.Fatal(err)
			}
			pass(time.Second)
		}
		pass(5 * time.Second)
		if _, err := a.Join(t.Context(), id, "2", ""); err != nil {
			t.Errorf("back to its seat: %v", err)
		}
		if _, err := a.Join(t.Context(), id, "1", ""); kindOf(err) != Conflict {
			t.Errorf("to another seat in a match: %v", err)
		}
		if err := a.Leave(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; kindOf(err) != Missing {
			t.Errorf("the end: %v", err)
		}
		mu.Lock()
		defer mu.Unlock()
		all := strings.Join(said, "; ")
		for _, want := range []string{"ready  ; ", "ready Bo ; ", "ready Bo Ada the First; ", "countdown Bo Ada the First; ", "iterating Bo Ada the First"} {
			at := strings.Index(all, want)
			if at < 0 {
				t.Fatalf("told %q, which lacks %q", said, want)
			}
			all = all[at:]
		}
	})
}

// TestLate: who follows a match sees it as late as viewers do, though its player has a seat. A node that came
// in the middle tells nothing of the match at first. A match is archived once its end is public.
func TestLate(t *testing.T) {
	pair(t, func(t *testing.T, on *memory.Network, a, b *peer) {
		id := a.create(t)
		begun := func(s *State) bool { return s.Phase == "running" && s.Generation > 0 }
		seen := make(chan time.Time, 1)
		go a.Follow(t.Context(), id, func(s *State) error {
			if begun(s) {
				seen <- time.Now()
				return context.Canceled
			}
			return nil
		})
		for _, p := range []*peer{a, b} {
			if _, err := p.Join(t.Context(), id, "", ""); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := a.Delay(t.Context(), id, 10); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*peer{a, b} {
			if _, err := p.Ready(t.Context(), id, true); err != nil {
				t.Fatal(err)
			}
		}
		var at time.Time // when the match begins
		for at.IsZero() {
			if s, err := a.Show(t.Context(), id); err != nil {
				t.Fatal(err)
			} else if begun(s) {
				at = time.Now()
			}
			pass(10 * time.Millisecond)
		}
		c := newPeer(t, on, 3, "Cy")
		for _, p := range []*peer{a, b} {
			linked := make(chan error, 1)
			c.at.Dial(p.at.ID(), func(err error) { linked <- err })
			if err := <-linked; err != nil {
				t.Fatal(err)
			}
		}
		pass(5 * time.Second)
		if s, err := a.Late(t.Context(), id); err != nil || s.Phase != "setup" || s.Mine == "" {
			t.Errorf("after 5 of 10 s a viewer sees %+v: %v", s, err)
		}
		if s, err := c.Late(t.Context(), id); err != nil || s.Phase != "running" || s.Generation != 0 || s.Child != "" || s.Digest != "" || s.Seats[0].Name == "" {
			t.Errorf("a node that came later sees %+v: %v", s, err)
		}
		if got := (<-seen).Sub(at); got < 9500*time.Millisecond || got > 11*time.Second {
			t.Errorf("the match is seen after %s, not after 10 s", got)
		}
		if _, err := a.Archive(t.Context(), id); CodeOf(err) != "room_not_over" {
			t.Errorf("archived in the middle: %v", err)
		}
		pass(6 * time.Second)
		if s, err := c.Late(t.Context(), id); err != nil || s.Generation == 0 {
			t.Errorf("the node that came later sees %+v after 10 s: %v", s, err)
		}
	})
}

// TestPast: a longer delay takes back nothing that was public, and a shorter one holds at once.
func TestPast(t *testing.T) {
	start := time.Unix(1000, 0)
	view := func(turn uint32, delay uint16) *rooms.View {
		return &rooms.View{Facts: rooms.Facts{Phase: room.Running, Generation: turn, ViewDelay: delay}}
	}
	var x past
	for _, c := range []struct {
		second int
		turn   uint32
		delay  uint16
		sees   uint32 // 0: nothing
	}{
		{0, 1, 5, 0}, {2, 2, 5, 0}, {5, 3, 5, 1}, {7, 4, 5, 2}, {8, 5, 60, 2}, {12, 6, 60, 4}, {67, 7, 60, 4}, {68, 8, 60, 5}, {69, 9, 2, 7}, {70, 10, 0, 10}, {71, 11, 30, 10}, {102, 12, 30, 11},
	} {
		got := uint32(0)
		if v := x.seen(view(c.turn, c.delay), start.Add(time.Duration(c.second)*time.Second)); v != nil {
			got = v.Generation
		}
		if got != c.sees {
			t.Errorf("at %d s one sees turn %d, not %d", c.second, got, c.sees)
		}
	}
	if n := len(x.moments); n > 3 {
		t.Errorf("%d moments are kept", n)
	}
}

// TestPace: the state of a room, its line in the status and JSON tell of each player how long its way to the
// host is and how many frames it draws, and which state the engine wanted without declaring the transition.
func TestPace(t *testing.T) {
	e := room.Engine{Name: "toy", Seats: []string{"red", "blue"}, Least: 1, Stages: []string{"ready"}, States: []string{"play", "overtime"}, Moves: [][2]uint8{{0, 1}}}
	r := room.New(7, "a match", e, 1, false)
	ada := room.Key(key.FromSeed([32]byte{1}).ID())
	for _, p := range []room.Packet{{Kind: room.Sit, Text: "Ada"}, {Kind: room.Ready, Number: 1},
		{Kind: room.Play, Header: room.Header{Generation: 1, RoundTrip: 41, FrameRate: 27}},
		{Kind: room.Play, Header: room.Header{Generation: 8, Done: 1, State: 2, RoundTrip: 41, FrameRate: 27}},
	} {
		p.Room, p.Player = 7, ada
		if err := r.Apply(ada, &p); err != nil {
			t.Fatal(err)
		}
		r.Advance(room.Countdown)
	}
	v := &rooms.View{Facts: rooms.FactsOf(r), Illegal: r.Illegal()}
	s := stateOf(store.WorldID{}, v, ada)
	s.ViewDelay = 5
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	row := Row{Players: players(v)}
	for _, c := range []struct{ in, want string }{
		{string(b), `"round_trip_ms":41,"frame_rate":27`}, {string(b), `"illegal":"no transition from the beginning to overtime"`},
		{s.Words(), "seat      red: Ada, you, 41 ms, 27 frames a second\n"}, {s.Words(), "seat      blue: free\n"}, {s.Words(), "delay     viewers see the match 5 s late"}, {s.Words(), "refused   no transition from the beginning to overtime\n"},
		{strings.Join(row.StatusWords()[1:], "\n"), "  red: Ada, 41 ms, 27 frames a second"},
	} {
		if !strings.Contains(c.in+"\n", c.want) {
			t.Errorf("%q is not in %s", c.want, c.in)
		}
	}
}

// TestWords: acts are answered in words, and failures are of their kind.
func TestWords(t *testing.T) {
	pair(t, func(t *testing.T, _ *memory.Network, a, b *peer) {
		id := a.create(t)
		for _, c := range []struct {
			by    *peer
			words string
			says  string
			kind  Kind
		}{
			{a, "list", "Ada's Toy, toy, setup (ready), 0 of 2 seats taken, you are in it", 0},
			{b, "list", "Ada's Toy, toy, setup (ready), 0 of 2 seats taken", 0},
			{a, "engines", "toy", 0},
			{a, "create chess", `no engine "chess"`, Missing},
			{a, "show ID", "config    the engine's own", 0},
			{a, "show abc", `no room "abc"`, Missing},
			{b, "ready ID", "not in this room", Conflict},
			{a, "ready ID", "you have no seat", Conflict},
			{a, "join ID", "seat      red: Ada, you", 0},
			{b, "join ID --seat red", "another player has this seat", Conflict},
			{b, "join ID --seat green", "the seats are red, blue", Wrong},
			{b, "join ID --name Countess", "seat      blue: Countess, you", 0},
			{a, "config ID size=3 map=hill deep=true", `config    version 1: {"deep":true,"map":"hill","size":3}`, 0},
			{a, "config ID map= size=4", `config    version 2: {"deep":true,"size":4}`, 0},
			{a, `config ID {"big": 1}`, `config    version 3: {"big":1}`, 0},
			{a, "delay ID 5", "red: Ada, you", 0},
			{a, "delay ID 121", "at most 120 seconds", Wrong},
			{a, "pause ID", "the match has not begun yet", Conflict},
			{a, "archive ID", "nothing to archive yet", Conflict},
			{a, "ready ID", "red: Ada, you, ready", 0},
			{a, "ready ID off", "red: Ada, you\n", 0},
			{b, "watch ID", "watches   Bo", 0},
			{b, "stand ID", "you have no seat", Conflict},
			{a, "stand ID", "red: free", 0},
			{a, "leave ID", "left the room", 0},
		} {
			act, err := Parse(strings.Fields(strings.ReplaceAll(c.words, "ID", id[:8])))
			if err != nil {
				t.Fatalf("%s: %v", c.words, err)
			}
			said, err := c.by.Do(t.Context(), act)
			if err != nil {
				said = err.Error()
			}
			if kindOf(err) != c.kind || !strings.Contains(said+"\n", c.says) {
				t.Errorf("%s: kind %d, %s\nwant kind %d, %s", c.words, kindOf(err), said, c.kind, c.says)
			}
		}
	})
}
