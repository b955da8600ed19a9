package control

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const (
	// ExcerptTurns is how many turns a running node is asked for when it is compared with another, and
	// maxExcerpt how many it may be asked for.
	ExcerptTurns, maxExcerpt = 60, 1200
	// ExcerptTime is how long they may take.
	ExcerptTime = 20 * time.Second
)

// serveRecording answers GET /recording?turns=N with a recording of the next N turns.
func serveRecording(node controlled, w http.ResponseWriter, r *http.Request) {
	unhurried(w)
	turns, err := strconv.Atoi(r.URL.Query().Get("turns"))
	if err != nil || turns < 1 || turns > maxExcerpt {
		http.Error(w, fmt.Sprintf("turns must be a number from 1 to %d", maxExcerpt), http.StatusBadRequest)
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
	file, err := node.RecordExcerpt(r.Context(), turns)
	if err == nil {
		w.Write(file)
	} else if r.Context().Err() == nil {
		fmt.Fprintln(w, err) // no recording, and so refused by its reader
	}
}
