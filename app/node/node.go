// Package node composes a node: identity and settings, the world's file, the host, links to peers, the local control
// port and what a window needs of it. No rule of the world and no protocol between peers lives here.
package node

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/world"
	"manyhold/net/beacon"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/link/webrtc"
	"manyhold/net/signal"
	"manyhold/net/store"
)

const (
	// leaveTime is how long a node waits for its player's Leave to be taken.
	leaveTime = time.Second
	// handOverTime is how long a node that ends tries to hand over its part.
	handOverTime = 6 * time.Second
	// saveTime is how long a node that ends waits for its file.
	saveTime = 10 * time.Second
	// doorTime is how long a stranger at the door may take to hand in an offer, or say nothing.
	doorTime = 15 * time.Second
)

// node is one identity's part in one world: the island it executes and perhaps hosts, its links, its
// file, its player. It is composed here and lives in goroutines of its parts; startNode makes it.
type node struct {
	log     *slog.Logger
	dir     string
	conf    *settings.ConfigFile
	pair    key.Pair
	me      game.PlayerID
	name    string
	look    entity.Look
	world   store.WorldID
	genesis atomic.Pointer[store.Genesis] // nil while joining has not learnt it
	began   time.Time

	file     *store.World  // of the host's goroutine until it has ended
	offered  atomic.Uint64 // of the disk in bytes; zero: all of it
	host     *host.Host
	endpoint *webrtc.Endpoint
	door     *http.Server
	doorAt   netip.AddrPort
	invited  invitation // as it was put together last
	server   string     // URL of the signalling server in use, "" for none
	control  *control
	finder   *finder
	feed     *Feed
	labour   *order.Labour
	recorder Recorder
	glimpse  Recorder                   // of a few turns, for who asks at the control port
	attached atomic.Pointer[attachment] // a window of another process; nil for none
	showing  atomic.Bool                // there is one, or about to be
	working  atomic.Bool                // orders are carried out, without a window

	census   census
	beacons  map[uint64]*world.Beacons // by island; of the host's goroutine
	vista    Vista
	meter    processorMeter
	issue    sync.Mutex // serialises seq
	seq      uint64     // number of the last command issued here
	notes    notes
	headless bool
	crash    string        // directory of the report of a crash, "" for none
	unusable bool          // nothing of the file can be used: it is set aside once somebody gives the world
	windowed bool          // a window carries out orders
	born     time.Time     // of the world, as far as yielding goes; long ago when it is not known
	told     atomic.Bool   // what happens is new, not a repetition from the file
	turns    atomic.Uint64 // executed here
	edited   atomic.Bool   // something was built or dug since
	after    func()        // what Stop does last; nil for nothing
	cancel   context.CancelFunc
	done     chan struct{} // closed when the host's goroutine has ended
	err      error         // valid after done
	stopped  sync.Once
	lost     chan struct{} // closed when the window or the process has to do without the node
	losing   sync.Once
	kicked   atomic.Pointer[kickedError]
}

// islandCounts are the figures that only the host's goroutine can read off the island.
type islandCounts struct {
	at                         time.Time
	regions                    []grid.Region
	dormant, entities, players int
	people                     []person
	beacons                    [][2]int32 // tiles of burning lighthouses, each once
	lines                      []world.Line
}

// person is a player of the world as the network's side needs it.
type person struct {
	key  key.ID
	name string
	seat entity.Seat
	look entity.Look
	here bool // in the world and awake
	body game.EntityID
	at   grid.Tile // where it stands, while here
}

// notes collects what a person should know, in words.
type notes struct {
	mu   sync.Mutex
	list []string
}

func (n *notes) add(s string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.list) < 20 {
		n.list = append(n.list, s)
	}
}

func (n *notes) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string{}, n.list...)
}

// choice says which world a node is to serve: exactly one of its fields is set.
type Choice struct {
	Found  *store.Genesis // a new one
	Resume store.WorldID  // one whose file is here
	Invite *signal.Invite // another's
	Offer  *beacon.Announcement

	Exhibit, Name string // a scene of the showroom, and what it is called
}

// Do carries out orders as the node's player. It is safe for concurrent use; orders of several callers
// are done one after the other.
func (n *node) Do(ctx context.Context, list []order.Errand, said func(string)) error {
	ctx, give := context.WithCancelCause(ctx)
	defer give(nil)
	go n.watchStandstill(ctx, give)
	err := n.labour.Do(ctx, n.done, list, said)
	if cause := context.Cause(ctx); errors.Is(err, context.Canceled) && cause != nil {
		return cause
	}
	return err
}

// bannedWords say that this node's player may do nothing, and why.
func bannedWords(why string) string {
	return "this player is banned and may not act in this world: " + cmp.Or(why, "no reason given")
}

// standstill is how long orders wait for a turn before they are given up: longer than any fail-over.
const standstill = 8 * time.Second

// watchStandstill gives orders up when no turn has been executed for a while, or when their player is banned, and says
// why.
func (n *node) watchStandstill(ctx context.Context, give context.CancelCauseFunc) {
	look := time.NewTicker(standstill / 8)
	defer look.Stop()
	last, since := n.turns.Load(), time.Now()
	for time.Since(since) < standstill {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if c := n.hostStatus().Charter; c.Barred {
			give(errors.New(bannedWords(c.Why)))
			return
		}
		if now := n.turns.Load(); now != last {
			last, since = now, time.Now()
		}
	}
	why := "no turn comes"
	if w := n.hostStatus().Waiting; w != "" {
		why = "waiting " + w
	}
	give(fmt.Errorf("the world stands still: %s", why))
}

// submit numbers a command that no predictor has numbered and hands it to the host.
func (n *node) submit(w *island.Island, c command.Command) uint64 {
	n.issue.Lock()
	defer n.issue.Unlock()
	if p := w.PlayerByKey(n.me); p != nil {
		n.seq = max(n.seq, p.LastSeq)
	}
	n.seq++
	c.Tick = w.Now()
	n.send(n.seq, c)
	return n.seq
}

// sendPredicted hands a command to the host that a predictor has numbered and stamped.
func (n *node) SendPredicted(seq uint64, c command.Command) {
	n.issue.Lock()
	defer n.issue.Unlock()
	n.seq = max(n.seq, seq)
	n.send(seq, c)
}

// send hands a numbered command to the host.
func (n *node) send(seq uint64, c command.Command) {
	if err := n.host.Submit(seq, command.Append(nil, c)); err != nil && !errors.Is(err, host.ErrStopped) {
		n.log.Warn("a command was not sent", "kind", c.Kind, "why", err)
	}
}

// enterCommand is the command with which the node's player comes into the world.
func (n *node) EnterCommand() command.Command {
	return command.Command{Kind: command.Enter, Text: n.name, Look: n.look}
}

// carryOut carries out orders while there is no window: it copies the world only while there is
// something to do.
func (n *node) carryOut(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-n.labour.Jobs:
			n.labour.Now = j
		}
		n.working.Store(true)
		n.feed.Want(true)
		for n.labour.Now != nil && n.turnOfLabour(ctx) {
		}
		n.feed.Want(false)
		n.working.Store(false)
	}
}

// turnOfLabour waits for the next turn and goes on with the orders.
func (n *node) turnOfLabour(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-n.feed.note:
	}
	if c := n.feed.Take(); c != nil {
		n.labour.Step(&order.Hand{World: c.World, Events: c.Events, Me: n.me, Inside: n.inside, Offer: n.offer, Shout: n.Shout, Charter: n.Charter, Heard: n.heardShouts, Lights: n.lights, Elsewhere: n.elsewhere, Issue: func(cmd command.Command) uint64 {
			return n.submit(c.World, cmd)
		}})
		n.feed.Give(c)
	}
	return true
}

// inside runs f on the state itself, in the host's goroutine.
func (n *node) inside(f func(w *island.Island)) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	n.host.Do(ctx, func(m host.Machine) {
		if m != nil {
			f(m.(*island.Island))
		}
	})
}

// between runs f in the host's goroutine between two turns, or here when that has ended. f bears being
// run twice.
func (n *node) between(f func()) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if errors.Is(n.host.Do(ctx, func(host.Machine) { f() }), host.ErrStopped) {
		<-n.done
		f()
	}
}

// onTurn is called by the host's goroutine after each executed turn.
func (n *node) onTurn(e host.Executed) {
	w := e.Machine.(*island.Island)
	n.turns.Add(1)
	if n.shows(w) {
		n.feed.Publish(w, e.Turn, e.Rewound)
		if a := n.attached.Load(); a != nil {
			a.turn(w, e)
		}
		n.recorder.Turn(w, e)
		n.glimpse.Turn(w, e)
	}
	if n.windowed {
		n.vista.turn(w, e, n.shows(w), centreOf(w, n.me))
	}
	for _, ev := range w.Events() {
		n.tell(w, ev)
	}
	if e.Turn%20 == 0 || n.census.of(e.Island) == nil {
		c := countIsland(w)
		c.beacons = n.beaconsOf(e.Island, w)
		n.census.take(e.Island, c)
	}
}

// Stop ends the node politely: the player leaves, the node's part is handed over, the file is saved.
func (n *node) Stop() {
	n.stopped.Do(func() {
		n.feed.Want(false)
		if a := n.attached.Load(); a != nil {
			a.end()
		}
		n.leave()
		n.finder.Close()
		ctx, cancel := context.WithTimeout(context.Background(), handOverTime)
		n.host.Stop(ctx)
		cancel()
		n.cancel()
		<-n.done
		n.close("the player quit")
		if n.after != nil {
			n.after()
		}
	})
	<-n.done
}

// leave takes the player out of the world and waits a moment for the turn that does it.
func (n *node) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	awake := func(m host.Machine) bool {
		if m == nil {
			return false
		}
		w := m.(*island.Island)
		p := w.PlayerByKey(n.me)
		if p == nil {
			return false
		}
		b := w.Body(p.Body)
		return b != nil && b.Flags&entity.Asleep == 0
	}
	var in atomic.Bool // the host may still run what was given up here
	n.host.Do(ctx, func(m host.Machine) {
		if in.Store(awake(m)); in.Load() {
			n.submit(m.(*island.Island), command.Command{Kind: command.Leave})
		}
	})
	for in.Load() && ctx.Err() == nil {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
		}
		n.host.Do(ctx, func(m host.Machine) { in.Store(awake(m)) })
	}
}

// close releases what the node holds, after its host has ended.
func (n *node) close(why string) {
	n.recorder.Stop()
	n.glimpse.Stop()
	if n.control != nil {
		n.control.Close()
	}
	if n.door != nil {
		n.door.Close()
	}
	if n.endpoint != nil {
		n.endpoint.Close(why)
	}
	if n.file != nil {
		ctx, cancel := context.WithTimeout(context.Background(), saveTime)
		if err := n.file.Close(ctx); err != nil {
			n.log.Error("the world could not be saved whole", "why", err)
		}
		cancel()
	}
}

// openDoor listens where other machines hand in offers.
func (n *node) openDoor(listen string, handler http.Handler) error {
	ln, err := listenDoor(n.dir, listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; choose another with --listen", listen, err)
	}
	n.doorAt = ln.Addr().(*net.TCPAddr).AddrPort()
	n.door = &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: doorTime, IdleTimeout: doorTime}
	go n.door.Serve(ln)
	return nil
}
