package results

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/net/key"
	"manyhold/net/room"
)

// view is a room of two players after a match, signed by some of them.
func view(phase room.Phase, signed ...uint8) *rooms.View {
	v := &rooms.View{Facts: rooms.Facts{Title: "Evening", Phase: phase, Engine: room.Engine{Name: "emberball", Seats: []string{"red", "blue"}}}}
	v.Seats = []room.Seat{{Holder: room.Key{1}, Name: "Ada"}, {Holder: room.Key{2}, Name: "Bo"}}
	v.Starters = []room.Starter{{Key: room.Key{1}, Name: "Ada"}, {Key: room.Key{2}, Name: "Bo"}}
	v.Outcome = room.Outcome{After: 90, Result: []byte(`{"winner":"red"}`)}
	for _, s := range signed {
		v.Outcome.Signed = append(v.Outcome.Signed, room.Signed{Seat: s, By: v.Seats[s].Holder})
	}
	return v
}

func TestBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rooms", "results.json")
	b := Open(path, room.Key{})
	now := time.Unix(1000, 0)
	for _, step := range []struct {
		name string
		id   string
		v    *rooms.View
		news bool
	}{
		{"an unknown room", "a", nil, false},
		{"a result that nobody has signed", "a", view(room.Running), false},
		{"the first signature", "a", view(room.Running, 0), true},
		{"the same again", "a", view(room.Running, 0), false},
		{"the second signature", "a", view(room.Ended, 0, 1), true},
		{"an older view", "a", view(room.Running, 0), false},
		{"another room", "b", view(room.Ended, 1), true},
	} {
		if news := b.Note(step.id, step.v, now); news != step.news {
			t.Errorf("%s: news %v", step.name, news)
		}
		now = now.Add(time.Second)
	}
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	list := Open(path, room.Key{}).List()
	if len(list) != 2 || list[0].Room != "b" || list[1].Room != "a" {
		t.Fatalf("%+v", list)
	}
	e := &list[1]
	if !e.Held || e.Seats != 2 || len(e.Signed) != 2 || e.Signed[1].Name != "Bo" || e.Signed[1].Seat != "blue" || !slices.Equal(e.Players, []Player{{"red", "Ada", key.ID{1}.String()}, {"blue", "Bo", key.ID{2}.String()}}) || e.When.Unix() != 1002 || e.After != 90 {
		t.Errorf("%+v", e)
	}
	for n := range Most + 5 {
		b.Note(string(rune('A'+n)), view(room.Ended, 0), now)
	}
	if n := len(b.List()); n != Most {
		t.Errorf("%d results are kept", n)
	}
}

// TestFlood: anybody can make up any number of results of strangers. They push out neither the player's own
// results nor those of acquaintances.
func TestFlood(t *testing.T) {
	b := Open(filepath.Join(t.TempDir(), "r.json"), room.Key{1})
	now := time.Unix(1000, 0)
	of := func(a, c byte) *rooms.View {
		v := view(room.Ended)
		for k, x := range []byte{a, c} {
			v.Starters[k].Key = room.Key{x}
			v.Outcome.Signed = append(v.Outcome.Signed, room.Signed{Seat: uint8(k), By: room.Key{x}})
		}
		return v
	}
	b.Note("own", of(1, 2), now)
	b.Note("friends", of(2, 3), now)
	for n := range 3 * Most {
		b.Note(fmt.Sprint("false ", n), of(8, 9), now)
	}
	has := map[string]bool{}
	for _, e := range b.List() {
		has[e.Room] = true
	}
	if len(has) != Most || !has["own"] || !has["friends"] || !has[fmt.Sprint("false ", 3*Most-1)] || has["false 0"] {
		t.Errorf("%d results are kept: %v", len(has), has)
	}
	for n := range 2 * Most {
		b.Note(fmt.Sprint("mine ", n), of(1, 4), now)
	}
	if list := b.List(); len(list) != Most || list[0].Room != fmt.Sprint("mine ", 2*Most-1) || !b.own(&list[Most-1]) {
		t.Errorf("%d results are kept", len(list))
	}
}

// TestSentAway: a result that one of two has signed, after it had the other one sent away, says so, and that
// the other one objects.
func TestSentAway(t *testing.T) {
	b := Open(filepath.Join(t.TempDir(), "r.json"), room.Key{1})
	v := view(room.Ended, 0)
	v.Dismissed = []room.Dismissal{{Seat: 1, By: 1, After: 40}}
	b.Note("a", v, time.Unix(1000, 0))
	later := *v
	later.Objections = []room.Proposal{{Signed: room.Signed{Seat: 1}}}
	if !b.Note("a", &later, time.Unix(2000, 0)) {
		t.Error("an objection is no news")
	}
	e := b.List()[0]
	if e.Full || !e.Held || len(e.SentAway) != 1 || e.SentAway[0].Name != "Bo" || !slices.Equal(e.SentAway[0].By, []string{"Ada"}) || !slices.Equal(e.Objections, []string{"Bo"}) {
		t.Errorf("%+v", e)
	}
}

// fake is a hall with a room of others that is over.
type fake struct {
	shown  int
	deaf   bool
	inside bool
	rows   []hall.Row // that are announced; nil: two
}

func (f *fake) List() []hall.Row {
	if f.rows != nil {
		return f.rows
	}
	return []hall.Row{{ID: "far", Phase: "ended"}, {ID: "on", Phase: "running"}}
}
func (f *fake) View(id string) *rooms.View {
	if id == "far" && f.inside {
		return view(room.Ended, 0, 1)
	}
	return nil
}
func (f *fake) Show(context.Context, string) (*hall.State, error) {
	if f.shown++; f.deaf {
		return nil, errors.New("deaf")
	}
	f.inside = true
	return new(hall.State), nil
}

// TestResultsOfOthers: the result of a room in which the node never was is fetched once; a room that does not
// answer is asked again after a while only.
func TestResultsOfOthers(t *testing.T) {
	b, f, asked := Open(filepath.Join(t.TempDir(), "r.json"), room.Key{}), &fake{deaf: true}, map[string]time.Time{}
	now := time.Unix(1000, 0)
	look := func(after time.Duration) {
		now = now.Add(after)
		b.look(t.Context(), f, nil, asked, now)
	}
	look(0)
	look(time.Second)
	if f.shown != 1 || b.Has("far") {
		t.Errorf("asked %d times", f.shown)
	}
	f.deaf = false
	look(2 * askAgain)
	look(2 * askAgain)
	if f.shown != 2 || !b.Has("far") || b.Has("on") {
		t.Errorf("asked %d times, %v", f.shown, b.List())
	}
}

// TestManyRooms: whoever announces room after room that is over keeps the node in two of them at a time, not
// in as many as it can be in.
func TestManyRooms(t *testing.T) {
	b, f, asked := Open(filepath.Join(t.TempDir(), "r.json"), room.Key{}), &fake{deaf: true}, map[string]time.Time{}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for k := range 600 {
		f.rows = []hall.Row{{ID: fmt.Sprintf("%064x", k), Phase: "ended"}}
		b.look(t.Context(), f, nil, asked, start.Add(time.Duration(k)*lookEvery))
	}
	if f.shown != 60 || len(asked) > 8 {
		t.Errorf("%d rooms are asked in ten minutes, %d are remembered", f.shown, len(asked))
	}
}
