package host

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"manyhold/net/host/fork"
	"manyhold/net/host/kernel"
)

// AcceptBranch has the goods of a branch taken in that nobody could check, on the word of this peer's player,
// who must be a keeper. begin is how the branch's id begins, in hexadecimal digits; "" means the newest that
// waits. Errors are fork.ErrNoBranch, fork.ErrNotKeeper, ErrStopped and the context's.
func (h *Host) AcceptBranch(ctx context.Context, begin string) error {
	return h.ask(ctx, func(now time.Time) (err error) {
		err = fork.ErrNoBranch
		h.world.islands.each(func(c *kernel.Core) {
			ids := c.Judge.Waiting()
			for i := len(ids) - 1; i >= 0 && err == fork.ErrNoBranch; i-- {
				if strings.HasPrefix(hex.EncodeToString(ids[i][:]), begin) {
					err = c.Judge.AcceptBranch(now, ids[i])
				}
			}
		})
		return err
	})
}
