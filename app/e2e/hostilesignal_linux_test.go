package e2e

import (
	"context"
	"fmt"
	"io"
	"net"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/signal"
)

// A signalling server with few files, and one address with more connections than that.
const (
	signalFiles     = 400
	hostileIdle     = 600
	signalMeetsIn   = 5 * time.Second
	signalClosedIn  = 30 * time.Second
	hostileAddress  = "127.0.0.2"
	signalHalfWords = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
)

// TestIdleConnectionsDoNotExhaustASignallingServer: connections of one address that stay open before, during
// or after a request are bounded and closed. Peers at other addresses meet meanwhile.
func TestIdleConnectionsDoNotExhaustASignallingServer(t *testing.T) {
	_, url := awaitSignal(t, withFiles(signalFiles, program("signal", "--listen", "127.0.0.1:0")))
	address := url[len("ws://"):]

	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(hostileAddress)}, Timeout: 5 * time.Second}
	var open atomic.Int32
	var readers sync.WaitGroup
	t.Cleanup(readers.Wait) // after all are closed
	for i := range hostileIdle {
		c, err := from.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		open.Add(1)
		readers.Go(func() {
			io.Copy(io.Discard, c)
			open.Add(-1)
		})
		t.Cleanup(func() { c.Close() })
		switch i % 4 {
		case 0, 1:
			fmt.Fprint(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		case 2:
			fmt.Fprint(c, signalHalfWords)
		}
	}
	began := patience.Now()
	pairMeets(t, url)
	t.Logf("two peers met after %v beside %d idle connections", patience.Since(began).Round(time.Millisecond), hostileIdle)
	patience.Wait(t, "the end of the idle connections", signalClosedIn, 20*time.Millisecond, func() bool { return open.Load() == 0 })
	t.Logf("all idle connections were closed %v after the last one", patience.Since(began).Round(time.Millisecond))
}

// withFiles returns a command whose process may open at most a number of files.
func withFiles(most int, cmd *exec.Cmd) *exec.Cmd {
	limited := exec.Command("/bin/sh", append([]string{"-c", fmt.Sprintf("ulimit -n %d; exec \"$0\" \"$@\"", most)}, cmd.Args...)...)
	limited.Env = cmd.Env
	return limited
}

// pairMeets lets two members of one room exchange an offer.
func pairMeets(t *testing.T, url string) {
	t.Helper()
	world := [32]byte{1}
	var pair [2]*signal.Client
	for i := range pair {
		k := key.FromSeed([32]byte{byte(i + 1)})
		c, err := signal.NewClient(signal.ClientOptions{URL: url, Key: k, World: world, Answer: func(context.Context, []byte) ([]byte, error) {
			return []byte("yes"), nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		pair[i] = c
	}
	ctx, cancel := patience.WithTimeout(t.Context(), signalMeetsIn)
	defer cancel()
	patience.Wait(t, "both peers in the room", signalMeetsIn, 5*time.Millisecond, func() bool { return len(pair[0].Peers()) > 0 })
	if answer, err := pair[0].Offer(ctx, key.FromSeed([32]byte{2}).ID(), []byte("hello")); err != nil || string(answer) != "yes" {
		if _, why := pair[0].State(); why != nil {
			err = why
		}
		t.Fatalf("the pair did not meet: %q, %v", answer, err)
	}
}
