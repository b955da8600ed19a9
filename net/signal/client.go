package signal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"manyhold/net/key"
)

const (
	backoffFirst   = 500 * time.Millisecond
	backoffLast    = 8 * time.Second
	tellEvery      = 16 // failed attempts between two log lines: two minutes
	connectTimeout = 8 * time.Second
	aliveEvery     = 15 * time.Second
	serverTTL      = 40 * time.Second // of silence of the server
	answerTimeout  = 12 * time.Second
	whoeverTries   = 4                      // peers that are asked when any of them may answer
	whoeverTimeout = 4 * time.Second        // for each but the last
	busyWait       = 400 * time.Millisecond // at most, until a peer with too many offers is asked again

	// answersAtOnce is how many offers of others are answered at once; more are refused. It is as many as a
	// server lets wait, with those that gave way to others, so that the server's fair shares hold.
	answersAtOnce = maxPending + maxPending/maxWaiting
)

// ClientOptions name the server, the member and the world.
type ClientOptions struct {
	URL     string   // "ws://host:port", "wss://…", "http(s)://…" or "host:port"
	Key     key.Pair // proves that the id is ours
	World   [32]byte // the room
	Answer  Answerer // answers the offers of others; nil: they are refused
	Changed func()   // called when peers come or go, or the connection does; may be nil, must not block
	Log     *slog.Logger
}

// Client is a member of one room of a signalling server, and an Exchange. It reconnects after 0.5 to 8 s
// when the connection breaks. Its methods may be called from any goroutine.
type Client struct {
	options ClientOptions
	url     string
	log     *slog.Logger
	life    context.Context
	kill    context.CancelFunc
	work    sync.WaitGroup
	answers chan struct{}

	mu      sync.Mutex
	peers   []key.ID
	in      bool
	problem error
	out     chan []byte   // of the present connection, nil without one
	changed chan struct{} // closed and replaced when peers or in change
	waiting map[uint64]chan *message
	lastRef uint64
}

// ServerURL makes a WebSocket URL of a person's input.
func ServerURL(text string) (string, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = "ws://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil {
		return "", fmt.Errorf("signal: %q is not the address of a signalling server, such as ws://example.org:7777", text)
	}
	switch u.Scheme {
	case "ws", "wss":
	case "http":
		u.Scheme = "ws"
	case "https":
		u.Scheme = "wss"
	default:
		return "", fmt.Errorf("signal: the address %q of a signalling server begins with neither ws:// nor wss://", text)
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + "/"
	return u.String(), nil
}

// NewClient starts to connect and returns at once. Its only error is a URL that cannot be one.
func NewClient(o ClientOptions) (*Client, error) {
	u, err := ServerURL(o.URL)
	if err != nil {
		return nil, err
	}
	if o.Key.IsZero() {
		panic("signal: NewClient without a key")
	}
	c := &Client{
		options: o, url: u, log: o.Log, answers: make(chan struct{}, answersAtOnce),
		changed: make(chan struct{}), waiting: map[uint64]chan *message{},
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	c.life, c.kill = context.WithCancel(context.Background())
	c.work.Go(c.run)
	return c, nil
}

// Close leaves the room and waits for the goroutines.
func (c *Client) Close() {
	c.kill()
	c.work.Wait()
}

// Peers returns the other members of the room, longest first; empty while not connected.
func (c *Client) Peers() []key.ID {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.peers)
}

// State reports whether the client is in the room, and if not, the last error.
func (c *Client) State() (in bool, problem error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.in, c.problem
}

// run connects, again and again.
func (c *Client) run() {
	wait, failed := backoffFirst, 0
	for {
		was, err := c.session()
		if c.life.Err() != nil {
			return
		}
		if was {
			wait, failed = backoffFirst, 0
			c.log.Info("connection to the signalling server lost; reconnecting", "why", err)
		} else if failed++; failed == 1 || failed%tellEvery == 0 {
			c.log.Warn("cannot reach the signalling server; retrying. Meanwhile, peers find this node only in other ways", "why", err)
		}
		timer := time.NewTimer(wait/2 + rand.N(wait/2+1)) // cosmetic chance: clients do not come in step
		select {
		case <-c.life.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		wait = min(2*wait, backoffLast)
	}
}

// session is one connection; was reports whether it got into the room.
func (c *Client) session() (was bool, err error) {
	ctx, cancel := context.WithCancel(c.life)
	defer cancel()
	dctx, dcancel := context.WithTimeout(ctx, connectTimeout)
	defer dcancel()
	ws, _, err := websocket.Dial(dctx, c.url, nil)
	if err != nil {
		err = fmt.Errorf("signal: the server at %s cannot be reached: %w", c.url, innermost(err))
		c.set(false, err)
		return false, err
	}
	defer ws.CloseNow()
	ws.SetReadLimit(maxMessage)
	if err := c.enter(dctx, ws); err != nil {
		c.set(false, err)
		return false, err
	}
	out := make(chan []byte, outgoingQueue)
	c.mu.Lock()
	c.out = out
	c.mu.Unlock()
	var writer sync.WaitGroup
	writer.Go(func() { defer cancel(); c.write(ctx, ws, out) })
	for err == nil {
		var m *message
		if m, err = readMessage(ctx, ws, serverTTL); err == nil {
			err = c.receive(m, out)
			was = was || m.kind == kindPresent
		}
	}
	cancel()
	writer.Wait()
	c.set(false, err)
	ws.Close(websocket.StatusNormalClosure, "")
	return was, err
}

// innermost returns the network operation that failed, without the wrapping layers, or err itself.
func innermost(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op
	}
	return err
}

func readMessage(ctx context.Context, ws *websocket.Conn, timeout time.Duration) (*message, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	_, b, err := ws.Read(ctx)
	if err != nil {
		return nil, fmt.Errorf("signal: the connection to the server broke: %w", err)
	}
	return decodeMessage(b)
}

// enter answers the server's challenge.
func (c *Client) enter(ctx context.Context, ws *websocket.Conn) error {
	m, err := readMessage(ctx, ws, connectTimeout)
	switch {
	case err != nil:
		return err
	case m.kind == kindRefused:
		return &RemoteError{printable(m.text)}
	case m.kind != kindChallenge:
		return fmt.Errorf("%w: the server sent %d first", ErrMalformed, m.kind)
	case m.version != serverVersion:
		return &RemoteError{fmt.Sprintf("incompatible version: the signalling server speaks %d, this program %d", m.version, serverVersion)}
	}
	e := &message{kind: kindEnter, version: serverVersion, hash: c.options.World, peer: c.options.Key.ID()}
	e.sig = c.options.Key.Sign(enterDomain, enterStatement(m.hash, c.options.World))
	return ws.Write(ctx, websocket.MessageBinary, e.encode())
}

// write sends queued messages and keep-alives.
func (c *Client) write(ctx context.Context, ws *websocket.Conn, out chan []byte) {
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for {
		var b []byte
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			b = (&message{kind: kindAlive}).encode()
		case b = <-out:
		}
		wctx, cancel := context.WithTimeout(ctx, writeTimeout)
		err := ws.Write(wctx, websocket.MessageBinary, b)
		cancel()
		if err != nil {
			return
		}
	}
}

// receive takes one message of the server.
func (c *Client) receive(m *message, out chan []byte) error {
	switch m.kind {
	case kindPresent:
		c.log.Info("joined a room of the signalling server", "url", c.url, "peers", len(m.peers))
		c.change(func() { c.in, c.problem, c.peers = true, nil, m.peers })
	case kindCame:
		c.change(func() {
			if !slices.Contains(c.peers, m.peer) && len(c.peers) < MaxMembers {
				c.peers = append(c.peers, m.peer)
			}
		})
	case kindWent:
		c.change(func() { c.peers = slices.DeleteFunc(c.peers, func(id key.ID) bool { return id == m.peer }) })
	case kindAsk:
		queue(out, &message{kind: kindAlive})
	case kindAlive:
	case kindRefused:
		if m.ref == 0 {
			return &RemoteError{printable(m.text)}
		}
		c.reply(m)
	case kindPass:
		if m.what == passOffer {
			c.answer(m, out)
		} else {
			c.reply(m)
		}
	default:
		return fmt.Errorf("%w: kind %d from the server", ErrMalformed, m.kind)
	}
	return nil
}

func queue(out chan []byte, m *message) bool {
	select {
	case out <- m.encode():
		return true
	default:
		return false
	}
}

// reply hands an answer to the Offer that waits for it.
func (c *Client) reply(m *message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := c.waiting[m.ref]; w != nil {
		delete(c.waiting, m.ref)
		w <- m // has room for the answer
	}
}

// answer answers an offer, in a goroutine of its own.
func (c *Client) answer(m *message, out chan []byte) {
	reply := &message{kind: kindPass, ref: m.ref, peer: m.peer, what: passError}
	if c.options.Answer == nil {
		reply.bytes = []byte("this peer takes no offers")
		queue(out, reply)
		return
	}
	select {
	case c.answers <- struct{}{}:
	default:
		reply.bytes = []byte("too many offers, try again")
		queue(out, reply)
		return
	}
	c.work.Go(func() {
		defer func() { <-c.answers }()
		ctx, cancel := context.WithTimeout(c.life, answerTimeout)
		defer cancel()
		answer, err := c.options.Answer(ctx, m.bytes)
		if err != nil {
			reply.bytes = []byte(reason(err.Error()))
		} else {
			reply.what, reply.bytes = passAnswer, answer
		}
		queue(out, reply)
	})
}

// change changes the presence under the lock and wakes waiters.
func (c *Client) change(f func()) {
	c.mu.Lock()
	f()
	close(c.changed)
	c.changed = make(chan struct{})
	c.mu.Unlock()
	if c.options.Changed != nil {
		c.options.Changed()
	}
}

// set notes that the connection ended, and fails the waiting offers.
func (c *Client) set(in bool, problem error) {
	c.change(func() {
		c.in, c.problem, c.peers, c.out = in, problem, nil, nil
		for ref, w := range c.waiting {
			delete(c.waiting, ref)
			w <- nil
		}
	})
}
