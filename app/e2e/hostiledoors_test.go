package e2e

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/net/patience"
	"manyhold/net/signal"
)

// The limits of a door, as net/signal has them, and a flood beyond them.
const (
	doorBurst  = 20 // offers of one address at once
	doorRate   = 5  // and a second
	floodLeast = 600
	floodPause = 5 * time.Millisecond // between two offers
)

// lateMost is how much later than usual a peer may join while a door is flooded.
const lateMost = time.Second

// TestHostileDoors: a peer that floods the door of a node from one address, or leaves offers half sent or
// half answered, keeps nobody else out.
func TestHostileDoors(t *testing.T) {
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	st, _ := a.island()
	inv, err := signal.ParseInvite(st.World.Invite)
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(inv.Doors[0])
	door := net.JoinHostPort("127.0.0.1", port)
	attacker := func(last byte) *net.Dialer {
		return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, last)}, Timeout: 5 * time.Second}
	}
	if c, err := attacker(66).Dial("tcp", door); err != nil {
		t.Skipf("this system has no second loopback address: %v", err)
	} else {
		c.Close()
	}
	// joins starts a peer, and returns how long it took until it had turns of Ada's world, linked to her.
	joins := func(name string) (took time.Duration) {
		began := patience.Now()
		joined, _ := follow(t, a, name, "--no-lan").island()
		a.await("a link to "+name, 20*time.Second, func() bool {
			st, err := a.status()
			return err == nil && slices.ContainsFunc(st.Links, func(l status.LinkStatus) bool { return l.Name == name })
		})
		took = patience.Since(began)
		if joined.World.ID != st.World.ID {
			t.Errorf("%s is in another world than Ada", name)
		}
		return took
	}
	usual := joins("Bo")

	flood := startFlood(t, inv, door, attacker(66))
	a.await("refused offers", 30*time.Second, func() bool { return flood.answers(http.StatusTooManyRequests) >= 50 })
	late := joins("Cy")
	flood.end()
	t.Logf("a peer joined in %v, during the flood in %v", usual.Round(time.Millisecond), late.Round(time.Millisecond))
	if late > usual+lateMost {
		t.Errorf("a peer joined in %v, during the flood in %v", usual, late)
	}

	slow := attacker(67)
	for i := range 60 { // offers whose end never comes
		c, err := slow.Dial("tcp", door)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: door\r\nContent-Type: application/x-manyhold-offer\r\nContent-Length: %d\r\n\r\nMHL", signal.DoorPath, 1000+i)
	}
	halfOpen(t, inv, door)
	t.Logf("a peer joined in %v after that", joins("Dee").Round(time.Millisecond))
	a.must("say the door is open")
}

// doorFlood is a flood of offers at a door from one address, each of a new identity: an offer that was not
// refused unread is not sent again.
type doorFlood struct {
	t      testing.TB
	inv    signal.Invite
	door   string
	client *http.Client
	offers chan []byte
	stop   func()        // ends the flood; may be called again
	over   chan struct{} // closed by stop
	ended  chan struct{}
	took   time.Duration

	mu    sync.Mutex
	codes map[int]int // answers by their status; 0: none came
}

// startFlood begins a flood from one address.
func startFlood(t testing.TB, inv signal.Invite, door string, from *net.Dialer) *doorFlood {
	f := &doorFlood{t: t, inv: inv, door: door, offers: make(chan []byte, 80), over: make(chan struct{}), ended: make(chan struct{}), codes: map[int]int{},
		client: &http.Client{Transport: &http.Transport{DialContext: from.DialContext, MaxIdleConnsPerHost: 32}, Timeout: 20 * time.Second}}
	f.stop = sync.OnceFunc(func() { close(f.over); <-f.ended })
	for range cap(f.offers) {
		f.offers <- makeOffer(t, inv)
	}
	go f.run()
	t.Cleanup(f.stop)
	return f
}

// answers returns how many answers with a status code there were.
func (f *doorFlood) answers(code int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.codes[code]
}

// run sends two hundred offers a second, until it is stopped and has sent floodLeast.
func (f *doorFlood) run() {
	defer close(f.ended)
	var all sync.WaitGroup
	began := time.Now()
	tick := time.NewTicker(floodPause)
	defer tick.Stop()
	for n, over := 0, f.over; n < floodLeast || over != nil; {
		select {
		case <-over:
			over = nil
		case <-tick.C:
			all.Go(f.send)
			n++
		}
	}
	all.Wait()
	f.took = time.Since(began)
}

// send sends an offer.
func (f *doorFlood) send() {
	var offer []byte
	select {
	case offer = <-f.offers:
	default:
		offer = makeOffer(f.t, f.inv)
	}
	code, err := postOffer(f.client, f.door, offer)
	f.mu.Lock()
	f.codes[code]++
	f.mu.Unlock()
	if err == nil && code == http.StatusTooManyRequests {
		select {
		case f.offers <- offer:
		default:
		}
	}
}

// end ends the flood, and checks that no more offers were answered than one address may send.
func (f *doorFlood) end() {
	f.t.Helper()
	f.stop()
	sent, let := 0, 0
	for code, n := range f.codes {
		sent += n
		if code != http.StatusTooManyRequests {
			let += n
		}
	}
	most := doorBurst + doorRate*f.took.Seconds()
	f.t.Logf("%d offers of one address in %v; statuses of the answers: %v; %d were let in, of at most %.0f", sent, f.took.Round(time.Millisecond), f.codes, let, most)
	if float64(let) > most || f.codes[http.StatusOK] == 0 {
		f.t.Errorf("of %d offers of one address in %v, %d were let in, of at most %.0f; statuses %v", sent, f.took, let, most, f.codes)
	}
}

// postOffer sends an offer to a door and returns the status code of the answer.
func postOffer(client *http.Client, door string, offer []byte) (code int, err error) {
	resp, err := client.Post("http://"+door+signal.DoorPath, "application/x-manyhold-offer", bytes.NewReader(offer))
	if err != nil {
		return 0, err
	}
	resp.Body.Close()
	return resp.StatusCode, nil
}

// halfOpen sends more valid offers, each of another identity, than a node sets up at once, and does
// nothing with the answers.
func halfOpen(t *testing.T, inv signal.Invite, door string) {
	var all sync.WaitGroup
	for i := range 40 {
		from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i/10))}, Timeout: 5 * time.Second}
		client := &http.Client{Transport: &http.Transport{DialContext: from.DialContext, DisableKeepAlives: true}}
		all.Go(func() { postOffer(client, door, makeOffer(t, inv)) })
	}
	all.Wait()
}
