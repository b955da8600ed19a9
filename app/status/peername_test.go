package status

import (
	"encoding/json"
	"testing"
)

// TestPeerNames: two peers of one display name are told apart, for programs and for people.
func TestPeerNames(t *testing.T) {
	two := PeerNames{{"aaaaaaaa1111", "Ada"}, {"bbbbbbbb2222", "Bo"}, {"cccccccc3333", "Ada"}, {Peer: "dddddddd4444"}}
	if got, want := two.String(), "Ada (aaaaaaaa), Bo, Ada (cccccccc), dddddddd"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if !two.Named("Bo") || two.Named("Cleo") {
		t.Error("the wrong names are found")
	}
	if got := (PeerNames{}).String(); got != "none" {
		t.Errorf("an empty list is %q", got)
	}
	b, err := json.Marshal(IslandStatus{Leader: two[1], Voters: two[:1], Roll: Roll{Observers: PeerNames{}, Lagging: PeerNames{}, Silent: PeerNames{}}})
	if err != nil {
		t.Fatal(err)
	}
	var back map[string]any
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if l, ok := back["leader"].(map[string]any); !ok || l["peer"] != "bbbbbbbb2222" || l["name"] != "Bo" {
		t.Errorf("the leader is printed as %v", back["leader"])
	}
	if o, ok := back["observers"].([]any); !ok || len(o) != 0 {
		t.Errorf("no observers are printed as %v", back["observers"])
	}
}
