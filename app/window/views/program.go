package views

import (
	"errors"
	"strings"

	"manyhold/app/view"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/render/kage"
	"manyhold/render/sketch"
)

// program is a view half that was loaded, or the reason why it cannot be.
type program struct {
	*star.Program
	shaders map[string]*sketch.Shader
	wrong   *Fault
	used    uint64
}

// programLife is how long a program that nothing uses is kept, in ticks.
const programLife = 60 * game.TicksPerSecond

// load gives the things their programs. One is loaded in a tick, because that takes as long as many runs.
func (v *Views) load() {
	for _, x := range v.seen {
		if x.program == nil {
			if x.program = v.programs[x.hash]; x.program == nil {
				if v.loaded == v.now {
					continue
				}
				v.loaded = v.now
				x.program = v.compile(x.entry)
				v.programs[x.hash] = x.program
			}
			if w := x.program.wrong; w != nil {
				v.stop(x, w)
			}
		}
		x.program.used = v.now
	}
	if v.now%programLife == 0 {
		for h, p := range v.programs { // any order: each is looked at by itself
			if p.used+programLife <= v.now {
				p.drop(v.hooks.Drop)
				delete(v.programs, h)
			}
		}
	}
}

// drop lets the shaders of a program go.
func (p *program) drop(f func(*sketch.Shader)) {
	for _, s := range p.shaders {
		if f != nil {
			f(s)
		}
	}
}

// Close lets everything go.
func (v *Views) Close() {
	for _, p := range v.programs {
		p.drop(v.hooks.Drop)
	}
	*v = *New(v.hooks)
}

// compile loads the view half of a blueprint with its shaders.
func (v *Views) compile(e *blueprint.Entry) *program {
	p := &program{shaders: map[string]*sketch.Shader{}}
	loaded, err := star.Load(e.Title+".view.star", []byte(e.View), view.Library, star.LoadLimits)
	var r *star.Refusal
	if errors.As(err, &r) {
		p.wrong = &Fault{Kind: value.Refused, Line: int(r.At.Line), Column: int(r.At.Col), Why: r.Why}
		return p
	}
	p.Program = loaded
	list := view.Shaders([]byte(e.View))
	if len(list) > view.MaxShaders { // before any is compiled: that takes long
		p.wrong = &Fault{Kind: value.Refused, Line: 1, Column: 1, Why: "the view half has too many shaders; join some"}
		return p
	}
	for _, s := range list {
		shader := &sketch.Shader{Text: s.Text}
		if shader.Cost, err = kage.Check(s.Text); err == nil && v.hooks.Compile != nil {
			err = v.hooks.Compile(shader)
		}
		var wrong *kage.Problem
		if errors.As(err, &wrong) {
			line, column := s.Place(wrong)
			p.wrong = &Fault{Kind: value.Refused, Line: line, Column: column, Why: s.Name + ": " + wrong.Why}
			return p
		}
		p.shaders[s.Text] = shader
	}
	return p
}

// stop stops the view of a thing.
func (v *Views) stop(x *seen, f *Fault) {
	x.fault = f
	x.shapes, x.told, x.deeds = x.shapes[:0], nil, nil
	v.panel.shut(x.id)
	if v.hooks.Failed != nil {
		v.hooks.Failed(x.thing, x.entry, f)
	}
}

// faultOf returns the fault of a run.
func faultOf(f *value.Fault) *Fault {
	why := f.Why
	if f.Kind == value.Frozen {
		why = strings.Replace(why, "or keep it in me.state", "or keep it in me.local: me.state is the host half's", 1)
	}
	return &Fault{Kind: f.Kind, Line: int(f.At.Line), Column: int(f.At.Col), Why: why, Calls: f.Stack}
}
