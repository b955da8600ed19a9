package dial

import (
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/signal"
)

// linkTo is a link as far as its peer is asked for.
type linkTo struct {
	link.Link
	peer key.ID
}

func (l linkTo) Peer() key.ID { return l.peer }

// TestRoutes: the routes that a node tries to each peer, by the number of failures so far.
func TestRoutes(t *testing.T) {
	me, ada, bo, cy := key.ID{1}, key.ID{2}, key.ID{3}, key.ID{4}
	invite := &signal.Invite{Peer: ada, Doors: []string{"192.0.2.1:1", "192.0.2.2:2"}}
	for _, c := range []struct {
		name   string
		links  []link.Link
		wanted []key.ID
		failed int
		want   string // name of the way to Ada, "" for none
		by     signal.Exchange
	}{
		{"alone", nil, nil, 0, "invitation", signal.Direct("192.0.2.1:1")},
		{"alone, after a failure", nil, nil, 1, "invitation", signal.Direct("192.0.2.2:2")},
		{"linked to another, Ada is not needed", []link.Link{linkTo{peer: bo}}, []key.ID{bo, me}, 0, "", nil},
		{"linked to another, Ada is missed", []link.Link{linkTo{peer: bo}}, []key.ID{ada, me}, 0, "invitation", nil},
		{"linked to another, Cy is missed", []link.Link{linkTo{peer: bo}}, []key.ID{cy}, 0, "invitation", nil},
		{"no door leads there", []link.Link{linkTo{peer: bo}}, []key.ID{ada}, 2, "a peer in common", signal.Via(linkTo{peer: bo})},
		{"nor does Bo", []link.Link{linkTo{peer: bo}, linkTo{peer: cy}}, []key.ID{ada}, 3, "a peer in common", signal.Via(linkTo{peer: cy})},
		{"all over again", []link.Link{linkTo{peer: bo}}, []key.ID{ada}, 3, "invitation", nil},
	} {
		f := &Dialer{Me: me, Invite: invite, tries: map[key.ID]*attempt{ada: {failed: c.failed}}}
		got := route{}
		for _, r := range f.routes(c.links, c.wanted) {
			if r.peer == ada {
				got = r
			}
		}
		if got.name != c.want || c.by != nil && got.by != c.by {
			t.Errorf("%s: by %q (%v), want by %q (%v)", c.name, got.name, got.by, c.want, c.by)
		}
	}
}

// TestForget: a peer to which there is no way any more is not remembered for ever, others are.
func TestForget(t *testing.T) {
	now := time.Now()
	gone, known, dialled := key.ID{1}, key.ID{2}, key.ID{3}
	old := now.Add(-forgetAfter - time.Second)
	f := &Dialer{tries: map[key.ID]*attempt{gone: {next: old}, known: {next: old}, dialled: {next: old, busy: true}}}
	f.forget([]route{{peer: known}}, now)
	if f.tries[gone] != nil || f.tries[known] == nil || f.tries[dialled] == nil {
		t.Errorf("remembers %v", f.tries)
	}
}
