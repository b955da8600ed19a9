package window

import (
	"testing"
)

// TestWhoIsLetIn: founder and keepers are let in at once whatever the setting, others by the player's choice.
func TestWhoIsLetIn(t *testing.T) {
	for _, c := range []struct {
		visits       string
		trusted      bool
		welcome, ask bool
	}{
		{"ask", false, false, true}, {"ask", true, true, false}, {"anyone", false, true, false},
		{"anyone", true, true, false}, {"nobody", false, false, false}, {"nobody", true, true, false},
	} {
		if welcome, ask := answers(c.visits, c.trusted); welcome != c.welcome || ask != c.ask {
			t.Errorf("%+v: let in %v, asked about %v", c, welcome, ask)
		}
	}
}
