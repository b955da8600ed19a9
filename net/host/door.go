package host

import (
	"context"
	"time"

	"manyhold/net/charter"
	"manyhold/net/key"
)

// Redeem has an invitation used by this peer's player; Status tells what comes of it. Errors are ErrStopped
// and the context's.
func (h *Host) Redeem(ctx context.Context, c charter.Capability) error {
	return h.ask(ctx, func(time.Time) error { h.world.islands.home().Door.Redeem(c); return nil })
}

// Knock asks the keepers to let this peer's player in; Status tells what they say. Errors are door.ErrOften,
// ErrNoWorld, ErrStopped and the context's.
func (h *Host) Knock(ctx context.Context, name string) error {
	return h.atDoor(ctx, func(time.Time) error { return h.world.islands.home().Door.Knock(name) })
}

// Withdraw takes the knock of this peer's player back.
func (h *Host) Withdraw(ctx context.Context) error {
	return h.atDoor(ctx, func(time.Time) error { h.world.islands.home().Door.Withdraw(); return nil })
}

// AnswerKnock answers the knock of a player, as a keeper. Errors are door.ErrNoKeeper, door.ErrNoKnock, those
// of Write, ErrStopped and the context's.
func (h *Host) AnswerKnock(ctx context.Context, player key.ID, letIn bool) error {
	return h.atDoor(ctx, func(now time.Time) error { return h.world.islands.home().Door.Answer(now, player, letIn) })
}

// atDoor runs f in the host's goroutine, and sends what comes of it.
func (h *Host) atDoor(ctx context.Context, f func(now time.Time) error) error {
	return h.ask(ctx, func(now time.Time) error {
		h.world.at(now)
		h.world.islands.home().SetTime(now)
		err := f(now)
		h.act()
		return err
	})
}
