package window

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"manyhold/app/status"
	"manyhold/app/window/notifier"
	"manyhold/assets"
	"manyhold/game"
	"manyhold/net/host/notice"
	"manyhold/net/key"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// englishNotifier is a notifier with the words that players read.
func englishNotifier(t testing.TB) notifier.Notifier {
	t.Helper()
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	return notifier.Notifier{Words: words}
}

// jargon lists words that no player should meet in passing.
var jargon = []string{"committee", "epoch", "provisional", "digest", "voter", "turn ", "node", "peer", "branch", "leader", "{", "}", "net."}

func TestLastingBanner(t *testing.T) {
	for _, c := range []struct {
		what   string
		status status.Status
		island status.IslandStatus
		want   string
	}{
		{what: "all is well", island: status.IslandStatus{Epoch: 3, Firm: true}},
		{what: "joining"},
		{what: "no turns", status: status.Status{Fork: status.ForkStatus{Missing: named("Bo")}}, island: status.IslandStatus{Epoch: 3, Waiting: "for Bo"}, want: "Waiting for Bo…"},
		{what: "no turns, and nobody knows for whom", island: status.IslandStatus{Epoch: 3, Waiting: "for a majority of the committee"}, want: "Waiting for the others…"},
		{what: "it only plays, and no host is there", status: status.Status{Sharing: status.Sharing{PlayOnly: true}, Fork: status.ForkStatus{Missing: named("Bo")}}, island: status.IslandStatus{Epoch: 3, Waiting: notice.New("waits_for_host").String()},
			want: "Waiting for a host: this computer only plays"},
		{what: "it only plays, and the hosts find no majority", status: status.Status{Sharing: status.Sharing{PlayOnly: true}, Fork: status.ForkStatus{Missing: named("Bo")}}, island: status.IslandStatus{Epoch: 3, Waiting: "for a majority of the committee"}, want: "Waiting for Bo…"},
		{what: "a branch", status: status.Status{Fork: status.ForkStatus{Missing: named("Ada", "Cleo", "Dov")}}, island: status.IslandStatus{Epoch: 4},
			want: "Ada, Cleo and Dov disconnected. Keep playing, your work is safe."},
		{what: "a branch of those who are all back", island: status.IslandStatus{Epoch: 4}, want: "The others disconnected. Keep playing, your work is safe."},
		{what: "a branch that stands still", status: status.Status{Fork: status.ForkStatus{Missing: named("Ada", "Bo")}}, island: status.IslandStatus{Epoch: 4, Waiting: "for Bo"}, want: "Waiting for Ada and Bo…"},
		{what: "strangers hold the world", status: status.Status{World: status.WorldStatus{Charter: &status.CharterStatus{Usurped: true}}, Fork: status.ForkStatus{Missing: named("Xe")}},
			island: status.IslandStatus{Epoch: 4}, want: "Strangers host this world. Open the menu to take it back."},
		{what: "the only host is unfair", status: status.Status{World: status.WorldStatus{Charter: &status.CharterStatus{Usurped: true, Tyrant: "Xe"}}},
			island: status.IslandStatus{Epoch: 4, Firm: true}, want: "Xe hosts this world unfairly. Open the menu to take it back."},
		{what: "two lines meet", status: status.Status{Fork: status.ForkStatus{Merging: "offline changes are being merged"}}, island: status.IslandStatus{Epoch: 4}, want: "Merging offline changes…"},
		{what: "a viewer", island: status.IslandStatus{Epoch: 4, Firm: true, Viewer: true}, want: "Your game went out of sync three times. Keep playing. Others host for the next few minutes."},
	} {
		v := englishNotifier(t)
		if got := v.Lasting(&c.status, &c.island); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// TestNotifier: a sequence of a node's states, look by look, and the messages to its player.
func TestNotifier(t *testing.T) {
	v := englishNotifier(t)
	v.Fresh = true
	home := func(epoch uint64, firm bool, leader, role string) status.IslandStatus {
		return status.IslandStatus{ID: "w/1", Epoch: epoch, Firm: firm, Leader: called(leader), Part: status.Part{Role: role}, Here: true}
	}
	bos := status.MergeStatus{Epoch: 7, Turn: 900, Who: "Bo", Report: []notice.Notice{`merged_apart_minutes n="3" who="Bo"`, `merged_tiles x="0" y="0" n="1" who="Bo"`}}
	lost := status.MergeStatus{Turn: 500, Who: "Cleo", Refused: "its rules are newer"}
	strained := home(6, true, "Bo", "leads")
	strained.Ineligible = "it used 80 % of a core and offers 20 %"
	eve := named("Eve")[0]
	unfair := status.Status{Name: "Bo", Desyncs: 3, Fork: status.ForkStatus{LeadersLost: 3, LostLeader: eve, Merges: []status.MergeStatus{bos, lost}},
		Unfair: []status.UnfairStatus{{PeerName: eve, Lost: true, Why: notice.New("unfair_lost_fast", "name", "Eve")}}}
	for _, step := range []struct {
		what    string
		st      status.Status
		here    status.IslandStatus
		passing string
		toasts  []string
	}{
		{what: "the first look", st: status.Status{Desyncs: 2}, here: home(3, true, "Ada", "votes")},
		{what: "Ada quits politely", st: status.Status{Desyncs: 2}, here: home(4, true, "Cleo", "votes")},
		{what: "Cleo's machine dies", st: status.Status{Desyncs: 2, Fork: status.ForkStatus{LeadersLost: 1, LostLeader: named("Cleo")[0]}}, here: home(4, true, "", "votes")},
		{what: "Dov is elected", st: status.Status{Desyncs: 2, Fork: status.ForkStatus{LeadersLost: 1, LostLeader: named("Cleo")[0]}}, here: home(4, true, "Dov", "votes"), passing: "Cleo disconnected; Dov is hosting now"},
		{what: "nothing more", st: status.Status{Desyncs: 2, Fork: status.ForkStatus{LeadersLost: 1, LostLeader: named("Cleo")[0]}}, here: home(4, true, "Dov", "votes")},
		{what: "Dov's machine dies too", st: status.Status{Desyncs: 2, Fork: status.ForkStatus{LeadersLost: 2, LostLeader: named("Dov")[0]}}, here: home(4, true, "Bo", "leads"), passing: "Dov disconnected; you are hosting now"},
		{what: "a desync", st: status.Status{Desyncs: 3, Fork: status.ForkStatus{LeadersLost: 2, LostLeader: named("Dov")[0]}}, here: home(6, true, "Bo", "leads"), toasts: []string{"Your game was out of sync and has been repaired."}},
		{what: "too much to do", st: status.Status{Desyncs: 3, Fork: status.ForkStatus{LeadersLost: 2, LostLeader: named("Dov")[0]}}, here: strained, toasts: []string{"This computer is busy, so others are hosting for now."}},
		{what: "still", st: status.Status{Desyncs: 3, Fork: status.ForkStatus{LeadersLost: 2, LostLeader: named("Dov")[0]}}, here: strained},
		{what: "a branch of one's own and a refused one", st: status.Status{Name: "Bo", Desyncs: 3, Fork: status.ForkStatus{LeadersLost: 2, Merges: []status.MergeStatus{bos, lost}}}, here: home(7, true, "Ada", "votes"),
			toasts: []string{"Your offline changes have been merged. See the Journal.", "Cleo's offline changes could not be merged. Open them from the title screen."}},
		{what: "an unfair leader is replaced", st: unfair, here: home(8, true, "Bo", "leads"), toasts: []string{"Eve ran time too fast, so another host took over"}},
		{what: "no more of it", st: unfair, here: home(8, true, "Bo", "leads")},
		{what: "once", st: status.Status{Name: "Bo", Desyncs: 3, Fork: status.ForkStatus{LeadersLost: 2, Merges: []status.MergeStatus{bos, lost}}}, here: home(7, true, "Ada", "votes")},
	} {
		step.st.Islands = []status.IslandStatus{step.here}
		got := v.Hear(&step.st, &step.here)
		if got.Flash != step.passing || !slices.Equal(got.Toasts, step.toasts) {
			t.Errorf("%s: %q and %q, want %q and %q", step.what, got.Flash, got.Toasts, step.passing, step.toasts)
		}
		for _, text := range append(got.Toasts, got.Flash, got.Banner) {
			for _, word := range jargon {
				if strings.Contains(text, word) {
					t.Errorf("%s: %q says %q", step.what, text, word)
				}
			}
		}
	}
	governed := func(who ...string) status.WorldStatus {
		c := &status.CharterStatus{Government: []status.GovernorStatus{{PeerName: named("Ada")[0], Office: "founder"}}}
		for _, name := range who {
			c.Government = append(c.Government, status.GovernorStatus{PeerName: named(name)[0], Office: status.Temporary})
		}
		return status.WorldStatus{Charter: c}
	}
	for _, step := range []struct {
		what   string
		world  status.WorldStatus
		toasts []string
	}{
		{"the charter is not known before", governed("Dov"), nil},
		{"the same one", governed("Dov"), nil},
		{"another one", governed("Cleo"), []string{"Dov is no longer temporary keeper", "Cleo is temporary keeper now, in place of the founder"}},
		{"the founder is back", governed(), []string{"Cleo is no longer temporary keeper"}},
		{"the player itself", governed("Bo"), []string{"You are temporary keeper now, in place of the founder"}},
		{"no more", governed(), []string{"You are no longer temporary keeper"}},
		{"the world is left", status.WorldStatus{}, nil},
	} {
		here := home(7, true, "Ada", "votes")
		if got := v.Hear(&status.Status{Name: "Bo", Peer: named("Bo")[0].Peer, Desyncs: 3, World: step.world, Fork: status.ForkStatus{LeadersLost: 3}}, &here); !slices.Equal(got.Toasts, step.toasts) {
			t.Errorf("%s: %q, want %q", step.what, got.Toasts, step.toasts)
		}
	}
	st := status.Status{Name: "Ada", Fork: status.ForkStatus{Merges: []status.MergeStatus{bos, lost}}}
	pages := v.Journal(&st)
	if len(pages) != 2 || pages[0].Title != "Offline changes by Cleo, archived" || pages[1].Title != "Offline changes by Bo, merged" ||
		!slices.Equal(pages[1].Lines, []string{"Bo played offline for 3 minutes", "At the start: 1 tile by Bo was added"}) {
		t.Errorf("the journal is %+v", pages)
	}
	attached := englishNotifier(t)
	if got := attached.Hear(&st, nil); len(got.Toasts) > 0 {
		t.Errorf("a window that is attached is told old news: %q", got.Toasts)
	}
}

// TestNotifierWords: every message is in the table, and every entry of the table is used.
func TestNotifierWords(t *testing.T) {
	v := englishNotifier(t)
	for _, key := range []string{"leader_lost", "leader_lost_you", "waiting", "waiting_others", "disconnected", "disconnected_others", "merging", "merged", "merged_you",
		"refused", "refused_you", "desync", "viewer", "busy", "attached", "and", "page_merged", "page_refused", "you"} {
		if v.Words.Get("net."+key) == "net."+key {
			t.Errorf("net.%s is not in the table", key)
		}
	}
}

// TestLinkStates: the dot of each peer is the worse of its link's state and of the leader's word.
func TestLinkStates(t *testing.T) {
	me, ada, bo := key.ID{1}, key.ID{2}, key.ID{3}
	link := func(id key.ID, lagging bool) status.LinkStatus {
		return status.LinkStatus{Peer: id.String(), Lagging: lagging}
	}
	peers := func(ids ...key.ID) (all status.PeerNames) {
		for _, id := range ids {
			all = append(all, status.PeerName{Peer: id.String()})
		}
		return all
	}
	type links []status.LinkStatus
	type states map[game.PlayerID]model.LinkState
	both := status.IslandStatus{Voters: peers(me, ada), Roll: status.Roll{Observers: peers(bo)}}
	with := func(lagging, silent status.PeerNames) *status.IslandStatus {
		i := both
		i.Lagging, i.Silent = lagging, silent
		return &i
	}
	for name, c := range map[string]struct {
		links links
		here  *status.IslandStatus
		want  states
	}{
		"nothing is known":                       {nil, nil, states{}},
		"a link, and no island yet":              {links{link(ada, false)}, nil, states{game.PlayerID(ada): model.LinkGood}},
		"a lagging link, and no island yet":      {links{link(ada, true)}, nil, states{game.PlayerID(ada): model.LinkSlow}},
		"a voter and an observer without a link": {nil, &both, states{game.PlayerID(ada): model.LinkGood, game.PlayerID(bo): model.LinkGood}},
		"its link lags, the leader hears it":     {links{link(ada, true)}, &both, states{game.PlayerID(ada): model.LinkSlow, game.PlayerID(bo): model.LinkGood}},
		"its link is good, the leader waits":     {links{link(ada, false)}, with(peers(ada), nil), states{game.PlayerID(ada): model.LinkSlow, game.PlayerID(bo): model.LinkGood}},
		"its link lags, the leader says gone":    {links{link(bo, true)}, with(nil, peers(bo)), states{game.PlayerID(ada): model.LinkGood, game.PlayerID(bo): model.LinkGone}},
		"its link is good, the leader says gone": {links{link(bo, false)}, with(nil, peers(bo)), states{game.PlayerID(ada): model.LinkGood, game.PlayerID(bo): model.LinkGone}},
		"one lags and one is gone":               {nil, with(peers(ada), peers(bo)), states{game.PlayerID(ada): model.LinkSlow, game.PlayerID(bo): model.LinkGone}},
		"gone, and no member any more":           {nil, &status.IslandStatus{Voters: peers(me), Roll: status.Roll{Silent: peers(bo)}}, states{game.PlayerID(bo): model.LinkGone}},
		"a key that is none":                     {links{{Peer: "nobody"}}, nil, states{}},
	} {
		st := status.Status{Peer: me.String(), Links: c.links}
		if got := linkStates(&st, c.here); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// named is a list of peers with these names, each with a key of its own.
func named(names ...string) (all status.PeerNames) {
	for _, n := range names {
		all = append(all, status.PeerName{Peer: "key of " + n, Name: n})
	}
	return all
}

// called is a peer with a name, or nobody.
func called(name string) status.PeerName {
	if name == "" {
		return status.PeerName{}
	}
	return named(name)[0]
}
