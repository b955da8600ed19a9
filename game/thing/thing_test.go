package thing

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// full is a thing that uses every field.
func full() *Thing {
	return &Thing{ID: 9, At: grid.Tile{X: -3, Y: 70}, Parent: 4, Of: 7, Made: 1 << 63, Owner: game.PlayerID{1}, Locked: true,
		Shape:    blueprint.Shape{Form: blueprint.Block, Solid: true},
		Settings: []blueprint.Setting{{Key: "a", Value: blueprint.Value{Number: -5}}, {Key: "b", Value: blueprint.Value{Text: "x\ny"}}},
		Version:  3, State: []byte{1, 2}, Label: "hi", Light: 15, Open: true, Frame: 2, Timers: []Timer{{5, "a"}, {5, "b"}},
		Inbox: []Event{{Kind: OnUse, Tick: 4, Who: game.PlayerID{2}, Name: "n", Value: []byte{0}}, {Kind: OnGone, By: 77}}, Lost: 8,
		Health: Health{Count: 2, Since: 3, Last: Fault{Kind: 1, Line: 2, Column: 3, Tick: 4}, Stopped: true}}
}

func samples() []*Thing {
	area, ball := full(), &Thing{ID: 5, Body: 5, Of: 1, Owner: game.PlayerID{1}, Shape: blueprint.Shape{Form: blueprint.Ball, Mass: fixed.One / 4, Bounce: fixed.One}}
	area.Shape = blueprint.Shape{Form: blueprint.Area, Width: 16, Height: 1}
	return []*Thing{full(), area, ball}
}

func TestEveryFieldGoesThrough(t *testing.T) {
	for n, x := range samples() {
		data := Append(nil, x)
		c := codec.Read(data)
		got := Read(&c)
		if err := c.Done(); err != nil || !bytes.Equal(Append(nil, got), data) {
			t.Fatalf("sample %d: %v, %+v", n, err, got)
		}
		for k := range data {
			if c := codec.Read(data[:k]); Read(&c) == nil || c.Done() == nil {
				t.Errorf("sample %d is read from %d of %d bytes", n, k, len(data))
			}
		}
	}
	if n := len(Append(nil, samples()[2])); n < leastBytes {
		t.Errorf("a thing of %d bytes is shorter than leastBytes", n)
	}
}

func TestLimits(t *testing.T) {
	for name, spoil := range map[string]func(x *Thing){
		"no number":             func(x *Thing) { x.ID = 0 },
		"its own parent":        func(x *Thing) { x.Parent = x.ID },
		"nobody's":              func(x *Thing) { x.Owner = game.PlayerID{} },
		"a form":                func(x *Thing) { x.Shape.Form = blueprint.FormCount; x.Body = 1 },
		"a large area":          func(x *Thing) { x.Shape = blueprint.Shape{Form: blueprint.Area, Width: 17, Height: 1} },
		"a solid area":          func(x *Thing) { x.Shape = blueprint.Shape{Form: blueprint.Area, Width: 1, Height: 1, Solid: true} },
		"bright":                func(x *Thing) { x.Light = 16 },
		"much state":            func(x *Thing) { x.State = make([]byte, MaxState+1) },
		"settings out of order": func(x *Thing) { x.Settings[0].Key = "c" },
		"timers out of order":   func(x *Thing) { x.Timers[0].At = 6 },
		"many timers":           func(x *Thing) { x.Timers = make([]Timer, MaxTimers+1) },
		"no kind of event":      func(x *Thing) { x.Inbox[0].Kind = KindCount },
		"a long name":           func(x *Thing) { x.Inbox[0].Name = strings.Repeat("x", MaxName+1) },
		"a label with a line":   func(x *Thing) { x.Label = "a\nb" },
		"late":                  func(x *Thing) { x.Inbox[0].Tick = game.MaxTick },
		"a full inbox":          func(x *Thing) { x.Inbox = make([]Event, MaxInbox+1) },
		"many bytes wait": func(x *Thing) {
			x.Inbox = nil
			for range MaxWaiting/MaxValue + 1 {
				x.Inbox = append(x.Inbox, Event{Kind: OnAsk, Value: make([]byte, MaxValue)})
			}
		},
	} {
		x := full()
		spoil(x)
		if c := codec.Read(Append(nil, x)); Read(&c) != nil && c.Done() == nil {
			t.Errorf("%s: it is read", name)
		}
	}
}

func TestTheInboxForgetsTheOldest(t *testing.T) {
	x := full()
	x.Inbox, x.Lost = nil, 0
	for n := range MaxInbox + 5 {
		x.Queue(Event{Kind: OnUse, Tick: game.Tick(n)})
	}
	if len(x.Inbox) != MaxInbox || x.Lost != 5 || x.Inbox[0].Tick != 5 {
		t.Errorf("%d wait from tick %d on, %d lost", len(x.Inbox), x.Inbox[0].Tick, x.Lost)
	}
	for range MaxWaiting/MaxValue + 3 {
		x.Queue(Event{Kind: OnAsk, Value: make([]byte, MaxValue)})
	}
	if c := codec.Read(Append(nil, x)); Read(&c) == nil || c.Done() != nil {
		t.Errorf("it is not read: %v", c.Err())
	}
	if x.Start(9, strings.Repeat("x", MaxName+1)) || !x.Start(1, "b") || len(x.Timers) != 2 || x.Timers[0].Name != "b" {
		t.Errorf("timers: %+v", x.Timers)
	}
	for n := range MaxTimers - 2 {
		x.Start(3, string(rune('f'+n)))
	}
	if x.Start(3, "z") {
		t.Error("there is always room for a timer")
	}
}

// TestTheSumFollows: whatever happens to a table, its sum, its lists and its copies are those of its things.
func TestTheSumFollows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table Table
		model := map[game.EntityID]*Thing{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			id := game.EntityID(rapid.IntRange(1, 12).Draw(t, "id"))
			x := &Thing{ID: id, Of: 1, Owner: game.PlayerID{uint8(id % 3)}, Label: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "label")}
			if x.At = (grid.Tile{X: int32(id) * 30}); id%4 == 0 {
				x.At, x.Body, x.Shape.Form = grid.Tile{}, id, blueprint.Box
			}
			if rapid.Bool().Draw(t, "busy") {
				x.Queue(Event{Kind: OnUse})
			}
			x.Health.Stopped = rapid.Bool().Draw(t, "stopped")
			switch old := table.Find(id); rapid.IntRange(0, 5).Draw(t, "what") {
			case 5: // a slot, and a thing that was sealed elsewhere
				cast := table.Cast()
				table.Slots(func(at Slot, was *Thing) {
					if was.ID != id {
						return
					}
					if x.Health.Stopped = was.Health.Stopped; table.At(at) != was || !table.Replace(at, Seal(was, x)) || table.At(at) != x || table.Find(id) != x {
						t.Fatalf("thing %d is not in its slot", id)
					}
					if table.Replace(at, Seal(was, &Thing{ID: 77})) {
						t.Fatal("another thing takes the slot")
					}
					model[id] = x
				})
				if table.Cast() != cast {
					t.Fatal("the cast follows what scripts write")
				}
			case 0:
				if old != nil {
					table.Remove(old)
				}
				delete(model, id)
			case 1:
				table.Drop(func(x *Thing) bool { return x.ID%5 == id%5 })
				for k := range model {
					if k%5 == id%5 {
						delete(model, k)
					}
				}
			case 2:
				table.Shift(2)
				for k, x := range model {
					model[k] = x.Moved(2)
				}
			default:
				table.Put(x)
				model[id] = x
			}
		}
		var fresh, copied Table
		busy := 0
		for id, x := range model {
			c := *x
			c.sum, c.cast = 0, 0
			fresh.Put(&c)
			if x.Busy() {
				busy++
			}
			if got := table.Find(id); got == nil || !bytes.Equal(Append(nil, got), Append(nil, x)) {
				t.Fatalf("thing %d is %+v, want %+v", id, got, x)
			}
		}
		copied.Put(&Thing{ID: 99, Of: 1, Owner: game.PlayerID{1}})
		copied.CopyFrom(&table, func(grid.Region) bool { return true }, func(game.EntityID) bool { return true })
		for name, o := range map[string]*Table{"made anew": &fresh, "copied": &copied} {
			if table.Sum() != o.Sum() || table.Cast() != o.Cast() || table.Count() != len(model) || len(o.Busy()) != busy || len(table.Busy()) != busy || Diff(&table, o) != "" {
				t.Fatalf("%s: sums %x and %x, %d of %d things, %d and %d of %d busy: %s", name, table.Sum(), o.Sum(), table.Count(), len(model),
					len(table.Busy()), len(o.Busy()), busy, Diff(&table, o))
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, x := range samples() {
		f.Add(Append(nil, x))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := codec.Read(data)
		x := Read(&c)
		if c.Done() == nil && !bytes.Equal(Append(nil, x), data) {
			t.Fatalf("%x is not how %+v is encoded", data, x)
		}
		if c.Done() == nil && len(data) > MaxBytes {
			t.Fatalf("%d bytes are more than MaxBytes", len(data))
		}
	})
}

// TestTheCast: it tells of whatever a list of things with scripts depends on.
func TestTheCast(t *testing.T) {
	var table Table
	for n, change := range []func(x *Thing){
		func(*Thing) {}, func(x *Thing) { x.Of++ }, func(x *Thing) { x.Owner[3]++ }, func(x *Thing) { x.Health.Stopped = false },
		func(x *Thing) { x.Shape.Solid = false }, func(x *Thing) { x.Shape = blueprint.Shape{Form: blueprint.Area, Width: 2, Height: 3} },
		func(x *Thing) { x.Shape.Width++ }, func(x *Thing) { x.Shape.Height++ }, func(x *Thing) { x.Shape.Make++ }, func(x *Thing) { x.Parent++ },
	} {
		old := table.Find(9)
		x := full()
		if old != nil {
			*x = *old
		}
		cast := table.Cast()
		change(x)
		if table.Put(x); table.Cast() == cast {
			t.Errorf("change %d leaves the cast as it was", n)
		}
	}
	cast := table.Cast()
	table.Change(9, func(x *Thing) { x.State, x.Label, x.Light, x.Timers, x.Inbox, x.Lost = nil, "", 3, nil, nil, 0 })
	if table.Cast() != cast {
		t.Error("the cast follows the state")
	}
}

// TestTimesOfLiarsCanBeRead: whatever times a thing from elsewhere has, and however far they are moved, its
// bytes can be read afterwards.
func TestTimesOfLiarsCanBeRead(t *testing.T) {
	x := full()
	x.Timers = []Timer{{At: game.MaxTick - 2, Name: "b"}, {At: game.MaxTick - 1, Name: "a"}, {At: game.MaxTick - 1, Name: "b"}}
	x.Inbox[0].Tick, x.Health.Since, x.Health.Last.Tick = game.MaxTick-1, game.MaxTick-1, game.MaxTick-1
	for _, by := range []game.Tick{1, game.MaxTick - 1, 1<<64 - 1} {
		data := Append(nil, x.Moved(by))
		c := codec.Read(data)
		if Read(&c); c.Done() != nil {
			t.Errorf("later by %d: %v", by, c.Err())
		}
	}
}
