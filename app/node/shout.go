package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"manyhold/app/control"
	"manyhold/app/status"
	"manyhold/net/host"
	"manyhold/net/shout"
)

// shoutsOf are those that a host knows of, oldest first.
func shoutsOf(h *host.Status) []status.ShoutStatus {
	list := make([]status.ShoutStatus, 0, len(h.Shouts))
	for i := range h.Shouts {
		s := &h.Shouts[i]
		list = append(list, status.ShoutStatus{Serial: s.Serial, Peer: s.Author.String(), Name: s.Name, Text: s.Words, Age: time.Since(s.At).Seconds()})
	}
	return list
}

// Shout says something to the whole world as the node's player. Its errors are for people.
func (v *speech) Shout(ctx context.Context, text string) error {
	n := v.n
	name := n.name
	if p, ok := n.census.find(func(p *person) bool { return p.key == n.pair.ID() }); ok {
		name = p.name
	}
	return plainShout(n.host.Shout(ctx, name, text))
}

// heardShouts returns what was said to the whole world.
func (v *speech) heardShouts() []status.ShoutStatus {
	n := v.n
	h := n.hostStatus()
	return shoutsOf(&h)
}

// plainShout puts what keeps somebody from shouting into plain words.
func plainShout(err error) error {
	switch {
	case errors.Is(err, shout.ErrOften):
		return errors.New("too many messages to the whole world; wait a few seconds")
	case errors.Is(err, shout.ErrWords):
		return fmt.Errorf("a message to the whole world has 1 to %d bytes of plain text", shout.MaxWords)
	case errors.Is(err, host.ErrNoWorld):
		return errors.New(control.JoiningWords)
	case errors.Is(err, host.ErrBarred):
		return errors.New("this player is banned from this world")
	}
	return err
}

// onShout writes what was said to the whole world into the log. It is called by the host's goroutine.
func (v *speech) onShout(h shout.Heard) {
	n := v.n
	n.log.Info("sent to the whole world", "player", h.Name, "key", h.Author.Short(), "text", h.Words)
}
