package dial

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/dial/peerbook"
	"manyhold/app/settings"
	"manyhold/net/beacon"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/webrtc"
	"manyhold/net/signal"
	"manyhold/net/store"
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
	dee, eli := key.ID{5}, key.ID{6}
	book, _ := peerbook.Open(filepath.Join(t.TempDir(), "world.peers"))
	if err := book.Linked(dee, []string{"192.0.2.3:3", "192.0.2.4:4"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	named := []settings.PeerAddress{{Door: "192.0.2.5:5", Peer: eli}, {Door: "192.0.2.6:6", Peer: dee}, {Door: "192.0.2.7:7", Peer: me}}
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
		{"linked to another, Ada is missed", []link.Link{linkTo{peer: bo}}, []key.ID{ada, me}, 0, "a peer in common", signal.Via(linkTo{peer: bo})},
		{"Bo has no link to her", []link.Link{linkTo{peer: bo}}, []key.ID{ada, me}, 1, "invitation", signal.Direct("192.0.2.1:1")},
		{"linked to another, Cy is missed", []link.Link{linkTo{peer: bo}}, []key.ID{cy}, 0, "invitation", nil},
		{"the other door", []link.Link{linkTo{peer: bo}, linkTo{peer: cy}}, []key.ID{ada}, 2, "invitation", signal.Direct("192.0.2.2:2")},
		{"no door leads there", []link.Link{linkTo{peer: bo}, linkTo{peer: cy}}, []key.ID{ada}, 3, "a peer in common", signal.Via(linkTo{peer: cy})},
		{"all over again", []link.Link{linkTo{peer: bo}}, []key.ID{ada}, 3, "a peer in common", signal.Via(linkTo{peer: bo})},
	} {
		f := &Dialer{Me: me, Invite: invite, tries: map[key.ID]*attempt{ada: {failed: c.failed}}}
		got := route{}
		for _, r := range f.routes(heard{}, c.links, c.wanted) {
			if r.peer == ada {
				got = r
			}
		}
		if got.name != c.want || c.by != nil && got.by != c.by {
			t.Errorf("%s: by %q (%v), want by %q (%v)", c.name, got.name, got.by, c.want, c.by)
		}
	}

	for _, c := range []struct {
		name   string
		links  []link.Link
		peer   key.ID
		failed int
		by     signal.Exchange
	}{
		{"alone: where Dee was", nil, dee, 0, signal.Direct("192.0.2.3:3")},
		{"then Dee's other door", nil, dee, 1, signal.Direct("192.0.2.4:4")},
		{"then what config.toml says", nil, dee, 2, signal.Direct("192.0.2.6:6")},
		{"Eli is in config.toml only", nil, eli, 0, signal.Direct("192.0.2.5:5")},
		{"nobody dials itself", nil, me, 0, nil},
		{"linked and not missed", []link.Link{linkTo{peer: bo}}, dee, 0, nil},
	} {
		f := &Dialer{Me: me, Book: book, Named: named, tries: map[key.ID]*attempt{c.peer: {failed: c.failed}}}
		var got signal.Exchange
		for _, r := range f.routes(heard{}, c.links, nil) {
			if r.peer == c.peer {
				got = r.by
			}
		}
		if got != c.by {
			t.Errorf("%s: by %v, want %v", c.name, got, c.by)
		}
	}
}

// TestOrderOfRoutes: news of a peer comes before memories of it, and the second peer in common after both.
func TestOrderOfRoutes(t *testing.T) {
	me, ada, bo, cy, dee := key.ID{1}, key.ID{2}, key.ID{3}, key.ID{4}, key.ID{5}
	world, other := store.WorldID{1}, store.WorldID{2}
	book, _ := peerbook.Open(filepath.Join(t.TempDir(), "world.peers"))
	if err := book.Linked(ada, []string{"192.0.2.2:2", "192.0.2.3:3"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	all := []string{"local network 192.0.2.1:1", "signalling server", "a peer in common Bo", "remembered 192.0.2.2:2", "remembered 192.0.2.3:3",
		"config.toml 192.0.2.4:4", "invitation 192.0.2.5:5", "invitation 192.0.2.6:6", "a peer in common Cy"}
	without := func(ways ...string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(way string) bool {
			return slices.ContainsFunc(ways, func(w string) bool { return strings.HasPrefix(way, w) })
		})
	}
	near := []beacon.Announcement{{Peer: ada, World: other, Door: "192.0.2.9:9"}, {Peer: ada, World: world, Door: "192.0.2.1:1"}, {Peer: dee, World: other, Door: "192.0.2.8:8"}}
	both := []link.Link{linkTo{peer: bo}, linkTo{peer: cy}}
	named := map[signal.Exchange]string{signal.Via(both[0]): " Bo", signal.Via(both[1]): " Cy"}
	for i := range 9 {
		named[signal.Direct(fmt.Sprintf("192.0.2.%d:%[1]d", i))] = fmt.Sprintf(" 192.0.2.%d:%[1]d", i)
	}
	for _, c := range []struct {
		name   string
		heard  heard
		links  []link.Link
		wanted []key.ID
		want   []string
	}{
		{"all ways", heard{near, []key.ID{ada}}, both, []key.ID{ada}, all},
		{"no local network", heard{nil, []key.ID{ada}}, both, []key.ID{ada}, without("local")},
		{"no server", heard{near, nil}, both, []key.ID{ada}, without("signalling")},
		{"nothing is heard", heard{}, both, []key.ID{ada}, without("local", "signalling")},
		{"no link", heard{near, []key.ID{ada}}, nil, nil, without("a peer in common")},
		{"linked, and the peer is not needed", heard{near, []key.ID{ada}}, both, nil, all[:2]},
	} {
		var got []string
		for failed := range max(len(c.want), 1) {
			f := &Dialer{Me: me, World: world, Book: book, Named: []settings.PeerAddress{{Door: "192.0.2.4:4", Peer: ada}},
				Invite: &signal.Invite{Peer: ada, Doors: []string{"192.0.2.5:5", "192.0.2.6:6"}}, tries: map[key.ID]*attempt{ada: {failed: failed}}}
			for _, r := range f.routes(c.heard, c.links, c.wanted) {
				way := r.name
				if !strings.HasPrefix(way, doorWays) {
					way += named[r.by]
				}
				if got = append(got, way); r.peer != ada {
					t.Errorf("%s: a way to %s, who is in another world", c.name, r.peer.Short())
				}
				if now := c.heard.near != nil || c.heard.room != nil || c.links != nil; r.there != now {
					t.Errorf("%s: there is %v", c.name, r.there)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
	}
}

// TestReady: a peer that failed a moment ago, or is being dialled, takes no place from others.
func TestReady(t *testing.T) {
	now := time.Now()
	f := &Dialer{tries: map[key.ID]*attempt{}}
	var routes []route
	for i := range 6 {
		id := key.ID{byte(i + 1)}
		f.tries[id] = &attempt{next: now.Add(time.Second)}
		routes = append(routes, route{peer: id})
	}
	busy, linked, fresh := key.ID{11}, key.ID{12}, key.ID{13}
	f.tries[busy] = &attempt{busy: true}
	for _, id := range []key.ID{busy, linked, fresh} {
		routes = append(routes, route{peer: id, there: true})
	}
	got := f.ready(routes, map[key.ID]bool{linked: true}, now)
	if len(got) != 1 || got[0].peer != fresh {
		t.Errorf("ready: %v", got)
	}
	if got := f.ready(routes, nil, now.Add(time.Second)); len(got) != 8 {
		t.Errorf("a second later %d are ready, want all but the one being dialled", len(got))
	}
}

// TestPause: the pause grows to a bound, is at least half chance, and one that refuses has it twice as long.
func TestPause(t *testing.T) {
	refused := &webrtc.RefusedError{}
	for _, c := range []struct {
		failed int
		err    error
		chance float64
		want   time.Duration
	}{
		{0, webrtc.ErrNoPath, 0, retryAfter / 2},
		{0, webrtc.ErrNoPath, 1, retryAfter},
		{2, webrtc.ErrNoPath, 0.5, 3 * retryAfter},
		{50, webrtc.ErrNoPath, 1, retryMost},
		{0, refused, 1, 2 * retryAfter},
		{0, fmt.Errorf("by a door: %w", webrtc.ErrBusy), 0, retryAfter},
		{0, &signal.RemoteError{Text: "too many offers at once"}, 0, retryAfter},
		{0, &signal.RemoteError{Text: "that peer is not there"}, 0, retryAfter / 2},
		{50, refused, 0, retryMost},
	} {
		if got := pause(c.failed, c.err, c.chance); got != c.want {
			t.Errorf("after %d failures, %v, chance %v: %v, want %v", c.failed, c.err, c.chance, got, c.want)
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

// TestShortLinks: a peer that ends each link at once is tried less and less often.
func TestShortLinks(t *testing.T) {
	peer := key.ID{2}
	a := &attempt{}
	f := &Dialer{tries: map[key.ID]*attempt{peer: a}}
	var before time.Duration
	for n := range 6 {
		a.busy = true
		f.learn(outcome{route: route{peer: peer}, attempt: a})
		pause := time.Until(a.next)
		if n >= 2 && pause < before/4 || n == 5 && pause < retryMost/3 {
			t.Errorf("%v after %d short links, %v before", pause, n+1, before)
		}
		before = pause
	}
}
