// Package office carries out what a person in the window asks of the world's node: entries in the charter,
// commands about the door, slash commands and shouts. Each runs in a goroutine of its own, and a note tells
// what came of it.
package office

import (
	"context"
	"sync/atomic"
	"time"

	"manyhold/app/usage"
)

// Node is what the office needs of a node.
type Node interface {
	Charter(ctx context.Context, words []string) (said string, err error)
	Door(ctx context.Context, words []string) (said string, err error)
	Decree(ctx context.Context) error
	Shout(ctx context.Context, text string) error
}

// Limits are how long the node may take.
type Limits struct {
	Answer time.Duration // to write into the charter, or to answer at the door
	Shout  time.Duration // to take a shout
	Line   time.Duration // to carry out a slash command
}

// Office serves the person while one plays in a world.
type Office struct {
	ctx    context.Context
	node   Node
	limits Limits
	word   func(key string) string // in the language of the window; only the window's goroutine calls it
	tell   func(note string)       // from any goroutine
	fail   func(err error)         // likewise
	made   atomic.Pointer[string]  // the text of the invitation made or shown last; nil: none
}

// New opens an office. Function word gives a word in the language of the window; tell shows a note from any
// goroutine, and fail why something cannot be done.
func New(ctx context.Context, n Node, l Limits, word func(key string) string, tell func(note string), fail func(err error)) *Office {
	return &Office{ctx: ctx, node: n, limits: l, word: word, tell: tell, fail: fail}
}

// within calls the node, and shows why it failed. It reports whether it did not.
func (o *Office) within(limit time.Duration, do func(ctx context.Context) error) bool {
	ctx, cancel := context.WithTimeout(o.ctx, limit)
	defer cancel()
	err := do(ctx)
	if err != nil {
		o.fail(err)
	}
	return err == nil
}

// Write writes into the world's charter as the player, and shows the result. It stops at the first failure.
func (o *Office) Write(entries ...[]string) { o.WriteThat(o.word("note.charter"), entries...) }

// WriteThat is Write with other words for the result.
func (o *Office) WriteThat(done string, entries ...[]string) {
	go func() {
		for _, words := range entries {
			if !o.within(o.limits.Answer, func(ctx context.Context) error {
				_, err := o.node.Charter(ctx, words)
				return err
			}) {
				return
			}
		}
		o.tell(done)
	}()
}

// TakeBack makes the world firm without the strangers who hold it, and shows the result.
func (o *Office) TakeBack() {
	done := o.word("note.taken_back")
	go func() {
		if o.within(o.limits.Answer, o.node.Decree) {
			o.tell(done)
		}
	}()
}

// Door carries out a command about the door of the world, and shows a failure.
func (o *Office) Door(words ...string) { o.door(func(string) {}, words) }

// Invitation has the node make an invitation, or find one of its own, and keeps its text.
func (o *Office) Invitation(words ...string) {
	o.door(func(text string) { o.made.Store(&text) }, words)
}

// door hands on what the node says of a command about the door, and shows a failure.
func (o *Office) door(then func(said string), words []string) {
	go o.within(o.limits.Answer, func(ctx context.Context) error {
		said, err := o.node.Door(ctx, words)
		if err == nil {
			then(said)
		}
		return err
	})
}

// AskDoor carries out a command about the door of the world, and shows what comes of it.
func (o *Office) AskDoor(words ...string) {
	go func() {
		ctx, cancel := context.WithTimeout(o.ctx, o.limits.Answer)
		defer cancel()
		said, err := o.node.Door(ctx, words)
		if err != nil {
			o.fail(err)
			return
		}
		o.tell(usage.Capital(said))
	}()
}

// Made returns the text of the invitation that was made or shown last, "" for none.
func (o *Office) Made() string {
	if text := o.made.Load(); text != nil {
		return *text
	}
	return ""
}

// Shout says something to the whole world, and tells why it could not be.
func (o *Office) Shout(text string) {
	go o.within(o.limits.Shout, func(ctx context.Context) error { return o.node.Shout(ctx, text) })
}

// Carry carries a slash command out, and shows what is said of it.
func (o *Office) Carry(do func(ctx context.Context, said func(text string)) error) {
	said := func(text string) {
		if text != "" {
			o.tell(usage.Capital(text))
		}
	}
	go o.within(o.limits.Line, func(ctx context.Context) error { return do(ctx, said) })
}
