package dial

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"

	"manyhold/net/link/stun"
	"manyhold/net/signal"
)

const (
	// reflectorTime is how long the server has for an answer.
	reflectorTime = 2 * time.Second
	// reflectorAgain is how long after a question without an answer it is asked again, and reflectorOften how
	// long after an answer.
	reflectorAgain = 20 * time.Second
	reflectorOften = 5 * time.Minute
)

// Reflector is the STUN server beside the signalling server. It is used until it leaves a question without an
// answer, and again after the next answer: each connection would wait for a server that is silent.
type Reflector struct {
	server string // HOST:PORT
	log    *slog.Logger
	silent atomic.Bool                    // the last question had no answer
	seen   atomic.Pointer[netip.AddrPort] // this machine, as the server sees it; nil: it has not answered
}

// NewReflector returns the reflector of a signalling server. The error is that of its URL.
func NewReflector(server string, log *slog.Logger) (*Reflector, error) {
	text, err := signal.ServerURL(server)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the signalling server's address %q: %w", server, err)
	}
	port := map[string]string{"ws": "80", "wss": "443"}[u.Scheme]
	return &Reflector{server: net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), port)), log: log}, nil
}

// Run asks the server from time to time, until ctx ends.
func (r *Reflector) Run(ctx context.Context) {
	for {
		r.ask(ctx)
		pause := reflectorOften
		if r.silent.Load() {
			pause = reflectorAgain
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// ask puts one question.
func (r *Reflector) ask(ctx context.Context) {
	limit, end := context.WithTimeout(ctx, reflectorTime)
	defer end()
	seen, err := stun.Ask(limit, r.server)
	if err != nil {
		if ctx.Err() == nil {
			r.silent.Store(true)
			r.log.Debug("no STUN server beside the signalling server", "server", r.server, "why", err)
		}
		return
	}
	r.silent.Store(false)
	if old := r.seen.Swap(&seen); old == nil || old.Addr() != seen.Addr() {
		r.log.Info("known to others by this address", "address", seen.Addr(), "by", r.server)
	}
}

// Servers returns HOST:PORT of the server, unless it is silent. Before its first answer it is asked, too: the
// first dials begin at once, and a dial behind a router fails without an outer address.
func (r *Reflector) Servers() []string {
	if r == nil || r.silent.Load() {
		return nil
	}
	return []string{r.server}
}
