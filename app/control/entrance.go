package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"manyhold/app/rooms/web"
)

const (
	// maxStrangers is how many connections may be open that have not shown the token. Beyond it the oldest of
	// them is closed, so that a new one can show it.
	maxStrangers = 64
	// requestTime is how long a request may take to arrive, a stranger's answer to be taken, and a connection
	// to be idle.
	requestTime = 5 * time.Second
)

// entrance is the listener of the loopback port. It bounds the connections that have not shown the token: any
// program of this machine, and a web page in its browser, can open some and leave them.
type entrance struct {
	net.Listener

	mu        sync.Mutex
	strangers []*visitor // in the order of their arrival
}

// visitor is a connection to the loopback port.
type visitor struct {
	net.Conn
	entrance *entrance
}

func (e *entrance) Accept() (net.Conn, error) {
	c, err := e.Listener.Accept()
	if err != nil {
		return nil, err
	}
	v := &visitor{c, e}
	e.mu.Lock()
	e.strangers = append(e.strangers, v)
	var oldest *visitor
	if len(e.strangers) > maxStrangers {
		oldest = e.strangers[0]
	}
	e.mu.Unlock()
	if oldest != nil {
		oldest.Close()
	}
	return v, nil
}

// forget counts a connection no longer, because it has shown the token or is closed.
func (e *entrance) forget(v *visitor) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if i := slices.Index(e.strangers, v); i >= 0 {
		e.strangers = slices.Delete(e.strangers, i, i+1)
	}
}

func (v *visitor) Close() error {
	v.entrance.forget(v)
	return v.Conn.Close()
}

// visitorKey is the key of a request's visitor in its context.
type visitorKey struct{}

func withVisitor(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, visitorKey{}, c)
}

// ownHost refuses requests that name another host than this machine, or come from a page of another origin.
// If a hostile DNS server resolves the name of a web page to 127.0.0.1, the browser takes this port for the
// page's own; its requests still carry the page's name.
func ownHost(port int, h http.Handler) http.Handler {
	own := func(host string) bool {
		return slices.ContainsFunc([]string{"127.0.0.1", "localhost", "[::1]"}, func(name string) bool {
			return strings.EqualFold(host, fmt.Sprintf("%s:%d", name, port))
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !web.Foreign(w, r, own) {
			h.ServeHTTP(w, r)
		}
	})
}

// refuse answers a request without reading its body, and ends the connection.
func refuse(w http.ResponseWriter, code int, why string) {
	w.Header().Set("Connection", "close") // otherwise the answer waits for the body
	http.Error(w, why, code)
	_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // and the end of the connection does, too
}

// readBody reads the body of a request with the token, and lets the answer take its time. If the body is
// longer than most bytes or does not arrive, readBody answers the request.
func readBody(w http.ResponseWriter, r *http.Request, most int64) (body []byte, ok bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the limit is %d bytes", most))
	case err != nil:
		refuse(w, http.StatusRequestTimeout, "the body did not arrive")
	default:
		unhurried(w)
		return body, true
	}
	return nil, false
}

// unhurried lifts the timeouts of a connection: its request has shown the token and arrived.
func unhurried(w http.ResponseWriter) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Time{})
	_ = c.SetWriteDeadline(time.Time{})
}
