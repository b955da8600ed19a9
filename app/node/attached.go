package node

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	remotematch "manyhold/app/arena/remote"
	"manyhold/app/byhand"
	"manyhold/app/control"
	"manyhold/app/feed"
	"manyhold/app/nodeless"
	"manyhold/app/replica"
	"manyhold/app/rooms/afar"
	"manyhold/app/rooms/hall"
	"manyhold/app/settings"
	"manyhold/app/shelf"
	"manyhold/app/shelf/remote"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/island"
	"manyhold/net/host/kernel"
	"manyhold/net/store"
)

// Attached is a world that a node of another process serves, as this window sees it: the same turns executed
// once more here, so that the window predicts as it does on a node of its own. Commands go to the node, which
// is the only one that talks to the network.
type Attached struct {
	*nodeless.Seat
	client  *control.Client
	log     *slog.Logger
	conn    net.Conn
	Name    string
	genesis store.Genesis
	assets  *remote.Store
	rooms   *afar.Hall
	matches *remotematch.Matches
	out     *control.Sender
	done    chan struct{}
	err     error // valid after done
	leaving sync.Once
	left    chan struct{} // closed by Stop

	step  sync.Mutex // held while the replica changes
	world *island.Island
	turn  uint64 // of the replica; zero: there is none
}

// ErrDetached says that the node has closed the connection.
var ErrDetached = errors.New("the node behind this window has ended or is joining another world")

// Attach opens a window's connection to the node that runs on the data directory of id.
func Attach(ctx context.Context, id *Identity, log *slog.Logger) (*Attached, error) {
	client, err := control.Find(id.Dir)
	if err != nil {
		return nil, err
	}
	conn, in, err := client.Upgrade(ctx, "/attach")
	if err != nil {
		return nil, err
	}
	conn.SetReadDeadline(time.Now().Add(control.AnswerTime))
	b, err := control.ReadFrame(in, nil, control.MaxNodeFrame)
	var h control.Hello
	if err == nil {
		h, err = control.DecodeHello(b)
	}
	if err == nil && h.Player != id.Pair.ID() {
		err = fmt.Errorf("%w: the node has another identity", control.ErrAttach)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	conn.SetReadDeadline(time.Time{})
	a := &Attached{client: client, log: log, conn: conn, Name: h.Name,
		genesis: h.Genesis, out: control.NewSender(log), done: make(chan struct{}), left: make(chan struct{})}
	if id.named != "" {
		a.Name = id.named
	}
	// orders go to the node: there are none here
	a.Seat = nodeless.NewSeat(game.PlayerID(h.Player), command.Command{Kind: command.Enter, Text: a.Name, Look: id.Look()}, log, &a.step)
	a.Recording.World = h.Genesis.ID()
	a.assets, a.rooms = remote.New(client), afar.New(client, h.Player)
	a.matches = remotematch.New(client, h.Player, log, a.rooms.Tell)
	go a.out.Write(conn, a.done)
	go a.run(in)
	go a.assets.Run(a.done)
	go a.rooms.Run(a.done)
	return a, nil
}

// run is the goroutine that executes the turns.
func (a *Attached) run(in *bufio.Reader) {
	defer close(a.done)
	defer a.conn.Close()
	defer a.matches.Close()
	var buf []byte
	var err error
	for err == nil {
		if buf, err = control.ReadFrame(in, buf, control.MaxNodeFrame); err == nil {
			err = a.follow(buf)
		}
	}
	select {
	case <-a.left:
		return // as asked
	default:
	}
	a.err = ErrDetached
	if errors.Is(err, control.ErrAttach) {
		a.err = err
	}
}

// follow takes a state or turn of the node.
func (a *Attached) follow(b []byte) error {
	kind, p, err := control.DecodeProgress(b)
	if err != nil {
		return err
	}
	a.step.Lock()
	defer a.step.Unlock()
	e := kernel.Executed{Turn: p.Turn, Rewound: true}
	if kind == control.FrameState {
		a.world = new(island.Island) // it may be another one's than the last
		if err := a.world.Restore(p.Bytes); err != nil {
			return fmt.Errorf("%w: %w", control.ErrAttach, err)
		}
	} else {
		switch {
		case a.turn == 0:
			return nil // a state has been asked for, and is on its way
		case p.Turn != a.turn+1:
			return fmt.Errorf("%w: turn %d after turn %d", control.ErrAttach, p.Turn, a.turn)
		}
		_ = a.world.Replay(p.Bytes) // a turn that is refused changes nothing, on every peer alike
		e.Body, e.Rewound = p.Bytes, false
	}
	a.turn, e.Digest = p.Turn, a.world.Digest()
	if e.Digest != p.Digest {
		a.log.Warn("desync: this window replaced its world with its node's", "turn", p.Turn)
		a.turn = 0
		a.out.Send(control.SealFrame(control.Frame(control.FrameAgain, 0)))
		return nil
	}
	e.Machine = replica.Island{Island: a.world}
	a.Feed.Publish(a.world, p.Turn, e.Rewound)
	a.Recording.Turn(a.world, e)
	return nil
}

// Done is closed when the window has lost the world; Err says why.
func (a *Attached) Done() <-chan struct{} { return a.done }

// Err returns why, nil after Stop. It is valid after Done.
func (a *Attached) Err() error { return a.err }

// Stop takes the window away. The node goes on.
func (a *Attached) Stop() {
	a.leaving.Do(func() {
		a.Rise()
		close(a.left)
		a.conn.Close()
	})
	<-a.done
}

// Status asks the node for its status; unknown values are zero.
func (a *Attached) Status() status.Status {
	st, err := a.client.Status(context.Background())
	if err != nil {
		return status.Status{}
	}
	return *st
}

func (a *Attached) WorldName() string       { return a.genesis.Name }
func (a *Attached) PortalView() *feed.Vista { return nil }
func (a *Attached) ByHand() *byhand.Desk    { return nil }
func (a *Attached) Assets() shelf.Reader    { return a.assets }

// they hold from the node's next start on; `manyhold do 'offer …'` at once
func (a *Attached) SetOffer(*settings.Settings) {}

func (a *Attached) Inspect() func(f func(w *island.Island)) { return nil }

func (a *Attached) Remarks() []string { return nil }

func (a *Attached) SendPredicted(seq uint64, c command.Command) {
	a.out.Send(control.Typed{Seq: seq, Bytes: command.Append(nil, c)}.Frame())
}

// Charter lets the node write into the world's charter as its player, which is this window's player too.
func (a *Attached) Charter(ctx context.Context, words []string) (said string, err error) {
	return a.client.Call(ctx, control.Charter, strings.Join(words, "\n"))
}

// Publish lets the node publish a draft as its player, which is this window's player too.
func (a *Attached) Publish(ctx context.Context, draft []byte) (said string, err error) {
	return a.client.Call(ctx, control.Publish, string(draft))
}

// PutAsset lets the node keep a file as an asset.
func (a *Attached) PutAsset(ctx context.Context, data []byte) (name string, known bool, err error) {
	return a.client.PutAsset(ctx, data)
}

// RoomAct lets the node carry out an act about match rooms.
func (a *Attached) RoomAct(ctx context.Context, act hall.Act) (said string, err error) {
	return a.client.Room(ctx, act)
}

// RoomsAfar is the match rooms of the node.
func (a *Attached) RoomsAfar() *afar.Hall { return a.rooms }

// MatchesAfar are the matches that the node plays and watches.
func (a *Attached) MatchesAfar() *remotematch.Matches { return a.matches }

// Door lets the node carry out a command about the door of the world.
func (a *Attached) Door(ctx context.Context, words []string) (said string, err error) {
	return a.client.Call(ctx, control.Door, strings.Join(words, "\n"))
}

// Decree lets the node make the world firm without the absent peers.
func (a *Attached) Decree(ctx context.Context) error {
	_, err := a.client.Call(ctx, control.Decree, "")
	return err
}

// Shout lets the node say something to the whole world.
func (a *Attached) Shout(ctx context.Context, text string) error {
	_, err := a.client.Call(ctx, control.Shout, text)
	return err
}

// DoAtStart hands orders to the node.
func (a *Attached) DoAtStart(ctx context.Context, text string) {
	var said strings.Builder
	err := a.client.Do(ctx, text, &said)
	if err == nil || said.Len() > 0 {
		a.log.Info("done", "order", strings.TrimSpace(said.String()))
	}
	if err != nil {
		a.log.Error("an order failed", "why", err)
	}
}
