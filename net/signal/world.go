package signal

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// WorldPath is where a node's door says which world it is in: the id in hex, as text.
const WorldPath = "/world"

// NewWorldSign returns the handler of WorldPath. It answers doorRate times a second to each address.
func NewWorldSign(world [32]byte) http.Handler {
	limit := NewLimiter(doorRate, doorBurst, doorAddresses)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet:
			w.Header().Set("Allow", http.MethodGet)
			http.Error(w, "this only answers GET", http.StatusMethodNotAllowed)
		case !limit.Allow(addressKey(r.RemoteAddr), time.Now()):
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many questions from this address", http.StatusTooManyRequests)
		default:
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			fmt.Fprintln(w, hex.EncodeToString(world[:]))
		}
	})
}

// ErrAskedTooOften says that a door is there, and was asked too often from this address to answer.
var ErrAskedTooOften = errors.New("signal: the door was asked too often")

// AskWorld asks the door at "host:port" which world its node is in. The answer is not proved: a link with the
// peer by its key shows soon whether it was true. Its errors are ErrAskedTooOften, RemoteError and those of
// the network.
func AskWorld(ctx context.Context, address string) (world [32]byte, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+WorldPath, nil)
	if err != nil {
		return world, fmt.Errorf("signal: the door's address %q: %w", address, err)
	}
	resp, err := doorClient.Do(r)
	if err != nil {
		return world, fmt.Errorf("signal: asking a door: %w", innermost(err))
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 2*int64(len(world))+3))
	if err != nil {
		return world, fmt.Errorf("signal: reading a door's answer: %w", err)
	}
	text := strings.TrimSpace(string(body))
	if resp.StatusCode == http.StatusTooManyRequests {
		return world, ErrAskedTooOften
	}
	if resp.StatusCode != http.StatusOK || len(text) != 2*len(world) {
		return world, &RemoteError{printable(text)}
	}
	if _, err := hex.Decode(world[:], []byte(text)); err != nil || world == [32]byte{} {
		return [32]byte{}, &RemoteError{printable(text)}
	}
	return world, nil
}
