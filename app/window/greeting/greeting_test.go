package greeting_test

import (
	"slices"
	"testing"

	"manyhold/app/persona"
	"manyhold/app/settings"
	"manyhold/app/window/greeting"
	"manyhold/game/entity"
	"manyhold/net/key"
	"manyhold/render/ui/model"
)

// indexOf is the number of the outline of a look.
func indexOf(l entity.Look) int { return slices.Index(persona.Outlines[:], persona.OutlineOf(l)) }

var me = key.ID{7, 3, 200, 5, 80, 9, 1, 44, 12, 90, 3}

// fresh are the settings of a new data folder.
func fresh() *settings.Settings {
	s := new(settings.Settings)
	s.Player.Greet = true
	return s
}

// TestAskedOnce: a newcomer is asked before the first world and enters it after the answer; a player that was
// asked before, or has a name, enters at once.
func TestAskedOnce(t *testing.T) {
	name, look := persona.Of(me)
	other := persona.Dress(look, persona.Outlines[(indexOf(look)+1)%len(persona.Outlines)])
	for _, c := range []struct {
		what   string
		answer model.Greet
		set    map[string]string
	}{
		{"skipped", model.Greet{Skipped: true, Name: "Bo", Look: other}, map[string]string{"player.greet": "false"}},
		{"as offered", model.Greet{Name: name, Look: look}, map[string]string{"player.greet": "false"}},
		{"a name", model.Greet{Name: "Bo", Look: look}, map[string]string{"player.greet": "false", "player.name": "Bo"}},
		{"no name", model.Greet{Look: look}, map[string]string{"player.greet": "false"}},
		{"a look", model.Greet{Name: name, Look: other}, map[string]string{"player.greet": "false", "player.look": settings.LookWords(other)}},
	} {
		var g greeting.Greeting
		entered := 0
		if !g.Ask(fresh(), me, func() { entered++ }) {
			t.Fatal("a newcomer is not asked")
		}
		if v := g.View(); !v.On || v.Name != name || v.Looks[0] != look || entered != 0 {
			t.Errorf("%s: it offers %+v", c.what, v)
		}
		got := map[string]string{}
		set := func(key, value string) { got[key] = value }
		g.Answer(c.answer, me, set)
		g.Answer(c.answer, me, set) // a second press
		if entered != 1 || g.View().On {
			t.Errorf("%s: entered %d times, still open: %v", c.what, entered, g.View().On)
		}
		if len(got) != len(c.set) {
			t.Errorf("%s: it sets %v", c.what, got)
		}
		for k, v := range c.set {
			if got[k] != v {
				t.Errorf("%s: %s is %q, not %q", c.what, k, got[k], v)
			}
		}
	}
	asked, named := fresh(), fresh()
	asked.Player.Greet, named.Player.Name = false, "Ada"
	for _, s := range []*settings.Settings{asked, named} {
		var g greeting.Greeting
		if g.Ask(s, me, func() { t.Error("it enters by itself") }) || g.View().On {
			t.Error("it asks again")
		}
	}
}

// TestDice: each throw offers another name and looks whose outlines all differ, in the colours of the first.
func TestDice(t *testing.T) {
	var g greeting.Greeting
	g.Roll()
	if g.View().On {
		t.Fatal("the dice ask by themselves")
	}
	g.Ask(fresh(), me, func() {})
	names := map[string]bool{}
	for throw := range 50 {
		v := g.View()
		names[v.Name] = true
		seen := map[persona.Outline]bool{}
		for _, l := range v.Looks {
			seen[persona.OutlineOf(l)] = true
			colours := entity.Look{Skin: l.Skin, HairColour: l.HairColour, Trousers: l.Trousers, Shirt: l.Shirt % persona.Dyes}
			if first := v.Looks[0]; colours != (entity.Look{Skin: first.Skin, HairColour: first.HairColour, Trousers: first.Trousers, Shirt: first.Shirt % persona.Dyes}) {
				t.Fatalf("throw %d: the colours differ: %+v", throw, v.Looks)
			}
		}
		if len(seen) != model.GreetingLooks {
			t.Fatalf("throw %d: %d outlines", throw, len(seen))
		}
		g.Roll()
	}
	if len(names) < 40 {
		t.Errorf("%d names in 50 throws", len(names))
	}
}
