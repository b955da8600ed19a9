package rights_test

import (
	"testing"

	"manyhold/game/event"
	"manyhold/game/rights"
)

// A row is the rank of the owner; a column the land under the thing: nobody's, the owner's, opened, foreign.
func TestScriptsAffectPlayers(t *testing.T) {
	letters := map[event.Reason]byte{event.NoReason: 'y', event.NotAllowed: 'n', event.Claimed: 'c'}
	for _, c := range []struct {
		name                 string
		self, consents, harm bool
		want                 string
	}{
		{"a passer-by", false, false, false, "nnnn nycc yyyy yyyy"},
		{"a user", false, true, false, "nnnn yyyy yyyy yyyy"},
		{"harm to a passer-by", false, false, true, "nnnn nycc yyyy yyyy"},
		{"harm to a user", false, true, true, "nnnn nycc yyyy yyyy"},
		{"the owner", true, false, false, "nnnn yyyy yyyy yyyy"},
		{"harm to the owner", true, false, true, "nnnn yyyy yyyy yyyy"},
	} {
		got := ""
		for r := range rights.RankCount {
			if r > 0 {
				got += " "
			}
			for on := range rights.LandCount {
				got += string(letters[rights.MayAffect(r, on, c.self, c.consents, c.harm)])
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestScriptsHear(t *testing.T) {
	for self, want := range map[bool]string{false: "nnnn nynn yyyy yyyy", true: "nnnn yyyy yyyy yyyy"} {
		got := ""
		for r := range rights.RankCount {
			if r > 0 {
				got += " "
			}
			for on := range rights.LandCount {
				if rights.MayHear(r, on, self) {
					got += "y"
				} else {
					got += "n"
				}
			}
		}
		if got != want {
			t.Errorf("own words %v: %s, want %s", self, got, want)
		}
	}
}
