package things

import (
	"strings"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	inspectorWidth = 448
	mostFields     = 6 // that are seen at once
	sureTicks      = 180
)

// Inspector is the state of the screen of one thing between ticks.
type Inspector struct {
	from   int // the first property that is seen
	edited string
	box    kit.Field
	drag   drag
	asked  uint64 // tick of the first press on putting it away
	source source
}

// drag is a number that is being dragged: it is set when the button comes up.
type drag struct {
	key string
	to  blueprint.Value
}

// Open opens the inspector, for the thing that the session shows.
func (s *Inspector) Open(u *kit.Context) {
	*s = Inspector{source: source{of: s}}
	u.Open(s)
}

// flagKeys are the keys of the words of flags, in the order of their bits.
var flagKeys = [...]string{"thing.locked", "thing.frozen", "thing.public", "thing.disabled", "thing.preload", "thing.unsaved"}

// line is a line about a thing.
type line struct {
	words string
	style kit.Style
}

// lines tell what is known of a thing, each as wide as it is shown.
func lines(u *kit.Context, m *model.Thing, w int) (list []line) {
	add := func(st kit.Style, words string) {
		for _, l := range u.Wrap(words, w) {
			list = append(list, line{l, st})
		}
	}
	plain, dim, bad := kit.Style{Col: kit.TextColour}, kit.Style{Col: kit.DimColour}, kit.Style{Col: kit.BadColour}
	if m.Known {
		if m.About != "" {
			add(plain, m.About)
		}
		add(plain, u.Say1("thing.author", "who", m.Author))
		add(dim, u.Say2("palette.facts", "n", kit.Itoa(int(m.Version)), "licence", m.Licence))
		for _, c := range m.Credits {
			add(dim, u.Say1("thing.credit", "what", c.By+"/"+c.Title))
		}
	} else {
		add(bad, u.Say("thing.unknown"))
	}
	add(dim, u.Say1("thing.owner", "who", m.Owner))
	var flags []string
	for k, key := range flagKeys {
		if m.Flags&(1<<k) != 0 {
			flags = append(flags, u.Say(key))
		}
	}
	if len(flags) > 0 {
		add(dim, strings.Join(flags, " · "))
	}
	switch {
	case m.Fault.Kind == thing.Unshaped:
		add(bad, u.Say("fault.unshaped"))
	case m.Fault.Count > 0 || m.Fault.Stopped:
		add(bad, faultWords(u, &m.Fault))
		if m.Fault.Why != "" {
			add(bad, m.Fault.Why)
		} else if key := faultKey(m.Fault.Kind); key != "" {
			add(bad, u.Say(key))
		}
		if n := len(m.Fault.Calls); n > 0 {
			add(dim, u.Say1("thing.calls", "calls", strings.Join(m.Fault.Calls[:min(n, 3)], " ← ")))
		}
	}
	if m.View.Line > 0 {
		add(bad, u.Words.Fill("thing.view_stopped", "line", kit.Itoa(m.View.Line), "column", kit.Itoa(m.View.Column), "why", m.View.Why))
	}
	if m.Lost > 0 {
		add(bad, u.Count("thing.lost", m.Lost))
	}
	return list
}

// faultWords tell of the last fault of a script.
func faultWords(u *kit.Context, f *model.Fault) string {
	key := "thing.fault"
	if f.Stopped {
		key = "thing.stopped"
	}
	return u.Words.Fill(key, "line", kit.Itoa(f.Line), "column", kit.Itoa(f.Column), "tick", kit.Itoa(int(f.Tick)), "n", kit.Itoa(f.Count))
}

// faultKeys are the keys of the words for what went wrong.
var faultKeys = [...]string{value.Steps: "fault.steps", value.Bytes: "fault.bytes", value.Depth: "fault.depth", value.Type: "fault.type",
	value.Overflow: "fault.overflow", value.Zero: "fault.zero", value.Index: "fault.index", value.Key: "fault.key", value.Size: "fault.size",
	value.Argument: "fault.argument", value.Unset: "fault.unset", value.Frozen: "fault.frozen", value.Changed: "fault.changed",
	value.Failed: "fault.failed", value.State: "fault.state", value.Refused: "fault.refused", value.Wrong: "fault.wrong"}

// faultKey returns the key of the words for a kind of fault, "" for one that is not known.
func faultKey(k value.FaultKind) string {
	if int(k) < len(faultKeys) {
		return faultKeys[k]
	}
	return ""
}

// Show lays out what is known of the thing, its properties, and what can be done with it.
func (s *Inspector) Show(u *kit.Context) {
	m := &u.Model.Things.Thing
	if m.ID == 0 {
		if !u.Drawing && u.Now > u.Since+2 { // it is gone
			u.Close()
		}
		return
	}
	w := min(inspectorWidth, u.W-16)
	about := lines(u, m, w-2*kit.Padding-56)
	fixed := 24 + max(len(about)*kit.LineHeight, 48) + 8 + kit.ButtonHeight + 2*kit.Padding + kit.LineHeight + 4
	rows := min(len(m.Props), mostFields, max(1, (u.Tallest()-fixed)/kit.RowHeight))
	panel := u.Centred(w, fixed+rows*kit.RowHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	name := m.Name
	if !m.Known {
		name = u.Say("thing.title")
	}
	u.Heading(&r, name)
	top := r.Cut(max(len(about)*kit.LineHeight, 48))
	picture(u, kit.R(top.X+top.W-48, top.Y, 48, 48), &m.Blueprint)
	if m.Fault.Stopped || !m.Known {
		hud.FaultMark(u, top.X+top.W-8, top.Y+16, !m.Known)
	}
	for k, l := range about {
		u.Text(kit.R(top.X, top.Y+k*kit.LineHeight, top.W-56, kit.LineHeight), l.words, l.style)
	}
	r.Cut(8)
	area := r.Cut(rows * kit.RowHeight)
	scroll(u, &s.from, list{"thing.prop", len(m.Props), 1, max(rows, 1)}, area)
	s.props(u, area, m, rows)
	help := r.Cut(kit.LineHeight)
	r.Cut(4)
	s.buttons(u, r, m)
	u.Text(help, u.Help, kit.Style{Col: kit.DimColour})
}

// buttons lays out the row at the foot.
func (s *Inspector) buttons(u *kit.Context, r kit.Rect, m *model.Thing) {
	w := (r.W - 16) / 5
	at := func(n int) kit.Rect { return kit.R(r.X+n*(w+4), r.Y, w, kit.ButtonHeight) }
	why := ""
	if m.Source == ([2]string{}) {
		why = u.Say("thing.no_source")
	}
	if u.Button(at(0), kit.Ident("thing.source", 0), u.Say("thing.source"), why) {
		s.source.open(u)
		return
	}
	if u.Button(at(1), kit.Ident("thing.unlink", 0), u.Say("thing.unlink"), reason(u, m.Linked)) {
		u.Do(model.UnlinkThing{ID: m.ID})
	} else if u.Focused == kit.Ident("thing.unlink", 0) && m.Linked == event.NoReason {
		u.Help = u.Say("thing.unlink_help")
	}
	if u.Button(at(2), kit.Ident("thing.move", 0), u.Say("thing.move"), reason(u, m.Rests)) {
		u.Do(model.MoveThing{ID: m.ID})
		u.CloseAll()
		return
	}
	say := "thing.away"
	if s.asked > 0 && u.Now-s.asked < sureTicks {
		say = "claim.sure"
	}
	if u.Button(at(3), kit.Ident("thing.away", 0), u.Say(say), reason(u, m.Stays)) {
		if say == "claim.sure" {
			u.Do(model.PutThingAway{ID: m.ID})
			u.Close()
			return
		}
		s.asked = u.Now
	}
	if u.Button(at(4), kit.Ident("thing.back", 0), u.Say("menu.back"), "") || u.Backed() {
		u.Close()
	}
}

// reason says why something is not possible, "" if it is.
func reason(u *kit.Context, why event.Reason) string {
	if why == event.NoReason {
		return ""
	}
	return u.Say(kit.ReasonKey(why))
}

// set asks for a value of a property.
func (s *Inspector) set(u *kit.Context, id game.EntityID, key string, v blueprint.Value) {
	u.Do(model.AdjustThing{ID: id, Key: key, Value: v})
}
