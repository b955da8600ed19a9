package control

import (
	"context"
	"io"
	"net/http"

	"manyhold/app/order"
	"manyhold/net/shout"
)

// serveShout says the body of a request to the whole world.
func serveShout(node controlled, w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, shout.MaxWords))
	if err == nil {
		ctx, cancel := context.WithTimeout(r.Context(), order.ShoutTime)
		defer cancel()
		err = node.Shout(ctx, string(text))
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
