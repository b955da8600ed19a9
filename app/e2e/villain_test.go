package e2e

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"manyhold/app/version"
	"manyhold/game"
	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/webrtc"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// villain is a peer that keeps to the link's protocol as far as it must to be linked, and to nothing else.
type villain struct {
	t        testing.TB
	pair     key.Pair
	world    store.WorldID
	endpoint *webrtc.Endpoint
	rng      *rand.Rand
	victims  []signal.Invite

	mu    sync.Mutex
	links map[key.ID]link.Link
	ups   map[key.ID]int // how many there were to each
	heard map[wire.Kind]int

	records [][]byte // messages with records that came
	ran     []byte   // the newest frame with turns in it

	at epoch.Where // the epoch of home for which its commands are signed; see learn
}

// newVillain links to each of the nodes by the door in its invitation.
func newVillain(t testing.TB, name string, nodes ...*process) *villain {
	t.Helper()
	v := &villain{t: t, pair: key.Generate(), rng: rand.New(rand.NewPCG(6, 6)), links: map[key.ID]link.Link{}, ups: map[key.ID]int{}, heard: map[wire.Kind]int{}}
	for _, p := range nodes {
		st, _ := p.island()
		inv, err := signal.ParseInvite(st.World.Invite)
		if err != nil {
			t.Fatal(err)
		}
		v.victims, v.world = append(v.victims, inv), inv.World
	}
	var err error
	v.endpoint, err = webrtc.New(webrtc.Options{Key: v.pair, Loopback: true, StreamRate: 64 << 20,
		Info: link.Info{Name: name, Version: version.Version, Rules: uint32(game.CurrentRules), World: v.world}}, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.endpoint.Close("caught") })
	return v
}

func (v *villain) LinkUp(l link.Link) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.links[l.Peer()] = l
	v.ups[l.Peer()]++
}

// linked returns how many links there were to a victim.
func (v *villain) linked(i int) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.ups[v.victims[i].Peer]
}

func (v *villain) Receive(_ link.Link, _ link.Channel, b []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.heard[wire.Kind(b[0])]++
	if wire.Kind(b[0]) == wire.Record {
		v.records = append(v.records, bytes.Clone(b))
	}
	if wire.Kind(b[0]) == wire.Frame && len(b) > 1 && b[1]&frameRun != 0 {
		v.ran = bytes.Clone(b)
	}
}

func (v *villain) LinkDown(l link.Link, _ string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.links[l.Peer()] == l {
		delete(v.links, l.Peer())
	}
}

// to returns the link to a victim, which is made anew when the victim has ended it.
func (v *villain) to(i int) link.Link {
	v.t.Helper()
	inv := v.victims[i]
	deadline := patience.For(20 * time.Second)
	for {
		v.mu.Lock()
		l := v.links[inv.Peer]
		v.mu.Unlock()
		if l != nil {
			return l
		}
		ctx, cancel := patience.WithTimeout(context.Background(), 5*time.Second)
		err := v.endpoint.Dial(ctx, inv.Peer, signal.Direct(inv.Doors[0]))
		cancel()
		if err != nil && deadline.Over() {
			v.t.Fatalf("the villain cannot link: %v", err)
		}
		if err != nil {
			<-time.After(100 * time.Millisecond) // between two attempts
		}
	}
}

// flood sends the messages of next to every victim, some thousand a second, until span is over, and longer on
// a machine that is too busy to send most of them in that time. A link that the victim ends is made again. It
// returns how many were sent.
func (v *villain) flood(span time.Duration, channel link.Channel, next func(i int) []byte) (sent int) {
	v.t.Helper()
	const burst, pause = 16, 4 * time.Millisecond
	tick := time.NewTicker(pause)
	defer tick.Stop()
	end, least := time.Now().Add(span), int(span/pause)*3/4
	for n := 0; n < least || time.Now().Before(end); n++ {
		<-tick.C
		for i := range v.victims {
			l := v.to(i)
			for range burst {
				err := l.Send(channel, next(sent))
				if errors.Is(err, link.ErrBusy) || errors.Is(err, link.ErrClosed) {
					break
				}
				sent++
			}
		}
	}
	return sent
}

// random returns n random bytes after a kind.
func (v *villain) random(k wire.Kind, n int) []byte {
	b := make([]byte, 1+n)
	for i := range b {
		b[i] = byte(v.rng.Uint32())
	}
	b[0] = byte(k)
	return b
}

// greet says Join: as a peer that is willing to vote, or that wants the island.
func (v *villain) greet(willing, wants bool, epoch, turn uint64) []byte {
	g := message.Greeting{Incarnation: 77, Capacity: 1 << 20, Uptime: 1 << 30, // up for ever
		Headless: true, Willing: willing, Wants: wants, Epoch: epoch, Turn: turn, Committed: turn, Firm: true}
	return g.Encode()
}

// frame begins a frame with the sections of flags, which the caller appends.
func frameOf(flags byte, epoch uint64) []byte {
	return wire.AppendUvarint([]byte{byte(wire.Frame), flags}, epoch)
}

// The sections of a frame; net/host describes them.
const (
	frameDigests  = 1
	frameRun      = 2
	frameHead     = 4
	frameMessages = 8
	frameCommands = 16
)

// makeOffer returns a valid offer of a new identity, which does nothing with an answer.
func makeOffer(t testing.TB, inv signal.Invite) []byte {
	e, err := webrtc.New(webrtc.Options{Key: key.Generate(), Loopback: true,
		Info: link.Info{Name: "nobody", Rules: uint32(game.CurrentRules), World: inv.World}}, &villain{t: t, links: map[key.ID]link.Link{}, ups: map[key.ID]int{}})
	if err != nil {
		t.Error(err)
		return nil
	}
	defer e.Close("that was all")
	ctx, cancel := patience.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var kept keptOffer
	e.Dial(ctx, inv.Peer, &kept)
	return kept.offer
}

// keptOffer is an exchange that keeps the offer.
type keptOffer struct{ offer []byte }

var errKept = errors.New("the offer is not sent")

func (k *keptOffer) Offer(_ context.Context, _ key.ID, offer []byte) ([]byte, error) {
	k.offer = bytes.Clone(offer)
	return nil, errKept
}
