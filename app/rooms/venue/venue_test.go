package venue

import (
	"strings"
	"testing"
)

// TestPolicy: ranks below the setting create no rooms, and neither do the banned.
func TestPolicy(t *testing.T) {
	for _, c := range []struct {
		p    Policy
		says string // "" for allowed
	}{
		{Policy{Least: "anyone", Rank: "visitor"}, ""},
		{Policy{Least: "builders", Rank: "visitor"}, "only builders"},
		{Policy{Least: "builders", Rank: "builder"}, ""},
		{Policy{Least: "keepers", Rank: "builder"}, "only keepers"},
		{Policy{Least: "keepers", Rank: "founder"}, ""},
		{Policy{Least: "founder", Rank: "keeper"}, "only the world's founder"},
		{Policy{Least: "nobody", Rank: "founder"}, "nobody may"},
		{Policy{Least: "", Rank: "founder"}, "nobody may"},
		{Policy{Least: "anyone", Rank: "keeper", Barred: true}, "banned"},
		{Policy{Least: "anyone", Rank: "keeper", PlayOnly: true}, "only plays"},
	} {
		err := c.p.refusal()
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.p, err)
		}
	}
}
