// Package node composes a node: identity and settings, the world's file, the host, links to peers, the local
// control port and the interface for a window. It holds no rule of the world and no protocol between peers.
package node

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/app/control"
	"manyhold/app/feed"
	"manyhold/app/order"
	"manyhold/app/publish"
	"manyhold/app/replica"
	"manyhold/app/rooms/venue"
	"manyhold/app/settings"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/net/beacon"
	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
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

// node is one identity's part in one world: the island it executes and perhaps hosts, its links, its file,
// its player. It lives in the goroutines of its parts; Identity.Enter makes it. Each embedded object owns its
// fields; the methods of node need several of them.
type node struct {
	log     *slog.Logger
	host    *host.Host
	control *control.Server
	venue   *venue.Venue // match rooms
	told    atomic.Bool  // what happens is new, not a repetition from the file

	owner
	ledger
	youth
	connections
	shown
	attaching
	commands
	orderRunner
	statusView
	speech
	talking
	doorway
	publish.Desk
	making
	ending
}

// owner is a node's view of the identity for which it runs.
type owner struct {
	dir      string
	conf     *settings.ConfigFile
	pair     key.Pair
	me       game.PlayerID
	name     string
	look     entity.Look
	headless bool
	windowed bool   // a window carries out orders
	bot      bool   // the bots of engines play the player's part in matches
	crash    string // directory of the report of a crash, "" for none
}

// newNode makes a node that has no world yet.
func newNode(id *Identity, log *slog.Logger) *node {
	n := &node{log: log, owner: owner{
		dir: id.Dir, conf: id.Conf, pair: id.Pair, me: game.PlayerID(id.Pair.ID()), name: id.PlayerName(), look: id.Look(),
		headless: id.Headless, windowed: id.Windowed, bot: id.bot, crash: id.crash,
	}}
	n.ledger.n, n.connections.n, n.attaching.n, n.commands.n = n, n, n, n
	n.orderRunner.n, n.statusView.n, n.speech.n, n.talking.n, n.doorway.n, n.ending.n = n, n, n, n, n, n
	n.began, n.done, n.lost = time.Now(), make(chan struct{}), make(chan struct{})
	n.feed = feed.NewFeed(n.me)
	n.recorder.Log, n.excerpt.Log = log, log
	n.orders = order.NewQueue(n.EnterCommand())
	if id.exposed != "" {
		n.notes.add(id.exposed)
	}
	return n
}

// islandCounts are the figures that only the host's goroutine can read off the island.
type islandCounts struct {
	at                         time.Time
	regions                    []grid.Region
	dormant, entities, players int
	people                     []person
	beacons                    [][2]int32 // tiles of burning lighthouses, each once
	lines                      []federation.Line
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

// notes collects messages for the person.
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

// Choice says which world a node is to serve: exactly one of its fields is set, apart from Stays and Born.
type Choice struct {
	Founded *store.Genesis // a new one
	Stays   bool           // Founded was asked for: it yields to no other world, and is announced as edited
	Resume  store.WorldID  // one whose file is here
	Born    time.Time      // when Resume was founded, if it may still yield
	Invite  *signal.Invite // another's
	Room    store.WorldID  // of that world, to be looked at there; zero: none
	Offer   *beacon.Announcement
	ByHand  string // that of an offer by hand, which is answered

	Exhibit, Name string // a scene of the showroom, and what it is called
}

// EnterCommand is the command with which the node's player comes into the world.
func (s *owner) EnterCommand() command.Command {
	return command.Command{Kind: command.Enter, Text: s.name, Look: s.look}
}

// inside runs f on the state itself, in the host's goroutine.
func (n *node) inside(f func(w *island.Island)) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	n.host.Do(ctx, func(m kernel.Machine) {
		if m != nil {
			f(replica.Of(m))
		}
	})
}

// between runs f in the host's goroutine between two turns, or here when that has ended. f bears being
// run twice.
func (n *node) between(f func()) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if errors.Is(n.host.Do(ctx, func(kernel.Machine) { f() }), kernel.ErrStopped) {
		<-n.done
		f()
	}
}

// onTurn is called by the host's goroutine after each executed turn.
func (n *node) onTurn(e kernel.Executed) {
	w := replica.Of(e.Machine)
	n.turns.Add(1)
	if n.shows(w) {
		n.feed.Publish(w, e.Turn, e.Rewound)
		if a := n.attached.Load(); a != nil {
			a.turn(w, e)
		}
		n.recorder.Turn(w, e)
		n.excerpt.Turn(w, e)
	}
	if n.windowed {
		n.vista.Turn(w, e, n.shows(w), feed.CentreOf(w, n.me))
	}
	n.doorway.see(w, e.Island)
	n.making.See(e.Island, w)
	for _, ev := range w.Happened {
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
			a.Close()
		}
		n.venue.Close()
		n.leave()
		n.dialer.Close()
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
	awake := func(m kernel.Machine) bool {
		if m == nil {
			return false
		}
		w := replica.Of(m)
		p := w.Roster.ByKey(n.me)
		if p == nil {
			return false
		}
		b := w.Space.Body(p.Body)
		return b != nil && b.Flags&entity.Asleep == 0
	}
	var in atomic.Bool // the host may still run what was given up here
	n.host.Do(ctx, func(m kernel.Machine) {
		if in.Store(awake(m)); in.Load() {
			n.submit(replica.Of(m), command.Command{Kind: command.Leave})
		}
	})
	for in.Load() && ctx.Err() == nil {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
		}
		n.host.Do(ctx, func(m kernel.Machine) { in.Store(awake(m)) })
	}
}

// close releases the node's resources, after its host has ended.
func (n *node) close(why string) {
	n.venue.Close()
	n.recorder.Stop()
	n.excerpt.Stop()
	if n.control != nil {
		n.control.Close()
	}
	if n.door != nil {
		n.door.Close()
	}
	n.desk.Close()
	if n.endpoint != nil {
		n.endpoint.Close(why)
	}
	if n.file != nil {
		ctx, cancel := context.WithTimeout(context.Background(), saveTime)
		if err := n.file.Close(ctx); err != nil {
			n.log.Error("cannot save the whole world", "why", err)
		}
		cancel()
	}
	n.sharing.Wait()
	n.mapping.Wait() // the router is told that the ports are free, for two seconds at most
}
