package order

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/making"
)

// unlinkOrder makes an independent copy of the blueprint of a thing, as the player's own, and lets the thing
// be of the copy. The node publishes it in a goroutine of its own: a window that carries the order out does
// not wait.
type unlinkOrder struct {
	thing game.EntityID
	copy  *blueprint.Blueprint
	done  chan error // of the publication
	last  *issueCommand
}

func (u *unlinkOrder) Step(h *Actor) (bool, string, error) {
	switch {
	case u.last != nil:
		return u.last.Step(h)
	case u.done == nil:
		return u.begin(h)
	}
	select {
	case err := <-u.done:
		if err != nil {
			return true, "", err
		}
		c := command.Command{Kind: command.Relink, Entity: u.thing, Text: making.Named(blueprint.IDOf(h.Me, u.copy.Title))}
		u.last = &issueCommand{cmd: c, did: "unlinked: it is of your blueprint " + u.copy.Title + " now"}
	default:
	}
	return false, "", nil
}

// begin publishes the copy.
func (u *unlinkOrder) begin(h *Actor) (bool, string, error) {
	if h.Publish == nil {
		return true, "", errors.New("no node here can publish a blueprint")
	}
	x := h.World.Things.Find(u.thing)
	if x == nil {
		return true, "", fmt.Errorf("no thing has the ID %x", uint64(u.thing))
	}
	if why := making.MayRelink(&h.World.State, h.Player(), x); why == event.NotAllowed {
		return true, "", errNotOwner
	} else if why != event.NoReason {
		return true, "", fmt.Errorf("refused: %s", why)
	}
	e := h.World.Blueprints.Find(x.Of)
	if e == nil {
		return true, "", errors.New("its blueprint is not known here")
	}
	var err error
	if u.copy, err = copyOf(e, h.Me, &h.World.Blueprints); err != nil {
		return true, "", err
	}
	u.done = make(chan error, 1)
	draft := blueprint.Append(nil, u.copy)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), PublishTime)
		defer cancel()
		_, err := h.Publish(ctx, draft)
		u.done <- err
	}()
	return false, "", nil
}

// copyOf returns a draft of a player's own that equals a blueprint and credits its author. Its title is the
// same, with a number where the player has such a blueprint already.
func copyOf(e *blueprint.Entry, me game.PlayerID, all *blueprint.Register) (*blueprint.Blueprint, error) {
	b := *e.Blueprint
	if e.Author != me {
		credit := blueprint.Credit{Author: e.Author, By: e.By, Title: e.Title}
		if !slices.Contains(b.Credits, credit) {
			b.Credits = append(slices.Clone(b.Credits), credit)
		}
		if len(b.Credits) > blueprint.MaxCredits {
			return nil, fmt.Errorf("%s has as many authors as can be named: %d", e.Name(), blueprint.MaxCredits)
		}
	}
	for n := 2; all.Find(blueprint.IDOf(me, b.Title)) != nil; n++ {
		end := fmt.Sprintf("-%d", n)
		b.Title = e.Title[:min(len(e.Title), blueprint.MaxTitle-len(end))] + end
	}
	b.Author, b.Editor, b.Version, b.Seal = blueprint.Nobody, blueprint.Nobody, 1, [64]byte{}
	return &b, nil
}
