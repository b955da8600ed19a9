// Package thing describes the things of makers: the placed instances of blueprints. A thing is data only.
// Package making says how things come and go, and what commands do with them; the engine of scripts reads
// things, and puts changed ones in their place.
//
// A thing is a block on a tile (tile.Gadget), an area, or a body (entity.Gizmo or entity.GizmoBox). It keeps
// the Shape by which it was made. So what is there never depends on whether the island knows the blueprint.
//
// A *Thing is never changed in place: all copies of a table share it. A changed thing is a new value.
package thing

import (
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/grid"
)

const (
	// MaxIn is the most things of a region: one more is refused (NoRoom). Bodies that move in are let in.
	MaxIn = 256
	// MaxOf is the most things of an owner on an island, MaxOfKeeper that of a keeper.
	MaxOf, MaxOfKeeper = 96, 512
	// MaxState is the most bytes of a script's state.
	MaxState = 4 << 10
	// MaxTimers is the most timers of a thing, MaxName the most bytes of the name of a timer or an event.
	MaxTimers, MaxName = 8, 32
	// MaxInbox is the most waiting events of a thing, MaxValue the most bytes of the value of one, and
	// MaxWaiting the most bytes of names and values of all of them. For what goes beyond it the oldest events
	// are lost, and counted.
	MaxInbox, MaxValue, MaxWaiting = 256, 256, 8 << 10
	// MaxBytes is more than the most bytes of an encoded thing.
	MaxBytes = 40 << 10
)

// Referee is the ID of the referee of a match: it is one thing whose script decides how the match goes.
// Players reach it from anywhere on the field. The IDs of all other things are hashes.
const Referee game.EntityID = 1

// Kind is a kind of event. The numbers are stored: kinds are only appended.
type Kind uint8

// The kinds, and the fields of Event that each uses beside Tick.
const (
	NoKind    Kind = iota
	OnUse          // a hand used it (Who)
	OnTouch        // a body touches it (Who or By)
	OnEnter        // a body came into its area (Who or By; both: a thing took a player there)
	OnLeave        // and left it: likewise
	OnSignal       // the signal on its tile changed: Value
	OnTimer        // a timer is due: Name
	OnMessage      // a channel that it hears: Name, Value, By
	OnCommand      // words said to it (Who, Value)
	OnBorn         // it was placed (Who)
	OnGone         // a child of it is gone: By
	OnBounce       // it hit something: Value, the speed
	OnProp         // a property was set: Name, Who
	OnRefused      // an effect of its script was refused: Name, Value
	OnAsk          // the view half of a player's machine asks (Who, Value)
	KindCount
)

var kindNames = [KindCount]string{"nothing", "use", "touch", "enter", "leave", "signal", "timer", "message", "command", "born",
	"gone", "bounce", "prop", "refused", "ask"}

// String returns the kind in a word: a handler is called on_ and this word.
func (k Kind) String() string {
	if k >= KindCount {
		return "unknown"
	}
	return kindNames[k]
}

// Event is what a script is told: it waits in the inbox of its thing.
type Event struct {
	Kind  Kind
	Tick  game.Tick
	Who   game.PlayerID // the player that caused it; zero: none
	By    game.EntityID // the thing or body that did; zero: none
	Name  string        // at most MaxName bytes
	Value []byte        // at most MaxValue bytes; not to be changed
}

// Timer is an event that is due at a tick.
type Timer struct {
	At   game.Tick
	Name string
}

// Unshaped is the kind of fault of a thing whose new version needs room or land that it cannot have. It is
// beyond the engine's kinds.
const Unshaped = 255

// Fault says how a run of a script ended badly. The numbers of Kind are the engine's.
type Fault struct {
	Kind         uint8
	Line, Column uint16
	Tick         game.Tick
}

// Health is what is known of a script's faults.
type Health struct {
	Count   uint8     // faults since Since
	Since   game.Tick // the tick of the first fault in the window
	Last    Fault
	Stopped bool // it runs no more, until a new version comes or it is reset
}

// Thing is a placed instance of a blueprint.
type Thing struct {
	ID     game.EntityID
	At     grid.Tile     // of a block and an area: its tile, of an area the north-west one; of a body: zero
	Body   game.EntityID // of a body: ID; else 0
	Parent game.EntityID // comes and goes with this thing; 0: with none
	Off    Offset        // of a body whose parent is a body: its place from there
	Of     blueprint.ID
	Made   uint64 // the mark of the version by which it was made: see blueprint.MarkOf
	Owner  game.PlayerID
	Shape  blueprint.Shape
	// Locked is the flag of that version.
	Locked   bool
	Settings []blueprint.Setting // the properties that have not the default, by ascending key

	Version uint32 // of the blueprint whose script wrote State; 0: none has
	State   []byte // of the script, canonical
	Label   string // over it
	Light   uint8  // 0 to 15
	Open    bool   // a solid block lets bodies pass
	Frame   uint8  // of its sprite
	Timers  []Timer
	Inbox   []Event
	Lost    uint32 // events that found no room
	Health  Health

	sum, cast uint64 // of its bytes, and see Table.Cast; when it is sealed
}

// Offset is the place of a child from its parent's middle, in tiles, as the parent lies at angle 0.
type Offset struct{ X, Y int8 }

// Static reports whether it is a block or an area.
func (t *Thing) Static() bool { return t.Body == 0 }

// Borne reports whether it is a body with a parent, which is a part of that if it is a body, too.
func (t *Thing) Borne() bool { return t.Parent != 0 && !t.Static() }

// Busy reports whether it has timers or waiting events.
func (t *Thing) Busy() bool { return len(t.Timers)+len(t.Inbox) > 0 }

// Passable reports whether bodies pass where it is.
func (t *Thing) Passable() bool { return !t.Shape.Solid || t.Open }

// Contains reports whether a tile is in an area, or is that of a block.
func (t *Thing) Contains(at grid.Tile) bool {
	switch t.Shape.Form {
	case blueprint.Block:
		return t.At == at
	case blueprint.Area:
		dx, dy := int64(at.X)-int64(t.At.X), int64(at.Y)-int64(t.At.Y)
		return dx >= 0 && dy >= 0 && dx < int64(t.Shape.Width) && dy < int64(t.Shape.Height)
	}
	return false
}

// Setting returns the value that was set for a property; ok is false if it has the default.
func (t *Thing) Setting(key string) (v blueprint.Value, ok bool) {
	k, ok := t.setting(key)
	if ok {
		v = t.Settings[k].Value
	}
	return v, ok
}

func (t *Thing) setting(key string) (int, bool) {
	return slices.BinarySearchFunc(t.Settings, key, func(s blueprint.Setting, key string) int {
		switch {
		case s.Key < key:
			return -1
		case s.Key > key:
			return 1
		}
		return 0
	})
}

// Set sets a property to a value that fits it; the default is not kept.
func (t *Thing) Set(p *blueprint.Prop, v blueprint.Value) {
	k, ok := t.setting(p.Key)
	next := slices.Clone(t.Settings)
	switch {
	case v == p.Default && ok:
		next = slices.Delete(next, k, k+1)
	case v == p.Default:
	case ok:
		next[k].Value = v
	default:
		next = slices.Insert(next, k, blueprint.Setting{Key: p.Key, Value: v})
	}
	t.Settings = next
}

// Value returns the value of a property of a thing.
func (t *Thing) Value(p *blueprint.Prop) blueprint.Value {
	if v, ok := t.Setting(p.Key); ok && p.Fits(v) {
		return v
	}
	return p.Default
}

// Queue puts an event into the inbox. The thing must be the caller's own.
func (t *Thing) Queue(e Event) {
	next := make([]Event, 0, len(t.Inbox)+1)
	next = append(append(next, t.Inbox...), e)
	bytes := 0
	for k := range next {
		bytes += next[k].bytes()
	}
	for len(next) > MaxInbox || bytes > MaxWaiting {
		bytes -= next[0].bytes()
		next = next[1:]
		if t.Lost < 1<<32-1 {
			t.Lost++
		}
	}
	t.Inbox = next
}

func (e *Event) bytes() int { return len(e.Name) + len(e.Value) }

// Start sets a timer, in place of one with the same name. It reports whether there was room. The thing must
// be the caller's own.
func (t *Thing) Start(at game.Tick, name string) bool {
	next := slices.DeleteFunc(slices.Clone(t.Timers), func(x Timer) bool { return x.Name == name })
	if len(next) >= MaxTimers || len(name) > MaxName {
		return false
	}
	t.Timers = append(next, Timer{at, name})
	slices.SortStableFunc(t.Timers, compareTimers)
	return true
}

func compareTimers(a, b Timer) int {
	switch {
	case a.At < b.At || a.At == b.At && a.Name < b.Name:
		return -1
	case a == b:
		return 0
	}
	return 1
}

// shift moves all times later, the last ones to the end of time: they may be those of a peer that lies, and
// no bytes with a later tick can be read.
func (t *Thing) shift(by game.Tick) {
	t.Timers, t.Inbox = slices.Clone(t.Timers), slices.Clone(t.Inbox)
	for k := range t.Timers {
		t.Timers[k].At = t.Timers[k].At.Later(by)
	}
	slices.SortStableFunc(t.Timers, compareTimers) // some may be equal now
	t.Timers = slices.CompactFunc(t.Timers, func(a, b Timer) bool { return a == b })
	for k := range t.Inbox {
		t.Inbox[k].Tick = t.Inbox[k].Tick.Later(by)
	}
	if t.Health.Count > 0 {
		t.Health.Since, t.Health.Last.Tick = t.Health.Since.Later(by), t.Health.Last.Tick.Later(by)
	}
}

// Moved returns the thing with all times later by some ticks.
func (t *Thing) Moved(by game.Tick) *Thing {
	c := *t
	c.shift(by)
	return &c
}

// Renamed returns a thing with the IDs that it and its parent have now.
func Renamed(x *Thing, renamed map[game.EntityID]game.EntityID) *Thing {
	id, changed := renamed[x.ID]
	parent, of := renamed[x.Parent]
	if !changed && !of {
		return x
	}
	next := *x
	if changed {
		next.ID = id
		if next.Body != 0 {
			next.Body = id
		}
	}
	if of {
		next.Parent = parent
	}
	return &next
}
