package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/net/host"
)

// decreeTime is how long the node that is asked for a decree may take to answer.
const decreeTime = 5 * time.Second

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

func decreeCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "decree", Short: "As the founder: go on for good without those who are gone", Args: noArgs,
		Long: `Has the node running on --data decree, as the world's founder, that those without whom the
world goes on provisionally are gone for good: from now on it is firm. Whoever of them
comes back later finds their line to be a branch, which is kept.`,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, err := findData(*data)
			if err != nil {
				return err
			}
			node, err := findNode(dir)
			if err != nil {
				return err
			}
			resp, err := node.request(c.Context(), http.MethodPost, "/decree", nil)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			b, _ := io.ReadAll(io.LimitReader(resp.Body, maxOrders))
			if resp.StatusCode != http.StatusOK {
				return errors.New(strings.TrimSpace(string(b)))
			}
			fmt.Fprintln(c.OutOrStdout(), "decreed: the world goes on without those who are gone")
			return nil
		},
	}
}

// serveDecree answers a request for a decree.
func serveDecree(node controlled, w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), decreeTime)
	defer cancel()
	if err := node.Decree(ctx); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	fmt.Fprintln(w, "done")
}
