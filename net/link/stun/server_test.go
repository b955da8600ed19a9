package stun

import (
	"context"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/pion/stun/v4"
	"go.uber.org/goleak"

	"manyhold/net/patience"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// serve starts a server on a port of one address and returns where it is.
func serve(t testing.TB, network, ip string) netip.AddrPort {
	t.Helper()
	conn, err := net.ListenUDP(network, &net.UDPAddr{IP: net.ParseIP(ip)})
	if err != nil {
		t.Skipf("no %s here: %v", network, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- NewServer(nil).Serve(ctx, conn) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return conn.LocalAddr().(*net.UDPAddr).AddrPort()
}

// TestAsk: a client is told its own address, over IPv4 and IPv6.
func TestAsk(t *testing.T) {
	for network, ip := range map[string]string{"udp4": "127.0.0.1", "udp6": "::1"} {
		t.Run(network, func(t *testing.T) {
			at := serve(t, network, ip)
			ctx, end := patience.WithTimeout(t.Context(), 5*time.Second)
			defer end()
			seen := must[netip.AddrPort](t)(Ask(ctx, at.String()))
			if seen.Addr() != at.Addr().Unmap() || seen.Port() == 0 || seen.Port() == at.Port() {
				t.Errorf("seen as %v by %v", seen, at)
			}
		})
	}
}

// TestAskInVain: a port where nobody answers, and one where something else answers, end with ctx.
func TestAskInVain(t *testing.T) {
	mute := must[net.PacketConn](t)(net.ListenPacket("udp4", "127.0.0.1:0"))
	defer mute.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b := make([]byte, 1500)
		for {
			n, from, err := mute.ReadFrom(b)
			if err != nil {
				return
			}
			mute.WriteTo(b[:n], from) // an echo is no answer
		}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() {
		_, err := Ask(ctx, mute.LocalAddr().String())
		result <- err
	}()
	select {
	case err := <-result:
		if err == nil {
			t.Error("an echo was taken for an answer")
		}
	case <-patience.After(t, 300*time.Millisecond):
		cancel()
		if err := <-result; err == nil {
			t.Error("no answer was taken for one")
		}
	}
	cancel()
	mute.Close()
	<-ended
	if _, err := Ask(t.Context(), "nowhere"); err == nil {
		t.Error("an address without a port is asked")
	}
}

var stranger = netip.MustParseAddrPort("192.0.2.7:4321")

// TestAnswer is a table of packets and what comes back.
func TestAnswer(t *testing.T) {
	build := func(parts ...stun.Setter) []byte { return must[*stun.Message](t)(stun.Build(parts...)).Raw }
	question := build(stun.TransactionID, stun.BindingRequest)
	printed := build(stun.TransactionID, stun.BindingRequest, stun.Fingerprint)
	bent := append([]byte(nil), printed...)
	bent[len(bent)-1] ^= 1
	indication := build(stun.TransactionID, stun.NewType(stun.MethodBinding, stun.ClassIndication))
	for _, c := range []struct {
		name string
		b    []byte
		want stun.MessageType
		none bool
	}{
		{name: "a question", b: question, want: stun.BindingSuccess},
		{name: "with a fingerprint", b: printed, want: stun.BindingSuccess},
		{name: "a wrong fingerprint", b: bent, none: true},
		{name: "of an ICE agent", b: build(stun.TransactionID, stun.BindingRequest, stun.NewUsername("a:b"), stun.RawAttribute{Type: stun.AttrPriority, Value: []byte{1, 2, 3, 4}}), want: stun.BindingSuccess},
		{name: "an unknown attribute that has to be understood", b: build(stun.TransactionID, stun.BindingRequest, stun.RawAttribute{Type: 0x7001}), want: stun.BindingError},
		{name: "one that may be ignored", b: build(stun.TransactionID, stun.BindingRequest, stun.RawAttribute{Type: 0x9001}), want: stun.BindingSuccess},
		{name: "an answer", b: build(stun.TransactionID, stun.BindingSuccess), none: true},
		{name: "an indication", b: indication, none: true},
		{name: "another method", b: build(stun.TransactionID, stun.NewType(stun.MethodAllocate, stun.ClassRequest)), none: true},
		{name: "nothing", none: true},
		{name: "half a header", b: question[:10], none: true},
		{name: "a length beyond the packet", b: append(append([]byte(nil), question[:3]...), append([]byte{200}, question[4:]...)...), none: true},
		{name: "too long", b: build(stun.TransactionID, stun.BindingRequest, stun.RawAttribute{Type: 0x9001, Value: make([]byte, maxRequest)}), none: true},
	} {
		got := NewServer(nil).answer(c.b, stranger, time.Now())
		if (got == nil) != c.none {
			t.Errorf("%s: answered by %d bytes", c.name, len(got))
		}
		if got == nil || c.none {
			continue
		}
		m := &stun.Message{Raw: got}
		if err := m.Decode(); err != nil || m.Type != c.want {
			t.Errorf("%s: answered by %v, %v", c.name, m, err)
		}
		if string(got[4:20]) != string(c.b[4:20]) {
			t.Errorf("%s: another transaction", c.name)
		}
		if len(got) > 3*len(c.b) {
			t.Errorf("%s: %d bytes are answered by %d", c.name, len(c.b), len(got))
		}
		if seen, err := addressIn(m); (err == nil) != (c.want == stun.BindingSuccess) || err == nil && seen != stranger {
			t.Errorf("%s: seen as %v, %v", c.name, seen, err)
		}
	}
}

// TestFlood: one address gets a bounded number of answers, and another one still gets its own.
func TestFlood(t *testing.T) {
	s, now := NewServer(nil), time.Unix(1000, 0)
	question := must[*stun.Message](t)(stun.Build(stun.TransactionID, stun.BindingRequest)).Raw
	answered := 0
	for i := range 2000 { // in two seconds, from as many ports
		if s.answer(question, netip.AddrPortFrom(stranger.Addr(), uint16(1000+i)), now.Add(time.Duration(i)*time.Millisecond)) != nil {
			answered++
		}
	}
	if most := clientBurst + 2*clientRate; answered > most || answered < clientBurst {
		t.Errorf("%d answers to 2,000 questions, want at most %d", answered, most)
	}
	if s.answer(question, netip.MustParseAddrPort("198.51.100.1:9"), now.Add(time.Second)) == nil {
		t.Error("another address gets no answer")
	}
}

// FuzzAnswer: whatever comes, the answer is short, and no answer is answered.
func FuzzAnswer(f *testing.F) {
	for _, m := range []*stun.Message{
		stun.MustBuild(stun.TransactionID, stun.BindingRequest),
		stun.MustBuild(stun.TransactionID, stun.BindingRequest, stun.Fingerprint),
		stun.MustBuild(stun.TransactionID, stun.BindingRequest, stun.RawAttribute{Type: 0x7001, Value: []byte{1}}),
	} {
		f.Add(m.Raw)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s := NewServer(nil)
		got := s.answer(b, stranger, time.Unix(1, 0))
		if len(got) > 3*len(b) {
			t.Fatalf("%d bytes are answered by %d", len(b), len(got))
		}
		if got != nil && s.answer(got, stranger, time.Unix(2, 0)) != nil {
			t.Fatal("an answer is answered")
		}
	})
}
