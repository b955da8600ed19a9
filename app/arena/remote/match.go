package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"manyhold/app/arena"
	"manyhold/app/control"
	"manyhold/app/nodeless"
	"manyhold/app/rooms/hall"
	"manyhold/app/shelf"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/island"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/room"
	"manyhold/net/wire"
)

// ErrEnded says that the node plays the match no more.
var ErrEnded = errors.New("the node behind this window has left the match")

// Match is the window's side of a match of another process. Its methods may be called from any goroutine.
type Match struct {
	nodeless.World
	*nodeless.Seat
	log  *slog.Logger
	me   key.ID
	tell func(*hall.State)
	out  *control.Sender
	done chan struct{}
	end  context.CancelFunc

	mu     sync.Mutex // held while the match changes
	title  string
	p      *match.Package // nil before the node has answered
	m      *match.Match   // nil before it has begun
	at     uint64         // its generation; zero: a state is on its way
	told   glance
	frames int
	err    error
}

// Open asks a node for its match in a room; the answer comes later. tell is given what the node tells of the
// room.
func Open(client *control.Client, id string, me key.ID, log *slog.Logger, tell func(*hall.State)) *Match {
	ctx, cancel := context.WithCancel(context.Background())
	v := newMatch(me, log, tell)
	v.end = cancel
	go func() {
		defer close(v.done)
		defer cancel()
		err := v.run(ctx, client, id)
		v.mu.Lock()
		defer v.mu.Unlock()
		if ctx.Err() == nil && v.err == nil {
			if v.err = ErrEnded; errors.Is(err, control.ErrAttach) {
				v.err = err
			}
		}
	}()
	return v
}

// newMatch returns a match before the first frame of its node.
func newMatch(me key.ID, log *slog.Logger, tell func(*hall.State)) *Match {
	v := &Match{World: nodeless.World{Why: arena.ErrMatch}, log: log, me: me, tell: tell, out: control.NewSender(log), done: make(chan struct{})}
	v.Seat = nodeless.NewSeat(game.PlayerID(me), arena.EnterMatch, log, &v.mu)
	return v
}

// run follows the match until the connection or ctx ends.
func (v *Match) run(ctx context.Context, client *control.Client, id string) error {
	conn, in, err := client.Upgrade(ctx, "/match/"+id)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	b, err := control.ReadFrame(in, nil, control.MaxNodeFrame)
	if err != nil {
		return err
	}
	h, err := decodeHello(b)
	if err != nil {
		return err
	}
	if h.me != v.me {
		return fmt.Errorf("%w: the node has another identity", control.ErrAttach)
	}
	v.mu.Lock()
	v.title, v.p = h.title, h.p
	v.mu.Unlock()
	go v.out.Write(conn, ctx.Done())
	return v.follow(in)
}

// follow takes what the node sends.
func (v *Match) follow(in *bufio.Reader) error {
	var buf []byte
	for {
		var err error
		if buf, err = control.ReadFrame(in, buf, control.MaxNodeFrame); err != nil {
			return err
		}
		if buf[0] == frameGlance {
			var g glance
			if err := json.Unmarshal(buf[1:], &g); err != nil {
				return fmt.Errorf("%w: %w", control.ErrAttach, err)
			}
			if g.Room != nil {
				v.tell(g.Room)
				g.Room = nil
			}
			v.mu.Lock()
			v.told = g
			v.mu.Unlock()
			continue
		}
		if err := v.step(buf); err != nil {
			return err
		}
	}
}

// step takes a state or a generation.
func (v *Match) step(b []byte) error {
	kind, p, err := control.DecodeProgress(b)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case kind == control.FrameState:
		if v.m, err = match.Restore(v.p, p.Bytes); err != nil {
			return fmt.Errorf("%w: %w", control.ErrAttach, err)
		}
	case v.at == 0:
		return nil // a state has been asked for, and is on its way
	case p.Turn != v.at+1:
		return fmt.Errorf("%w: generation %d after %d", control.ErrAttach, p.Turn, v.at)
	default:
		master, err := room.ParseMaster(uint32(p.Turn), p.Bytes)
		if err != nil {
			return fmt.Errorf("%w: %w", control.ErrAttach, err)
		}
		v.m.Step(arena.Executed(&master))
	}
	if v.at = p.Turn; v.m.Digest() != p.Digest {
		v.log.Warn("desync: this window replaced its match with its node's", "generation", p.Turn)
		v.at = 0
		v.out.Send(control.SealFrame(control.Frame(control.FrameAgain, 0)))
		return nil
	}
	v.Feed.Publish(v.m.Island(), p.Turn, kind == control.FrameState)
	return nil
}

// Close takes the window away from the match.
func (v *Match) Close() { v.end() }

// Done is closed when the node plays no more: Err says why.
func (v *Match) Done() <-chan struct{} { return v.done }

// Err is nil unless the match was lost.
func (v *Match) Err() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.err
}

// Glance returns what there is to be shown now.
func (v *Match) Glance() arena.Glance {
	v.mu.Lock()
	defer v.mu.Unlock()
	g := arena.Glance{Package: v.p, Behind: v.told.Behind, CatchingUp: v.told.CatchingUp, Lost: v.told.Lost, Err: v.told.err()}
	if v.m != nil {
		g.Begun, g.Headline = true, v.m.Headline()
	}
	return g
}

// SetFrameRate tells the node how many frames a second the window draws.
func (v *Match) SetFrameRate(n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if n != v.frames {
		v.frames = n
		v.out.Send(control.SealFrame(wire.AppendUvarint(control.Frame(frameFrames, 10), uint64(max(n, 0)))))
	}
}

// Enter lets the window in: the present state is the first that it gets. It returns nil before the match has
// come.
func (v *Match) Enter() *Visit {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.m == nil {
		return nil
	}
	v.Feed.Want(true)
	v.Feed.Publish(v.m.Island(), uint64(v.m.Generation()), false)
	return &Visit{Match: v}
}

// Status knows the name, and the links of the node with the others in the room.
func (v *Match) Status() status.Status {
	v.mu.Lock()
	defer v.mu.Unlock()
	return status.Status{Peer: v.me.String(), World: status.WorldStatus{Name: v.title}, Links: v.told.Links}
}

// WorldName is the title of the room.
func (v *Match) WorldName() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.title
}

// Assets are those of the engine.
func (v *Match) Assets() shelf.Reader {
	v.mu.Lock()
	defer v.mu.Unlock()
	return arena.AssetsOf(v.p)
}

// SendPredicted lets the player do something.
func (v *Match) SendPredicted(seq uint64, c command.Command) {
	if c.Kind != command.Enter { // the roster is in the match from its beginning
		v.out.Send(control.Typed{Seq: seq, Bytes: command.Append(nil, c)}.Frame())
	}
}

// Inspect is nil: the state is that of another process.
func (v *Match) Inspect() func(f func(w *island.Island)) { return nil }

// Visit is a window's stay in a match: it is a node.Backend.
type Visit struct {
	*Match
	once sync.Once
}

// Stop ends the visit; the node stays in the room.
func (v *Visit) Stop() {
	v.once.Do(v.Rise)
}
