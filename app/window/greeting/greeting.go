// Package greeting asks a newcomer for a name and a look before the first world, once. The world that the
// player wanted to enter waits meanwhile.
package greeting

import (
	"crypto/rand"

	"manyhold/app/persona"
	"manyhold/app/settings"
	"manyhold/game/entity"
	"manyhold/net/key"
	"manyhold/render/ui/model"
)

// Greeting is the question. The zero value asks nothing.
type Greeting struct {
	view model.Greeting
	then func() // enters the world
}

// Ask asks, and keeps then for the answer. It reports false, and keeps nothing, where the player has been
// asked before or has a name in the settings.
func (g *Greeting) Ask(conf *settings.Settings, me key.ID, then func()) bool {
	if !conf.Player.Greet || conf.Player.Name != "" {
		return false
	}
	g.then = then
	if g.view.On {
		return true // it is asked already
	}
	g.view.On = true
	g.view.Rolls++
	g.view.Name, g.view.Looks[0] = persona.Of(me)
	if l, err := settings.ParseLook(conf.Player.Look); err == nil && l != nil {
		g.view.Looks[0] = *l
	}
	g.others()
	return true
}

// View is what the screen shows.
func (g *Greeting) View() model.Greeting { return g.view }

// Roll throws the dice.
func (g *Greeting) Roll() {
	if !g.view.On {
		return
	}
	g.view.Rolls++
	g.view.Name, g.view.Looks[0] = chance()
	g.others()
}

// others fills the rest of the looks: with outlines that differ from one another, in the colours of the
// first.
func (g *Greeting) others() {
	looks := &g.view.Looks
	for k := 1; k < len(looks); {
		_, l := chance()
		o := persona.OutlineOf(l)
		fresh := true
		for _, before := range looks[:k] {
			fresh = fresh && persona.OutlineOf(before) != o
		}
		if fresh {
			looks[k] = persona.Dress(looks[0], o)
			k++
		}
	}
}

// chance is a name and a look by chance.
func chance() (string, entity.Look) {
	var seed [persona.Seed]byte
	rand.Read(seed[:])
	return persona.Roll(seed)
}

// Answer ends the question: set writes the choice into the settings, and what the player wanted goes on. A
// name and a look that follow from the key anyway are not written down.
func (g *Greeting) Answer(a model.Greet, me key.ID, set func(key, value string)) {
	if !g.view.On {
		return
	}
	then := g.then
	g.view.On, g.then = false, nil
	set("player.greet", "false")
	name, look := persona.Of(me)
	if !a.Skipped && a.Name != "" && a.Name != name {
		set("player.name", a.Name)
	}
	if !a.Skipped && a.Look != look {
		set("player.look", settings.LookWords(a.Look))
	}
	then()
}
