package control

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"manyhold/app/order"
	"manyhold/app/status"
	"manyhold/net/patience"
)

// fakeNode has one player at a place, carries out orders when it is let, and holds attached windows.
type fakeNode struct {
	controlled
	let chan struct{}
}

func (fakeNode) Status() status.Status {
	return status.Status{World: status.WorldStatus{Invite: "manyhold:secret"}, Known: []status.KnownStatus{{ID: "b", Region: &[2]int{777, 1}}},
		Islands: []status.IslandStatus{{ID: "a", Places: [][2]int32{{777, 2}}, People: []status.PersonStatus{{Name: "Ada", At: &[2]int32{777, 3}}}}}}
}

func (f fakeNode) Do(ctx context.Context, _ []order.Order, said func(string)) error {
	said("begun")
	select {
	case <-f.let:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f fakeNode) AttachMatch(_ string, refused func(int, string), _ func() (net.Conn, *bufio.Reader, error)) {
	refused(http.StatusNotFound, "there is no such match")
}

func (f fakeNode) Attach(_ func(int, string), hijack func() (net.Conn, *bufio.Reader, error)) {
	c, in, err := hijack()
	if err == nil {
		defer c.Close()
		in.WriteTo(c) // an echo
	}
}

// nodeWith starts a server for a fake node; a request may take arrive to arrive.
func nodeWith(t *testing.T, arrive time.Duration) (*Client, fakeNode) {
	t.Helper()
	dir, f := t.TempDir(), fakeNode{let: make(chan struct{})}
	s, err := start(dir, f, arrive)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	n, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	return n, f
}

// strangers opens connections that say a text and stay. It returns how many the server has left open.
func strangers(t *testing.T, n *Client, count int, text string) (open *atomic.Int32) {
	t.Helper()
	open = new(atomic.Int32)
	var readers sync.WaitGroup
	t.Cleanup(readers.Wait)
	for range count {
		c, err := net.Dial("tcp", n.Host())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		io.WriteString(c, text)
		open.Add(1)
		readers.Go(func() {
			io.Copy(io.Discard, c)
			open.Add(-1)
		})
	}
	return open
}

// said sends a whole request by hand and returns the answer's status and body.
func said(t *testing.T, n *Client, request string) (int, string) {
	t.Helper()
	c, err := net.Dial("tcp", n.Host())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, request)
	type answer struct {
		code int
		body string
	}
	heard := make(chan answer, 1)
	go func() {
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			heard <- answer{0, err.Error()}
			return
		}
		b, _ := io.ReadAll(resp.Body)
		heard <- answer{resp.StatusCode, string(b)}
	}()
	select {
	case a := <-heard:
		return a.code, a.body
	case <-patience.After(t, 5*time.Second):
		return 0, "no answer"
	}
}

// TestForeignHostIsRefused: a web page whose name resolves to this machine reads nothing.
func TestForeignHostIsRefused(t *testing.T) {
	n, _ := nodeWith(t, time.Minute)
	port := n.Addr.Port
	for host, want := range map[string]int{
		fmt.Sprintf("127.0.0.1:%d", port): 200, fmt.Sprintf("LocalHost:%d", port): 200, fmt.Sprintf("[::1]:%d", port): 200,
		"evil.example": 403, fmt.Sprintf("evil.example:%d", port): 403, "127.0.0.1": 403, fmt.Sprintf("127.0.0.1.evil.example:%d", port): 403,
		fmt.Sprintf("localhost:%d", port+1): 403, fmt.Sprintf("127.0.0.2:%d", port): 403,
	} {
		for _, path := range []string{"/status", "/metrics", "/healthz"} {
			code, body := said(t, n, fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n", path, host, n.Addr.Token))
			if code != want || code == 403 && strings.Contains(body, "Ada") {
				t.Errorf("%s of host %s: %d, not %d: %s", path, host, code, want, body)
			}
		}
	}
}

// TestPlacesNeedTheToken: without the token, neither the status nor the metrics tell where players are.
func TestPlacesNeedTheToken(t *testing.T) {
	n, _ := nodeWith(t, time.Minute)
	for _, path := range []string{"/status", "/metrics"} {
		resp, err := http.Get("http://" + n.Host() + path)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != 200 || strings.Contains(string(b), "777") || strings.Contains(string(b), "secret") {
			t.Errorf("%s without the token: %s", path, b)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	st, err := n.Status(t.Context())
	if err != nil || len(st.Islands) != 1 || *st.Islands[0].People[0].At != [2]int32{777, 3} || st.World.Invite == "" || st.Known[0].Region == nil {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestTokenBeforeBody: a request without the token is refused before its body arrives.
func TestTokenBeforeBody(t *testing.T) {
	n, _ := nodeWith(t, time.Minute)
	for _, path := range []string{"/do", "/charter", "/decree"} {
		code, body := said(t, n, fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n", path, n.Host()))
		if code != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", path, code, body)
		}
	}
}

// TestStrangersAreBounded: connections without the token, idle or with a body that never arrives, are closed
// beyond maxStrangers. Requests with the token get through, and an attached window stays.
func TestStrangersAreBounded(t *testing.T) {
	n, _ := nodeWith(t, time.Minute)
	window, in, err := n.Upgrade(t.Context(), "/attach")
	if err != nil {
		t.Fatal(err)
	}
	defer window.Close()
	idle := strangers(t, n, 300, "")
	half := strangers(t, n, 300, fmt.Sprintf("POST /do HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n", n.Host()))
	began := patience.Now()
	if _, err := n.Status(t.Context()); err != nil {
		t.Error(err)
	}
	t.Logf("the status beside 600 connections took %v", patience.Since(began).Round(time.Millisecond))
	patience.Wait(t, "the end of the surplus", 10*time.Second, 5*time.Millisecond, func() bool { return idle.Load()+half.Load() <= maxStrangers })
	patience.Wait(t, "the end of the half requests", 10*time.Second, 5*time.Millisecond, func() bool { return half.Load() == 0 })
	io.WriteString(window, "still here\n")
	if s, err := in.ReadString('\n'); s != "still here\n" {
		t.Errorf("the attached window was closed: %q, %v", s, err)
	}
}

// TestStrangersTimeOut: a connection without a request, with half a request or with the token and no body
// ends after the time to arrive. Orders that take longer are carried out.
func TestStrangersTimeOut(t *testing.T) {
	n, f := nodeWith(t, 200*time.Millisecond)
	done := make(chan error, 1)
	var told strings.Builder
	go func() { done <- n.Do(t.Context(), "wait 1s", &told) }()
	for range 2 { // the orders began before the second time
		var open []*atomic.Int32
		for _, text := range []string{
			"", "GET /status HTTP/1.1\r\nHost:", fmt.Sprintf("GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", n.Host()),
			fmt.Sprintf("POST /do HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n\r\n", n.Host(), n.Addr.Token),
		} {
			open = append(open, strangers(t, n, 3, text))
		}
		for k := range open {
			patience.Wait(t, fmt.Sprintf("the end of the silent connections of kind %d", k), 10*time.Second, 5*time.Millisecond, func() bool { return open[k].Load() == 0 })
		}
	}
	select {
	case err := <-done:
		t.Fatalf("the orders ended early: %v", err)
	default:
	}
	close(f.let)
	if err := <-done; err != nil || told.String() != "begun\n" {
		t.Errorf("%q, %v", told.String(), err)
	}
}
