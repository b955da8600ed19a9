package status

import (
	"strings"
	"testing"
)

// TestPrintSilence: the text names the peers that are lagging or silent, and says nothing if none is.
func TestPrintSilence(t *testing.T) {
	bo, cy, dee := PeerName{"key of Bo", "Bo"}, PeerName{"key of Cy", "Cy"}, PeerName{"key of Dee", "Dee"}
	for name, c := range map[string]struct {
		roll    Roll
		lagging bool // the link with Bo
		want    []string
		without []string
	}{
		"all are heard": {Roll{Observers: PeerNames{bo}}, false, []string{"voters none, observers Bo; this node"}, []string{"lagging", "silent"}},
		"one lags":      {Roll{Observers: PeerNames{bo}, Lagging: PeerNames{bo}}, true, []string{"\n           lagging Bo\n", " B out, lagging\n"}, []string{"silent"}},
		"one is silent": {Roll{Silent: PeerNames{cy}}, false, []string{"\n           silent Cy\n"}, []string{"lagging"}},
		"both":          {Roll{Lagging: PeerNames{bo, dee}, Silent: PeerNames{cy}}, false, []string{"\n           lagging Bo, Dee; silent Cy\n"}, nil},
	} {
		st := Status{World: WorldStatus{ID: "world"}, Islands: []IslandStatus{{Roll: c.roll}}, Links: []LinkStatus{{Peer: "key of Bo", Name: "Bo", Lagging: c.lagging}}}
		var out strings.Builder
		st.Print(&out)
		for _, words := range c.want {
			if !strings.Contains(out.String(), words) {
				t.Errorf("%s: no %q in\n%s", name, words, out.String())
			}
		}
		for _, words := range c.without {
			if strings.Contains(out.String(), words) {
				t.Errorf("%s: %q in\n%s", name, words, out.String())
			}
		}
	}
}
