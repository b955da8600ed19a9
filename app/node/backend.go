package node

import (
	"context"

	"manyhold/app/feed"
	"manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/island"
)

// Backend is a world as a window has it: served by a node of this process, or by one that runs in another and that
// the window is attached to. Its methods do not wait for the network, Stop and DoAtStart aside.
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
	// remarks are what a person should know, in words.
	Remarks() []string
	// behind hands out the land behind the portal near the player; nil where it is not to be had.
	PortalView() *feed.Vista
	// copies hands out the confirmed world near the player.
	Copies() *feed.Feed
	// errands are orders given from outside, which the window carries out between the person's own.
	Orders() *order.Queue
	SendPredicted(seq uint64, c command.Command)
	EnterCommand() command.Command
	// within runs f on the state itself, between two turns; nil where the state is another process'.
	Inspect() func(f func(w *island.Island))
	// offers lets the settings of [host] take effect.
	SetOffer(s *settings.Settings)
	Recorder() *feed.Recorder
	DoAtStart(ctx context.Context, orders string)
	// Charter writes into the world's charter as the player; its errors are for people.
	Charter(ctx context.Context, words []string) (said string, err error)
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

func (v *statusView) Remarks() []string   { return v.notes.all() }
func (v *shown) PortalView() *feed.Vista  { return &v.vista }
func (v *shown) Copies() *feed.Feed       { return v.feed }
func (l *labour) Orders() *order.Queue    { return l.orders }
func (v *shown) Recorder() *feed.Recorder { return &v.recorder }

func (n *node) Inspect() func(f func(w *island.Island)) { return n.inside }

func (b *ledger) SetOffer(s *settings.Settings) { b.limit(s) }
