package dial

import (
	"slices"
	"testing"

	"manyhold/net/host/directory"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// TestSeatsOfIslands: with several islands a node is linked with all peers as long as each executes all
// islands. In a larger world it is linked with the holders of its islands, and with the peers that its host
// needs beside them.
func TestSeatsOfIslands(t *testing.T) {
	voter, heir, far, needed, missing := key.ID{1}, key.ID{2}, key.ID{3}, key.ID{4}, key.ID{5}
	home := status.Island{ID: message.Home, Leader: voter, Voters: []key.ID{voter}, Heirs: []key.ID{heir}}
	other := directory.Known{ID: 7, Leader: far, Voters: []key.ID{far}}
	for _, c := range []struct {
		name   string
		st     status.Host
		wanted []key.ID
		mesh   bool
	}{
		{"home alone", status.Host{Islands: []status.Island{home}}, []key.ID{voter, heir}, false},
		{"a voter is missed", status.Host{Islands: []status.Island{home}, Fork: status.Fork{Missing: []key.ID{missing}}}, []key.ID{missing, voter, heir}, false},
		{"two islands", status.Host{Islands: []status.Island{home}, Known: []directory.Known{other}}, []key.ID{voter, heir, far}, true},
		{"a large world", status.Host{Islands: []status.Island{home}, Known: []directory.Known{other}, Shared: true, Needs: []key.ID{voter, needed}},
			[]key.ID{voter, needed, heir}, false},
	} {
		s := linkPlanIn(&c.st)
		if !slices.Equal(s.wanted, c.wanted) || s.mesh != c.mesh || !slices.Equal(s.leaders, []key.ID{voter}) {
			t.Errorf("%s: wanted %v, leaders %v, all %v", c.name, s.wanted, s.leaders, s.mesh)
		}
	}
}
