package host

import (
	"context"
	"time"

	"manyhold/net/charter"
)

// Write makes an entry of this peer in the world's charter; see Core.Write.
func (w *World) Write(now time.Time, act charter.Entry) error {
	return w.islands.home().Policy.Write(now, act)
}

// Write makes an entry of this peer in the world's charter and returns when it is there; see Core.Write.
// Further errors are ErrStopped and the context's.
func (h *Host) Write(ctx context.Context, act charter.Entry) error {
	return h.ask(ctx, func(now time.Time) error {
		err := h.world.Write(now, act)
		h.act()
		return err
	})
}
