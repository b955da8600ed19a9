package remote

import (
	"bufio"
	"bytes"
	"context"
	"net"
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

// glanceEvery is how often the node looks what else there is to be told.
const glanceEvery = 200 * time.Millisecond

// stream is the node's side of a match that a window of another process shows.
type stream struct{ *control.Stream }

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
	s := stream{control.NewStream(conn)}
	defer s.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-ctx.Done():
		case <-c.Done():
		case <-s.Gone():
		}
		s.Close()
	}()
	h := hello{me: from.Me, title: c.WorldName(), p: c.Glance().Package}
	first, err := h.frame()
	if err != nil {
		return err
	}
	defer c.Follow(s.step)()
	go s.Write(first)
	go s.look(ctx, from)
	return s.hear(c, in)
}

// step queues the frames for a generation that was executed. It does not wait.
func (s stream) step(m *match.Match, master *room.Master, undone bool) {
	at := uint64(m.Generation())
	s.Progress(at, !undone && master != nil,
		func() []byte {
			return m.Snapshot(control.AppendProgress(control.Frame(control.FrameState, 64<<10), at, m.Digest()))
		},
		func() []byte {
			return master.Append(control.AppendProgress(control.Frame(control.FrameTurn, 256), at, m.Digest()))
		})
}

// look is the goroutine that tells what has changed besides the state.
func (s stream) look(ctx context.Context, from Source) {
	next := time.NewTicker(glanceEvery)
	defer next.Stop()
	var told []byte
	for {
		g := glanceOf(from.Client)
		g.Room = from.Room(ctx)
		if b := g.frame(); !bytes.Equal(b, told) {
			if !s.Tell(b) {
				return
			}
			told = b
		}
		select {
		case <-next.C:
		case <-s.Gone():
			return
		}
	}
}

// hear takes what the window sends until its connection ends.
func (s stream) hear(c *arena.Client, in *bufio.Reader) error {
	frames := func(b []byte) (taken bool, err error) {
		if b[0] != frameFrames {
			return false, nil
		}
		r := wire.NewCursor(b[1:])
		n := r.Uvarint()
		if err := r.Done(); err != nil {
			return true, err
		}
		c.SetFrameRate(int(min(n, 255)))
		return true, nil
	}
	return s.Hear(in, frames, func(t control.Typed) error {
		x, err := command.Decode(t.Bytes)
		if err != nil {
			return err
		}
		c.SendPredicted(t.Seq, x)
		return nil
	})
}
