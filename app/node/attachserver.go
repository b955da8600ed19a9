package node

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"slices"
	"sync/atomic"

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

// attachment is the node's side of a window in another process.
type attachment struct {
	*control.Stream
	island uint64 // that the window sees; of the host's goroutine
}

// turn queues the frames for an executed turn of the island shown to the player; see node.shows. It is called
// by the host's goroutine only and does not wait.
func (a *attachment) turn(w *island.Island, e kernel.Executed) {
	another := e.Island != a.island
	a.island = e.Island
	a.Progress(e.Turn, !another && e.Body != nil && !e.Rewound && !e.Altered,
		func() []byte {
			return w.Snapshot(control.AppendProgress(control.Frame(control.FrameState, 64<<10), e.Turn, e.Digest))
		},
		func() []byte {
			return append(control.AppendProgress(control.Frame(control.FrameTurn, 16+len(e.Body)), e.Turn, e.Digest), e.Body...)
		})
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
	a := &attachment{Stream: control.NewStream(conn)}
	v.attached.Store(a)
	n.log.Info("window attached")
	go a.Write(control.Hello{Player: n.pair.ID(), Name: n.name, Genesis: *g}.Frame())
	go func() {
		select {
		case <-n.done:
			a.Close()
		case <-a.Gone():
		}
	}()
	why := a.Hear(in, nil, func(t control.Typed) error {
		c, err := command.Decode(t.Bytes)
		if err != nil {
			return err
		}
		n.sendAttached(t.Seq, c)
		return nil
	})
	a.Close()
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
