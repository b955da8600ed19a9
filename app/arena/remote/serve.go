package remote

import (
	"bufio"
	"bytes"
	"context"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/app/arena"
	"manyhold/app/control"
	"manyhold/app/rooms/hall"
	"manyhold/game/command"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/room"
	"manyhold/net/wire"
)

const (
	// queue is how many frames wait for a window: three seconds of turns. A window that is further behind
	// gets a state instead.
	queue = 64
	// glanceEvery is how often the node looks what else there is to be told.
	glanceEvery = 200 * time.Millisecond
)

// stream is the node's side of a match that a window of another process shows.
type stream struct {
	conn  net.Conn
	out   chan []byte
	news  chan []byte // glances
	again atomic.Bool // the window asks for a state
	ended sync.Once
	gone  chan struct{} // closed when the connection is of no more use

	// Under the client's lock:
	next uint64 // generation that the window waits for; zero: a state
	late bool   // the queue was full: a state follows when it is empty
}

// Source is what a node shows.
type Source struct {
	Client *arena.Client
	Me     key.ID
	// Room returns the state of the room as the player may see it now; nil: as late as viewers.
	Room func(ctx context.Context) *hall.State
}

// Serve shows a match to a window until the connection or ctx ends, or the client plays no more.
func Serve(ctx context.Context, from Source, conn net.Conn, in *bufio.Reader) error {
	c := from.Client
	s := &stream{conn: conn, out: make(chan []byte, queue), news: make(chan []byte), gone: make(chan struct{})}
	defer s.end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-ctx.Done():
		case <-c.Done():
		case <-s.gone:
		}
		s.end()
	}()
	h := hello{me: from.Me, title: c.WorldName(), p: c.Glance().Package}
	first, err := h.frame()
	if err != nil {
		return err
	}
	defer c.Follow(s.step)()
	go s.write(first)
	go s.look(ctx, from)
	return s.hear(c, in)
}

// end closes the connection; it may be called more than once.
func (s *stream) end() {
	s.ended.Do(func() {
		close(s.gone)
		s.conn.Close()
	})
}

// step queues the frames for a generation that was executed. It does not wait.
func (s *stream) step(m *match.Match, master *room.Master, undone bool) {
	if s.late && len(s.out) > 0 {
		return
	}
	at := uint64(m.Generation())
	var b []byte
	if s.again.Swap(false) || s.late || undone || master == nil || at != s.next {
		b = m.Snapshot(control.AppendProgress(control.Frame(control.FrameState, 64<<10), at, m.Digest()))
	} else {
		b = master.Append(control.AppendProgress(control.Frame(control.FrameTurn, 256), at, m.Digest()))
	}
	s.late = false
	select {
	case s.out <- control.SealFrame(b):
		s.next = at + 1
	default:
		s.late, s.next = true, 0
	}
}

// look is the goroutine that tells what has changed besides the state.
func (s *stream) look(ctx context.Context, from Source) {
	next := time.NewTicker(glanceEvery)
	defer next.Stop()
	var told []byte
	for {
		g := glanceOf(from.Client)
		g.Room = from.Room(ctx)
		if b := g.frame(); !bytes.Equal(b, told) {
			select {
			case s.news <- b:
				told = b
			case <-s.gone:
				return
			}
		}
		select {
		case <-next.C:
		case <-s.gone:
			return
		}
	}
}

// write is the goroutine that sends.
func (s *stream) write(first []byte) {
	defer s.end()
	for b := first; ; {
		s.conn.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := s.conn.Write(b); err != nil {
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

// hear takes what the window sends until its connection ends.
func (s *stream) hear(c *arena.Client, in *bufio.Reader) error {
	var buf []byte
	for {
		var err error
		if buf, err = control.ReadFrame(in, buf, control.MaxWindowFrame); err != nil {
			return err
		}
		if buf[0] == frameFrames {
			r := wire.NewCursor(buf[1:])
			n := r.Uvarint()
			if err := r.Done(); err != nil {
				return err
			}
			c.SetFrameRate(int(min(n, 255)))
			continue
		}
		t, again, err := control.DecodeTyped(buf)
		if err != nil {
			return err
		}
		if again {
			s.again.Store(true)
			continue
		}
		x, err := command.Decode(t.Bytes)
		if err != nil {
			return err
		}
		c.SendPredicted(t.Seq, x)
	}
}
