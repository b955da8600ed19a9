package webrtc

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/wire"
)

func TestMain(m *testing.M) {
	if os.Getenv(childDoor) != "" {
		child()
		return
	}
	goleak.VerifyTestMain(m)
}

func TestTwoEndpointsLinkWithinASecond(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	wb.echo = true
	began := patience.Now()
	dial(t, a, b.ID(), to{b})
	if took := patience.Since(began); took > time.Second {
		t.Errorf("linked after %v", took)
	} else {
		t.Logf("linked after %v", took)
	}
	until(t, "both up", func() bool { return wa.link(b.ID()) != nil && wb.link(a.ID()) != nil })
	l := wa.link(b.ID())
	if i := l.Info(); i.Name != "peer "+b.ID().Short() || i.World != [32]byte{7} {
		t.Errorf("info %+v", i)
	}
	if err := l.Send(link.Datagram, message("fast")); err != nil {
		t.Error(err)
	}
	if err := l.Send(link.Stream, message("sure")); err != nil {
		t.Error(err)
	}
	until(t, "both echoes", func() bool { return wa.received() >= 2 })
	until(t, "a round-trip time", func() bool { return l.Stats().RTT > 0 })
	if s := l.Stats(); s.Route != "host" && s.Route != "srflx" || s.BytesIn == 0 || s.BytesOut == 0 || s.Lagging || s.ConnectedAt.IsZero() {
		t.Errorf("%+v", s)
	}
	if len(a.Links()) != 1 || a.Links()[0].Peer() != b.ID() {
		t.Error("Links does not have it")
	}
	if err := l.Send(link.Datagram, make([]byte, link.MaxDatagram+1)); !errors.Is(err, link.ErrTooLarge) {
		t.Error(err)
	}
	if err := l.Send(link.Stream, make([]byte, link.MaxMessage+1)); !errors.Is(err, link.ErrTooLarge) {
		t.Error(err)
	}
	dial(t, a, b.ID(), to{b}) // there already
	dial(t, b, a.ID(), to{a})
	if wa.count("up") != 1 {
		t.Errorf("dialling a linked peer made another link: %v", wa)
	}
	l.Close("enough for today")
	until(t, "both down", func() bool { return wa.count("down: enough for today") == 1 && wb.count("down: enough for today") == 1 })
	if err := l.Send(link.Stream, message("x")); !errors.Is(err, link.ErrClosed) {
		t.Error(err)
	}
	dial(t, b, a.ID(), to{a}) // and again
	until(t, "up again", func() bool { return wa.count("up") == 2 && wb.count("up") == 2 })
}

// patient lets an endpoint wait for a sign of life as long as a busy machine needs.
func patient(o *Options) { o.probeFor = time.Minute }

func TestWhoeverAnswers(t *testing.T) {
	a, wa := start(t, identity(1), patient)
	b, _ := start(t, identity(2), patient)
	dial(t, a, key.ID{}, to{b})
	if wa.link(b.ID()) == nil {
		t.Fatal("not linked")
	}
	dial(t, a, key.ID{}, to{b})
	dial(t, b, key.ID{}, to{a})
	until(t, "the second connection to go", func() bool { return left(a) == 1 })
	if wa.count("up") != 1 {
		t.Fatalf("dialled again: %v", wa)
	}
}

func TestRefusals(t *testing.T) {
	b, wb := start(t, identity(2), nil)
	cases := []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"other world", func(o *Options) { o.Info.World = [32]byte{8} }, "different worlds"},
		{"other rules", func(o *Options) { o.Info.Rules = 2 }, "the rules differ"},
		{"same identity", func(o *Options) { o.Key = identity(2) }, "itself"},
	}
	for _, c := range cases {
		a, wa := start(t, identity(1), c.change)
		err := a.Dial(t.Context(), key.ID{}, to{b})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if err := a.Dial(t.Context(), identity(9).ID(), to{b}); err == nil {
			t.Errorf("%s: dialling somebody who is not there succeeded", c.name)
		}
		if wa.count("up")+wb.count("up") != 0 {
			t.Errorf("%s: a link came up", c.name)
		}
	}
	a, _ := start(t, identity(1), nil)
	if err := a.Dial(t.Context(), a.ID(), to{b}); !errors.Is(err, ErrSelf) {
		t.Errorf("dialling oneself: %v", err)
	}
}

// elsewhere answers with other bytes than the endpoint does.
type elsewhere func(offer []byte) ([]byte, error)

func (f elsewhere) Offer(_ context.Context, _ key.ID, offer []byte) ([]byte, error) { return f(offer) }

func TestOtherProtocolIsRefusedWithWordsOnBothSides(t *testing.T) {
	a, _ := start(t, identity(1), nil)
	b, _ := start(t, identity(2), nil)
	newer := func(letter []byte) []byte {
		l := bytes.Clone(letter)
		l[4] = wire.Protocol + 1
		return l
	}
	// b is of another version: its answer is.
	err := a.Dial(t.Context(), b.ID(), elsewhere(func(offer []byte) ([]byte, error) {
		answer, err := b.Answer(t.Context(), newer(offer))
		return newer(answer), err
	}))
	if !errors.Is(err, ErrProtocol) || !strings.Contains(err.Error(), "update the older one") {
		t.Errorf("dialler: %v", err)
	}
	if b.Counts().Refused != 1 {
		t.Errorf("the answering side counted %+v", b.Counts())
	}
	h := newHandshake(identity(1), link.Info{}, "A", b.ID(), "B")
	m := newHello(b.ID(), link.Info{}).encode()
	m[1]++
	if _, err := h.receive(m); !errors.Is(err, ErrProtocol) {
		t.Errorf("hello of another protocol: %v", err)
	}
}

func TestSecondProcessOfAnIdentityIsRefused(t *testing.T) {
	b, wb := start(t, identity(2), patient)
	a, _ := start(t, identity(1), nil)
	dial(t, a, b.ID(), to{b})
	twin, wt := start(t, identity(1), nil)
	err := twin.Dial(t.Context(), b.ID(), to{b})
	var refused *RefusedError
	if !errors.As(err, &refused) || !strings.Contains(refused.Words, "already connected as peer ") || refused.Peer != b.ID() {
		t.Errorf("the second process got %v", err)
	}
	if wb.count("down") != 0 || wt.count("up") != 0 || len(b.Links()) != 1 {
		t.Errorf("the first link was disturbed: %v", wb)
	}
}

func TestBothDialAtOnce(t *testing.T) {
	for round := range 10 {
		ka, kb := lesserFirst()
		a, wa := start(t, ka, nil)
		b, wb := start(t, kb, nil)
		// Both offers are on their way before either arrives.
		var both sync.WaitGroup
		both.Add(2)
		meet := func(e *Endpoint) signal.Exchange {
			var once sync.Once
			return elsewhere(func(offer []byte) ([]byte, error) {
				once.Do(func() { both.Done(); both.Wait() })
				return e.Answer(t.Context(), offer)
			})
		}
		errs := make(chan error, 2)
		go func() { errs <- a.Dial(t.Context(), b.ID(), meet(b)) }()
		go func() {
			peer := a.ID()
			if round%2 == 1 {
				peer = key.ID{} // does not know which peer it dials
			}
			errs <- b.Dial(t.Context(), peer, meet(a))
		}()
		for range 2 {
			if err := <-errs; err != nil {
				t.Errorf("round %d: %v", round, err)
			}
		}
		until(t, "one link on each side", func() bool { return len(a.Links()) == 1 && len(b.Links()) == 1 })
		if c := a.Links()[0].(*connection); !c.outgoing {
			t.Errorf("round %d: the dial of the greater id went on", round)
		}
		if wa.count("up") != 1 || wb.count("up") != 1 || wa.count("down")+wb.count("down") != 0 {
			t.Errorf("round %d: %v %v", round, wa, wb)
		}
		a.Close("")
		b.Close("")
	}
}

func TestStreamIsBoundedAndInOrder(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	dial(t, a, b.ID(), to{b})
	l := wa.link(b.ID())
	sent, busy := 0, false
	for range 2 * link.MaxBuffered / link.MaxMessage {
		m := make([]byte, link.MaxMessage)
		m[0], m[1], m[2] = byte(wire.Block), byte(sent), byte(sent>>8)
		err := l.Send(link.Stream, m)
		if errors.Is(err, link.ErrBusy) {
			busy = true
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		sent++
	}
	if !busy || l.Buffered() > link.MaxBuffered {
		t.Errorf("busy %v with %d bytes buffered after %d messages", busy, l.Buffered(), sent)
	}
	until(t, "all of it", func() bool { return wb.received() == sent })
	wb.mu.Lock()
	got := wb.got
	wb.mu.Unlock()
	for i, m := range got {
		if int(m[2])|int(m[3])<<8 != i {
			t.Fatalf("message %d is number %d", i, int(m[2])|int(m[3])<<8)
		}
	}
	until(t, "an empty queue", func() bool { return l.Buffered() == 0 })
	for range 50 {
		l.Send(link.Stream, append(message(""), make([]byte, 10_000)...))
	}
	l.Close("after all that") // data sent before the Close arrive
	until(t, "down", func() bool { return wb.count("down: after all that") == 1 })
	if wb.received() != sent+50 {
		t.Errorf("%d of 50 messages arrived before the link ended", wb.received()-sent)
	}
}

func TestGarbageIsCountedAndDisturbsNobody(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	c, wc := start(t, identity(3), nil)
	dial(t, a, b.ID(), to{b})
	dial(t, c, b.ID(), to{b})
	until(t, "both", func() bool { return len(b.Links()) == 2 })
	ugly := wa.link(b.ID()).(*connection)
	until(t, "b's view", func() bool { return wb.link(a.ID()) != nil })
	seen := wb.link(a.ID())
	raw := func(m []byte) { ugly.stream.Send(m); ugly.datagrams.Send(m[:min(len(m), 1200)]) }
	raw([]byte{9})                                    // a kind of the link's own that does not exist
	raw([]byte{byte(wire.Hello), 1})                  // the handshake is over
	raw([]byte{byte(wire.Ping), 1})                   // too short
	raw([]byte{byte(wire.Signal), 99})                // on both channels
	raw(make([]byte, link.MaxMessage+1))              // too long for either
	raw(append(message(""), make([]byte, 40_000)...)) // far too long
	raw(append([]byte{byte(wire.Proof)}, make([]byte, 64)...))
	until(t, "garbage counted", func() bool { return seen.Stats().Garbage >= 12 })
	if wb.count("down") != 0 || wb.received() != 0 {
		t.Fatalf("a little garbage ended the link: %v", wb)
	}
	for range MaxGarbage {
		ugly.stream.Send([]byte{9})
	}
	until(t, "the link to end", func() bool { return wb.count("down: too many messages that make no sense") == 1 })
	until(t, "the other side to hear why", func() bool { return wa.count("down: too many messages that make no sense") == 1 })
	if len(b.Links()) != 1 || wc.count("down") != 0 {
		t.Error("another link was disturbed")
	}
	wc.link(b.ID()).Send(link.Stream, message("still here"))
	until(t, "the other's message", func() bool { return wb.received() == 1 })
}

func TestGarbageOffersAreRefused(t *testing.T) {
	b, _ := start(t, identity(2), nil)
	a, _ := start(t, identity(1), nil)
	var good []byte
	a.Dial(t.Context(), b.ID(), elsewhere(func(offer []byte) ([]byte, error) {
		good = bytes.Clone(offer)
		return nil, errors.New("not today")
	}))
	l, err := decodeSetup(good)
	if err != nil {
		t.Fatal(err)
	}
	video := *l
	video.sdp += "m=video 9 UDP/TLS/RTP/SAVPF 96\r\n"
	many := *l
	many.sdp += strings.Repeat("a=candidate:1 1 udp 1 10.0.0.1 1 typ host\r\n", maxCandidates+1)
	nonsense := *l
	nonsense.sdp = "v=0\nm=application x\na=fingerprint:sha-256 AA\n"
	other := *l
	other.to = identity(5).ID()
	changed := bytes.Clone(good)
	changed[200] ^= 1
	answer := *l
	answer.kind = kindAnswer
	for name, offer := range map[string][]byte{
		"nothing": nil, "short": good[:100], "changed": changed, "long": append(bytes.Clone(good), 0), "text": []byte("hello"),
		"video": video.encode(identity(1)), "many addresses": many.encode(identity(1)), "nonsense": nonsense.encode(identity(1)),
		"for another": other.encode(identity(1)), "an answer": answer.encode(identity(1)), "signed by another": l.encode(identity(3)),
	} {
		if _, err := b.Answer(t.Context(), offer); !errors.Is(err, ErrGarbage) {
			t.Errorf("%s: %v, want ErrGarbage", name, err)
		}
	}
	until(t, "nothing left", func() bool { return left(b) == 0 })
	dial(t, a, b.ID(), to{b})
}

func TestOffersAreRateLimited(t *testing.T) {
	b, _ := start(t, identity(2), nil)
	busy, began := 0, time.Now()
	for range 200 {
		if _, err := b.Answer(t.Context(), []byte("x")); errors.Is(err, ErrBusy) {
			busy++
		}
	}
	took := time.Since(began)
	if least := 200 - offerBurst - offerRate*took.Seconds() - 1; float64(busy) < least {
		t.Errorf("%d of 200 offers in %v were refused as too many, want %.0f", busy, took, least)
	}
	if !errors.Is(ErrBusy, signal.ErrBusy) {
		t.Errorf("%q is another error than %q", ErrBusy, signal.ErrBusy)
	}
}

// TestCrowd: an endpoint that sets up as many connections as it can refuses one more as busy, and the other
// side can tell this from other refusals.
func TestCrowd(t *testing.T) {
	a, _ := start(t, identity(1), nil)
	b, _ := start(t, identity(2), nil)
	b.mu.Lock()
	for i := range MaxOpening {
		b.newConnection(key.ID{byte(i), 1}, false)
	}
	b.mu.Unlock()
	var refused *RefusedError
	if err := a.Dial(t.Context(), b.ID(), to{b}); !errors.As(err, &refused) || !refused.Busy || !errors.Is(err, signal.ErrBusy) {
		t.Errorf("a crowded endpoint: %v", err)
	}
	other, _ := start(t, identity(3), func(o *Options) { o.Info.World = [32]byte{9} })
	if err := a.Dial(t.Context(), other.ID(), to{other}); !errors.As(err, &refused) || refused.Busy || errors.Is(err, signal.ErrBusy) {
		t.Errorf("another world: %v", err)
	}
}

func TestDialGivesUp(t *testing.T) {
	a, _ := start(t, identity(1), nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	err := a.Dial(ctx, identity(2).ID(), elsewhere(func([]byte) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if left(a) != 0 {
		t.Error("something of the dial is left")
	}
	b, _ := start(t, identity(2), nil)
	ctx2, cancel2 := context.WithCancel(t.Context())
	defer cancel2()
	err = a.Dial(ctx2, b.ID(), elsewhere(func(offer []byte) ([]byte, error) { // the answer names no address
		answer, _ := b.Answer(t.Context(), offer)
		l, _ := decodeSetup(answer)
		var kept []string
		for line := range strings.Lines(l.sdp) {
			if !strings.HasPrefix(line, "a=candidate") {
				kept = append(kept, strings.Replace(line, "a=ice-pwd:", "a=ice-pwd:wrong", 1))
			}
		}
		l.sdp = strings.Join(kept, "")
		time.AfterFunc(300*time.Millisecond, cancel2) // not before there is an answer
		return l.encode(identity(2)), nil
	}))
	if !errors.Is(err, ErrNoPath) {
		t.Error(err)
	}
}

func TestClosedEndpoint(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	dial(t, a, b.ID(), to{b})
	a.Close("shutting down")
	a.Close("again")
	if wa.count("down: shutting down") != 1 {
		t.Errorf("%v", wa)
	}
	until(t, "the other side to hear it", func() bool { return wb.count("down: shutting down") == 1 })
	if err := a.Dial(t.Context(), b.ID(), to{b}); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if _, err := a.Answer(t.Context(), nil); err == nil {
		t.Error("a closed endpoint answered")
	}
}

func TestWrongOptions(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Listen: "7777"}, "HOST:PORT"},
		{Options{Listen: ":70000"}, "0 to 65535"},
		{Options{Listen: "example:80"}, "IP address"},
		{Options{Listen: "192.0.2.77:4242"}, "has no address"},
		{Options{ICEServers: []string{"stun.example.org"}}, "stun:HOST:PORT"},
		{Options{ICEServers: []string{"turn:example.org"}}, "turn:USER"},
	} {
		c.o.Key = identity(1)
		if _, err := New(c.o, newWatcher(t)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
}
