// Package views runs the view halves of the things near the camera, beside the renderer. It reads the state
// that the window shows and changes nothing of it: what comes of it are drawings, sounds, one panel, and
// questions that the viewer's own hand caused.
//
// A tick of views:
//
//  1. The things near the camera are found, the nearest ones first. A view half that is new is loaded: one in
//     a tick.
//  2. Handlers run within the budget of the tick: what the viewer did (on_use, on_widget, on_click), then
//     what host halves told (on_told), then on_frame of the things in turn. The rest waits for a later tick.
//  3. Sparks move, and the drawings are put together.
//
// A fault stops the view of that thing, on this machine: until its blueprint has another version, or the
// viewer has been away. The memory of view halves, their sparks and the panel are in here only. No other peer
// learns of them, and no digest contains them.
package views

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"manyhold/app/view"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
	"manyhold/render/palette"
	"manyhold/render/sketch"
)

const (
	// Near is how far from the middle of the window things have their view, in tiles; Most is how many.
	Near, Most = 28, 64
	// surveyEvery is after how many ticks the things near are found anew.
	surveyEvery = 10
	// Steps is the most steps of all views in a tick, Bytes the most bytes. A run that has begun goes on to
	// its own limits.
	Steps, Bytes = 40_000, 2 << 20
	// MaxTold is how many tells of a thing wait; the oldest is forgotten.
	MaxTold = 16
	// MaxCover is how much all things together hide of the picture, in tiles: less than half of a window. The
	// rest is left out, of the things that are farthest.
	MaxCover = 200
	// MaxSparks is the most sparks of all things.
	MaxSparks = 1_536
	// soundEvery is the least time between two sounds of a thing, in ticks.
	soundEvery = game.TicksPerSecond / 4
	tick       = 1.0 / game.TicksPerSecond
)

// Fault is what stopped a view half.
type Fault struct {
	Kind         value.FaultKind
	Line, Column int
	Why          string
	Calls        []value.Frame // the innermost first
}

// Hooks are what the views need of the window. Each may be nil.
type Hooks struct {
	Compile func(*sketch.Shader) error // makes a shader ready to be drawn; the error is a *kage.Problem
	Drop    func(*sketch.Shader)
	Art     view.Art
	Sound   func(x *thing.Thing, e *blueprint.Entry, name string) // plays an asset of a blueprint at a thing
	Ask     func(id game.EntityID, words string)                  // sends a question in the viewer's name
	Failed  func(x *thing.Thing, e *blueprint.Entry, f *Fault)
}

// Scene is what is seen in a tick.
type Scene struct {
	State  *world.State
	Bodies func(id game.EntityID) (fixed.Vec, bool) // where a body is drawn; nil: where it is
	Centre fixed.Vec                                // of the window
	Viewer game.PlayerID
	Seat   entity.Seat // of the viewer; 0: it is not in the world
	Events []event.Event
	Calm   bool // fewer sparks
	Plain  bool // no drawings, sparks and texts
}

// Views is the view halves of a world, of the window's goroutine.
type Views struct {
	hooks    Hooks
	machine  *star.Machine
	reader   script.Reader
	programs map[blueprint.Hash]*program
	seen     []*seen // by distance
	turn     game.EntityID
	now      uint64 // ticks
	left     budget
	run      view.Run
	args     []value.Value // of a run
	drawings []sketch.Drawing
	texts    []Writing
	panel    panel
	asks     asks
	loaded   uint64 // tick of the last load
}

// budget is what is left of a tick.
type budget struct{ steps, bytes int64 }

func (b *budget) spent() bool { return b.steps <= 0 || b.bytes <= 0 }

// seen is a thing that is seen: the view store of one thing.
type seen struct {
	id      game.EntityID
	hash    blueprint.Hash
	thing   *thing.Thing // as it is now
	entry   *blueprint.Entry
	program *program
	at      fixed.Vec
	far     fixed.Q
	began   uint64
	rest    uint64 // the tick in which on_frame is due
	state   []byte // of the host half, for which frozen was read
	frozen  value.Value
	local   []byte
	shapes  []sketch.Shape
	sparks  *sketch.Sparks
	deeds   []deed
	told    []told
	sounded uint64
	fault   *Fault
}

// deed is something that the viewer did: a use, a widget that was set, or a click on the field of a match.
type deed struct {
	key   string // of the widget; "": none
	value value.Value
	click []value.Value // where, and with which button; nil: it is no click
}

// told is something that the host half told.
type told struct {
	channel string
	value   value.Value
}

// Writing is a text in the world.
type Writing struct {
	At     fixed.Vec // the middle of its lower edge
	Text   string
	Colour palette.Index
}

// New returns the views of a world.
func New(h Hooks) *Views {
	return &Views{hooks: h, machine: star.NewMachine(), programs: map[blueprint.Hash]*program{}}
}

// Tick runs a tick. The drawings are valid until the next one.
func (v *Views) Tick(s *Scene) []sketch.Drawing {
	v.now++
	if s.State.Things.Empty() && len(v.seen) == 0 {
		return nil
	}
	v.survey(s)
	v.hear(s)
	v.left = budget{Steps, Bytes}
	v.load()
	v.deeds(s)
	v.tells(s)
	if !s.Plain {
		v.frames(s)
	}
	v.asks.tick(v.now, v.hooks.Ask)
	v.tend(s)
	return v.draw(s)
}

// Writings returns the texts of the last tick.
func (v *Views) Writings() []Writing { return v.texts }

// Fault returns what stopped the view of a thing; nil: nothing has.
func (v *Views) Fault(id game.EntityID) *Fault {
	if x := v.find(id); x != nil {
		return x.fault
	}
	return nil
}

// Failed appends the things whose views are stopped.
func (v *Views) Failed(dst []game.EntityID) []game.EntityID {
	for _, x := range v.seen {
		if x.fault != nil {
			dst = append(dst, x.id)
		}
	}
	return dst
}

func (v *Views) find(id game.EntityID) *seen {
	for _, x := range v.seen {
		if x.id == id {
			return x
		}
	}
	return nil
}

// survey finds the things near, now and then, and follows those that are known.
func (v *Views) survey(s *Scene) {
	if v.now%surveyEvery == 1 {
		v.look(s)
	}
	kept := v.seen[:0]
	for _, x := range v.seen {
		if x.thing = s.State.Things.Find(x.id); x.thing == nil {
			continue
		}
		if x.entry = s.State.Blueprints.Find(x.thing.Of); x.entry == nil || x.entry.View == "" || x.entry.Has(blueprint.Disabled) {
			continue
		}
		if x.entry.Hash != x.hash { // another version: it begins anew
			*x = seen{id: x.id, hash: x.entry.Hash, thing: x.thing, entry: x.entry, far: x.far, began: v.now, sparks: sketch.NewSparks(uint64(x.id))}
			v.panel.shut(x.id)
		}
		x.at = placeOf(s, x.thing)
		if !bytes.Equal(x.state, x.thing.State) { // its picture may be another
			x.state, x.frozen, x.rest = x.thing.State, value.Value{}, 0
		}
		kept = append(kept, x)
	}
	clear(v.seen[len(kept):])
	v.seen = kept
	if v.panel.of != 0 && v.find(v.panel.of) == nil {
		v.panel.shut(v.panel.of)
	}
}

// look finds the things near.
func (v *Views) look(s *Scene) {
	var list []*seen
	s.State.Things.All(func(x *thing.Thing) {
		e := s.State.Blueprints.Find(x.Of)
		if e == nil || e.View == "" || e.Has(blueprint.Disabled) {
			return
		}
		d := placeOf(s, x).Sub(s.Centre)
		if far := max(d.X.Abs(), d.Y.Abs()); far <= Near*fixed.One || x.ID == thing.Referee {
			known := v.find(x.ID)
			if known == nil {
				known = &seen{id: x.ID, hash: e.Hash, began: v.now, sparks: sketch.NewSparks(uint64(x.ID))}
			}
			known.far = far
			list = append(list, known)
		}
	})
	slices.SortFunc(list, func(a, b *seen) int {
		if (a.id == thing.Referee) != (b.id == thing.Referee) { // it comes first: it must be among those kept
			return cmp.Compare(a.id, b.id)
		}
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.id, b.id))
	})
	v.seen = list[:min(len(list), Most)]
}

// placeOf returns the middle of a thing as it is drawn.
func placeOf(s *Scene, x *thing.Thing) fixed.Vec {
	if x.Body != 0 {
		if s.Bodies != nil {
			if at, ok := s.Bodies(x.Body); ok {
				return at
			}
		}
		if b := s.State.Space.Body(x.Body); b != nil {
			return b.Pos
		}
	}
	if x.Shape.Form == blueprint.Area {
		at := x.At.Corner()
		return at.Add(fixed.Vec{X: fixed.Q(x.Shape.Width) * fixed.One / 2, Y: fixed.Q(x.Shape.Height) * fixed.One / 2})
	}
	return x.At.Centre()
}

// hear notes what host halves tell and what the viewer uses.
func (v *Views) hear(s *Scene) {
	for k := range s.Events {
		e := &s.Events[k]
		switch {
		case e.Kind == event.ThingTold && (e.Seat == 0 || e.Seat == s.Seat):
			if x := v.find(e.Entity); x != nil && x.fault == nil {
				if channel, v, ok := script.Told(e); ok {
					x.told = append(x.told, told{channel, v})
					x.told = x.told[max(0, len(x.told)-MaxTold):]
				}
			}
		case e.Kind == event.ThingUsed && s.Seat != 0 && e.Seat == s.Seat:
			if x := v.find(e.Entity); x != nil {
				x.does(deed{})
			}
		}
	}
}

// Click tells the referee of a match that the viewer clicks on its field, with the first or the second
// button.
func (v *Views) Click(at fixed.Vec, button int) {
	if !v.Clicks() {
		return
	}
	v.find(thing.Referee).does(deed{key: "click " + strconv.Itoa(button), click: []value.Value{value.Number(at.X), value.Number(at.Y), value.Int(int64(button))}})
}

// Clicks reports whether the view half of a referee wants clicks: they mean nothing else then.
func (v *Views) Clicks() bool {
	x := v.find(thing.Referee)
	return x != nil && x.runs() && x.program.Has(view.OnClick)
}

// does lets a deed of the viewer wait. Of several for one widget the last one counts.
func (x *seen) does(d deed) {
	if x.fault != nil {
		return
	}
	x.deeds = slices.DeleteFunc(x.deeds, func(o deed) bool { return o.key == d.key })
	x.deeds = append(x.deeds, d)
	x.rest = 0
}

// draw puts the drawings and the texts together.
func (v *Views) draw(s *Scene) []sketch.Drawing {
	v.drawings, v.texts = v.drawings[:0], v.texts[:0]
	if s.Plain {
		for _, x := range v.seen {
			x.shapes, x.rest = x.shapes[:0], 0
			x.sparks.Clear()
		}
		return nil
	}
	room := v.room()
	if s.Calm {
		room = min(room, MaxSparks/4)
	}
	cover := float32(MaxCover)
	for _, x := range v.seen {
		room = x.sparks.Step(tick, max(room, 0))
		if len(x.shapes) == 0 && x.sparks.Idle() {
			continue
		}
		shown := 0
		for ; shown < len(x.shapes); shown++ {
			c := x.shapes[shown].Cover()
			if c > cover {
				break
			}
			cover -= c
		}
		v.drawings = append(v.drawings, sketch.Drawing{At: x.at, Seconds: float32(v.now-x.began) * tick, Shapes: x.shapes[:shown], Sparks: x.sparks})
		for k := range shown {
			if t := &x.shapes[k]; t.Kind == sketch.Text {
				at := x.at.Add(fixed.Vec{X: fixed.Q(t.X * fixed.One / sketch.Tile), Y: fixed.Q(t.Y * fixed.One / sketch.Tile)})
				v.texts = append(v.texts, Writing{at, t.Words, t.Colour})
			}
		}
	}
	return v.drawings
}
