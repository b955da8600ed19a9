package node

import (
	"context"
)

// RecordExcerpt records the next turns of the world that is shown.
func (v *shown) RecordExcerpt(ctx context.Context, turns int) ([]byte, error) {
	return v.glimpse.Excerpt(ctx, turns)
}
