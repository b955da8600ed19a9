package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/script/star/value"
	"manyhold/input"
	"manyhold/render/palette"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// lampRows is a picture of a lamp, in the letters of the palette.
var lampRows = []string{"....0000....", "...0vwwv0...", "..0vwwwwv0..", "..0vwwwwv0..", "...0vwwv0...", "....0vv0....", ".....00.....", "....0gg0....", "....0hh0....", "...0hiih0...", "...000000..."}

func pictureOf(rows []string) *blueprint.Picture {
	p := &blueprint.Picture{Width: uint8(len(rows[0])), Height: uint8(len(rows))}
	var pixels []byte
	for _, row := range rows {
		for _, r := range row {
			i, _ := palette.ByRune(r)
			pixels = append(pixels, byte(i))
		}
	}
	p.Pixels = string(pixels)
	return p
}

// greeting is a script of a few lines, one of them too long for the screen.
var greeting = "# A lamp that greets.\n\ndef on_use(who):\n\tlight(15 - me.light)\n\tsay(\"Good evening, \" + who.name + \". The tide is coming in, and the lower lamps of the old lighthouse are out; somebody should look after them before it is dark\")\n" +
	strings.Repeat("\ndef on_enter(who):\n    after(60, \"dim\")\n", 12)

// questioned lets a thing ask somebody where to go.
func (s *stage) questioned(who entity.Seat) {
	s.u.Observe([]event.Event{{Kind: event.ThingAsked, Entity: 7, Seat: who, Pos: at(0, 1), Tick: s.m.Game.Tick, Text: "Where shall we go?\nUp\nDown"}}, s.m)
}

// TestQuestions: a thing's question is put to the player that it asks, and the answer goes to the thing.
func TestQuestions(t *testing.T) {
	s := newStage(t, 640, 360)
	s.makers()
	if s.questioned(s.m.Game.Me.Seat + 1); len(s.u.c.Stack) != 0 {
		t.Error("another player's question is shown")
	}
	s.questioned(s.m.Game.Me.Seat)
	s.tick(3)
	s.tap(input.KeyTab)
	s.tap(input.KeyEnter)
	s.tick(2)
	want := model.AnswerThing{ID: 7, Answer: "Down"}
	got := false
	for _, a := range s.did {
		got = got || a == model.Action(want)
	}
	if !got || len(s.u.c.Stack) != 0 {
		t.Errorf("the actions are %+v", s.did)
	}
	s.questioned(s.m.Game.Me.Seat)
	s.tick(3)
	if s.tap(input.KeyEscape); len(s.u.c.Stack) != 0 {
		t.Error("Escape does not close the question")
	}
	s.questioned(s.m.Game.Me.Seat)
	s.tick(3)
	for k := range s.m.Game.People {
		if s.m.Game.People[k].Me {
			s.m.Game.People[k].Pos = at(20, 1)
		}
	}
	if s.tick(3); len(s.u.c.Stack) != 0 {
		t.Error("the question stays when the player has gone")
	}
}

// makers plays in a world with blueprints and a thing of each kind of label.
func (s *stage) makers() {
	s.play()
	lamp := pictureOf(lampRows)
	s.m.Things = model.Things{
		Labels: []model.Label{
			{At: at(-2, 1), Text: "Ada's lamp"}, {At: at(2, 2), Text: "Ferry to the old lighthouse", Stopped: true}, {At: at(5, 2), Unknown: true},
		},
		Thing: model.Thing{
			ID: 7, Known: true, Author: "Ada (3f5c9a10)", Owner: "Bartholomew the Elder", Source: [2]string{greeting, ""},
			Blueprint: model.Blueprint{ID: 1, Name: "Ada/Friendly-Lamp", About: "A lamp that greets those who light it", Licence: "CC-BY-SA-4.0", Version: 3, Picture: lamp},
			Flags:     blueprint.Locked | blueprint.Public, Credits: []blueprint.Credit{{By: "bob", Title: "Lamp"}},
			Props: []model.Property{
				{Prop: &blueprint.Prop{Key: "words", Label: "What it says", Field: blueprint.Line}, Value: blueprint.Value{Text: "Good evening"}},
				{Prop: &blueprint.Prop{Key: "glow", Label: "Brightness", Field: blueprint.Range, Max: 15 * fixed.One, Step: fixed.One}, Value: blueprint.Value{Number: 9 * fixed.One}},
				{Prop: &blueprint.Prop{Key: "pace", Field: blueprint.Number, Min: -fixed.One, Max: fixed.One}, Value: blueprint.Value{Number: fixed.One / 2}},
				{Prop: &blueprint.Prop{Key: "night", Label: "Only at night", Field: blueprint.Toggle}, Value: blueprint.Value{Number: fixed.One}},
				{Prop: &blueprint.Prop{Key: "mood", Label: "Mood", Field: blueprint.Choice, Options: []string{"calm", "merry"}}, Value: blueprint.Value{Text: "merry"}},
				{Prop: &blueprint.Prop{Key: "glass", Label: "Glass", Field: blueprint.Colour}, Value: blueprint.Value{Number: fixed.Q(palette.Fire3) * fixed.One}},
				{Prop: &blueprint.Prop{Key: "poem", Label: "Poem", Field: blueprint.Lines}, Value: blueprint.Value{Text: "one\ntwo"}},
				{Prop: &blueprint.Prop{Key: "tune", Label: "Tune", Field: blueprint.File}, Files: []string{"chime", "horn"}},
				{Prop: &blueprint.Prop{Key: "ring", Label: "Ring the bell", Field: blueprint.Button}},
			},
		},
	}
	for i := range 40 {
		b := model.Blueprint{ID: blueprint.ID(i + 1), Name: fmt.Sprintf("Ada/Thing-%d", i+1), About: "Something useful, and a pleasure to look at when the evening comes", Licence: "CC0-1.0", Version: uint32(i + 1), Form: blueprint.Form(i % int(blueprint.Land)), Picture: new(blueprint.Picture)}
		if i%3 == 0 {
			b.Picture = lamp
		}
		if i == 9 {
			b.Name, b.About = "Bartholomew/Score-Board-With-A-Timer-Of-1-Min", strings.Repeat("counts goals, ", 18)
		}
		s.m.Things.Palette = append(s.m.Things.Palette, b)
	}
	s.tick(2)
}

// fault lets the script of the thing stop at a line.
func (s *stage) fault(line int) {
	s.m.Things.Thing.Fault = model.Fault{Kind: value.Zero, Count: 3, Line: line, Column: 7, Tick: 123456, Stopped: true,
		Why: "a division by zero; test the right side first", Calls: []string{"share 7:14", "on_use 3:5"}}
}

// viewFault lets the view half of the thing stop at its third line.
func (s *stage) viewFault() {
	m := &s.m.Things.Thing
	m.Source[1] = "def on_frame(me, time):\n    for n in range(8):\n        line(0, 0, n / me.x, 1, RED)\n"
	m.View = model.ViewFault{Line: 3, Column: 22, Why: "a division by zero; test the right side first"}
}

// TestAFaultOfTheViewHalf: the inspector tells of it, and the source begins with the half and the line that
// are wrong.
func TestAFaultOfTheViewHalf(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	s.viewFault()
	s.u.OpenThing()
	s.tick(5)
	says := func(words string, bad bool) bool {
		return slices.ContainsFunc(s.trace().Texts, func(x kit.TracedText) bool {
			return strings.Contains(x.Text, words) && (!bad || x.Col == kit.BadColour)
		})
	}
	if !says("line 3, column 22:", true) {
		t.Error("the inspector does not tell of it")
	}
	s.press("thing.source", 0)
	if s.tick(5); !says("Ada/Friendly-Lamp · view.star", false) || !says("line(0, 0, n / me.x, 1, RED)", true) || says("for n in range(8)", true) {
		t.Error("the source does not begin with the wrong line of the view half")
	}
}

// inHand takes a thing with a child in hand.
func (s *stage) inHand(why event.Reason) {
	s.makers()
	s.m.Build.Tool = model.ToolThing
	lamp := s.m.Things.Palette[0].Picture
	s.m.Things.Hand = model.InHand{Name: "Ada/Friendly-Lamp", Picture: lamp, Why: why, Pieces: []model.Piece{{At: tileAt(2, 1), W: 1, H: 1, Picture: lamp}, {At: tileAt(3, -1), W: 3, H: 2, Picture: new(blueprint.Picture)}}}
	s.tick(10)
}

// fields are two areas; the second is that of the thing that is looked at.
func (s *stage) fields() {
	s.m.Things.Areas = []model.Area{{At: tileAt(-6, -3), W: 4, H: 3, Name: "Goal"}, {At: tileAt(2, -2), W: 3, H: 2, Name: "Ferry to the old lighthouse", Looks: true}}
}

// TestAreasAreShown: the outlines and names of areas are seen while a tool is in hand and while a thing is
// looked at, and not else.
func TestAreasAreShown(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	s.fields()
	if s.tick(2); s.shows("Goal") {
		t.Error("an area is shown though nothing is built")
	}
	for tool := model.ToolLine; tool < model.ToolCount; tool++ {
		s.m.Build.Tool = tool
		if s.tick(2); !s.shows("Goal") {
			t.Errorf("no area is shown with tool %d", tool)
		}
	}
	s.m.Build.Tool = model.ToolPoint
	s.u.OpenThing()
	if s.tick(2); !s.shows("Goal") {
		t.Error("no area is shown while a thing is looked at")
	}
	s.press("thing.source", 0)
	if s.tick(2); !s.shows("Goal") {
		t.Error("no area is shown over its source")
	}
}

func init() {
	scenes = append(scenes, []struct {
		name string
		set  func(s *stage)
	}{
		{"thing-labels", func(s *stage) { s.makers(); s.tick(20) }},
		{"thing-said", func(s *stage) {
			s.makers()
			s.u.Observe([]event.Event{{Kind: event.ThingSaid, Entity: 7, Pos: at(0, 2), Tick: s.m.Game.Tick, Text: "Good evening, Ada! The tide is coming in."}}, s.m)
			s.tick(20)
		}},
		{"thing-passage", func(s *stage) {
			s.makers()
			s.u.AskPassage(model.Passage{Thing: 7, By: "Bartholomew/Portal", Name: "The bay of the three lighthouses"})
			s.tick(20)
		}},
		{"thing-question", func(s *stage) { s.makers(); s.questioned(s.m.Game.Me.Seat); s.tick(20) }},
		{"thing-prompt", func(s *stage) {
			s.makers()
			s.m.HUD.Aim = model.Aim{At: at(-2, 1), Made: true, Label: "Wind up the music box", Holds: true, Held: 0.6}
			s.tick(20)
		}},
		{"thing-in-hand", func(s *stage) { s.inHand(event.NoReason) }},
		{"thing-areas", func(s *stage) {
			s.makers()
			s.fields()
			s.m.Build.Tool = model.ToolBox
			s.tick(20)
		}},
		{"thing-blocked", func(s *stage) { s.inHand(event.Blocked) }},
		{"drop-error", func(s *stage) {
			s.play()
			s.u.Toast("Friendly-Lamp/main.star:5:9: there is nothing called helo, did you mean hello?")
			s.tick(40)
		}},
		{"palette", func(s *stage) { s.makers(); s.tap(input.KeyV); s.tap(input.KeyTab); s.tick(20) }},
		{"palette-search", func(s *stage) { s.makers(); s.tap(input.KeyV); s.typed("score"); s.tick(20) }},
		{"palette-not-found", func(s *stage) { s.makers(); s.tap(input.KeyV); s.typed("zebra"); s.tick(20) }},
		{"palette-empty", func(s *stage) { s.play(); s.tap(input.KeyV); s.tick(20) }},
		{"thing", func(s *stage) { s.makers(); s.u.OpenThing(); s.tick(20) }},
		{"thing-frozen", func(s *stage) {
			s.makers()
			m := &s.m.Things.Thing
			m.Fixed, m.Stays, m.Linked = event.NotAllowed, event.Claimed, event.NotAllowed
			s.u.OpenThing()
			s.tick(20)
		}},
		{"thing-stopped", func(s *stage) { s.makers(); s.fault(5); s.u.OpenThing(); s.tick(20) }},
		{"thing-view-stopped", func(s *stage) { s.makers(); s.viewFault(); s.u.OpenThing(); s.tick(20) }},
		{"thing-writings", func(s *stage) {
			s.makers()
			s.m.Things.Writings = []model.Writing{{At: at(-4, -1), Text: "Gallery", Colour: palette.Fire3}, {At: at(4, -2), Text: "12 : 7", Colour: palette.Agree}, {At: at(90, 0), Text: "out of sight"}}
			s.tick(20)
		}},
		{"source-view-fault", func(s *stage) {
			s.makers()
			s.viewFault()
			s.u.OpenThing()
			s.tick(5)
			s.press("thing.source", 0)
			s.tick(20)
		}},
		{"thing-unknown", func(s *stage) {
			s.makers()
			s.m.Things.Thing = model.Thing{ID: 7, Owner: "3f5c9a10", Lost: 12, Linked: event.NoBlueprint}
			s.u.OpenThing()
			s.tick(20)
		}},
		{"source", func(s *stage) { s.makers(); s.u.OpenThing(); s.tick(5); s.press("thing.source", 0); s.tick(20) }},
		{"source-fault", func(s *stage) {
			s.makers()
			s.fault(5)
			s.u.OpenThing()
			s.tick(5)
			s.press("thing.source", 0)
			s.tick(20)
		}},
	}...)
}

// askedOnly requires that exactly these actions were asked for.
func (s *stage) askedOnly(what string, actions ...model.Action) {
	s.t.Helper()
	if got := s.asked(); !slices.Equal(got, actions) {
		s.t.Errorf("%s: asked for %+v, want %+v", what, got, actions)
	}
}

// TestThePaletteIsSearched: typed words and categories narrow the list, Enter and a click take a blueprint in
// hand, Escape leaves without one, and once more puts the thing away.
func TestThePaletteIsSearched(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	cards := func() (n int) {
		s.tick(1)
		for k := range 100 {
			if slices.Contains(s.ids(), kit.Ident("palette.card", k)) {
				n++
			}
		}
		return n
	}
	s.tap(input.KeyV)
	all := cards()
	if all < 24 || all >= 40 {
		t.Errorf("%d blueprints are seen of 40", all)
	}
	s.typed("score timer")
	if n := cards(); n != 1 {
		t.Errorf("%d blueprints are found", n)
	}
	s.asked()
	s.tap(input.KeyEnter)
	s.askedOnly("Enter", model.TakeThing{ID: 10})
	if s.u.Captures() {
		t.Error("the palette stays open")
	}
	s.tap(input.KeyV)
	s.typed("goals") // in place of the last search; of the description
	s.press("palette.shape", 3)
	if n := cards(); n != 0 {
		t.Errorf("%d are balls with goals", n)
	}
	s.press("palette.shape", 2)
	s.press("palette.card", 0)
	s.askedOnly("a click", model.TakeThing{ID: 10})
	s.tap(input.KeyV)
	s.tap(input.KeyEscape)
	s.askedOnly("Escape")
	s.m.Build.Tool = model.ToolThing
	s.tap(input.KeyEscape)
	s.askedOnly("Escape with a thing in hand", model.SetTool{Tool: model.ToolPoint})
	if s.u.Captures() {
		t.Error("the menu opened, too")
	}
}

// TestThePaletteByPad: a pad reaches the palette by the wheel of tools, begins at the pictures, scrolls down
// to the last one, and takes it.
func TestThePaletteByPad(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	s.u.c.Open(&s.u.menus.Tools)
	s.tick(5)
	s.hand.Tap(input.PadDown)
	s.tick(2)
	s.u.c.Focused = kit.Ident("tool", 10)
	s.tap(input.PadA)
	s.tick(2)
	if !s.u.c.IsOpen(&s.u.things.Palette) || s.u.c.Focused != kit.Ident("palette.card", 0) || s.u.c.Keyboard.Open {
		t.Fatalf("the palette is open: %v, and the keyboard: %v", s.u.c.IsOpen(&s.u.things.Palette), s.u.c.Keyboard.Open)
	}
	for range 9 {
		s.tap(input.PadDown)
	}
	for s.u.c.Focused != kit.Ident("palette.card", 39) && len(s.did) == 0 {
		was := s.u.c.Focused
		s.u.c.Focused = kit.Ident("palette.card", 32)
		for range 7 {
			s.tap(input.PadRight)
		}
		if s.u.c.Focused == was {
			break
		}
	}
	s.asked()
	s.tap(input.PadA)
	s.askedOnly("the last one", model.TakeThing{ID: 40})
}

// TestTheInspectorSetsProperties: each kind of property by keys, and numbers by dragging; a thing whose
// properties are fixed keeps them, and says why.
func TestTheInspectorSetsProperties(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	s.u.OpenThing()
	s.tick(5)
	s.asked()
	focus := func(k int) {
		s.u.c.Focused = kit.Ident("thing.prop", k)
		s.tick(1)
	}
	set := func(key string, v blueprint.Value) model.AdjustThing {
		return model.AdjustThing{ID: 7, Key: key, Value: v}
	}
	focus(0)
	s.tap(input.KeyEnd)
	s.typed("!")
	s.askedOnly("while one types")
	s.tap(input.KeyEnter)
	s.askedOnly("a text", set("words", blueprint.Value{Text: "Good evening!"}))
	s.m.Things.Thing.Props[0].Value.Text = "Good evening!"
	focus(1)
	s.tap(input.KeyArrowRight)
	s.askedOnly("a number, by its step", set("glow", blueprint.Value{Number: 10 * fixed.One}))
	focus(2)
	s.tap(input.KeyArrowLeft)
	s.askedOnly("a number without a step", set("pace", blueprint.Value{Number: fixed.One/2 - fixed.One*2/100}))
	focus(3)
	s.tap(input.KeyEnter)
	s.askedOnly("a switch", set("night", blueprint.Value{}))
	focus(4)
	s.tap(input.KeyArrowRight)
	s.askedOnly("a choice, round", set("mood", blueprint.Value{Text: "calm"}))
	focus(5)
	s.tap(input.KeyArrowRight)
	s.askedOnly("a colour", set("glass", blueprint.Value{Number: fixed.Q(palette.Fire4) * fixed.One}))
	s.scrollProps(-3)
	focus(6)
	s.tap(input.KeyEnd)
	s.typed(`\nthree`)
	s.tap(input.KeyEnter)
	s.askedOnly("lines", set("poem", blueprint.Value{Text: "one\ntwo\nthree"}))
	s.m.Things.Thing.Props[6].Value.Text = "one\ntwo\nthree"
	focus(7)
	s.tap(input.KeyArrowRight)
	s.askedOnly("a file", set("tune", blueprint.Value{Text: "chime"}))
	focus(8)
	s.tap(input.KeyEnter)
	s.askedOnly("a button", set("ring", blueprint.Value{}))
	s.scrollProps(9)
	s.drag(1, 1, set("glow", blueprint.Value{Number: 15 * fixed.One}))
	s.m.Things.Thing.Fixed = event.NotAllowed
	for k := range 6 {
		focus(k)
		s.tap(input.KeyArrowRight)
		s.tap(input.KeyEnter)
	}
	s.scrollProps(9)
	s.drag(1, 0)
	s.askedOnly("of what is fixed")
}

// scrollProps turns the wheel over the properties.
func (s *stage) scrollProps(by float64) {
	s.hand.Cursor(float64(s.m.Window.Width/2), float64(s.m.Window.Height/2+20*s.u.c.Scale))
	s.tick(1)
	s.hand.Wheel(by)
	s.tick(2)
}

// drag drags the knob of a number to a part of its bar, and requires what is asked for when it is let go.
func (s *stage) drag(k int, part float64, want ...model.Action) {
	s.t.Helper()
	s.tick(1)
	n := slices.Index(s.ids(), kit.Ident("thing.prop", k))
	r := s.u.c.Items[n].R
	y := float64((r.Y + r.H/2) * s.u.c.Scale)
	s.hand.Cursor(float64((r.X+40)*s.u.c.Scale), y)
	s.tick(1)
	s.hand.Press(input.MouseLeft)
	s.tick(3)
	s.hand.Cursor(float64((r.X+8+int(part*float64(r.W-84)))*s.u.c.Scale), y)
	s.tick(3)
	s.askedOnly("while it is dragged")
	s.hand.Release(input.MouseLeft)
	s.tick(2)
	s.askedOnly("dragged", want...)
}

// TestTheInspectorsButtons: putting away needs a second press, unlinking one; a button that cannot be pressed
// asks for nothing; the screen closes when the thing is gone.
func TestTheInspectorsButtons(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	s.tap(input.KeyO)
	s.askedOnly("the key", model.LookAtThing{})
	s.u.OpenThing()
	s.tick(5)
	s.asked()
	s.press("thing.unlink", 0)
	s.askedOnly("unlink", model.UnlinkThing{ID: 7})
	s.m.Things.Thing.Rests = event.NotAllowed
	s.press("thing.move", 0)
	s.askedOnly("a move that is not allowed")
	s.m.Things.Thing.Rests = event.NoReason
	s.press("thing.move", 0)
	s.askedOnly("move", model.MoveThing{ID: 7})
	if s.u.Captures() {
		t.Error("the screen is open while the thing is set down")
	}
	s.u.OpenThing()
	s.tick(5)
	s.press("thing.away", 0)
	s.askedOnly("put away, once")
	s.m.Things.Thing.Stays, s.m.Things.Thing.Linked = event.NotAllowed, event.NotAllowed
	s.press("thing.away", 0)
	s.press("thing.unlink", 0)
	s.askedOnly("what is not allowed")
	s.m.Things.Thing.Stays = event.NoReason
	s.press("thing.away", 0)
	s.askedOnly("put away, twice", model.PutThingAway{ID: 7})
	s.u.OpenThing()
	s.tick(5)
	s.m.Things.Thing = model.Thing{}
	s.tick(5)
	if s.u.Captures() {
		t.Error("the screen of a thing that is gone is open")
	}
}

// TestTheSourceIsRead: the screen begins at the line of the fault, names it, scrolls to the end, and copies
// all.
func TestTheSourceIsRead(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	s.fault(31)
	s.u.OpenThing()
	s.tick(5)
	s.m.Things.Thing.Source[1] = ""
	s.u.c.Focused = kit.Ident("thing.unlink", 0)
	if s.tick(1); !s.shows(s.u.c.Say("thing.unlink_help")) {
		t.Error("does not say what unlinking does")
	}
	if !s.shows("Stopped by a fault: line 31, column 7, tick 123456") {
		t.Error("the fault is not told")
	}
	s.m.Things.Thing.Fault.Why = "" // a peer that has not seen it knows its kind alone
	for k := value.Steps; k <= value.Wrong; k++ {
		s.m.Things.Thing.Fault.Kind = k
		if key := "fault." + k.String(); !s.shows(s.u.c.Say(key)) || s.u.c.Say(key) == key {
			t.Errorf("fault %v is not told", k)
		}
	}
	s.press("thing.source", 0)
	s.tick(2)
	if s.shows("# A lamp that greets.") || !s.shows("31") {
		t.Error("does not begin at the fault")
	}
	for range 10 {
		s.tap(input.KeyPageDown)
	}
	last := strings.Count(greeting, "\n")
	if !s.shows(kit.Itoa(last)) {
		t.Errorf("does not come to line %d", last)
	}
	s.asked()
	s.press("source.copy", 0)
	s.askedOnly("copy", model.CopyText{Text: greeting})
	s.tap(input.KeyEscape)
	s.tick(2)
	s.press("thing.back", 0)
	if s.u.Captures() {
		t.Error("back does not lead out")
	}
}

// TestMarksOverThings: labels stand in the world, and a mark over a thing that stopped.
func TestMarksOverThings(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	if !s.shows("Ada's lamp") || !s.shows("Ferry to the old") || !s.shows("lighthouse") {
		t.Error("labels are not shown")
	}
	plates := func() (n int) {
		for _, f := range s.trace().Fills {
			if f.Col == kit.HurtColour && f.R.W == 9 && f.R.H == 11 {
				n++
			}
		}
		return n
	}
	if n := plates(); n != 2 {
		t.Errorf("%d red marks", n)
	}
	s.m.Things.Labels[1].Stopped, s.m.Things.Labels[2].Unknown = false, false
	if n := plates(); n != 0 {
		t.Errorf("%d red marks over what is well", n)
	}
}

// TestANewOfferIsDeaf: whoever is just pressing keys or the mouse when a journey is offered answers nothing,
// for three quarters of a second.
func TestANewOfferIsDeaf(t *testing.T) {
	s := newStage(t, 640, 360)
	s.makers()
	s.u.AskPassage(model.Passage{Thing: 7, By: "Bo/Portal", Name: "The bay"})
	for n := range 14 {
		s.tap([...]input.Button{input.KeyTab, input.KeyEnter, input.KeyEscape}[n%3])
	}
	if len(s.u.c.Stack) != 1 {
		t.Error("the question is answered")
	}
	for _, a := range s.did {
		switch a.(type) {
		case model.TakePassage, model.BarPassage:
			t.Errorf("%+v", a)
		}
	}
	s.tick(45)
	if s.tap(input.KeyEscape); len(s.u.c.Stack) != 0 {
		t.Error("the question stays")
	}
}

// TestTheOfferOfAJourney: the first answer stays, the second travels, the third bars the thing; a second
// question does not take the place of one that is open.
func TestTheOfferOfAJourney(t *testing.T) {
	for n, want := range []model.Action{nil, model.TakePassage{Thing: 7}, model.BarPassage{Thing: 7}} {
		s := newStage(t, 640, 360)
		s.makers()
		if !s.u.AskPassage(model.Passage{Thing: 7, By: "Bo/Portal", Name: "The bay"}) || s.u.AskPassage(model.Passage{Thing: 8}) {
			t.Fatal("the question is not asked, or a second one is")
		}
		s.tick(50)
		if !s.shows("Travel to The bay?") {
			t.Error("the world is not named")
		}
		for range n {
			s.tap(input.KeyTab)
		}
		s.tap(input.KeyEnter)
		s.tick(2)
		var got model.Action
		for _, a := range s.did {
			switch a.(type) {
			case model.TakePassage, model.BarPassage:
				got = a
			}
		}
		if got != want || len(s.u.c.Stack) != 0 {
			t.Errorf("answer %d: %+v", n, got)
		}
	}
}

// TestWithdrawInThePalette: the author of the blueprint that was looked at withdraws it by two presses, a
// keeper anybody's; for others there is no button.
func TestWithdrawInThePalette(t *testing.T) {
	for _, c := range []struct {
		name         string
		mine, keeper bool
		there        bool
	}{{"the author", true, false, true}, {"a keeper", false, true, true}, {"another one", false, false, false}} {
		s := newStage(t, 1280, 720)
		s.makers()
		s.m.Things.Keeper = c.keeper
		if b := &s.m.Things.Palette[0]; c.mine {
			b.Author = s.m.Game.Me.Key
		} else {
			b.Author = game.PlayerID{77}
		}
		s.m.Things.Palette = s.m.Things.Palette[:1]
		s.u.things.Palette.Open(s.u.c)
		s.tick(3)
		there := slices.ContainsFunc(s.u.c.Items, func(w kit.Widget) bool { return w.ID == kit.Ident("palette.withdraw", 0) })
		if there != c.there {
			t.Fatalf("%s: there is a button: %v", c.name, there)
		}
		if !there {
			continue
		}
		s.asked()
		s.press("palette.withdraw", 0)
		if got := s.asked(); len(got) != 0 {
			t.Errorf("%s: one press is enough: %+v", c.name, got)
		}
		s.press("palette.withdraw", 0)
		if got := s.asked(); !slices.Equal(got, []model.Action{model.WithdrawBlueprint{ID: 1}}) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
