package inspector

import (
	"context"
	"errors"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/making"
	"manyhold/game/world"
)

// mostCopies is how many copies may be on their way at a time; one more is refused.
const mostCopies = 8

var errCopies = errors.New("other copies are still being published")

// Publish publishes a draft as the player; it says what came of it.
type Publish func(ctx context.Context, draft []byte) (said string, err error)

// Unlinking makes things those of copies: each copy is published, and once the player's island knows it, the
// thing becomes one of it. NewUnlinking makes one. Its methods but the function that Begin returns are for
// one goroutine.
type Unlinking struct {
	done chan link
	list []link // published, but not known here yet
}

type link struct {
	thing game.EntityID
	to    blueprint.ID
}

// NewUnlinking returns an Unlinking without any copies.
func NewUnlinking() Unlinking { return Unlinking{done: make(chan link, mostCopies)} }

// Begin prepares the copy for a thing. The function that it returns publishes it; it waits, so it is for
// another goroutine. ok is false if the thing or its blueprint is gone, or the
// thing is another's and the player no keeper.
func (u *Unlinking) Begin(w *world.State, me game.PlayerID, id game.EntityID) (do func(ctx context.Context, publish Publish, said func(string)) error, ok bool) {
	x := w.Things.Find(id)
	p := w.Roster.ByKey(me)
	if x == nil || p == nil || making.MayRelink(w, p, x) != event.NoReason {
		return nil, false
	}
	e := w.Blueprints.Find(x.Of)
	if e == nil {
		return nil, false
	}
	draft, to := Own(&w.Blueprints, e, me)
	done := u.done
	return func(ctx context.Context, publish Publish, said func(string)) error {
		text, err := publish(ctx, draft)
		if err != nil {
			return err
		}
		select {
		case done <- link{id, to}:
			said(text)
			return nil
		default:
			return errCopies
		}
	}, true
}

// Next returns the command that lets a thing be of its copy, once the copy is known here.
func (u *Unlinking) Next(w *world.State) (c command.Command, ok bool) {
	select {
	case l := <-u.done:
		u.list = append(u.list, l)
	default:
	}
	for k, l := range u.list {
		if w.Blueprints.Find(l.to) != nil {
			u.list = slices.Delete(u.list, k, k+1)
			return command.Command{Kind: command.Relink, Entity: l.thing, Text: making.Named(l.to)}, true
		}
	}
	return c, false
}
