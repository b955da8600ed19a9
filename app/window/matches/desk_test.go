package matches

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/app/arena"
	"manyhold/app/maker/engine"
	"manyhold/app/node"
	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/results"
	"manyhold/assets"
	"manyhold/game/match"
	"manyhold/net/patience"
	"manyhold/net/room"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// fakeHall is the rooms of a node as a test wants them. It notes what is asked.
type fakeHall struct {
	mu    sync.Mutex
	rows  []hall.Row
	views map[string]*rooms.View
	asked []string
	err   error
	edit  string // the last configuration
}

func (f *fakeHall) note(words ...string) (*hall.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, strings.Join(words, " "))
	return &hall.State{ID: "new"}, f.err
}

func (f *fakeHall) List() []hall.Row           { return f.rows }
func (f *fakeHall) View(id string) *rooms.View { return f.views[id] }
func (f *fakeHall) Me() room.Key               { return room.Key{1} }
func (f *fakeHall) Show(_ context.Context, id string) (*hall.State, error) {
	return f.note("show", id)
}
func (f *fakeHall) Create(_ context.Context, x hall.Order) (*hall.State, error) {
	return f.note("create", x.Engine, x.Title, string(x.Config))
}
func (f *fakeHall) Join(_ context.Context, id, seat, _ string) (*hall.State, error) {
	return f.note("join", id, seat)
}
func (f *fakeHall) Stand(_ context.Context, id string) (*hall.State, error) {
	return f.note("stand", id)
}
func (f *fakeHall) Ready(_ context.Context, id string, on bool) (*hall.State, error) {
	return f.note("ready", id, map[bool]string{true: "on", false: "off"}[on])
}
func (f *fakeHall) Configure(_ context.Context, id string, _ *uint32, edit func([]byte) ([]byte, error)) (*hall.State, error) {
	b, err := edit(f.views[id].Config)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	f.edit = string(b)
	f.mu.Unlock()
	return f.note("configure", id)
}
func (f *fakeHall) Delay(_ context.Context, id string, n uint32) (*hall.State, error) {
	return f.note("hold", id, kit.Itoa(int(n)))
}
func (f *fakeHall) Watch(_ context.Context, id string) (*hall.State, error) {
	return f.note("watch", id)
}
func (f *fakeHall) Vote(_ context.Context, id string, b room.Ballot) (*hall.State, error) {
	return f.note("vote", id, kit.Itoa(int(b)))
}
func (f *fakeHall) Rejoin(_ context.Context, id string) error {
	_, err := f.note("rejoin", id)
	return err
}
func (f *fakeHall) Leave(_ context.Context, id string) error {
	_, err := f.note("leave", id)
	return err
}

// fakeClient is a client of a match as a test wants it.
type fakeClient struct{ glance arena.Glance }

func (c *fakeClient) Glance() arena.Glance  { return c.glance }
func (c *fakeClient) Backend() node.Backend { return nil }
func (c *fakeClient) SetFrameRate(int)      {}

// table is a desk over fakes.
type table struct {
	t      *testing.T
	d      *Desk
	h      *fakeHall
	client *fakeClient
	told   []string
	failed chan error
	m      model.Matches
}

func newTable(t *testing.T) *table {
	p, err := engine.Find("emberball")
	if err != nil {
		t.Fatal(err)
	}
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Room(p)
	if err != nil {
		t.Fatal(err)
	}
	x := &table{t: t, client: &fakeClient{arena.Glance{Package: p}}, failed: make(chan error, 8)}
	v := &rooms.View{Facts: rooms.Facts{Engine: e, Title: "Evening", Seats: make([]room.Seat, len(e.Seats)), Child: e.Stages[0]}}
	x.h = &fakeHall{rows: []hall.Row{{ID: "a", Title: "Evening", Engine: "emberball", Phase: "setup", Seats: len(e.Seats)}}, views: map[string]*rooms.View{"a": v}}
	x.d = New(Options{
		Ctx: t.Context(), Hall: x.h, Words: words, Name: "Ada", Engines: func() []*match.Package { return []*match.Package{p} },
		Client:  func(string) Client { return x.client },
		Results: func() []results.Entry { return nil },
		Tell:    func(note string) { x.told = append(x.told, note) }, Fail: func(err error) { x.failed <- err },
	})
	x.until("the engine", func() bool { return len(x.m.Engines) == 1 })
	return x
}

func (x *table) view() *rooms.View { return x.h.views["a"] }

// tick lets the desk look at the list, and fills the model.
func (x *table) tick() {
	x.d.asked = 0
	x.d.Tick(true)
	x.d.Fill(&x.m, false)
}

func (x *table) until(what string, holds func() bool) {
	x.t.Helper()
	patience.Wait(x.t, what, 10*time.Second, time.Millisecond, func() bool {
		x.tick()
		return holds()
	})
}

// asks lets the desk act, and waits for what the hall is asked.
func (x *table) asks(a model.Action, want string) {
	x.t.Helper()
	if !x.d.Act(a) {
		x.t.Fatalf("%T is no action of a desk", a)
	}
	x.until(want, func() bool {
		x.h.mu.Lock()
		defer x.h.mu.Unlock()
		return slices.Contains(x.h.asked, want)
	})
}

// sit gives a player a seat.
func (x *table) sit(k int, who byte, name string) {
	x.view().Seats[k].Holder, x.view().Seats[k].Name = room.Key{who}, name
}

// TestActions: each action of the screens asks the hall for one thing.
func TestActions(t *testing.T) {
	x := newTable(t)
	x.asks(model.LookAtMatch{ID: "a"}, "show a")
	x.asks(model.TakeSeat{Seat: "red-1"}, "join a red-1")
	x.asks(model.LeaveSeat{}, "stand a")
	x.asks(model.SetReady{On: true}, "ready a on")
	x.asks(model.SetReady{}, "ready a off")
	x.asks(model.SetMatchDelay{Seconds: 15}, "hold a 15")
	x.asks(model.VoteInMatch{For: model.VotePause}, "vote a 1")
	x.asks(model.VoteInMatch{For: model.VoteGoOn}, "vote a 3")
	x.asks(model.WatchMatch{}, "watch a")
	x.asks(model.SetMatch{Key: "seconds", Value: "60"}, "configure a")
	if !strings.Contains(x.h.edit, `"seconds":60`) || !strings.Contains(x.h.edit, `"bots":true`) {
		t.Errorf("the configuration is %s", x.h.edit)
	}
	x.d.Act(model.CreateMatch{Engine: "emberball", Values: map[string]string{"goals": "3"}})
	x.until("the new room", func() bool { return x.d.looked == "new" })
	if last := x.h.asked[len(x.h.asked)-1]; !strings.HasPrefix(last, "create emberball Ada's Emberball {") || !strings.Contains(last, `"goals":3`) {
		t.Errorf("asked %q", last)
	}
	x.d.looked = "a"
	x.asks(model.QuitMatch{}, "leave a")
	if x.d.Act(model.Quit{}) {
		t.Error("a desk ends the program")
	}
	x.h.err = errors.New("taken")
	x.d.Act(model.TakeSeat{Seat: "red-1"})
	select {
	case err := <-x.failed:
		if err.Error() != "taken" {
			t.Error(err)
		}
	case <-patience.After(t, 10*time.Second):
		t.Error("a refusal is not shown")
	}
}

// TestPending: a value that was asked for is shown at once, and no longer than the room takes.
func TestPending(t *testing.T) {
	x := newTable(t)
	x.asks(model.LookAtMatch{ID: "a"}, "show a")
	value := func() string {
		x.d.Fill(&x.m, false)
		for _, s := range x.m.Room.Settings {
			if s.Key == "seconds" {
				return s.Value
			}
		}
		return ""
	}
	was := value()
	x.asks(model.SetMatch{Key: "seconds", Value: "60"}, "configure a")
	if value() != "60" {
		t.Errorf("%s is shown", value())
	}
	for range pendingFor {
		x.d.Tick(true)
	}
	if value() != was {
		t.Errorf("%s is shown of a value that the room did not take", value())
	}
	x.view().Config = []byte(`{"seconds":60}`)
	if value() != "60" {
		t.Errorf("%s is shown of a value that the room took", value())
	}
}

// TestShown: seats with their marks and votes, viewers, the setup, and what cannot be played.
func TestShown(t *testing.T) {
	x := newTable(t)
	x.sit(0, 1, "Ada")
	x.sit(2, 2, "Bo")
	v := x.view()
	v.Seats[2].Ready, v.Version, v.Invalid = true, 3, "too dark"
	v.Viewers, v.ViewDelay = []room.Viewer{{Name: "Eve"}}, 12
	x.tick()
	r := &x.m.Room
	if r.ID != "a" || r.Mine() != &r.Seats[0] || r.Engine != "Emberball" || r.Invalid != "too dark" || r.Delay != 12 || !slices.Equal(r.Viewers, []string{"Eve"}) || len(r.Settings) == 0 {
		t.Errorf("%+v", r)
	}
	if taken, ready := r.Taken(); taken != 2 || ready != 1 || !x.m.Rows[0].Here {
		t.Errorf("%d taken, %d ready, %+v", taken, ready, x.m.Rows)
	}
	if !r.Seats[1].Bot || r.Seats[2].Bot {
		t.Error("bots have the free seats")
	}
	v.Phase, v.Child = room.Running, "halted"
	v.Seats[2].Diverged, v.Seats[0].Vacant = 7, 9
	x.tick()
	if !r.Halted || r.Paused || !r.Seats[2].Diverged || !r.Seats[0].Vacant || r.Phase != model.MatchRunning {
		t.Errorf("%+v", r)
	}
	if votes, needed := r.Votes(); votes != 0 || needed != 1 {
		t.Errorf("%d of %d votes", votes, needed)
	}
	v.Child, v.Seats = "playing", slices.Clone(seatsOf(t))
	if x.tick(); r.Seats[0].Pace != "41 ms · 27 fps" || r.Seats[1].Pace != "" {
		t.Errorf("round trip and frames are %q, of a free seat %q", r.Seats[0].Pace, r.Seats[1].Pace)
	}
	for _, why := range []string{"overtime", "overtime", "extra"} {
		v.Illegal = &room.Refusal{Why: room.NoTransition, From: "playing", Name: why}
		x.tick()
	}
	told := slices.DeleteFunc(slices.Clone(x.told), func(s string) bool { return !strings.Contains(s, "engine.toml") })
	if len(told) != 2 || !strings.Contains(told[0], "overtime") || !strings.Contains(told[1], "extra") {
		t.Errorf("the maker is told %q", told)
	}
	x.client.glance.Err = errors.New("another engine")
	x.tick()
	if r.Broken != "Another engine" {
		t.Errorf("broken: %q", r.Broken)
	}
}

// seatsOf returns the seats of a match in which the first player has told its round trip and frame rate.
func seatsOf(t *testing.T) []room.Seat {
	t.Helper()
	r := room.New(7, "a match", room.Engine{Name: "toy", Seats: []string{"red", "blue"}, Least: 1, Stages: []string{"ready"}}, 1, false)
	for _, p := range []room.Packet{{Kind: room.Sit, Text: "Ada"}, {Kind: room.Ready, Number: 1}, {Kind: room.Play, Header: room.Header{Generation: 1, RoundTrip: 41, FrameRate: 27}}} {
		p.Room, p.Player = 7, room.Key{1}
		if err := r.Apply(room.Key{1}, &p); err != nil {
			t.Fatal(err)
		}
		r.Advance(room.Countdown)
	}
	return r.Seats()
}

// TestOpening: a match opens when it begins, once; from the world again when the player wants it.
func TestOpening(t *testing.T) {
	x := newTable(t)
	x.tick()
	if x.d.Opening() {
		t.Error("a match of others opens")
	}
	x.sit(0, 1, "Ada")
	x.tick()
	if x.d.Opening() || x.d.Watching() {
		t.Error("a match opens before it begins")
	}
	x.view().Phase, x.view().Child = room.Running, "playing"
	x.tick()
	if !x.d.Opening() || len(x.told) != 1 || !strings.Contains(x.told[0], "Evening") {
		t.Errorf("it does not open; told %q", x.told)
	}
	x.d.Away()
	x.tick()
	if x.d.Opening() {
		t.Error("it opens again by itself")
	}
	if x.d.Act(model.PlayMatch{}); !x.d.Opening() {
		t.Error("it does not open again")
	}
	x.view().Seats[0] = room.Seat{}
	x.view().Viewers = []room.Viewer{{Key: room.Key{1}, Name: "Ada"}}
	if x.tick(); !x.d.Watching() || !x.m.Room.Watching {
		t.Error("a viewer does not watch")
	}
	x.view().Phase = room.Ended
	x.view().Starters = []room.Starter{{Key: room.Key{1}, Name: "Ada"}, {}, {Key: room.Key{2}, Name: "Bo"}}
	x.view().Dismissed = []room.Dismissal{{Seat: 0, By: 1 << 2}}
	x.view().Outcome = room.Outcome{After: 9, Result: []byte(`{"winner":"red"}`), Signed: []room.Signed{{Seat: 2}}}
	x.sit(2, 2, "Bo")
	x.tick()
	if r := x.m.Room.Result; x.d.Opening() || !r.Held || r.Full || r.Of != 2 || len(r.Notes) != 1 || !slices.Equal(r.Signed, []string{"Bo"}) || len(x.told) != 2 {
		t.Errorf("%+v, told %q", r, x.told)
	}
}

// TestHoldingUp: a player that does not get ready is shown with the others' votes to go on without it. It is
// told that they wait, once, and that they have gone on.
func TestHoldingUp(t *testing.T) {
	x := newTable(t)
	x.sit(0, 1, "Ada")
	x.sit(2, 2, "Bo")
	x.sit(3, 3, "Cy")
	v := x.view()
	v.Seats[2].Ready = true
	x.tick()
	told := func(want int, what string) {
		t.Helper()
		if x.tick(); len(x.told) != want || want > 0 && !strings.Contains(x.told[want-1], what) {
			t.Errorf("told %q, want %d with %q", x.told, want, what)
		}
	}
	told(0, "")
	v.Seats[0].Waited = remindAfter
	told(1, "waiting for you")
	v.Seats[0].Waited = room.Patience
	told(1, "waiting for you")
	r := &x.m.Room
	if s := &r.Seats[0]; !s.HoldsUp || s.Waited != 60 || r.Waits() || r.Seats[2].HoldsUp {
		t.Errorf("%+v", r.Seats)
	}
	if votes, needed := r.Votes(); votes != 0 || needed != 2 {
		t.Errorf("%d of %d votes", votes, needed)
	}
	v.Seats[0], v.Viewers = room.Seat{}, []room.Viewer{{Key: room.Key{1}, Name: "Ada"}}
	told(2, "gone on without you")
	told(2, "gone on without you")
}

// TestAlone: without rooms there are no matches, and no action is taken.
func TestAlone(t *testing.T) {
	d := New(Options{Ctx: t.Context()})
	d.Tick(true)
	var m model.Matches
	if d.Fill(&m, false); m.Able || d.Opening() || d.Act(model.LookAtMatches{}) || d.Watching() || d.behind("a") != nil {
		t.Errorf("%+v", m)
	}
	var a Arch
	if a.Look(d, true) != nil {
		t.Error("an arena is seen")
	}
}

func TestLines(t *testing.T) {
	players := map[string]string{"red-1": "Ada"}
	for _, test := range []struct{ name, result, want string }{
		{"the winner first", `{"score":{"blue":1,"red":2},"winner":"red"}`, "Winner=Red|Score=Blue 1, Red 2"},
		{"a draw", `{"overtime":true,"scorers":[],"extra":false,"winner":""}`, "Winner=Draw|Overtime=✓"},
		{"places", `{"winner":"red-1","places":[{"seat":"red-1","laps":3},{"seat":"blue_2","laps":1.5}]}`, "Winner=Ada (Red 1)|Place 1=Ada (Red 1), Laps 3|Place 2=Blue 2, Laps 1.5"},
		{"a list", `{"scorers":["red-1","blue-2"]}`, "Scorers=Ada (Red 1), Blue 2"},
		{"nothing", `{}`, ""},
		{"no object", `"a text"`, `="a text"`},
		{"broken", `{"a":1,`, "A=1"},
	} {
		var got []string
		for _, l := range (account{newTable(t).d.o.Words, players, func(name string) string { return name }}).lines([]byte(test.result)) {
			got = append(got, l.Name+"="+l.Value)
		}
		if words := strings.Join(got, "|"); words != test.want {
			t.Errorf("%s: %q, want %q", test.name, words, test.want)
		}
	}
}

// TestLostMatch: a silent match is shown as such, and the player can enter it anew: then
// it is shown again by itself.
func TestLostMatch(t *testing.T) {
	x := newTable(t)
	x.view().Seats[0] = room.Seat{Holder: x.h.Me(), Name: "Ada"}
	x.view().Phase = room.Running
	x.tick()
	x.d.entered = "a"
	x.client.glance.Begun = true
	for _, lost := range []arena.Lost{{}, {For: 4200 * time.Millisecond, Names: []string{"Bo"}, Alone: true}} {
		x.client.glance.Lost = lost
		x.d.Fill(&x.m, true)
		if l := x.m.Live.Lost; l.On != (lost.For > 0) || l.Seconds != int(lost.For.Seconds()) || l.Alone != lost.Alone || !slices.Equal(l.Names, lost.Names) {
			t.Errorf("%+v is shown as %+v", lost, l)
		}
	}
	if x.d.Opening() {
		t.Error("a match that is shown is opened once more")
	}
	acted := x.d.Act(model.ReconnectMatch{})
	if x.d.Away(); !acted || !x.d.Opening() {
		t.Error("a match that is entered anew is not shown")
	}
	x.until("it to be entered anew", func() bool {
		x.h.mu.Lock()
		defer x.h.mu.Unlock()
		return slices.Contains(x.h.asked, "rejoin a")
	})
}
