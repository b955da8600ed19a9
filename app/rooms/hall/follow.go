package hall

import (
	"context"
	"encoding/json"
	"time"

	"manyhold/app/rooms"
)

// Follow calls f with the state of a room as viewers may see it (see Late), and after each change of that,
// until ctx ends, f returns an error, or the node leaves the room.
func (h *Hall) Follow(ctx context.Context, id string, f func(*State) error) error {
	r, err := h.glance(ctx, id)
	if err != nil {
		return err
	}
	look := time.NewTicker(lateEvery)
	defer look.Stop()
	last := ""
	for ctx.Err() == nil {
		changed := r.Changed()
		touch(h, r)
		s := h.late(r)
		if now := digestOf(s); now != last {
			last = now
			if err := f(s); err != nil {
				return err
			}
		}
		select {
		case <-changed:
		case <-look.C: // a moment may be public now
		case <-ctx.Done():
		case <-r.Done():
			return explain(rooms.ErrUnknown)
		}
	}
	return nil
}

// digestOf is what Follow tells states apart by. The number of the turn alone is no news.
func digestOf(s *State) string {
	x := *s
	x.Generation, x.Digest, x.DigestAt, x.Countdown = x.Generation/60, "", 0, float64(int(x.Countdown))
	b, _ := json.Marshal(&x) // all fields have a JSON form
	return string(b)
}
