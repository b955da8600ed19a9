package status

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestPublic: the public part of a status names no place of a player, and the status itself keeps them.
func TestPublic(t *testing.T) {
	s := Status{World: WorldStatus{Name: "Isle", Invite: "777"}, Known: []KnownStatus{{ID: "b", Region: &[2]int{777, 1}}},
		Islands: []IslandStatus{{ID: "a", Places: [][2]int32{{777, 2}}, People: []PersonStatus{{Name: "Ada", At: &[2]int32{777, 3}}}}}}
	b, err := json.Marshal(s.Public())
	if err != nil || strings.Contains(string(b), "777") || !strings.Contains(string(b), `"name":"Ada"`) || !strings.Contains(string(b), `"places":[]`) {
		t.Errorf("%s, %v", b, err)
	}
	if b, _ := json.Marshal(s); strings.Count(string(b), "777") != 4 {
		t.Errorf("the status has changed: %s", b)
	}
}
