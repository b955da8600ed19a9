package node

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/app/arena"
	"manyhold/app/arena/remote"
	"manyhold/app/control"
	"manyhold/app/replica"
	"manyhold/app/rooms/hall"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/island"
	"manyhold/net/host/kernel"
	"manyhold/net/store"
)

const (
	// attachQueue is how many frames wait for an attached window: three seconds of turns. A window that is
	// further behind gets a state instead.
	attachQueue = 64
	// attachWrite is how long a window may take to read a frame before it is given up.
	attachWrite = 20 * time.Second
)

// attachment is the node's side of a window in another process.
type attachment struct {
	conn  net.Conn
	out   chan []byte
	again atomic.Bool // the window asks for a state
	ended sync.Once
	gone  chan struct{} // closed when the connection is of no more use

	// Of the host's goroutine:
	island uint64 // that the window sees
	next   uint64 // turn that the window waits for; zero: a state
	late   bool   // the queue was full: a state follows when it is empty
}

// end closes the connection; it may be called more than once.
func (a *attachment) end() {
	a.ended.Do(func() {
		close(a.gone)
		a.conn.Close()
	})
}

// turn queues the frames for an executed turn of the island shown to the player; see node.shows. It is called
// by the host's goroutine only and does not wait.
func (a *attachment) turn(w *island.Island, e kernel.Executed) {
	if e.Island != a.island {
		a.island, a.next = e.Island, 0
	}
	if a.late && len(a.out) > 0 {
		return
	}
	var b []byte
	if a.again.Swap(false) || a.late || e.Body == nil || e.Rewound || e.Altered || e.Turn != a.next {
		b = w.Snapshot(control.AppendProgress(control.Frame(control.FrameState, 64<<10), e.Turn, e.Digest))
	} else {
		b = append(control.AppendProgress(control.Frame(control.FrameTurn, 16+len(e.Body)), e.Turn, e.Digest), e.Body...)
	}
	a.late = false
	select {
	case a.out <- control.SealFrame(b):
		a.next = e.Turn + 1
	default:
		a.late, a.next = true, 0
	}
}

// write is the goroutine that sends.
func (a *attachment) write(first []byte) {
	defer a.end()
	for b := first; ; {
		a.conn.SetWriteDeadline(time.Now().Add(attachWrite))
		if _, err := a.conn.Write(b); err != nil {
			return
		}
		select {
		case b = <-a.out:
		case <-a.gone:
			return
		}
	}
}

// attaching lets one window of another process show the node's world.
type attaching struct {
	n        *node
	attached atomic.Pointer[attachment] // the window; nil for none
	showing  atomic.Bool                // there is one, or about to be
}

// Attach shows the node's world to a window of another process, until either ends. If that is impossible, it
// calls refused with the reason; otherwise hijack takes the connection over.
func (v *attaching) Attach(refused func(code int, why string), hijack func() (net.Conn, *bufio.Reader, error)) {
	n := v.n
	g := n.genesis.Load()
	switch {
	case n.windowed:
		refused(http.StatusConflict, "this world already has its own window")
		return
	case g == nil:
		refused(http.StatusServiceUnavailable, "the node is still joining this world; try again in a moment")
		return
	}
	if v.showing.Swap(true) {
		refused(http.StatusConflict, "another window is attached to this world; close it first")
		return
	}
	conn, in, err := hijack()
	if err != nil {
		v.showing.Store(false)
		n.log.Warn("cannot attach a window", "why", err)
		return
	}
	a := &attachment{conn: conn, out: make(chan []byte, attachQueue), gone: make(chan struct{})}
	v.attached.Store(a)
	n.log.Info("window attached")
	go a.write(control.Hello{Player: n.pair.ID(), Name: n.name, Genesis: *g}.Frame())
	go func() {
		select {
		case <-n.done:
			a.end()
		case <-a.gone:
		}
	}()
	why := v.hear(a, in)
	a.end()
	v.attached.Store(nil)
	v.showing.Store(false)
	n.log.Info("window detached", "why", why)
	v.withdraw()
}

// AttachMatch shows the node's match in a room to its attached window, until either ends. If that is
// impossible, it calls refused with the reason; otherwise hijack takes the connection over.
func (v *attaching) AttachMatch(id string, refused func(code int, why string), hijack func() (net.Conn, *bufio.Reader, error)) {
	n := v.n
	is, err := store.ParseWorldID(id)
	var c *arena.Client
	if err == nil {
		c = n.venue.Arena(is)
	}
	if c == nil || c.Glance().Package == nil {
		refused(http.StatusNotFound, "the node is not in this match")
		return
	}
	conn, in, err := hijack()
	if err != nil {
		n.log.Warn("cannot attach a window", "why", err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-n.done:
			cancel()
		case <-ctx.Done():
		}
	}()
	me := n.pair.ID().String()
	// the window asks again if it still wants the match
	_ = remote.Serve(ctx, remote.Source{Client: c, Me: n.pair.ID(), Room: func(ctx context.Context) *hall.State {
		s, err := n.venue.Hall().Show(ctx, id)
		if err != nil || !slices.ContainsFunc(s.Seats, func(x hall.Seat) bool { return x.Player == me }) {
			return nil
		}
		return s
	}}, conn, in)
}

// hear takes the window's commands until its connection ends.
func (v *attaching) hear(a *attachment, in *bufio.Reader) error {
	n := v.n
	var buf []byte
	for {
		var err error
		if buf, err = control.ReadFrame(in, buf, control.MaxWindowFrame); err != nil {
			return err
		}
		t, again, err := control.DecodeTyped(buf)
		if err != nil {
			return err
		}
		if again {
			a.again.Store(true)
			continue
		}
		c, err := command.Decode(t.Bytes)
		if err != nil {
			return err
		}
		n.sendAttached(t.Seq, c)
	}
}

// withdraw lets the player leave the world, unless another window has come for it or it is carrying out
// orders.
func (v *attaching) withdraw() {
	n := v.n
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	n.host.Do(ctx, func(m kernel.Machine) {
		w := replica.Of(m)
		if w == nil || v.attached.Load() != nil || n.working.Load() {
			return
		}
		p := w.Roster.ByKey(n.me)
		if p == nil {
			return
		}
		if b := w.Space.Body(p.Body); b != nil && b.Flags&entity.Asleep == 0 {
			n.submit(w, command.Command{Kind: command.Leave})
		}
	})
}
