package slash

import (
	"slices"
	"testing"

	"manyhold/game/script"
)

// TestScriptsKnowTheEmotes: scripts and players name them alike.
func TestScriptsKnowTheEmotes(t *testing.T) {
	if !slices.Equal(Emotes, script.Emotes) {
		t.Errorf("%v and %v", Emotes, script.Emotes)
	}
}
