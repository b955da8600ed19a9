package host

import (
	"context"
	"time"
)

// Decree makes home's provisional fork firm; see Core.
func (w *World) Decree(now time.Time) error { return w.islands.home().Policy.Decree(now) }

// Decree makes this peer's provisional fork firm, because the other peers are gone for good; see Core. Errors
// are ErrNotFounder, ErrFirm, ErrStopped and the context's.
func (h *Host) Decree(ctx context.Context) error {
	return h.ask(ctx, func(now time.Time) error { return h.world.Decree(now) })
}
