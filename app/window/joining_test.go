package window

import (
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/byhand"
	"manyhold/app/dial/remedy"
	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/status"
	"manyhold/assets"
	"manyhold/game/item"
	"manyhold/net/host/notice"
	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestCancelWhileParting: joining can be cancelled while the last world is still being left.
func TestCancelWhileParting(t *testing.T) {
	id, err := node.OpenIdentity(options.Play{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer id.Close()
	s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), id: id}
	s.mode = &title{base: base{s}}
	s.nodes.single.Lock() // a node that is being left
	s.enter(id.NewWorld("", "7", 0, item.Builders), "")
	s.mode.end()
	s.nodes.single.Unlock()
	ended := make(chan struct{})
	go func() { s.nodes.parting.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-patience.After(t, 10*time.Second):
		t.Fatal("nothing can be entered nor the window closed any more")
	}
}

// TestInviterOffline: joining by the invitation of a friend who is not online ends with words on the screen
// that say so, and no file of a world is left behind.
func TestInviterOffline(t *testing.T) {
	id, err := node.OpenIdentity(options.Play{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer id.Close()
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	door.Close() // nobody listens at it any more
	words := languageWords(t, "en")
	s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), id: id, words: words}
	s.mode = &title{base: base{s}}
	s.enter(node.Choice{Invite: &signal.Invite{World: [32]byte{7}, Peer: key.FromSeed([32]byte{8}).ID(), Doors: []string{door.Addr().String()}}}, "Joining.")
	j := s.mode.(*joining)
	screen := func() model.JoinStatus {
		j.poll()
		var m model.Model
		if j.fill(&m); m.Phase != model.Joining {
			t.Fatalf("phase %v", m.Phase)
		}
		return m.Join
	}
	wait := func(what string, holds func(model.JoinStatus) bool) {
		t.Helper()
		patience.Wait(t, what, 20*time.Second, 20*time.Millisecond, func() bool { return holds(screen()) })
	}
	wait("the screen to say that nobody is there", func(m model.JoinStatus) bool {
		return m.Text == "Joining. Nobody who has this world is online. Still trying…" && m.Error == ""
	})
	wait("the node to have tried the door", func(model.JoinStatus) bool { return j.outlook.trouble == remedy.Nobody })
	j.since = j.since.Add(-joinTime)
	wait("the end", func(m model.JoinStatus) bool { return m.Error != "" })
	if m := screen(); m.Error != words.Get("reach.nobody") || !m.Again {
		t.Errorf("the screen says %q, and offers to try again: %v", m.Error, m.Again)
	}
	s.nodes.parting.Wait()
	if files, _ := filepath.Glob(filepath.Join(id.Dir, store.WorldsDir, "*"+store.Extension)); len(files) > 0 {
		t.Errorf("it left %v", files)
	}
	j.act(model.CancelJoin{})
	if _, back := s.mode.(*title); !back {
		t.Errorf("cancel leads to %T", s.mode)
	}
}

// slowNode is a node that is on its way into a world, as far as joining asks it.
type slowNode struct {
	node.Backend
	status status.Status
}

func (n *slowNode) Status() status.Status { return n.status }
func (*slowNode) ByHand() *byhand.Desk    { return nil }
func (*slowNode) Stop()                   {}

// TestOutlook: the joining screen says what it waits for, and after what time and why it gives up. Signs of
// the world, a link or a crowd, earn it more time.
func TestOutlook(t *testing.T) {
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	none := notice.New("waits_for_world")
	silent := status.Status{Waiting: none, Trouble: remedy.Nobody}
	crowd := status.Status{Waiting: none, Trouble: remedy.Busy}
	linked := status.Status{Waiting: none, Links: make([]status.LinkStatus, 1)}
	alone := status.Status{Waiting: notice.New("waits_for_host"), Sharing: status.Sharing{PlayOnly: true}}
	for name, c := range map[string]struct {
		until []time.Duration // each state's end
		state []status.Status // the last one stays
		after time.Duration   // joining fails, 0 for never
		says  string          // the words at the tenth second
		why   string          // the key of the words in the end
	}{
		"nobody":                       {nil, []status.Status{silent}, 20 * time.Second, "Joining. Nobody who has this world is online. Still trying…", "reach.nobody"},
		"refused":                      {nil, []status.Status{{Waiting: none, Trouble: remedy.Refused}}, 20 * time.Second, "Joining. Nobody who has this world is online. Still trying…", "reach.refused"},
		"a crowd":                      {nil, []status.Status{crowd}, 90 * time.Second, "Joining. The world is busy: many players are joining at once. Still trying…", "reach.busy_late"},
		"a link without the state":     {nil, []status.Status{linked}, 90 * time.Second, "Joining. Connected. Waiting for the world…", "reach.linked_late"},
		"a crowd that does not answer": {[]time.Duration{15 * time.Second}, []status.Status{crowd, silent}, 35 * time.Second, "Joining. The world is busy: many players are joining at once. Still trying…", "reach.nobody"},
		"a crowd, then a link":         {[]time.Duration{30 * time.Second}, []status.Status{crowd, linked}, 90 * time.Second, "Joining. The world is busy: many players are joining at once. Still trying…", "reach.linked_late"},
		"pauses between refusals": {[]time.Duration{10 * time.Second, 25 * time.Second, 40 * time.Second, 55 * time.Second, 80 * time.Second}, []status.Status{silent, crowd, silent, crowd, linked, silent}, 90 * time.Second,
			"Joining. Nobody who has this world is online. Still trying…", "reach.nobody"},
		"it only plays": {nil, []status.Status{alone}, 0, "Joining. Waiting for a host: this computer only plays. Still trying…", ""},
	} {
		t.Run(name, func(t *testing.T) {
			n, began := &slowNode{}, time.Now()
			s := &session{words: words}
			s.nodes.single.Lock()
			j := &joining{base: base{s}, node: n, text: "Joining.", since: began}
			var after time.Duration
			for at := time.Duration(0); at < 3*time.Minute && j.failed == nil; at += 500 * time.Millisecond {
				i := 0
				for i < len(c.until) && at >= c.until[i] {
					i++
				}
				n.status = c.state[i]
				j.look(began.Add(at))
				after = at
				if at == 9500*time.Millisecond {
					var m model.Model
					if j.fill(&m); m.Join.Text != c.says || m.Join.Error != "" {
						t.Errorf("it says %q and %q, want %q", m.Join.Text, m.Join.Error, c.says)
					}
				}
			}
			if c.after == 0 {
				if j.failed != nil {
					t.Errorf("it failed after %v: %v", after, j.failed)
				}
				return
			}
			if late := after - c.after; late < -time.Second || late > 2*time.Second {
				t.Errorf("it failed after %v, want %v", after, c.after)
			}
			var m model.Model
			if j.fill(&m); m.Join.Error != words.Get(c.why) {
				t.Errorf("it failed with %q, want %q", m.Join.Error, words.Get(c.why))
			}
			s.nodes.parting.Wait()
		})
	}
}

// TestReachWords: each trouble has words in every language.
func TestReachWords(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		w := languageWords(t, language)
		for _, why := range []string{"no_path", "no_path_near", "refused", "no_server", "nobody", "busy", "busy_late", "linked", "linked_late"} {
			if text := w.Get("reach." + why); strings.HasPrefix(text, "reach.") {
				t.Errorf("%s: %s has no words", language, why)
			}
		}
	}
}

// TestRetreat: where a thing's offer leads to nobody, the window goes back to the world that the player left,
// and says why after the arrival; where the player chose a world itself, the reason stays on the screen.
func TestRetreat(t *testing.T) {
	id, err := node.OpenIdentity(options.Play{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer id.Close()
	home := node.Choice{Resume: store.WorldID{1}}
	for _, trusts := range []bool{false, true} {
		s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), id: id, words: languageWords(t, "en")}
		s.mode = &title{base: base{s}}
		s.travel = travel{from: &origin{home, "Home"}, trusts: trusts}
		failed := &joining{base: base{s}, behind: s.mode, cancel: func() {}, failed: errors.New("nobody answers")}
		s.mode = failed
		s.nodes.single.Lock() // no node is started
		failed.poll()
		back := s.travel.wanted != nil && *s.travel.wanted == home && s.mode != mode(failed)
		if back != trusts || trusts && (s.travel.trusts || s.travel.from != nil || !strings.HasSuffix(s.travel.note, "Nobody answers")) {
			t.Errorf("with trust %v: %+v", trusts, s.travel)
		}
		s.mode.poll() // it does not go round in circles
		s.mode.end()
		s.nodes.single.Unlock()
		s.nodes.parting.Wait()
	}
}
