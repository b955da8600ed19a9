package node

import (
	"context"

	"manyhold/app/byhand"
	"manyhold/app/feed"
	"manyhold/app/order"
	"manyhold/app/rooms/hall"
	"manyhold/app/settings"
	"manyhold/app/shelf"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/island"
)

// Backend is a world as a window has it: served by a node of this process, or by one that runs in another and
// that the window is attached to. Its methods do not wait for the network, Stop and DoAtStart aside.
type Backend interface {
	// Done is closed when the window has lost the world; Err says why.
	Done() <-chan struct{}
	Err() error
	// Stop leaves the world.
	Stop()
	Status() status.Status
	Player() game.PlayerID
	// WorldName is "" while it is not known.
	WorldName() string
	// Remarks are notes for the person.
	Remarks() []string
	// PortalView hands out the land behind the portal near the player. It is nil where no node of this
	// process runs.
	PortalView() *feed.Vista
	// Copies hands out the confirmed world near the player.
	Copies() *feed.Feed
	// Orders are given from outside. The window carries them out between the commands of the person.
	Orders() *order.Queue
	SendPredicted(seq uint64, c command.Command)
	EnterCommand() command.Command
	// Inspect returns a function that runs f on the state itself, between two turns. It is nil where another
	// process has the state.
	Inspect() func(f func(w *island.Island))
	// SetOffer lets the settings of [host] take effect.
	SetOffer(s *settings.Settings)
	Recorder() *feed.Recorder
	DoAtStart(ctx context.Context, orders string)
	// Charter writes into the world's charter as the player; its errors are for people.
	Charter(ctx context.Context, words []string) (said string, err error)
	// Door carries out a command about the door of the world: invitations, knocks; its errors are for people.
	Door(ctx context.Context, words []string) (said string, err error)
	// RoomAct carries out an act about match rooms; its errors are for people.
	RoomAct(ctx context.Context, a hall.Act) (said string, err error)
	// Publish signs and publishes a draft of a blueprint as the player; its errors are for people.
	Publish(ctx context.Context, draft []byte) (said string, err error)
	// Assets are the pictures and sounds of makers. It is nil where there are none.
	Assets() shelf.Reader
	// PutAsset keeps a file of the player as an asset, which others get from here. known says that it was
	// here already. Its errors are for people.
	PutAsset(ctx context.Context, data []byte) (name string, known bool, err error)
	// Decree makes the world firm without the absent peers. Only the founder's node can.
	Decree(ctx context.Context) error
	// ByHand connects by texts that people carry. It is nil where no node of this process runs.
	ByHand() *byhand.Desk
	// Shout says something to the whole world as the player; its errors are for people.
	Shout(ctx context.Context, text string) error
}

func (s *owner) Player() game.PlayerID { return s.me }

func (b *ledger) WorldName() string {
	if g := b.genesis.Load(); g != nil {
		return g.Name
	}
	return ""
}

func (v *statusView) Remarks() []string { return v.notes.all() }

func (l *orderRunner) Orders() *order.Queue { return l.orders }

func (n *node) Inspect() func(f func(w *island.Island)) { return n.inside }

func (b *ledger) SetOffer(s *settings.Settings) { b.limit(s) }
