package webrtc

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pion/transport/v4/vnet"

	"manyhold/net/link"
	"manyhold/net/link/byhand"
	"manyhold/net/patience"
)

// carryTo is a person who carries an offer to an endpoint, and its answer back as they are messed up on the
// way.
func carryTo(t *testing.T, e *Endpoint, mess func(answer string) string) Carry {
	return func(ctx context.Context, offer string) (string, error) {
		t.Logf("an offer of %d characters", len(offer))
		answer, err := e.AnswerByHand(ctx, strings.ToUpper(offer[:60]+"\n"+offer[60:]))
		if err != nil {
			return "", err
		}
		t.Logf("an answer of %d characters", len(answer))
		return mess(answer), nil
	}
}

func asItIs(s string) string { return s }

// TestByHand links two endpoints by two texts.
func TestByHand(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	began := patience.Now()
	if err := a.DialByHand(t.Context(), carryTo(t, b, strings.ToUpper)); err != nil {
		t.Fatal(err)
	}
	t.Logf("linked %v after the offer was begun", patience.Since(began).Round(time.Millisecond))
	until(t, "both up", func() bool { return wa.link(b.ID()) != nil && wb.link(a.ID()) != nil })
	if err := wa.link(b.ID()).Send(link.Stream, message("sure")); err != nil {
		t.Error(err)
	}
	until(t, "the message", func() bool { return wb.received() == 1 })
	err := a.DialByHand(t.Context(), carryTo(t, b, asItIs))
	var refused *RefusedError
	if !errors.As(err, &refused) || refused.Words != "already connected" {
		t.Errorf("a linked peer by hand again: %v", err)
	}
	if wa.count("up") != 1 || left(a) != 1 {
		t.Errorf("%d links came up, %d connections are left: %v", wa.count("up"), left(a), wa)
	}
}

// TestBadTextsByHand: each mistake that people make with texts ends the dial with an error that tells it.
func TestBadTextsByHand(t *testing.T) {
	a, _ := start(t, identity(1), nil)
	b, _ := start(t, identity(2), nil)
	stranger, _ := start(t, identity(3), func(o *Options) { o.Info.World = [32]byte{8} })
	older := ""
	forged := func(answer string) string {
		l, err := byhand.Parse(answer)
		if err != nil {
			t.Fatal(err)
		}
		l.From = identity(4).ID()
		return l.String()
	}
	first := errors.New("only shown")
	a.DialByHand(t.Context(), func(ctx context.Context, offer string) (string, error) {
		older, _ = b.AnswerByHand(ctx, offer)
		return "", first
	})
	var refused *RefusedError
	for name, c := range map[string]struct {
		by   Carry
		fits func(error) bool
	}{
		"a lost letter":     {carryTo(t, b, func(s string) string { return s[:70] + s[71:] }), func(err error) bool { return errors.Is(err, byhand.ErrDamaged) }},
		"an invitation":     {carryTo(t, b, func(string) string { return "manyhold:abc" }), func(err error) bool { return errors.Is(err, byhand.ErrNotText) }},
		"an older answer":   {carryTo(t, b, func(string) string { return older }), func(err error) bool { return errors.Is(err, ErrOtherOffer) }},
		"a forged answer":   {carryTo(t, b, forged), func(err error) bool { return errors.Is(err, ErrGarbage) }},
		"to itself":         {carryTo(t, a, asItIs), func(err error) bool { return errors.As(err, &refused) }},
		"in another world":  {carryTo(t, stranger, asItIs), func(err error) bool { return errors.As(err, &refused) }},
		"the offer is back": {func(_ context.Context, offer string) (string, error) { return offer, nil }, func(err error) bool { return errors.Is(err, ErrOtherOffer) }},
	} {
		ctx, cancel := patience.WithTimeout(t.Context(), 10*time.Second)
		if err := a.DialByHand(ctx, c.by); err == nil || !c.fits(err) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		if left(a) != 0 {
			t.Errorf("%s: something of the dial is left", name)
		}
	}
	if _, err := b.AnswerByHand(t.Context(), older); !errors.Is(err, ErrGarbage) {
		t.Errorf("an answer in place of an offer: %v", err)
	}
}

// TestByHandBehindRouters: the routers of both sides forget an address that is not used, and the people take
// longer than that. Only the packets of the waiting sides keep the addresses open. A busy machine may send
// none for as long as a router remembers: then all takes longer.
func TestByHandBehindRouters(t *testing.T) {
	for name, hold := range map[string]func(forgets time.Duration) time.Duration{
		"held":     func(forgets time.Duration) time.Duration { return forgets / 6 },
		"not held": func(time.Duration) time.Duration { return time.Hour },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forgets := 700 * time.Millisecond
			err := dialSlowly(t, forgets, hold(forgets))
			for again := 0; name == "held" && err != nil && again < 3; again++ {
				t.Logf("the routers forget after %v: %v", forgets, err)
				forgets *= 2
				err = dialSlowly(t, forgets, hold(forgets))
			}
			if (err == nil) != (name == "held") {
				t.Errorf("%v", err)
			}
		})
	}
}

// dialSlowly dials by hand between routers that forget, with people who take three times as long.
func dialSlowly(t *testing.T, forgets, hold time.Duration) error {
	n := newInternet(t)
	strict := router{"strict", &vnet.NATType{MappingBehavior: vnet.EndpointIndependent, FilteringBehavior: vnet.EndpointAddrPortDependent, MappingLifeTime: forgets}}
	server, ma, mb := n.machine("1.2.3.1", router{}), n.machine("1.2.3.11", strict), n.machine("1.2.3.12", strict)
	n.start(server)
	behind := func(m *vnet.Net) func(o *Options) {
		return func(o *Options) {
			o.virtual, o.STUN, o.holdEvery = m, func() []string { return []string{publicStun} }, hold
		}
	}
	a, _ := start(t, identity(1), behind(ma))
	b, _ := start(t, identity(2), behind(mb))
	ctx, cancel := patience.WithTimeout(t.Context(), 3*time.Second+3*forgets)
	defer cancel()
	began := patience.Now()
	return a.DialByHand(ctx, func(ctx context.Context, offer string) (string, error) {
		patience.Wait(t, "the routers to forget what is not used", 20*time.Second, 50*time.Millisecond, func() bool { return patience.Since(began) > 3*forgets })
		return carryTo(t, b, asItIs)(ctx, offer)
	})
}

// TestDialBesideOneByHand: somebody pastes an old offer, whose sender does not wait any more. A dial to that
// peer links all the same. A dial that fails leaves the waiting connection alone.
func TestDialBesideOneByHand(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	paste := func(offers *Endpoint, answers *Endpoint) {
		t.Helper()
		shown := errors.New("only shown")
		offers.DialByHand(t.Context(), func(ctx context.Context, offer string) (string, error) {
			if _, err := answers.AnswerByHand(ctx, offer); err != nil {
				t.Error(err)
			}
			return "", shown
		})
		if left(answers) != 1 {
			t.Fatalf("%d connections wait", left(answers))
		}
	}
	for name, c := range map[string]struct {
		dials, answers *Endpoint
	}{"a dials": {a, b}, "b dials": {b, a}} {
		paste(c.answers, c.dials)
		lost := errors.New("the offer is lost")
		if err := c.dials.Dial(t.Context(), c.answers.ID(), elsewhere(func([]byte) ([]byte, error) { return nil, lost })); !errors.Is(err, lost) {
			t.Errorf("%s: a dial that fails: %v", name, err)
		}
		if left(c.dials) != 1 {
			t.Errorf("%s: after a dial that failed %d connections are left", name, left(c.dials))
		}
		dial(t, c.dials, c.answers.ID(), to{c.answers})
		until(t, name+": the link", func() bool { return wa.link(b.ID()) != nil && wb.link(a.ID()) != nil })
		until(t, name+": the end of the other connections", func() bool { return left(a) == 1 && left(b) == 1 })
		wa.link(b.ID()).Close("the next round")
		until(t, name+": the end of the link", func() bool { return left(a) == 0 && left(b) == 0 })
	}
}

// TestByHandBesideADialThatHangs: a peer is dialled where it is no longer, and nobody answers. Meanwhile
// people connect the two by hand, in either direction.
func TestByHandBesideADialThatHangs(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	for name, c := range map[string]struct {
		dials, offers *Endpoint
	}{"a dials": {a, b}, "b dials": {b, a}} {
		hangs := make(chan bool)
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- c.dials.Dial(ctx, c.offers.ID(), elsewhere(func([]byte) ([]byte, error) {
				close(hangs)
				<-ctx.Done()
				return nil, ctx.Err()
			}))
		}()
		<-hangs
		if err := c.offers.DialByHand(t.Context(), carryTo(t, c.dials, asItIs)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		until(t, name+": the link", func() bool { return wa.link(b.ID()) != nil && wb.link(a.ID()) != nil })
		end()
		<-done
		until(t, name+": the end of the dial", func() bool { return left(a) == 1 && left(b) == 1 })
		wa.link(b.ID()).Close("the next round")
		until(t, name+": the end of the link", func() bool { return left(a) == 0 && left(b) == 0 })
	}
}

// FuzzHandText: the text of a stranger is no offer, unless it is signed.
func FuzzHandText(f *testing.F) {
	e, err := New(Options{Key: identity(2), Info: link.Info{Rules: 1}}, newWatcher(f))
	if err != nil {
		f.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	e.DialByHand(ctx, func(_ context.Context, offer string) (string, error) {
		f.Add(offer)
		f.Add(offer[:len(offer)/2])
		f.Add(strings.Replace(offer, "offer", "answer", 1))
		cancel()
		return "", context.Canceled
	})
	e.Close("")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := offerBytes(text)
		if err != nil {
			return
		}
		if l, err := decodeSetup(b); err == nil && l.from != identity(2).ID() {
			t.Fatalf("an offer of %s that it has not made", l.from.Short())
		}
	})
}
