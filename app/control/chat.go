package control

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"manyhold/app/talk"
)

// serveChat streams the chat until the client goes: a line of JSON for each talk.Line, first those of the
// history, then one of the kind talk.Begun, then what happens.
func serveChat(node controlled, w http.ResponseWriter, r *http.Request) {
	unhurried(w)
	if !awaitWorld(r.Context(), node) {
		http.Error(w, joiningNow(node), http.StatusServiceUnavailable)
		return
	}
	history, live, stop, err := node.Listen(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer stop()
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := json.NewEncoder(w)
	for _, l := range append(history, talk.Line{At: time.Now(), Kind: talk.Begun, Name: node.Status().Name, Text: node.Title()}) {
		if out.Encode(l) != nil {
			return
		}
	}
	for {
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
		select {
		case l := <-live:
			if out.Encode(l) != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

// Listen follows the chat, and calls heard with each line until ctx ends or the node does; it returns an
// error then.
func (n *Client) Listen(ctx context.Context, heard func(talk.Line)) error {
	resp, err := n.Request(ctx, http.MethodGet, "/chat", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		b, _ := io.ReadAll(io.LimitReader(resp.Body, MaxBody))
		return errors.New(strings.TrimSpace(string(b)))
	}
	in := json.NewDecoder(resp.Body)
	for {
		var l talk.Line
		if err := in.Decode(&l); err != nil {
			return errors.New("the node has ended")
		}
		heard(l)
	}
}
