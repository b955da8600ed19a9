package node

import (
	"context"

	"manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/island"
)

// served is a world as a window has it: served by a node of this process, or by one that runs in another and that
// the window is attached to. Its methods do not wait for the network, Stop and doAtStart aside.
type Served interface {
	// Done is closed when the window has lost the world; Err says why.
	Done() <-chan struct{}
	Err() error
	// Stop leaves the world.
	Stop()
	Status() status.Status
	Player() game.PlayerID
	// worldName is "" while it is not known.
	WorldName() string
	// remarks are what a person should know, in words.
	Remarks() []string
	// behind hands out the land behind the portal near the player; nil where it is not to be had.
	Behind() *Vista
	// copies hands out the confirmed world near the player.
	Copies() *Feed
	// errands are orders given from outside, which the window carries out between the person's own.
	Errands() *order.Labour
	SendPredicted(seq uint64, c command.Command)
	EnterCommand() command.Command
	// within runs f on the state itself, between two turns; nil where the state is another process'.
	Within() func(f func(w *island.Island))
	// offers lets the settings of [host] take effect.
	Offers(s *settings.Settings)
	Tape() *Recorder
	DoAtStart(ctx context.Context, orders string)
	// Charter writes into the world's charter as the player; its errors are for people.
	Charter(ctx context.Context, words []string) (said string, err error)
	// Shout says something to the whole world as the player; its errors are for people.
	Shout(ctx context.Context, text string) error
}

func (n *node) Player() game.PlayerID { return n.me }

func (n *node) WorldName() string {
	if g := n.genesis.Load(); g != nil {
		return g.Name
	}
	return ""
}

func (n *node) Remarks() []string      { return n.notes.all() }
func (n *node) Behind() *Vista         { return &n.vista }
func (n *node) Copies() *Feed          { return n.feed }
func (n *node) Errands() *order.Labour { return n.labour }
func (n *node) Tape() *Recorder        { return &n.recorder }

func (n *node) Within() func(f func(w *island.Island)) { return n.inside }

func (n *node) Offers(s *settings.Settings) { n.limit(s) }
