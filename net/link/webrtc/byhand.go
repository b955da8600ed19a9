package webrtc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"manyhold/net/key"
	"manyhold/net/link/byhand"
)

const (
	// handTime is how long people may take to carry an offer and its answer.
	handTime = 10 * time.Minute
	// holdEvery is how often an address at a router is used meanwhile, unless a test names another time: many
	// routers forget one after 30 seconds (RFC 4787 §4.3 asks for two minutes).
	holdEvery = 12 * time.Second
)

// ErrOtherOffer reports that an answer by hand belongs to another offer.
var ErrOtherOffer = errors.New("webrtc: this answer belongs to another offer")

// Carry shows the text of an offer to a person, and returns the text of the answer. Its errors end the dial.
type Carry func(ctx context.Context, offer string) (answer string, err error)

// DialByHand links with the peer to which a person carries the offer, within ten minutes. It returns nil
// after LinkUp. Its errors are those of Dial and of carry, ErrOtherOffer, and those of byhand.Parse.
func (e *Endpoint) DialByHand(ctx context.Context, carry Carry) error {
	ctx, cancel := context.WithTimeout(ctx, handTime)
	defer cancel()
	c, _, err := e.beginDial(key.ID{}, true)
	if err != nil {
		return err
	}
	if err = e.runDial(ctx, c, carry); err != nil {
		c.end(err, err.Error(), true)
		<-c.ended
	}
	var crossed *crossedError
	if errors.As(err, &crossed) {
		return e.await(ctx, crossed.peer)
	}
	return err
}

// AnswerByHand answers the text of an offer. The connection waits for ten minutes until the other side has
// the answer. Its errors are those of Answer and of byhand.Parse, and a RefusedError with words for people.
func (e *Endpoint) AnswerByHand(ctx context.Context, offer string) (answer string, err error) {
	b, err := offerBytes(offer)
	if err != nil {
		return "", err
	}
	sealed, err := e.answer(ctx, b, true)
	if err != nil {
		return "", err
	}
	l, err := decodeSetup(sealed)
	switch {
	case err != nil:
		return "", err
	case l.kind != kindAnswer: // this side's own words
		return "", &RefusedError{l.words, l.to, l.why == refusedBusy}
	}
	return handText(l, sealed, b)
}

// Offer implements signal.Exchange.
func (carry Carry) Offer(ctx context.Context, _ key.ID, offer []byte) (answer []byte, err error) {
	l, err := decodeSetup(offer)
	if err != nil {
		return nil, err
	}
	text, err := handText(l, offer, nil)
	if err != nil {
		return nil, err
	}
	back, err := carry(ctx, text)
	if err != nil {
		return nil, err
	}
	t, err := byhand.Parse(back)
	switch {
	case err != nil:
		return nil, err
	case !t.Answer || t.Offer != byhand.Names(signatureOf(offer)):
		return nil, ErrOtherOffer
	}
	return handBytes(t, &setupMessage{kind: kindAnswer, to: l.from, offer: hashOf(offer)}), nil
}

// waitsByHand reports whether a connection waits for people to carry its answer to the other side.
func waitsByHand(c *connection) bool {
	return c.byHand && !c.outgoing && c.is(opening) && !c.shaking()
}

// plainSDP returns a description as the reader of a text by hand will have it.
func plainSDP(sdp string) (string, error) {
	d, err := byhand.Describe(sdp)
	if err != nil {
		return "", fmt.Errorf("webrtc: %w", err)
	}
	return d.SDP(), nil
}

// offerBytes returns the offer that a text holds.
func offerBytes(text string) ([]byte, error) {
	t, err := byhand.Parse(text)
	switch {
	case err != nil:
		return nil, err
	case t.Answer:
		return nil, fmt.Errorf("%w: it is an answer, not an offer", ErrGarbage)
	}
	return handBytes(t, &setupMessage{kind: kindOffer}), nil
}

// signatureOf returns the signature of an encoded message.
func signatureOf(encoded []byte) [key.SignatureSize]byte {
	return [key.SignatureSize]byte(encoded[len(encoded)-key.SignatureSize:])
}

// handText writes an offer, or an answer to one, whose description is plain. encoded are its bytes.
func handText(l *setupMessage, encoded, offer []byte) (string, error) {
	d, err := byhand.Describe(l.sdp)
	if err != nil {
		return "", fmt.Errorf("webrtc: %w", err)
	}
	t := &byhand.Text{
		Answer: l.kind == kindAnswer, From: l.from, Began: l.process.began, Random: l.process.random, Number: l.number,
		Info: l.info, Description: d, Signature: signatureOf(encoded),
	}
	if t.Answer {
		t.Offer = byhand.Names(signatureOf(offer))
	}
	if l.sdp != d.SDP() {
		return "", errors.New("webrtc: the description is not plain")
	}
	return t.String(), nil
}

// handBytes returns the message that a text holds. known has the fields that are not in the text. Nothing is
// verified.
func handBytes(t *byhand.Text, known *setupMessage) []byte {
	known.from, known.process, known.number = t.From, process{t.Began, t.Random}, t.Number
	known.info, known.sdp = t.Info, t.Description.SDP()
	return append(known.body(), t.Signature[:]...)
}
