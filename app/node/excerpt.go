package node

import (
	"context"
)

// RecordExcerpt records the next turns of the world that is shown.
func (n *node) RecordExcerpt(ctx context.Context, turns int) ([]byte, error) {
	return n.glimpse.Excerpt(ctx, turns)
}
