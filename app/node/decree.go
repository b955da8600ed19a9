package node

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"manyhold/app/order"
	"manyhold/net/host"
)

// Decree makes the world firm without those who are gone for good; only its founder's node can.
func (n *node) Decree(ctx context.Context) error {
	err := n.host.Decree(ctx)
	switch {
	case errors.Is(err, host.ErrFirm):
		return errors.New("there is nothing to decree: the world waits for nobody")
	case errors.Is(err, host.ErrNotFounder):
		return errors.New("only the world's founder can decree that the others are gone for good")
	case err == nil:
		n.log.Info("decreed that the world goes on without those who are gone")
	}
	return err
}

// serveDecree answers a request for a decree.
func serveDecree(node controlled, w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), order.DecreeTime)
	defer cancel()
	if err := node.Decree(ctx); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	fmt.Fprintln(w, "done")
}
