// Package byhand lets two people connect their machines by texts that they send each other: one makes an
// offer, the other pastes it and sends the answer back. A Desk does this for a running node, whoever asks: a
// menu, or `manyhold connect`.
package byhand

import (
	"context"
	"errors"
	"sync"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	hand "manyhold/net/link/byhand"
	"manyhold/net/link/webrtc"
)

// Phase is how far connecting by hand has come. The words are in the answers of the control server.
type Phase string

// The phases of a State.
const (
	Idle      Phase = ""          // nothing is under way
	Making    Phase = "making"    // the text is being made, which takes half a second at most
	Offering  Phase = "offering"  // Text is an offer, and waits for its answer
	Answering Phase = "answering" // Text is an answer, and waits for the other side to paste it
	Linking   Phase = "linking"   // the answer is here
	Linked    Phase = "linked"
	Failed    Phase = "failed" // Why says why
)

// State is what a person may know.
type State struct {
	Phase Phase   `json:"phase"`
	Text  string  `json:"text,omitempty"` // to be sent to the other side
	Name  string  `json:"name,omitempty"` // of the other side, once known
	Peer  string  `json:"peer,omitempty"` // its key
	Why   Trouble `json:"why,omitempty"`
	Said  string  `json:"said,omitempty"` // the other side's words, with Refused
	Near  bool    `json:"near,omitempty"` // Text names no address that can be reached from beyond the local network
}

// Over reports whether nothing more will happen by itself.
func (s State) Over() bool { return s.Phase == Idle || s.Phase == Linked || s.Phase == Failed }

// linkTime is how long an answer waits for the other side.
const linkTime = 10 * time.Minute

// Endpoint is the part of webrtc.Endpoint that a Desk uses.
type Endpoint interface {
	DialByHand(ctx context.Context, carry webrtc.Carry) error
	AnswerByHand(ctx context.Context, offer string) (answer string, err error)
	Links() []link.Link
}

// Desk connects by hand, one other machine at a time. Its methods may be called from any goroutine, and do
// not wait for the network. Those of a nil Desk do nothing.
type Desk struct {
	endpoint Endpoint
	me       key.ID
	world    [32]byte
	all      sync.WaitGroup

	mu      sync.Mutex
	state   State
	try     int // the number of the present try; an older one has no say
	cancel  context.CancelFunc
	answers chan string   // to the present offer
	changed chan struct{} // closed and replaced with each change
}

// New returns a Desk of a node in a world.
func New(e Endpoint, me key.ID, world [32]byte) *Desk {
	return &Desk{endpoint: e, me: me, world: world, changed: make(chan struct{})}
}

// State returns the present state.
func (d *Desk) State() State {
	if d == nil {
		return State{}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state
}

// Await waits until the state is one that a person waits for, or ctx ends, and returns it.
func (d *Desk) Await(ctx context.Context, enough func(State) bool) State {
	for {
		d.mu.Lock()
		s, changed := d.state, d.changed
		d.mu.Unlock()
		if enough(s) {
			return s
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return s
		}
	}
}

// Offer begins a new offer, in place of what was under way.
func (d *Desk) Offer() {
	if d != nil {
		d.start(State{Phase: Making}, d.offer)
	}
}

// Take takes the other side's text: an offer, which is answered in place of what was under way, or the answer
// to the present offer. A trouble other than "" tells that the text is of no use; the state is as before
// then.
func (d *Desk) Take(text string) Trouble {
	t, err := hand.Parse(text)
	switch {
	case d == nil:
		return NoNode
	case errors.Is(err, hand.ErrNotText):
		return NotText
	case errors.Is(err, hand.ErrVersion):
		return OtherVersion
	case err != nil:
		return Damaged
	case t.From == d.me:
		return OwnText
	case t.Answer:
		return d.takeAnswer(t, text)
	case t.Info.World != d.world:
		return OtherWorld
	}
	first := State{Phase: Making, Name: t.Info.Name, Peer: t.From.String()}
	d.start(first, func(ctx context.Context, try int) error { return d.answer(ctx, try, t, text) })
	return ""
}

func (d *Desk) takeAnswer(t *hand.Text, text string) Trouble {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.state.Phase != Offering {
		return NoOffer
	}
	if offer, err := hand.Parse(d.state.Text); err != nil || !t.Answers(offer) {
		return OtherOffer
	}
	select {
	case d.answers <- text:
	default: // it has one
	}
	d.state.Phase, d.state.Name, d.state.Peer = Linking, t.Info.Name, t.From.String()
	d.tell()
	return ""
}

// Stop gives up what is under way.
func (d *Desk) Stop() {
	if d == nil {
		return
	}
	d.mu.Lock()
	d.try++
	if d.cancel != nil {
		d.cancel()
	}
	d.state = State{}
	d.tell()
	d.mu.Unlock()
}

// Close gives up and waits until nothing runs any more.
func (d *Desk) Close() {
	if d != nil {
		d.Stop()
		d.all.Wait()
	}
}

// start begins a try in a goroutine of its own.
func (d *Desk) start(first State, run func(ctx context.Context, try int) error) {
	ctx, cancel := context.WithCancel(context.Background())
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cancel != nil {
		d.cancel()
	}
	d.try++
	d.cancel, d.state, d.answers = cancel, first, make(chan string, 1)
	d.tell()
	try := d.try
	d.all.Go(func() {
		defer cancel()
		err := run(ctx, try)
		d.set(try, func(s *State) {
			s.Phase = Linked
			if err != nil {
				s.Phase = Failed
				s.Why, s.Said = troubleOf(err, s.Near)
			}
			s.Text = ""
		})
	})
}

// set changes the state, if the try is still the present one.
func (d *Desk) set(try int, change func(s *State)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.try == try {
		change(&d.state)
		d.tell()
	}
}

// tell wakes those who wait for a change; mu is held.
func (d *Desk) tell() {
	close(d.changed)
	d.changed = make(chan struct{})
}

func (d *Desk) offer(ctx context.Context, try int) error {
	d.mu.Lock()
	answers := d.answers
	d.mu.Unlock()
	return d.endpoint.DialByHand(ctx, func(ctx context.Context, offer string) (string, error) {
		d.set(try, func(s *State) { s.Phase, s.Text, s.Near = Offering, offer, near(offer) })
		select {
		case answer := <-answers:
			return answer, nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	})
}

func (d *Desk) answer(ctx context.Context, try int, offer *hand.Text, text string) error {
	answer, err := d.endpoint.AnswerByHand(ctx, text)
	if err != nil {
		return err
	}
	d.set(try, func(s *State) { s.Phase, s.Text, s.Near = Answering, answer, near(answer) && near(text) })
	ctx, cancel := context.WithTimeout(ctx, linkTime)
	defer cancel()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		for _, l := range d.endpoint.Links() {
			if l.Peer() == offer.From {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
}

// near reports whether a text names no address beyond the local network.
func near(text string) bool {
	t, err := hand.Parse(text)
	return err == nil && t.Description.Reach() != hand.Far
}
