package matches

import (
	"slices"
	"testing"

	"manyhold/assets"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestMatchesInGerman: what an engine is set up with is read in the language of the window, and stays what it
// is for the room.
func TestMatchesInGerman(t *testing.T) {
	x := newTable(t)
	words, err := kit.ParseWords(assets.WordsOf("de"))
	if err != nil {
		t.Fatal(err)
	}
	x.d.o.Words = words
	x.d.looked = "a"
	x.tick()
	room := &x.m.Room
	if len(room.Seats) == 0 || room.Seats[0].Label != "Rot-1" || room.Seats[0].Seat != "red-1" {
		t.Errorf("the seats are %+v", room.Seats)
	}
	if want := []string{"Feld", "Regeln", "Bereit"}; !slices.Equal(room.Stages, want) || room.Child != "Feld" {
		t.Errorf("the stages are %q, in %q", room.Stages, room.Child)
	}
	k := slices.IndexFunc(room.Settings, func(s model.MatchSetting) bool { return s.Key == "field" })
	if k < 0 {
		t.Fatalf("the settings are %+v", room.Settings)
	}
	if s := &room.Settings[k]; s.Label != "Feld" || s.Value != "open" || !slices.Equal(s.Choices, []string{"open", "pillars", "ice"}) || !slices.Equal(s.Names, []string{"frei", "Säulen", "Eis"}) {
		t.Errorf("the setting is %+v", s)
	}
	if len(x.m.Rows) == 0 || x.m.Rows[0].Child != "" && x.m.Rows[0].Child != "Feld" {
		t.Errorf("the list is %+v", x.m.Rows)
	}
}
