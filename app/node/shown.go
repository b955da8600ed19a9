package node

import (
	"context"

	"manyhold/app/feed"
)

// shown is a node's view of its player's island.
type shown struct {
	feed     *feed.Feed
	recorder feed.Recorder
	excerpt  feed.Recorder // of a few turns, for a client of the control port
	vista    feed.Vista
}

func (v *shown) Copies() *feed.Feed       { return v.feed }
func (v *shown) Recorder() *feed.Recorder { return &v.recorder }
func (v *shown) PortalView() *feed.Vista  { return &v.vista }

// RecordExcerpt records the next turns of the world that is shown.
func (v *shown) RecordExcerpt(ctx context.Context, turns int) ([]byte, error) {
	return v.excerpt.Excerpt(ctx, turns)
}

// Record begins to record to a file, from the next turn on.
func (v *shown) Record(path string) error { return v.recorder.Start(path) }
