package results

import (
	"context"
	"log/slog"
	"time"

	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
)

// Hall is what a watcher needs of the rooms of a node.
type Hall interface {
	List() []hall.Row
	View(id string) *rooms.View
	Show(ctx context.Context, id string) (*hall.State, error)
}

const (
	// lookEvery is how often rooms are looked at.
	lookEvery = time.Second
	// askFor is how long a room may take to show itself, and askAgain how long one that did not is left
	// alone.
	askFor, askAgain = 5 * time.Second, time.Minute
	// askEvery is the time from one room that is asked to the next: a node stays in such a room for a while,
	// and it may be in eight. Anybody can announce rooms that are over, new ones all the time.
	askEvery = 10 * time.Second
)

// Watch enters the results of rooms until ctx ends. Rooms of others that are over are looked at once, so that
// all nodes of a world know the results.
func (b *Book) Watch(ctx context.Context, h Hall, log *slog.Logger) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	asked := map[string]time.Time{}
	for {
		b.look(ctx, h, log, asked, time.Now())
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look looks at the rooms that are known now. It asks one room at most.
func (b *Book) look(ctx context.Context, h Hall, log *slog.Logger, asked map[string]time.Time, now time.Time) {
	news, ask, busy := false, "", false
	for id, at := range asked {
		busy = busy || now.Sub(at) < askEvery
		if now.Sub(at) > askAgain {
			delete(asked, id)
		}
	}
	for _, row := range h.List() {
		news = b.Note(row.ID, h.View(row.ID), now) || news
		if _, before := asked[row.ID]; row.Phase == "ended" && !row.Here && !b.Has(row.ID) && !before && !busy {
			ask = row.ID
		}
	}
	if ask != "" {
		asked[ask] = now
		ctx, cancel := context.WithTimeout(ctx, askFor)
		if _, err := h.Show(ctx, ask); err == nil {
			news = b.Note(ask, h.View(ask), now) || news
		}
		cancel()
	}
	if news {
		if err := b.Save(); err != nil && log != nil {
			log.Warn("cannot save the results of matches", "why", err)
		}
	}
}
