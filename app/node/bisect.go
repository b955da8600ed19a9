package node

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const (
	// glimpseTurns is how many turns a running node is asked for when it is compared with another, and
	// glimpseMost how many it may be asked for.
	GlimpseTurns, glimpseMost = 60, 1200
	// glimpseTime is how long they may take.
	GlimpseTime = 20 * time.Second
)

// serveRecording answers GET /recording?turns=N with a recording of the next N turns.
func serveRecording(node controlled, w http.ResponseWriter, r *http.Request) {
	turns, err := strconv.Atoi(r.URL.Query().Get("turns"))
	if err != nil || turns < 1 || turns > glimpseMost {
		http.Error(w, fmt.Sprintf("turns is a number from 1 to %d", glimpseMost), http.StatusBadRequest)
		return
	}
	if !awaitWorld(r.Context(), node) {
		http.Error(w, joiningNow(node), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	if f, ok := w.(http.Flusher); ok {
		f.Flush() // it takes a while
	}
	file, err := node.Glimpse(r.Context(), turns)
	if err == nil {
		w.Write(file)
	} else if r.Context().Err() == nil {
		fmt.Fprintln(w, err) // no recording, and so refused by who reads it
	}
}

// Glimpse records the next turns of the world that is shown.
func (n *node) Glimpse(ctx context.Context, turns int) ([]byte, error) {
	return n.glimpse.excerpt(ctx, turns)
}
