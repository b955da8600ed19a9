package signal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"manyhold/net/key"
)

// DoorPath is where a door takes offers.
const DoorPath = "/offer"

const (
	offerType = "application/x-manyhold-offer"

	doorRate      = 5.0              // offers a second of one address
	doorBurst     = 20.0             // and at once: a household's machines starting together
	doorAddresses = 4096             // remembered
	doorAtOnce    = 32               // offers being answered; more are refused with “try again”
	doorPatience  = 5 * time.Second  // for an offer to arrive
	doorTimeout   = 10 * time.Second // to answer one
)

type door struct {
	answer Answerer
	limit  *Limiter
	atOnce chan struct{}
}

// NewDoor returns the handler of a node's own door, to be mounted at DoorPath: it answers offers, five a
// second of each address, of at most MaxOffer bytes.
func NewDoor(answer Answerer) http.Handler {
	return &door{answer, NewLimiter(doorRate, doorBurst, doorAddresses), make(chan struct{}, doorAtOnce)}
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	say := func(status int, text string) { http.Error(w, text, status) }
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		say(http.StatusMethodNotAllowed, "a door takes offers by POST")
		return
	}
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != offerType {
		say(http.StatusUnsupportedMediaType, "a door takes "+offerType)
		return
	}
	if !d.limit.Allow(addressKey(r.RemoteAddr), time.Now()) {
		w.Header().Set("Retry-After", "1")
		say(http.StatusTooManyRequests, "too many offers from this address")
		return
	}
	// some writers in tests cannot
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(doorPatience))
	offer, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxOffer))
	if err != nil {
		say(http.StatusRequestEntityTooLarge, "the offer is too large or did not arrive")
		return
	}
	select { // only now: a slow sender keeps no slot
	case d.atOnce <- struct{}{}:
		defer func() { <-d.atOnce }()
	default:
		say(http.StatusServiceUnavailable, "too many offers at once")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), doorTimeout)
	defer cancel()
	answer, err := d.answer(ctx, offer)
	if err != nil {
		say(http.StatusBadRequest, reason(err.Error()))
		return
	}
	w.Header().Set("Content-Type", offerType)
	w.Write(answer)
}

// Direct is the exchange with the door at an address "host:port" or a URL "http://host:port/…". A door
// answers for itself: the id given to Offer is ignored, and the caller verifies the answering peer.
func Direct(address string) Exchange {
	url := address
	if !strings.Contains(url, "://") {
		url = "http://" + url
	}
	return direct(strings.TrimSuffix(strings.TrimSuffix(url, "/"), DoorPath) + DoorPath)
}

type direct string

// DoorOf returns the "host:port" of an exchange by Direct, "" for another exchange.
func DoorOf(x Exchange) string {
	d, ok := x.(direct)
	if !ok {
		return ""
	}
	u, err := url.Parse(string(d))
	if err != nil {
		return ""
	}
	return u.Host
}

// doorClient keeps no connection open: a door is used once.
var doorClient = &http.Client{
	Transport: &http.Transport{DisableKeepAlives: true, ResponseHeaderTimeout: doorTimeout + time.Second},
	Timeout:   doorTimeout + 5*time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // a door does not redirect
	},
}

func (d direct) Offer(ctx context.Context, _ key.ID, offer []byte) ([]byte, error) {
	if len(offer) > MaxOffer {
		return nil, ErrTooLarge
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, string(d), bytes.NewReader(offer))
	if err != nil {
		return nil, fmt.Errorf("signal: the door's address %q: %w", string(d), err)
	}
	r.Header.Set("Content-Type", offerType)
	resp, err := doorClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("signal: calling a door: %w", innermost(err))
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxOffer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("signal: reading a door's answer: %w", err)
	case resp.StatusCode != http.StatusOK:
		return nil, &RemoteError{printable(strings.TrimSpace(string(body)))}
	case len(body) > MaxOffer:
		return nil, ErrTooLarge
	}
	return body, nil
}
