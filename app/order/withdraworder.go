package order

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"manyhold/game/blueprint"
	"manyhold/game/rights"
	"manyhold/game/thing"
)

// withdrawOrder withdraws a blueprint. The node publishes the withdrawal in a goroutine of its own: a window
// that carries the order out does not wait.
type withdrawOrder struct {
	name string
	did  string
	done chan error // of the publication
}

func (o *withdrawOrder) Step(h *Actor) (bool, string, error) {
	if o.done != nil {
		select {
		case err := <-o.done:
			return true, o.did, err
		default:
			return false, "", nil
		}
	}
	e, err := blueprintNamed(h, o.name)
	if err != nil {
		return true, "", err
	}
	b, err := Withdrawal(h, e)
	if err != nil {
		return true, "", err
	}
	o.did = "withdrew " + e.Name() + ": its things stay, and there are no new ones"
	if e.Has(blueprint.Withdrawn) {
		o.did = "withdrew " + e.Name() + " for good: nothing is left of it but its name"
	}
	o.done = make(chan error, 1)
	publish, draft := h.Publish, blueprint.Append(nil, b)
	go func() {
		_, err := publish(context.Background(), draft)
		o.done <- err
	}()
	return false, "", nil
}

// Withdrawal returns the version by which the player withdraws a blueprint. That of one which is withdrawn is
// empty; it needs that there is no thing of it here. Those that sleep, or are on other islands, then stand
// there without script and picture.
func Withdrawal(h *Actor, e *blueprint.Entry) (*blueprint.Blueprint, error) {
	rank := h.World.Code.Rank(h.Me)
	switch {
	case h.Publish == nil:
		return nil, errors.New("there is no node that could publish this")
	case e.Author != h.Me && rank < rights.Keeper, rank < rights.Builder:
		return nil, fmt.Errorf("%s is not yours: only its author and keepers withdraw it", e.Name())
	}
	if !e.Has(blueprint.Withdrawn) {
		return e.Withdrawal(false), nil
	}
	if slices.ContainsFunc(h.World.Things.List(), func(x *thing.Thing) bool { return x.Of == e.ID }) {
		return nil, fmt.Errorf("%s is withdrawn, and there are still things of it here", e.Name())
	}
	empty := e.Withdrawal(true)
	if empty.Version = e.Version; len(blueprint.Unsealed(nil, empty)) == len(blueprint.Unsealed(nil, e.Blueprint)) {
		return nil, fmt.Errorf("%s is withdrawn for good already", e.Name())
	}
	empty.Version++
	return empty, nil
}
