package byhand

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	hand "manyhold/net/link/byhand"
	"manyhold/net/link/webrtc"
)

var (
	ada, bo  = key.ID{1}, key.ID{2}
	homeland = [32]byte{9}
)

// written returns the text of a peer of a world, whose only address is this one.
func written(t *testing.T, from key.ID, world [32]byte, number uint64, at string) *hand.Text {
	t.Helper()
	a := netip.MustParseAddrPort(at)
	kind := "host"
	if !a.Addr().IsPrivate() {
		kind = "srflx raddr 192.168.1.2 rport 4000"
	}
	d, err := hand.Describe(fmt.Sprintf("v=0\r\na=fingerprint:sha-256 %s\r\na=setup:actpass\r\na=mid:0\r\na=ice-ufrag:UyMhgggbEhcCnZtW\r\n"+
		"a=ice-pwd:SAcHseJHalRgzZCjDttCWJCHQYxRKcxq\r\na=candidate:1 1 udp 2130706431 %s %d typ %s\r\n",
		strings.TrimSuffix(strings.Repeat("0A:", 32), ":"), a.Addr(), a.Port(), kind))
	if err != nil {
		t.Fatal(err)
	}
	return &hand.Text{From: from, Number: number, Info: link.Info{Name: "Bo", World: world}, Description: d, Signature: [64]byte{byte(number)}}
}

func answerTo(offer, answer *hand.Text) *hand.Text {
	answer.Answer, answer.Number, answer.Offer = true, offer.Number, hand.Names(offer.Signature)
	return answer
}

// network is an Endpoint as a script. Its offers are counted.
type network struct {
	t       *testing.T
	near    bool
	dialEnd error // of a dial that has its answer

	mu     sync.Mutex
	offers uint64
	linked []link.Link
	end    error // of answering
}

type toPeer struct {
	link.Link
	id key.ID
}

func (l toPeer) Peer() key.ID { return l.id }

func (n *network) at() string {
	if n.near {
		return "192.168.1.2:4000"
	}
	return "203.0.113.9:4000"
}

func (n *network) DialByHand(ctx context.Context, carry webrtc.Carry) error {
	n.mu.Lock()
	n.offers++
	number := n.offers
	n.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	if _, err := carry(ctx, written(n.t, ada, homeland, number, n.at()).String()); err != nil {
		return err
	}
	time.Sleep(time.Second)
	return n.dialEnd
}

func (n *network) AnswerByHand(_ context.Context, offer string) (string, error) {
	t, err := hand.Parse(offer)
	if err != nil || n.end != nil {
		return "", cmp.Or(err, n.end)
	}
	return answerTo(t, written(n.t, ada, homeland, 1, n.at())).String(), nil
}

func (n *network) Links() []link.Link {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.linked
}

// TestDesk plays both sides of connecting by hand. A step gives the desk a text, links a peer, or lets time
// pass; after each the desk says what stands there: phase, name, why, the mistake.
func TestDesk(t *testing.T) {
	offerOf := func(number uint64) *hand.Text { return written(t, ada, homeland, number, "203.0.113.9:4000") }
	boOffer := written(t, bo, homeland, 7, "203.0.113.9:5000")
	boAnswer := func(number uint64) string {
		return answerTo(offerOf(number), written(t, bo, homeland, 3, "203.0.113.9:5000")).String()
	}
	take := func(text string) func(d *Desk, n *network) string {
		return func(d *Desk, n *network) string { return string(d.Take(text)) }
	}
	offer := func(d *Desk, n *network) string { d.Offer(); return "" }
	stop := func(d *Desk, n *network) string { d.Stop(); return "" }
	pass := func(by time.Duration) func(d *Desk, n *network) string {
		return func(d *Desk, n *network) string { time.Sleep(by); return "" }
	}
	links := func(id key.ID) func(d *Desk, n *network) string {
		return func(d *Desk, n *network) string {
			n.mu.Lock()
			n.linked = append(n.linked, toPeer{id: id})
			n.mu.Unlock()
			time.Sleep(time.Second)
			return ""
		}
	}
	type step struct {
		do   func(d *Desk, n *network) string
		want string
	}
	for name, c := range map[string]struct {
		network *network
		steps   []step
	}{
		"an offer and its answer": {steps: []step{
			{offer, "offering"}, {take(boAnswer(1)), "linking Bo"}, {pass(2 * time.Second), "linked Bo"},
		}},
		"an offer that nobody answers": {steps: []step{
			{offer, "offering"}, {pass(9 * time.Minute), "offering"}, {pass(2 * time.Minute), "failed late"},
			{take(boAnswer(1)), "failed late / no_offer"},
		}},
		"the answer to an earlier offer": {steps: []step{
			{offer, "offering"}, {offer, "offering"}, {take(boAnswer(1)), "offering / other_offer"}, {take(boAnswer(2)), "linking Bo"}, {pass(2 * time.Second), "linked Bo"},
		}},
		"strict routers": {network: &network{dialEnd: webrtc.ErrNoPath}, steps: []step{
			{offer, "offering"}, {take(boAnswer(1)), "linking Bo"}, {pass(2 * time.Second), "failed Bo no_path"}, {offer, "offering"},
		}},
		"only local addresses": {network: &network{dialEnd: webrtc.ErrNoPath, near: true}, steps: []step{
			{offer, "offering near"},
			{take(answerTo(written(t, ada, homeland, 1, "192.168.1.2:4000"), written(t, bo, homeland, 3, "203.0.113.9:5000")).String()), "linking Bo near"},
			{pass(2 * time.Second), "failed Bo near no_path_near"},
		}},
		"answering": {steps: []step{
			{take(boOffer.String()), "answering Bo"}, {links(key.ID{3}), "answering Bo"}, {links(bo), "linked Bo"},
		}},
		"an answer that nobody pastes": {steps: []step{
			{take(boOffer.String()), "answering Bo"}, {pass(11 * time.Minute), "failed Bo late"},
		}},
		"an offer in place of the answer": {steps: []step{
			{offer, "offering"}, {take(boOffer.String()), "answering Bo"}, {links(bo), "linked Bo"},
		}},
		"refused": {network: &network{end: &webrtc.RefusedError{Words: "it is another world"}}, steps: []step{
			{take(boOffer.String()), "failed Bo refused (it is another world)"},
		}},
		"refused in a crowd": {network: &network{end: &webrtc.RefusedError{Words: "too many connections", Busy: true}}, steps: []step{
			{take(boOffer.String()), "failed Bo busy"},
		}},
		"busy": {network: &network{end: webrtc.ErrBusy}, steps: []step{{take(boOffer.String()), "failed Bo busy"}}},
		"given up": {steps: []step{
			{offer, "offering"}, {stop, ""}, {take(boAnswer(1)), " / no_offer"},
		}},
		"texts of no use": {steps: []step{
			{take("hello"), " / not_text"}, {take("manyhold:abc"), " / not_text"}, {take(""), " / not_text"},
			{take(boOffer.String()[:90]), " / damaged"}, {take(offerOf(1).String()), " / own_text"},
			{take(written(t, bo, [32]byte{8}, 7, "203.0.113.9:5000").String()), " / other_world"},
			{take(boAnswer(1)), " / no_offer"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := cmp.Or(c.network, &network{})
				n.t = t
				d := New(n, ada, homeland)
				defer d.Close()
				for i, s := range c.steps {
					mistake := s.do(d, n)
					synctest.Wait()
					if got := told(d.State(), mistake); got != s.want {
						t.Fatalf("step %d: %q, want %q", i+1, got, s.want)
					}
				}
			})
		})
	}
}

// told returns a state in a line.
func told(s State, mistake string) string {
	line := string(s.Phase)
	if s.Name != "" {
		line += " " + s.Name
	}
	if s.Near {
		line += " near"
	}
	if s.Why != "" {
		line += " " + string(s.Why)
	}
	if s.Said != "" {
		line += " (" + s.Said + ")"
	}
	if mistake != "" {
		line += " / " + mistake
	}
	if (s.Text != "") != (s.Phase == Offering || s.Phase == Answering || s.Phase == Linking) {
		line += " with the text " + s.Text
	}
	return line
}

// TestAwaitEnds: a wait ends with its context, and with the change that it is for.
func TestAwaitEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(&network{t: t}, ada, homeland)
		defer d.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if s := d.Await(ctx, State.offers); s.Phase != Idle || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("waited for nothing and got %q", s.Phase)
		}
		go d.Offer()
		if s := d.Await(t.Context(), State.offers); s.Phase != Offering {
			t.Errorf("waited for an offer and got %q", s.Phase)
		}
	})
}

func (s State) offers() bool { return s.Phase == Offering }

// TestTroublesHaveWords: each trouble says what to do.
func TestTroublesHaveWords(t *testing.T) {
	for _, why := range []Trouble{NoNode, NotText, OtherVersion, Damaged, OwnText, OtherWorld, NoOffer, OtherOffer, Late, Refused, Busy, NoPath, NoPathNear} {
		if !strings.HasSuffix(why.Error(), ".") {
			t.Errorf("%s says %q", string(why), why.Error())
		}
	}
	for err, want := range map[error]Trouble{
		webrtc.ErrGarbage: Damaged, hand.ErrDamaged: Damaged, webrtc.ErrOtherOffer: OtherOffer, context.DeadlineExceeded: Late, errors.New("else"): Refused,
	} {
		if got, _ := troubleOf(err, false); got != want {
			t.Errorf("%v is the trouble %s, want %s", err, string(got), string(want))
		}
	}
}
