package worldpage

import (
	"slices"
	"testing"

	"manyhold/app/status"
	"manyhold/assets"
	"manyhold/game/claim"
	"manyhold/game/grid"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestClaimsOnThePage: the page lists who has which land; the player gives up its own, and a keeper
// anybody's.
func TestClaimsOnThePage(t *testing.T) {
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	land := model.Land{Arrival: grid.Tile{X: 10, Y: 10}, Claims: []model.Claim{
		{Plot: claim.Plot{At: grid.Tile{X: 30, Y: 4}, W: 12, H: 9}, Owner: "Ada", Mine: true, Days: 60},
		{Plot: claim.Plot{At: grid.Tile{X: 0, Y: 40}, W: 5, H: 5}, Owner: "Bo", Open: true, Days: 1},
	}}
	claims := func(land model.Land) model.PageSection {
		p := Page(Source{Words: words, Status: &status.Status{World: status.WorldStatus{Charter: &status.CharterStatus{}}}, Land: land})
		k := slices.IndexFunc(p.Sections, func(s model.PageSection) bool { return s.Name == words.Get("world.section_claims") })
		return p.Sections[k]
	}
	s := claims(land)
	want := []string{"Ada: 12 × 9 tiles, 20 east and 6 north of the arrival · ends in 60 days without a visit",
		"Bo: 5 × 5 tiles, 10 west and 30 south of the arrival · open to all · ends in 1 day without a visit"}
	for k, row := range s.Rows {
		if got := row.Name + ": " + row.Detail; got != want[k] {
			t.Errorf("says %q, want %q", got, want[k])
		}
	}
	if len(s.Rows) != 2 || len(s.Rows[0].Acts) != 1 || !s.Rows[0].Acts[0].Sure || s.Rows[0].Acts[0].Do != (model.EndClaim{At: grid.Tile{X: 30, Y: 4}}) || len(s.Rows[1].Acts) != 0 {
		t.Errorf("the rows are %+v", s.Rows)
	}
	land.MayEndAll = true
	if s := claims(land); len(s.Rows[1].Acts) != 1 {
		t.Error("a keeper cannot give another's claim up")
	}
	if s := claims(model.Land{}); len(s.Rows) != 0 || s.Note != words.Get("world.claims_none") {
		t.Errorf("without claims: %+v", s)
	}
}
