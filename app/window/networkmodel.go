package window

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"manyhold/app/node"
	"manyhold/app/status"
	"manyhold/app/window/hand"
	"manyhold/app/window/netview"
	"manyhold/app/window/notifier"
	"manyhold/app/window/worldpage"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/rights"
	"manyhold/net/key"
	"manyhold/render/ui/model"
)

// netEvery is how often the figures of the network are read for the interface.
const netEvery = 500 * time.Millisecond

// passingTime is how long a banner stands that tells of something that is over.
const passingTime = 6 * time.Second

// networkModel is the interface's view of the network, read now and then.
type networkModel struct {
	asking   atomic.Bool // a goroutine asks the node
	fresh    atomic.Pointer[status.Status]
	at       time.Time
	view     model.NetView
	last     *status.Status // that was read
	invite   string
	trust    []string                          // keys of the founder and the keepers, as far as the charter is known
	usurped  bool                              // the player's decree takes the world back from strangers,
	tyrant   string                            // or from an unfair host
	world    string                            // id of the world, "" while it is not known
	before   map[string][2]uint64              // bytes in and out of each link when last read
	linked   map[game.PlayerID]model.LinkState // by key of a peer that is linked, or executes the island
	agreed   netview.Agreements
	links    func(game.PlayerID) model.LinkState // linkOf, and Playing.rankOf, made once and not each frame
	rankings func(game.PlayerID) (rights.Rank, bool)
	banner   string // that passes
	until    time.Time

	elsewhere []entity.PlayerState // on other islands, in ascending seat
	shouts    []status.ShoutStatus // what was said to the whole world
	beacons   []grid.Tile          // burning lighthouses of all islands that are known here

	page     worldpage.View
	hand     hand.View
	notifier notifier.Notifier
	toasts   []string // to be shown
	journal  []model.JournalEntry
}

// linkOf says how the peer of a player is reached.
func (f *networkModel) linkOf(id game.PlayerID) model.LinkState {
	return f.linked[id] // LinkUnknown of others
}

// linkStates collects how peers are reached: what their links show and what the leader of the island says,
// whichever is worse.
func linkStates(st *status.Status, here *status.IslandStatus) map[game.PlayerID]model.LinkState {
	states := map[game.PlayerID]model.LinkState{}
	set := func(peer string, s model.LinkState) {
		if id, err := key.ParseID(peer); err == nil {
			states[game.PlayerID(id)] = max(states[game.PlayerID(id)], s)
		}
	}
	for _, l := range st.Links {
		set(l.Peer, model.LinkGood)
		if l.Lagging {
			set(l.Peer, model.LinkSlow)
		}
	}
	if here == nil {
		return states
	}
	for _, p := range slices.Concat(here.Voters, here.Observers) {
		if p.Peer != st.Peer {
			set(p.Peer, model.LinkGood)
		}
	}
	for _, p := range here.Lagging {
		set(p.Peer, model.LinkSlow)
	}
	for _, p := range here.Silent {
		set(p.Peer, model.LinkGone)
	}
	return states
}

// ask lets the node be asked in a goroutine of its own: the window does not wait for it.
func (f *networkModel) ask(n node.Backend) {
	if f.asking.Swap(true) {
		return
	}
	go func() {
		st := n.Status()
		f.fresh.Store(&st)
		f.asking.Store(false)
	}()
}

// read brings the figures of the network up to date, when an answer has come.
func (f *networkModel) read(p *Playing) {
	st := f.fresh.Swap(nil)
	if st == nil {
		if time.Since(f.at) >= netEvery {
			f.ask(p.node)
		}
		return
	}
	f.last = st
	seconds := time.Since(f.at).Seconds()
	f.at, f.invite, f.world = time.Now(), st.World.Invite, st.World.ID
	f.page.Hear(st)
	if c := st.World.Charter; c != nil {
		f.trust = c.Trusted
	}
	v := model.NetView{World: st.World.Name, Peer: status.Short(st.Peer), StepP50us: st.StepUS.P50, StepP99us: st.StepUS.P99, Desyncs: int(st.Desyncs)}
	var here *status.IslandStatus
	if len(st.Islands) > 0 {
		i := &st.Islands[max(0, slices.IndexFunc(st.Islands, func(i status.IslandStatus) bool { return i.Here }))]
		v.Leader, v.Epoch, v.Firm, v.Ordered, v.Committed = i.Leader.String(), fmt.Sprint(i.Epoch), i.Firm, i.TurnOrdered, i.TurnCommitted
		v.Digest, v.Voters, v.Observers = i.Digest.Hex, i.Voters.Names(), i.Observers.Names()
		v.Lagging, v.Silent = i.Lagging.Names(), i.Silent.Names()
		here, v.Part = i, netview.PartOf(i)
	}
	if f.agreed == nil {
		f.agreed = netview.Agreements{}
	}
	h := &st.Host
	v.Host = model.HostView{CPUPercent: h.CPUPercent, MemoryMB: int(h.MemoryBytes / 1e6), DiskMB: float64(h.DiskBytes) / 1e6, TickP95ms: h.TickMSP95,
		Regions: h.Regions, Dormant: h.Dormant, Peers: h.Peers, Islands: h.Islands, Leads: h.Leads, Votes: h.Votes}
	f.elsewhere, f.shouts = node.PlayersElsewhere(f.elsewhere, st), st.Shouts
	f.beacons = node.BeaconsIn(f.beacons[:0], st)
	if f.usurped, f.tyrant = false, ""; st.World.Charter != nil {
		f.usurped, f.tyrant = st.World.Charter.Usurped, st.World.Charter.Tyrant
	}
	news := f.notifier.Hear(st, here)
	v.Banner, v.Waiting = news.Banner, news.Banner != ""
	if news.Flash != "" {
		f.banner, f.until = news.Flash, time.Now().Add(passingTime)
	}
	f.toasts, f.journal = append(f.toasts, news.Toasts...), f.notifier.Journal(st)
	now := map[string][2]uint64{}
	f.linked = linkStates(st, here)
	for _, l := range st.Links {
		old := f.before[l.Peer]
		now[l.Peer] = [2]uint64{l.BytesIn, l.BytesOut}
		lv := model.LinkView{Name: l.Name, Route: l.Route, RTTms: l.RTTms, Loss: l.Loss, Lagging: l.Lagging, Agreement: f.agreed.Of(&l, f.at)}
		netview.Peer(&lv, &l, here)
		lv.Turns = here != nil && here.Attached != nil && here.Attached.Peer == l.Peer
		if seconds > 0 && f.before != nil {
			lv.InKBs, lv.OutKBs = float64(l.BytesIn-old[0])/1000/seconds, float64(l.BytesOut-old[1])/1000/seconds
		}
		v.Links = append(v.Links, lv)
	}
	for i, l := range st.Links {
		if l.Via == nil {
			continue
		}
		if at := slices.IndexFunc(st.Links, func(o status.LinkStatus) bool { return o.Peer == l.Via.Peer }); at >= 0 {
			v.Links[i].Relayed, v.Links[i].Via = true, at
		}
	}
	v.Pairs = netview.Pairs(v.Pairs, st)
	f.agreed.Keep(st.Links)
	v.Name, v.Version, v.Territories = st.Name, st.Version, netview.Territories(st)
	f.before, f.view = now, v
}
