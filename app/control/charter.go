package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"manyhold/app/order"
	"manyhold/app/usage"
)

// Charter asks the node to write into the world's charter; its errors are as those of node.Charter.
func (n *Client) Charter(ctx context.Context, words []string) (said string, err error) {
	resp, err := n.Request(ctx, http.MethodPost, "/charter", []byte(strings.Join(words, "\n")))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, MaxBody))
	said = strings.TrimSpace(string(b))
	switch resp.StatusCode {
	case http.StatusOK:
		return said, nil
	case http.StatusBadRequest:
		return "", usage.Mark(errors.New(said))
	}
	return "", errors.New(said)
}

// serveCharter answers a request for an entry; its words are the lines of the body.
func serveCharter(node controlled, w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		http.Error(w, fmt.Sprintf("the limit is %d bytes", MaxBody), http.StatusRequestEntityTooLarge)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), order.DecreeTime)
	defer cancel()
	said, err := node.Charter(ctx, strings.Split(string(b), "\n"))
	var wrong usage.Error
	switch {
	case errors.As(err, &wrong):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case err != nil:
		http.Error(w, err.Error(), http.StatusConflict)
	default:
		fmt.Fprintln(w, said)
	}
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
