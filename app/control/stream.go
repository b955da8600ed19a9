package control

import (
	"bufio"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// StreamQueue is how many frames wait for an attached window: three seconds of turns. A window that is
	// further behind gets a state instead.
	StreamQueue = 64
	// commandQueue is how many frames of a window may wait for its node. More are dropped: a person is not as
	// fast.
	commandQueue = 256
	// frameTime is how long a side may take to read a frame before the connection is given up.
	frameTime = 20 * time.Second
)

// Stream is the node's side of an attached window: states and turns go to it, commands come from it. The
// window has a state, and then the turns after it; it never makes the node wait.
type Stream struct {
	conn  net.Conn
	out   chan []byte
	news  chan []byte // what is told beside states and turns
	again atomic.Bool // the window asks for a state
	ended sync.Once
	gone  chan struct{} // closed when the connection is of no more use

	// Of the caller of Progress:
	next uint64 // turn that the window waits for; zero: a state
	late bool   // the queue was full: a state follows when it is empty
}

// NewStream returns the stream of a connection, which it owns.
func NewStream(conn net.Conn) *Stream {
	return &Stream{conn: conn, out: make(chan []byte, StreamQueue), news: make(chan []byte), gone: make(chan struct{})}
}

// Frames are the states and turns that wait for the window.
func (s *Stream) Frames() <-chan []byte { return s.out }

// Gone is closed when the connection is of no more use.
func (s *Stream) Gone() <-chan struct{} { return s.gone }

// Close closes the connection; it may be called more than once.
func (s *Stream) Close() {
	s.ended.Do(func() {
		close(s.gone)
		s.conn.Close()
	})
}

// Again notes that the window asks for a state.
func (s *Stream) Again() { s.again.Store(true) }

// Progress queues the frame of a turn, or of the state after it where the window cannot follow: it has not
// the turn before, it asked for a state, it was too slow, or follows is false. It does not wait. One
// goroutine calls it.
func (s *Stream) Progress(turn uint64, follows bool, state, body func() []byte) {
	if s.late && len(s.out) > 0 {
		return
	}
	frame := body
	if s.again.Swap(false) || s.late || !follows || turn != s.next {
		frame = state
	}
	s.late = false
	select {
	case s.out <- SealFrame(frame()):
		s.next = turn + 1
	default:
		s.late, s.next = true, 0
	}
}

// Tell sends a frame beside states and turns. It waits until that is its turn, and reports whether the
// connection is still of use.
func (s *Stream) Tell(b []byte) bool {
	select {
	case s.news <- b:
		return true
	case <-s.gone:
		return false
	}
}

// Write is the goroutine that sends, first that frame.
func (s *Stream) Write(first []byte) {
	defer s.Close()
	for b := first; ; {
		if writeFrame(s.conn, b) != nil {
			return
		}
		select {
		case b = <-s.out:
		case b = <-s.news:
		case <-s.gone:
			return
		}
	}
}

// Hear takes what the window sends until its connection ends. other is given frames first, and reports
// whether it took one; nil: there are only commands.
func (s *Stream) Hear(in *bufio.Reader, other func(frame []byte) (taken bool, err error), take func(Typed) error) error {
	var buf []byte
	for {
		var err error
		if buf, err = ReadFrame(in, buf, MaxWindowFrame); err != nil {
			return err
		}
		if other != nil {
			if taken, err := other(buf); err != nil {
				return err
			} else if taken {
				continue
			}
		}
		t, again, err := DecodeTyped(buf)
		switch {
		case err != nil:
			return err
		case again:
			s.Again()
		default:
			if err := take(t); err != nil {
				return err
			}
		}
	}
}

// Sender is the window's side of the way to its node.
type Sender struct {
	log *slog.Logger
	out chan []byte
}

// NewSender returns a sender. Its frames wait until Write is called.
func NewSender(log *slog.Logger) *Sender {
	return &Sender{log: log, out: make(chan []byte, commandQueue)}
}

// Frames are those that wait for the node.
func (s *Sender) Frames() <-chan []byte { return s.out }

// Send leaves a frame to be written. It does not wait.
func (s *Sender) Send(b []byte) {
	select {
	case s.out <- b:
	default:
		s.log.Warn("a command was not sent: the node does not read its connection")
	}
}

// Write is the goroutine that sends, until done is closed.
func (s *Sender) Write(conn net.Conn, done <-chan struct{}) {
	for {
		select {
		case b := <-s.out:
			if writeFrame(conn, b) != nil {
				conn.Close()
				return
			}
		case <-done:
			return
		}
	}
}

func writeFrame(conn net.Conn, b []byte) error {
	conn.SetWriteDeadline(time.Now().Add(frameTime))
	_, err := conn.Write(b)
	return err
}
