// Package view is the view half of scripts: what it can name, and what one run of it asks for. It is the
// language of package star with another library. A view half runs on one machine beside the renderer, for the
// player in front of it. It may use time and chance. It cannot write: no function of it changes the world,
// and the state of the host half is frozen. The wishes of a run (shapes, sparks, sounds, a panel, a question
// to the host half) are gathered in an Output with limits; package app/window/views carries them out.
//
// A run has a cause. A panel is opened and the host half is asked only by runs that the viewer's own hand
// caused: commands carry the viewer's signature, and a stranger's script must not speak in its name whenever
// it likes.
package view

import (
	"math"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
	"manyhold/render/album"
	"manyhold/render/palette"
	"manyhold/render/sketch"
)

// The handlers of a view half.
const (
	OnFrame  = "on_frame"
	OnTold   = "on_told"
	OnUse    = "on_use"
	OnWidget = "on_widget"
	OnClick  = "on_click" // of the referee of a match
)

// Handlers returns the names of the functions that are called from outside a view half, for checks.
func Handlers() []string { return []string{OnFrame, OnTold, OnUse, OnWidget, OnClick} }

const (
	// MaxBursts is the most bursts and sprays of a run.
	MaxBursts = 16
	// MaxSounds is the most sounds of a run, MaxAsks the most questions to the host half.
	MaxSounds, MaxAsks = 2, 2
	// MaxAsk is the most bytes of a question.
	MaxAsk = 180
	// MaxRest is the longest rest of on_frame, in seconds.
	MaxRest = 60
	// ShaderSuffix ends the names of constants that are shaders, MaxShaders is the most of a view half.
	ShaderSuffix, MaxShaders = "SHADER", 4
)

// Art finds the picture of an asset of a blueprint; nil: it is not here yet. An empty name is the sprite.
type Art func(e *blueprint.Entry, name string) *album.Art

// Run is the context of one run. It is made for a thing of a state, which does not change meanwhile.
type Run struct {
	Reader  *script.Reader
	State   *world.State
	Thing   *thing.Thing
	Entry   *blueprint.Entry
	Shaders map[string]*sketch.Shader // by their texts
	Viewer  game.PlayerID
	Deed    bool    // the viewer's own hand caused it
	Framed  bool    // it is on_frame: it draws
	Open    bool    // a panel of the thing is open
	Seconds float64 // since the view began
	Art     Art
	Sparks  *sketch.Sparks // whose chance it uses
	Frozen  value.Value    // the state of the host half; not set: it is not read yet
	Out     Output
}

// Reads implements what script.Questions asks for.
func (r *Run) Reads() *script.Reader { return r.Reader }

// Output is what a run wants.
type Output struct {
	Shapes []sketch.Shape
	Bursts []sketch.Burst
	Sprays []sketch.Spray
	Sounds []string
	Asks   []string
	Panel  *Panel // to be shown
	Closed bool   // the panel is closed
	Rest   float64

	quads, texts, shades int
}

// Reset empties the output and keeps its memory.
func (o *Output) Reset() {
	*o = Output{Shapes: o.Shapes[:0], Bursts: o.Bursts[:0], Sprays: o.Sprays[:0]}
}

func runOf(c *star.Call) *Run { return c.Context().(*Run) }

// Library is all that a view half can name.
var Library = library()

func library() *star.Library {
	questions, attributes := script.Questions()
	read := attributes.Get
	attributes.Memory = "local"
	attributes.Names = append(attributes.Names, "state")
	attributes.Get = func(c *star.Call, id uint64, name string) value.Value {
		if name == "state" {
			return runOf(c).frozen(c, id)
		}
		return read(c, id, name)
	}
	functions := append(questions, own()...)
	functions = append(functions, shapes()...)
	functions = append(functions, effects()...)
	functions = append(functions, widgets()...)
	l := star.NewLibrary(functions, constants(), attributes)
	l.Advise(advice(functions))
	return l
}

// advice tells of the functions of the host half why they are not here.
func advice(mine []star.Function) map[string]string {
	has := map[string]bool{}
	for _, f := range mine {
		has[f.Name] = true
	}
	list := map[string]string{}
	names, _ := script.Host.Names()
	for _, n := range names {
		if !has[n] {
			list[n] = n + " belongs to main.star: a view half cannot write to the world; ask the host half with ask(\"...\") in on_use, on_widget or on_click, and let its on_ask do it"
		}
	}
	return list
}

func constants() []star.Constant {
	list := []star.Constant{{Name: "SECOND", Value: value.Int(game.TicksPerSecond)}, {Name: "MINUTE", Value: value.Int(60 * game.TicksPerSecond)},
		{Name: "DAY", Value: value.Int(game.TicksPerDay)}, {Name: "PIXEL", Value: value.Number(fixed.One / sketch.Tile)}}
	for _, c := range []struct {
		name string
		is   palette.Index
	}{{"BLACK", palette.Ink0}, {"GREY", palette.Stone1}, {"WHITE", palette.Stone3}, {"RED", palette.Fire1}, {"ORANGE", palette.Fire2}, {"YELLOW", palette.Fire3},
		{"GREEN", palette.Green3}, {"BLUE", palette.Water2}, {"CYAN", palette.Agree}, {"PINK", palette.Provisional}, {"PURPLE", palette.Script}, {"BROWN", palette.Earth2}} {
		list = append(list, star.Constant{Name: c.name, Value: value.Int(int64(c.is))})
	}
	return list
}

// frozen returns the state of the host half: of the own thing alone, and not to be changed.
func (r *Run) frozen(c *star.Call, id uint64) value.Value {
	if id != uint64(r.Thing.ID) {
		c.Refuse("a view half sees only the state of its own thing; let the host half tell the rest")
	}
	c.Alloc(16 * int64(len(r.Thing.State)))
	c.Charge(int64(len(r.Thing.State)) / 16)
	if !r.Frozen.IsSet() {
		r.Frozen = value.Of(value.NewDict(c.Meter()))
		if v, err := state.Read(r.Thing.State, state.Max); err == nil {
			r.Frozen = v
		}
		value.Freeze(r.Frozen)
	}
	return r.Frozen
}

// number returns argument n as a float, other if it is left out.
func number(c *star.Call, n int, other float64) float64 {
	if !c.Has(n) || c.Arg(n).IsNone() {
		return other
	}
	return float64(c.Number(n)) / fixed.One
}

// within returns argument n, a number, brought between two bounds.
func within(c *star.Call, n int, other, low, high float64) float32 {
	return float32(min(max(number(c, n, other), low), high))
}

// colour returns argument n, a colour: its number, or its letter in sprite texts.
func colour(c *star.Call, n int, other palette.Index) palette.Index {
	if !c.Has(n) || c.Arg(n).IsNone() {
		return other
	}
	if s, ok := c.Arg(n).AsText(); ok {
		if len(s) == 1 {
			if i, ok := palette.ByRune(rune(s[0])); ok {
				return i
			}
		}
		c.Refuse("%.12q is no colour; give the letter of a sprite text, or a constant such as RED", s)
	}
	return palette.Index(c.Int(n, 0, int64(palette.Count)-1))
}

// decimal returns a number of scripts.
func decimal(v float64) value.Value { return value.Number(fixed.Q(math.Round(v * fixed.One))) }

// own are the questions that only a view half has.
func own() []star.Function {
	degrees := func(f func(float64) float64) func(*star.Call, *Run) value.Value {
		return func(c *star.Call, _ *Run) value.Value {
			return decimal(f(math.Mod(number(c, 0, 0), 360) * math.Pi / 180))
		}
	}
	return []star.Function{
		function("random", "", 2, func(_ *star.Call, r *Run) value.Value { return decimal(float64(r.Sparks.Random())) }),
		function("chance", "n", 2, func(c *star.Call, r *Run) value.Value {
			return value.Int(int64(float64(r.Sparks.Random()) * float64(c.Int(0, 1, 1<<20))))
		}),
		function("sin", "degrees", 2, degrees(math.Sin)),
		function("cos", "degrees", 2, degrees(math.Cos)),
		function("seconds", "", 2, func(_ *star.Call, r *Run) value.Value { return decimal(r.Seconds) }),
		function("viewer", "", 2, func(_ *star.Call, r *Run) value.Value { return value.Thing(script.PlayerID(r.Viewer)) }),
	}
}
