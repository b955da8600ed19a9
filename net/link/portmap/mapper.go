package portmap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"manyhold/net/link"
)

// The states of a Mapper in words, as Status returns them.
const (
	wordsMapped  = "the router lets others reach this machine"
	wordsNone    = "no router that maps ports has answered"
	wordsBehind  = "the router itself is behind another NAT"
	wordsRefused = "the router maps no port"
)

// errBehind reports an outer address that others cannot reach.
var errBehind = errors.New("portmap: " + wordsBehind)

// Mapper keeps ports of this machine mapped while Run lasts. Mapped, Outside and Status may be called from
// any goroutine, and on a nil Mapper, which has no mappings.
type Mapper struct {
	ports    []Port
	lifetime time.Duration
	find     func(context.Context) []Gateway // nil: there is nothing to ask
	log      *slog.Logger
	shown    atomic.Pointer[shown] // never nil
}

// shown is what others may know of a Mapper. It never changes.
type shown struct {
	mapped []Mapping
	words  string
}

// Mapped returns the mappings of now, in the order of Options.Ports. The caller owns the slice.
func (m *Mapper) Mapped() []Mapping {
	if m == nil {
		return nil
	}
	return slices.Clone(m.shown.Load().mapped)
}

// Outside returns the addresses at which others reach a port: one, or none.
func (m *Mapper) Outside(p Port) (at []netip.AddrPort) {
	if m == nil {
		return nil
	}
	for _, mapping := range m.shown.Load().mapped {
		if mapping.Port == p {
			at = append(at, mapping.External)
		}
	}
	return at
}

// Status returns what became of the last question, as a sentence without a full stop; "" before there is
// something to say, and after Run.
func (m *Mapper) Status() string {
	if m == nil {
		return ""
	}
	return m.shown.Load().words
}

// tell publishes mappings and words, and logs a change.
func (m *Mapper) tell(mapped []Mapping, words string, by Gateway) {
	old := m.shown.Swap(&shown{mapped, words})
	if words == "" || old.words == words && slices.Equal(old.mapped, mapped) {
		return
	}
	level, args := slog.LevelDebug, []any{}
	if len(mapped) > 0 || words == wordsBehind {
		level = slog.LevelInfo
	}
	if by != nil {
		args = append(args, "router", by.String())
	}
	for _, p := range mapped {
		args = append(args, p.Protocol.String(), p.External)
	}
	m.log.Log(context.Background(), level, words, args...)
}

// Run finds a router, maps the ports and keeps them mapped until ctx ends. It removes the mappings then,
// which takes at most two seconds. Without a router it searches again, with growing pauses.
func (m *Mapper) Run(ctx context.Context) {
	if m == nil || m.find == nil || len(m.ports) == 0 {
		return
	}
	defer m.tell(nil, "", nil)
	for pause := pauseFirst; ctx.Err() == nil; pause = min(2*pause, pauseMost) {
		if h := m.take(ctx); h != nil {
			pause = pauseFirst
			words := m.hold(ctx, h)
			h.release(ctx, m.log)
			m.tell(nil, words, nil)
		}
		if !sleep(ctx, pause) {
			return
		}
	}
}

// sleep waits, and reports whether ctx goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// take searches for routers and returns the first that maps a port, nil for none.
func (m *Mapper) take(ctx context.Context) *held {
	limit, end := context.WithTimeout(ctx, findTime)
	gateways := m.find(limit)
	end()
	words := wordsNone
	for _, g := range gateways {
		h := &held{gateway: g, outside: map[Port]uint16{}}
		err := m.ask(ctx, h)
		switch {
		case ctx.Err() != nil:
			h.release(ctx, m.log)
			return nil
		case err == nil:
			return h
		case errors.Is(err, errBehind):
			words = wordsBehind
		case words == wordsNone:
			words = wordsRefused
		}
		m.log.Debug("a router is of no use", "router", g.String(), "why", brief(err))
	}
	m.tell(nil, words, nil)
	return nil
}

// hold keeps the mappings of a router until ctx ends, or until the router is of no use any more. It returns
// the words for that, none at the end of ctx.
func (m *Mapper) hold(ctx context.Context, h *held) (words string) {
	misses := 0
	for {
		pause := min(watchEvery, max(time.Until(h.renew), time.Second))
		if misses > 0 {
			pause = missAgain
		}
		if !sleep(ctx, pause) {
			return ""
		}
		err := m.ask(ctx, h)
		if err == nil {
			misses = 0
			continue
		}
		if ctx.Err() != nil {
			return ""
		}
		m.log.Debug("the router does not answer as it did", "router", h.gateway.String(), "why", brief(err))
		if errors.Is(err, errBehind) {
			return wordsBehind
		}
		if misses++; misses == missesMost {
			return wordsNone
		}
	}
}

// ask asks a router for its state, and for the mappings when they are due, or may be gone.
func (m *Mapper) ask(ctx context.Context, h *held) error {
	limit, end := context.WithTimeout(ctx, askTime)
	defer end()
	s, err := h.gateway.State(limit)
	if err != nil {
		return err
	}
	s.External = s.External.Unmap()
	if link.Inner(s.External) {
		return errBehind
	}
	if !public(s.External) {
		return fmt.Errorf("portmap: the outer address %v means nothing", s.External)
	}
	now := time.Now()
	again := h.due(now) || s.External != h.state.External || s.Local != h.state.Local || restarted(h.state, s, now.Sub(h.at))
	h.state, h.at = s, now
	if !again {
		return nil
	}
	h.renew = now // until it is done
	return m.mapAll(ctx, h)
}

// mapAll asks for all mappings. It fails when none is granted.
func (m *Mapper) mapAll(ctx context.Context, h *held) error {
	var mapped []Mapping
	var refused error
	shortest := m.lifetime
	for _, p := range m.ports {
		l, err := m.mapOne(ctx, h, p)
		if err != nil {
			refused = err
			m.log.Debug("the router does not map a port", "router", h.gateway.String(), "protocol", p.Protocol, "port", p.Internal, "why", brief(err))
			continue
		}
		h.outside[p] = l.Outside
		shortest = min(shortest, l.Lifetime)
		mapped = append(mapped, Mapping{p, netip.AddrPortFrom(h.state.External, l.Outside)})
	}
	if len(mapped) == 0 {
		return refused
	}
	h.renew = time.Now().Add(max(shortest, leaseLeast) * 2 / 5)
	if refused != nil {
		h.renew = time.Now().Add(min(max(shortest, leaseLeast)*2/5, refusedAgain))
	}
	m.tell(mapped, wordsMapped, h.gateway)
	return nil
}

// mapOne asks for one mapping, at other outside ports while those are taken.
func (m *Mapper) mapOne(ctx context.Context, h *held, p Port) (l Lease, err error) {
	outside := p.Internal
	if had := h.outside[p]; had != 0 {
		outside = had
	}
	for range portTries {
		limit, end := context.WithTimeout(ctx, askTime)
		l, err = h.gateway.Map(limit, p, outside, m.lifetime)
		end()
		if err == nil && l.Outside == 0 {
			err = errors.New("portmap: the router granted port 0")
		}
		if !errors.Is(err, ErrTaken) {
			return l, err
		}
		outside = 49152 + rand.N[uint16](16384) // the dynamic ports of RFC 6335
	}
	return l, err
}

// held is a router with mappings of this machine.
type held struct {
	gateway Gateway
	state   State
	at      time.Time       // of the state
	renew   time.Time       // when the mappings are asked for again
	outside map[Port]uint16 // what was granted last
}

// due reports whether it is time to renew. The wall's clock counts as well: the other one stands still while
// the machine is suspended.
func (h *held) due(now time.Time) bool {
	return !now.Before(h.renew) || !now.Round(0).Before(h.renew.Round(0))
}

// release removes the mappings, also after ctx has ended.
func (h *held) release(ctx context.Context, log *slog.Logger) {
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer end()
	for p, outside := range h.outside {
		if err := h.gateway.Unmap(ctx, p, outside); err != nil {
			log.Debug("a mapping stays until it expires", "protocol", p.Protocol, "port", outside, "why", brief(err))
		}
	}
}

// restarted reports whether a router seems to have forgotten its mappings between two states: its clock went
// slower than 7/8 of ours, with two seconds of grace (RFC 6886 §3.6).
func restarted(before, after State, between time.Duration) bool {
	return before.Uptime > 0 && after.Uptime > 0 && after.Uptime+2*time.Second < before.Uptime+between*7/8
}

// brief makes an error's text short and printable, because a router may have written it.
func brief(err error) string {
	const most = 160
	text := err.Error()
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strconv.QuoteToGraphic(text)
}
