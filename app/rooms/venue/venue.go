// Package venue puts the match rooms of a node together: the lobby on the links of the world (net/lobby), the
// rooms that the node is in (app/rooms), and their engines, for those who ask (app/rooms/hall).
package venue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"

	"manyhold/app/arena"
	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/results"
	"manyhold/app/rooms/ticket"
	"manyhold/net/asset/share"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/lobby"
	"manyhold/net/room"
	"manyhold/net/store"
)

// Options of a venue.
type Options struct {
	Pair   key.Pair
	Name   string // of the player
	Data   string // the data directory
	World  store.WorldID
	Offer  kernel.Offer // how this node offers to host rooms
	Log    *slog.Logger
	Allow  func() Policy // who may create rooms now
	Assets *share.Store  // has the engines of others
	Invite func() string // the text of an invitation to the world; nil: there is none
	Bot    bool          // the bots of engines play for the player
}

// Venue is the rooms of a node.
type Venue struct {
	log     *slog.Logger
	lobby   *lobby.Lobby
	service *rooms.Service
	hall    *hall.Hall
	node    key.ID
	clients clients
	results *results.Book
	tickets ticket.Book
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// New returns the rooms of a node that is in none yet. It runs from Start to Close.
func New(o Options) *Venue {
	v := &Venue{log: o.Log, lobby: lobby.New(o.Pair.ID(), nil), node: o.Pair.ID(), tickets: ticket.Open(o.Data), clients: clients{list: map[store.WorldID]*arena.Client{}}}
	known := newEngines(o.Assets)
	dir := filepath.Join(o.Data, "rooms", o.World.String()[:8])
	v.results = results.Open(dir+".results.json", room.Key(o.Pair.ID()))
	v.service = rooms.New(rooms.Options{
		Pair: o.Pair, Name: o.Name, Dir: dir, Lobby: v.lobby, Log: o.Log, Offers: o.Offer,
		Client: func(ctx context.Context, r *rooms.Room) {
			v.clients.play(ctx, r, arena.Options{Pair: o.Pair, Packages: known.library.Package, Dir: o.Data, Log: o.Log, Bot: o.Bot})
		},
	})
	v.hall = hall.New(hall.Options{
		World: o.World, Invite: o.Invite,
		Rooms: v.service, Engines: known, Me: o.Pair.ID(), Name: o.Name, Publish: known.publish, Archive: known.archive, Check: known.check,
		Create: func() error { return o.Allow().refusal() },
	})
	return v
}

// Results are the results of matches that this node has seen.
func (v *Venue) Results() *results.Book { return v.results }

// Arena returns the player's part in a room, nil if the node is not in it.
func (v *Venue) Arena(id store.WorldID) *arena.Client { return v.clients.of(id) }

// Before returns a handler of the world's links that takes the messages about rooms out.
func (v *Venue) Before(next link.Handler) link.Handler { return v.lobby.Before(next) }

// Hall is the rooms as people ask for them.
func (v *Venue) Hall() *hall.Hall { return v.hall }

// Rooms are the rooms that this node is in.
func (v *Venue) Rooms() *rooms.Service { return v.service }

// Needs returns the peers with which rooms need links.
func (v *Venue) Needs() []key.ID { return v.service.Needs() }

// Start resumes the rooms in which the player has a seat, and runs the rooms until Close.
func (v *Venue) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	v.running.Go(func() { v.service.Run(ctx) })
	v.running.Go(func() { v.hall.Run(ctx) })
	v.running.Go(func() { v.service.Resume(ctx) })
	v.running.Go(func() { v.results.Watch(ctx, v.hall, v.log) })
}

// Close leaves all rooms without giving seats up. It can be called without Start, and again.
func (v *Venue) Close() {
	if v == nil || v.cancel == nil {
		return
	}
	v.cancel()
	v.running.Wait()
}

// Tickets are the tickets that the node has issued.
func (v *Venue) Tickets() ticket.Book { return v.tickets }

// Node is the identity of the node.
func (v *Venue) Node() key.ID { return v.node }

// Policy is who may create rooms, and what the player is.
type Policy struct {
	Least    string // the least rank: anyone, builders, keepers, founder or nobody
	Rank     string // of the player in the world: visitor, builder, keeper or founder
	Barred   bool   // the player is banned from the world
	PlayOnly bool   // this computer hosts nothing
}

// ranks are the ranks, ascending.
var ranks = map[string]int{"visitor": 0, "builder": 1, "keeper": 2, "founder": 3}

// leasts are the least ranks of the setting rooms.create.
var leasts = map[string]int{"anyone": 0, "builders": 1, "keepers": 2, "founder": 3}

// leastWords are the words for the least ranks.
var leastWords = map[string]string{"builders": "builders, keepers and the founder", "keepers": "keepers and the founder", "founder": "the world's founder"}

// refusal returns why the player may not create rooms, nil if it may.
func (p Policy) refusal() error {
	least, known := leasts[p.Least]
	switch {
	case p.Barred:
		return errors.New("this player is banned from this world, and may create no rooms")
	case p.PlayOnly:
		return errors.New("this computer only plays (--no-host, or host = false in the settings), so it can create no rooms; it can join those of others")
	case !known:
		return errors.New("nobody may create rooms on this computer (the setting rooms.create)")
	case ranks[p.Rank] < least:
		return fmt.Errorf("only %s may create rooms on this computer (the setting rooms.create), and this player is a %s", leastWords[p.Least], p.Rank)
	}
	return nil
}
