package settings

import (
	"strings"
	"testing"

	"manyhold/assets"
	"manyhold/render/ui/kit"
)

// TestEverySettingHasWords checks that all of config.toml is on the settings screen with a name and a help
// text.
func TestEverySettingHasWords(t *testing.T) {
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range SettingRules {
		for _, table := range []string{"setting.", "help."} {
			if key := table + strings.Replace(r.Key, ".", "_", 1); !words.Has(key) {
				t.Errorf("%s has no words: %s", r.Key, key)
			}
		}
		for _, c := range r.Choices {
			if c[0] > '9' && !words.Has("choice."+c) {
				t.Errorf("%s can be %s, which has no words", r.Key, c)
			}
		}
	}
}
