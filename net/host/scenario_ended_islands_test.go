package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/directory"
	"manyhold/net/host/islandmerge"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/link"
)

// parts is a world of three on two islands, home and another, which is returned.
func parts(t *testing.T, seed uint64) (a *archipelago, island uint64) {
	a = gathering(t, seed, 3, 0)
	a.nodes[0].say(coins.Apart(1, a.nodes[2].id()))
	a.settled(10*time.Second, 2)
	return a, a.nodes[2].where()
}

// joinAgain has the other island go into home again.
func (a *archipelago) joinAgain(island uint64) {
	a.nodes[2].say(coins.Call(message.Home))
	a.nodes[0].say(coins.Call(island))
	a.settled(20*time.Second, 1)
}

// TestTakesNothingThatGoesOn: the leader of an island signs that it has taken in another, which knows nothing
// of it. No peer believes it: the island goes on, and ends when its own committee says so.
func TestTakesNothingThatGoesOn(t *testing.T) {
	a, island := parts(t, 61)
	n := a.nodes[1]
	home := n.world.islands.home()
	tip := home.Ancestry.Last()
	r := tip.After(epoch.Absorbed, epoch.Position{Turn: tip.FirstTurn + 500})
	r.Voters, r.From, r.Taken = tip.Voters, island, epoch.Taken{Record: [32]byte{1}, Turn: 5}
	r.Sign(a.by[tip.Leader().Key].pair)
	liar := a.nodes[0].id()
	heard := directory.NewEntry(n.world.Now, message.Home)
	heard.Remember(home.Ancestry.Records)
	heard.Request.Ask(n.world.Now, liar)
	n.world.directory.Entries.Known[message.Home] = heard
	if err := n.world.directory.Exchange.HeardRecords(liar, message.Home, recordlist.Encode(recordlist.Answer, tip.Hash(), []*epoch.Record{r})[0]); err != nil {
		t.Fatal(err)
	}
	delete(n.world.directory.Entries.Known, message.Home)
	check := func() {
		t.Helper()
		if n.world.directory.Ended(island) || n.world.directory.Endings.Unproven[island] == nil {
			t.Fatalf("believes that the island has gone: %v", n.world.directory.Ended(island))
		}
	}
	check()
	was := n.world.islands.get(island).History.Executed
	a.run(3 * time.Second)
	if check(); n.world.islands.get(island).History.Executed < was+40 {
		t.Error("the island does not go on")
	}
	a.joinAgain(island)
	if !n.world.directory.Ended(island) || len(n.world.directory.Endings.Unproven) > 0 {
		t.Errorf("it has gone: %v; %d takings are open", n.world.directory.Ended(island), len(n.world.directory.Endings.Unproven))
	}
}

// TestAsksForTheEnd: a peer that missed the end of an island, and hears that another has taken it in, asks
// the peers that remember it.
func TestAsksForTheEnd(t *testing.T) {
	a, island := parts(t, 62)
	a.joinAgain(island)
	a.run(islandmerge.Lingers + 5*time.Second)
	x := a.nodes[1]
	ended := a.nodes[0].world.directory.Endings.Remembered[island]
	if ended == nil || a.nodes[0].world.islands.get(island) != nil {
		t.Fatal("who executed the island does not remember it")
	}
	chain := ended.Chain
	const into = 7777
	for _, c := range []struct {
		what string
		end  [32]byte
		want bool
	}{{"the right end", chain[len(chain)-1].Hash(), true}, {"another", [32]byte{9}, false}} {
		delete(x.world.directory.Endings.Into, island)
		x.world.directory.Entries.Known[island] = directory.NewEntry(x.world.Now, island)
		x.world.directory.Entries.Known[island].Remember(chain[:len(chain)-1])
		x.world.directory.Endings.Unproven = map[uint64]*directory.Absorption{island: {Into: into, End: c.end}}
		for range 2 * x.world.Peers.Len() {
			now := x.world.clock.Given.Add(directory.AskEndEvery)
			x.world.at(now)
			x.world.early = nil
			x.world.directory.Endings.AskEnds()
			for _, asked := range a.carry(x, now) {
				a.carry(asked, now)
			}
		}
		if got := x.world.directory.Ended(island) && x.world.directory.Endings.Into[island] == into; got != c.want {
			t.Errorf("%s: believed %v", c.what, got)
		}
	}
}

// carry hands over the messages of a world that are about no single island, and returns their receivers.
func (a *archipelago) carry(from *islander, now time.Time) (to []*islander) {
	out := from.world.early
	from.world.early = nil
	for _, o := range out {
		for _, s := range o.Sends {
			a.by[s.To].world.Receive(now, from.id(), link.Stream, s.Bytes)
			to = append(to, a.by[s.To])
		}
	}
	return to
}

// TestHasItAfterLacking: all peers that execute an ended island reported "no quorum" long ago, and no
// recovery, which is never reported. They count as holders of the island, so that it can be taken in.
func TestHasItAfterLacking(t *testing.T) {
	a, island := parts(t, 63)
	for _, n := range a.nodes {
		home, c := n.world.islands.home(), n.world.islands.get(island)
		for _, x := range []struct {
			ago  time.Duration
			want bool
		}{{0, false}, {time.Minute, true}} {
			for _, p := range c.Peers.Values() {
				p.Said.Lacks, p.SaidAt = true, c.Now.Add(-x.ago)
			}
			if got := n.world.merging.IsWith(mergeView{c, n.world.runner}, mergeView{home, n.world.runner}); got != x.want {
				t.Errorf("%s: they lacked the others %v ago: has it %v", n.name, x.ago, got)
			}
		}
	}
}
