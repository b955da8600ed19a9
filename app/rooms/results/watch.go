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
	news, ask := false, ""
	for _, row := range h.List() {
		news = b.Note(row.ID, h.View(row.ID), now) || news
		if at, before := asked[row.ID]; row.Phase == "ended" && !row.Here && !b.Has(row.ID) && (!before || now.Sub(at) > askAgain) {
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
