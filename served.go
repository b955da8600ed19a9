package main

import (
	"context"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/island"
)

// served is a world as a window has it: served by a node of this process, or by one that runs in another and that
// the window is attached to. Its methods do not wait for the network, Stop and doAtStart aside.
type served interface {
	// Done is closed when the window has lost the world; Err says why.
	Done() <-chan struct{}
	Err() error
	// Stop leaves the world.
	Stop()
	Status() status
	player() game.PlayerID
	// worldName is "" while it is not known.
	worldName() string
	// remarks are what a person should know, in words.
	remarks() []string
	// behind hands out the land behind the portal near the player; nil where it is not to be had.
	behind() *vista
	// copies hands out the confirmed world near the player.
	copies() *feed
	// errands are orders given from outside, which the window carries out between the person's own.
	errands() *labour
	sendPredicted(seq uint64, c command.Command)
	enterCommand() command.Command
	// within runs f on the state itself, between two turns; nil where the state is another process'.
	within() func(f func(w *island.Island))
	// offers lets the settings of [host] take effect.
	offers(s *Settings)
	tape() *recorder
	doAtStart(ctx context.Context, orders string)
	// Charter writes into the world's charter as the player; its errors are for people.
	Charter(ctx context.Context, words []string) (said string, err error)
	// Shout says something to the whole world as the player; its errors are for people.
	Shout(ctx context.Context, text string) error
}

func (n *node) player() game.PlayerID { return n.me }

func (n *node) worldName() string {
	if g := n.genesis.Load(); g != nil {
		return g.Name
	}
	return ""
}

func (n *node) remarks() []string { return n.notes.all() }
func (n *node) behind() *vista    { return &n.vista }
func (n *node) copies() *feed     { return n.feed }
func (n *node) errands() *labour  { return n.labour }
func (n *node) tape() *recorder   { return &n.recorder }

func (n *node) within() func(f func(w *island.Island)) { return n.inside }

func (n *node) offers(s *Settings) { n.limit(s) }
