package greeting_test

import (
	"testing"

	"manyhold/app/node"
	"manyhold/app/persona"
	"manyhold/app/settings"
	"manyhold/assets"
	"manyhold/game/item"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/render/ui/kit"
)

// TestNamesByDefault: a player without a name in the settings has one that follows from the key, and so has
// its new world, in the language of the window.
func TestNamesByDefault(t *testing.T) {
	id := &node.Identity{Conf: new(settings.ConfigFile), Pair: key.FromSeed([32]byte{9})}
	want := persona.Name(id.Pair.ID())
	if got := id.PlayerName(); got != want || got == "" {
		t.Errorf("the player is called %q, not %q", got, want)
	}
	if id.Look() != persona.Look(id.Pair.ID()) {
		t.Error("the look is another than that of the key")
	}
	for language, name := range map[string]string{"": want + "'s world", "en": want + "'s world", "de": "Welt von " + want} {
		id.WorldOf = nil
		if language != "" {
			words, err := kit.ParseWords(assets.WordsOf(language))
			if err != nil {
				t.Fatal(err)
			}
			id.WorldOf = func(player string) string { return words.Fill("note.world_of", "name", player) }
		}
		g := id.NewWorld("", "7", 0, item.Settlers).Founded
		if g.Name != name || len(g.Name) > store.MaxWorldName {
			t.Errorf("%q: the world is called %q, not %q", language, g.Name, name)
		}
	}
	if g := id.NewWorld("Harbour", "7", 0, item.Settlers).Founded; g.Name != "Harbour" {
		t.Errorf("a world with a name is called %q", g.Name)
	}
}
