package signal

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Limits of the connections that a server accepts, members' and others'. Beyond maxOpen a connection is
// closed unread.
const (
	maxOpen        = 256              // connections of one address (IPv6: of one /64), plain HTTP included
	headerTimeout  = 5 * time.Second  // from the connection to the end of a request's head
	requestTimeout = 10 * time.Second // to read a request, to write its answer, and between two requests
	shutdownTime   = time.Second
)

// Serve answers at ln until ctx ends, and then ends all connections. Plain HTTP has timeouts, and each answer
// ends its connection: a client of /healthz that stays costs a file only for seconds. A WebSocket has the
// timeouts of a member instead.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	if !s.options.TrustProxy { // otherwise all connections are the proxy's
		ln = &fairListener{Listener: ln, most: maxOpen, open: map[string]int{}}
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, WriteTimeout: requestTimeout, IdleTimeout: requestTimeout}
	server.SetKeepAlivesEnabled(false)
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		s.Close() // Shutdown does not know WebSockets
		ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			server.Close()
		}
	})
	err := server.Serve(ln)
	if !stop() {
		<-ended
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// fairListener accepts at most a number of connections of one address at a time, and closes further ones at
// once. So no address can use up the files of the process.
type fairListener struct {
	net.Listener
	most int

	mu   sync.Mutex
	open map[string]int // by addressKey
}

func (l *fairListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := addressKey(c.RemoteAddr().String())
		if l.take(address) {
			return &fairConn{Conn: c, free: sync.OnceFunc(func() { l.free(address) })}, nil
		}
		c.Close()
	}
}

func (l *fairListener) take(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[address] >= l.most {
		return false
	}
	l.open[address]++
	return true
}

func (l *fairListener) free(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[address]--; l.open[address] == 0 {
		delete(l.open, address)
	}
}

// fairConn is a connection that a fairListener counts until it is closed.
type fairConn struct {
	net.Conn
	free func() // may be called again
}

func (c *fairConn) Close() error {
	defer c.free()
	return c.Conn.Close()
}
