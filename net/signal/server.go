package signal

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"manyhold/net/key"
)

// Limits of a server. Beyond them it refuses with a sentence.
const (
	maxRooms      = 10_000
	maxConnection = 20_000
	maxPerAddress = 128 // connections
	outgoingQueue = 64  // messages; a member with a full queue is dropped

	enterRate, enterBurst     = 2.0, 40.0 // connections a second of one address
	messageRate, messageBurst = 20.0, 80.0
	addressesRemembered       = 65_536

	enterTimeout = 5 * time.Second  // from the connection to a valid Enter
	memberTTL    = 40 * time.Second // of silence
	askTimeout   = time.Second
	writeTimeout = 5 * time.Second
	pendingTTL   = 20 * time.Second // of an offer's answer
	maxPending   = 32               // offers that wait for answers of one member
	maxWaiting   = 2                // of these, offers of one address
)

// ServerOptions are the choices an operator has.
type ServerOptions struct {
	// TrustProxy takes the last address of X-Forwarded-For as the client's. Set it only behind a proxy: any
	// client can send this header.
	TrustProxy bool
	Log        *slog.Logger // nil for none
}

// Server is the signalling server. Serve answers at a listener, with timeouts and a bound of connections
// for each address; as a plain http.Handler it leaves both to its http.Server. It writes nothing to disk and
// keeps no offer after passing it on.
type Server struct {
	options  ServerOptions
	log      *slog.Logger
	mux      *http.ServeMux
	enters   *Limiter
	messages *Limiter
	life     context.Context
	kill     context.CancelFunc
	work     sync.WaitGroup

	mu          sync.Mutex
	closed      bool
	rooms       map[[32]byte]*room
	connections int
	byAddress   map[string]int
}

// NewServer returns a server; Close ends its connections.
func NewServer(o ServerOptions) *Server {
	s := &Server{
		options: o, log: o.Log, mux: http.NewServeMux(),
		enters:    NewLimiter(enterRate, enterBurst, addressesRemembered),
		messages:  NewLimiter(messageRate, messageBurst, addressesRemembered),
		rooms:     map[[32]byte]*room{},
		byAddress: map[string]int{},
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.life, s.kill = context.WithCancel(context.Background())
	s.mux.HandleFunc("GET /healthz", s.health)
	s.mux.HandleFunc("GET /{$}", s.connect)
	return s
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Close ends the WebSockets and waits for them. http.Server.Shutdown does not know them.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.kill()
	s.work.Wait()
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	rooms, members := len(s.rooms), 0
	for _, r := range s.rooms {
		members += len(r.members)
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, "{\"ok\":true,\"rooms\":%d,\"members\":%d}\n", rooms, members)
}

// address returns the limiter key of a request.
func (s *Server) address(r *http.Request) string {
	if s.options.TrustProxy {
		if f := r.Header.Get("X-Forwarded-For"); f != "" {
			return addressKey(strings.TrimSpace(f[strings.LastIndex(f, ",")+1:]))
		}
	}
	return addressKey(r.RemoteAddr)
}

// admit counts a connection, or returns the reason for a refusal.
func (s *Server) admit(address string) (status int, why string) {
	if !s.enters.Allow(address, time.Now()) {
		return http.StatusTooManyRequests, "too many connections from this address"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed, s.connections >= maxConnection:
		return http.StatusServiceUnavailable, "the signalling server is full"
	case s.byAddress[address] >= maxPerAddress:
		return http.StatusTooManyRequests, "too many connections from this address"
	}
	s.connections++
	s.byAddress[address]++
	s.work.Add(1)
	return 0, ""
}

func (s *Server) dismiss(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connections--
	if s.byAddress[address]--; s.byAddress[address] == 0 {
		delete(s.byAddress, address)
	}
	s.work.Done()
}

// connect serves one connection from its first byte to its last.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	address := s.address(r)
	if status, why := s.admit(address); status != 0 {
		http.Error(w, why, status)
		return
	}
	defer s.dismiss(address)
	// Peers in pages come from any origin: the identity is in the signature, not in a cookie.
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return // Accept has answered
	}
	defer ws.CloseNow()
	ws.SetReadLimit(maxMessage)
	ctx, drop := context.WithCancelCause(s.life)
	defer drop(nil)
	m, err := s.enter(ctx, ws, address, drop)
	if err != nil {
		farewell(ws, err)
		return
	}
	s.serve(ctx, ws, m)
}

// farewell ends a connection, with the words of a RemoteError. Close reads on for a while: a socket that is
// closed with unread bytes resets the connection, and what was written before may be lost (RFC 9293,
// section 3.6.1).
func farewell(ws *websocket.Conn, why error) {
	var refused *RemoteError
	if !errors.As(why, &refused) {
		ws.CloseNow()
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	ws.Write(ctx, websocket.MessageBinary, (&message{kind: kindRefused, text: refused.Text}).encode())
	ws.Close(websocket.StatusPolicyViolation, "")
}

// enter challenges the client and makes it a member.
func (s *Server) enter(ctx context.Context, ws *websocket.Conn, address string, drop context.CancelCauseFunc) (*member, error) {
	ctx, cancel := context.WithTimeout(ctx, enterTimeout)
	defer cancel()
	challenge := &message{kind: kindChallenge, version: serverVersion}
	rand.Read(challenge.hash[:])
	if err := ws.Write(ctx, websocket.MessageBinary, challenge.encode()); err != nil {
		return nil, err
	}
	_, b, err := ws.Read(ctx)
	if err != nil {
		return nil, err
	}
	e, err := decodeMessage(b)
	switch {
	case err != nil || e.kind != kindEnter:
		return nil, &RemoteError{"that was not an Enter message"}
	case e.version != serverVersion:
		return nil, &RemoteError{fmt.Sprintf("incompatible version: the server speaks %d, you %d", serverVersion, e.version)}
	case !key.Verify(e.peer, enterDomain, enterStatement(challenge.hash, e.hash), e.sig):
		return nil, &RemoteError{"the proof of identity is wrong"}
	}
	m := &member{
		id: e.peer, room: e.hash, address: address, drop: drop,
		out: make(chan []byte, outgoingQueue), heard: make(chan struct{}, 1), pending: map[uint64]pendingOffer{},
	}
	return m, s.takeIn(ctx, m)
}

// serve reads a member's messages until it leaves, and writes its queue. A member that is dropped, by its own
// messages or by the room, is told why.
func (s *Server) serve(ctx context.Context, ws *websocket.Conn, m *member) {
	written := make(chan struct{})
	go func() {
		defer close(written)
		farewell(ws, s.speak(ctx, ws, m))
	}()
	s.remove(m, s.listen(ws, m))
	<-written
}

// speak writes the member's queue until it is dropped, and returns the reason. A dropped member still gets
// the message that is under way: a write whose context ends closes the connection, and the farewell is lost.
func (s *Server) speak(ctx context.Context, ws *websocket.Conn, m *member) error {
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case b := <-m.out:
			wctx, cancel := context.WithTimeout(s.life, writeTimeout)
			err := ws.Write(wctx, websocket.MessageBinary, b)
			cancel()
			if err != nil {
				m.drop(err)
			}
		}
	}
}

// listen reads a member's messages, and returns why no more are read.
func (s *Server) listen(ws *websocket.Conn, m *member) error {
	perMember := NewLimiter(messageRate, messageBurst, 1)
	for {
		ctx, cancel := context.WithTimeout(s.life, memberTTL) // not the member's: its farewell comes first
		_, b, err := ws.Read(ctx)
		cancel()
		if err != nil {
			return err
		}
		select {
		case m.heard <- struct{}{}:
		default:
		}
		msg, err := decodeMessage(b)
		now := time.Now()
		switch {
		case err != nil:
			return &RemoteError{"a malformed message"}
		case !perMember.Allow("", now):
			return &RemoteError{"too many messages"}
		case msg.kind == kindAlive:
			s.mu.Lock()
			s.send(m, msg)
			s.mu.Unlock()
		case msg.kind == kindPass:
			if why := s.pass(m, msg, now); why != "" && msg.what == passOffer {
				s.mu.Lock()
				s.send(m, &message{kind: kindRefused, ref: msg.ref, text: why})
				s.mu.Unlock()
			}
		default:
			return &RemoteError{"a message that only the server may send"}
		}
	}
}

// pass takes an offer to its peer, or an answer back to the offering peer.
func (s *Server) pass(m *member, msg *message, now time.Time) (why string) {
	if !s.messages.Allow(m.address, now) {
		return "too many messages from this address"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if msg.what != passOffer {
		p, ok := m.pending[msg.ref]
		if !ok {
			return "that offer is not waited for"
		}
		delete(m.pending, msg.ref)
		s.send(p.from, &message{kind: kindPass, ref: p.ref, peer: m.id, what: msg.what, bytes: msg.bytes})
		return ""
	}
	r := s.rooms[m.room]
	if r == nil || msg.peer == m.id {
		return absentText
	}
	target := r.find(msg.peer)
	if target == nil {
		return absentText
	}
	if why := s.makeRoom(target, m.address, now); why != "" {
		return why
	}
	target.lastRef++
	target.pending[target.lastRef] = pendingOffer{m, msg.ref, now}
	s.send(target, &message{kind: kindPass, ref: target.lastRef, peer: m.id, what: passOffer, bytes: msg.bytes})
	return ""
}

// Sentences that the client recognises: it returns ErrAbsent for the first, and tries again after the second.
const (
	absentText = "that peer is not in the room"
	busyText   = "too many offers wait for that peer"
)
