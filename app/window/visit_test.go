package window

import (
	"encoding/hex"
	"testing"

	"manyhold/app/rig"
	"manyhold/game"
	"manyhold/game/world"
	"manyhold/net/store"
)

func TestVisitABranch(t *testing.T) {
	path, b := rig.LostBranch(t, t.TempDir())
	for word, ok := range map[string]bool{"last": true, hex.EncodeToString(b.ID[:]): true, "B001": true, "b0": false, "cccc": false, "": false} {
		if got, err := findArchive(path, word); (err == nil && got.ID == b.ID) != ok {
			t.Errorf("%q: %x %v", word, got.ID[:4], err)
		}
	}
	v, err := openVisit(path, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{"en": "Offline changes by Bo (34 minutes), archived on November 20", "de": "Offline-Änderungen von Bo (34 Minuten), archiviert am 20. November"} {
		if got := branchWords(languageWords(t, language), v.who, v.archived, v.lasted); got != want {
			t.Errorf("it is called %q, want %q", got, want)
		}
	}
	if body := v.world.Space.Body(v.world.Roster.ByKey(game.PlayerID{2}).Body); body == nil || v.at != body.Pos {
		t.Error("it does not begin where Bo stood")
	}
	for range 60 * 60 { // a minute to the east, beyond the active land
		v.float(1, 0)
	}
	if v.view.World.Region(v.world.SpawnTile.Region()) == nil || len(v.world.Land.Places()) > world.MaxRegions {
		t.Error("the regions around are not there")
	}
	if at := v.at; at.X <= v.world.SpawnTile.Centre().X {
		t.Error("one cannot float")
	}
	for what, bad := range map[string]store.Branch{"tip": {Base: b.Base}, "base": {Tip: b.Tip}} {
		if _, err := visitBranch(bad); err == nil {
			t.Errorf("a branch without a %s was opened", what)
		}
	}
}
