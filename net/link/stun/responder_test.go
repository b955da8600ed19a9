package stun

import (
	"net/netip"
	"testing"
	"time"

	"github.com/pion/stun/v4"
)

// TestResponder is a table of packets that come to the socket of a link: bare questions are answered, and all
// others are left to the connection.
func TestResponder(t *testing.T) {
	build := func(parts ...stun.Setter) []byte { return must[*stun.Message](t)(stun.Build(parts...)).Raw }
	question := build(stun.TransactionID, stun.BindingRequest)
	printed := build(stun.TransactionID, stun.BindingRequest, stun.Fingerprint)
	bent := append([]byte(nil), printed...)
	bent[len(bent)-1] ^= 1
	old := append([]byte(nil), question...)
	old[4] ^= 1 // of RFC 3489, without the cookie
	check := build(stun.TransactionID, stun.BindingRequest, stun.NewUsername("a:b"),
		stun.RawAttribute{Type: stun.AttrPriority, Value: []byte{1, 2, 3, 4}}, stun.NewShortTermIntegrity("secret"), stun.Fingerprint)
	for _, c := range []struct {
		name     string
		b        []byte
		question bool
	}{
		{"a question", question, true},
		{"with a fingerprint", printed, true},
		{"with a name of the program", build(stun.TransactionID, stun.BindingRequest, stun.NewSoftware("test")), true},
		{"a wrong fingerprint", bent, false},
		{"without the cookie", old, false},
		{"an ICE check", check, false},
		{"an ICE check without a password", build(stun.TransactionID, stun.BindingRequest, stun.NewUsername("a:b")), false},
		{"an attribute that has to be understood", build(stun.TransactionID, stun.BindingRequest, stun.RawAttribute{Type: 0x7001}), false},
		{"an answer", build(stun.TransactionID, stun.BindingSuccess), false},
		{"an error", build(stun.TransactionID, stun.BindingError), false},
		{"an indication", build(stun.TransactionID, stun.NewType(stun.MethodBinding, stun.ClassIndication)), false},
		{"another method", build(stun.TransactionID, stun.NewType(stun.MethodAllocate, stun.ClassRequest)), false},
		{"nothing", nil, false},
		{"half a header", question[:10], false},
		{"a byte after the end", append(append([]byte(nil), question...), 0), false},
		{"too long", build(stun.TransactionID, stun.BindingRequest, stun.RawAttribute{Type: 0x9001, Value: make([]byte, maxRequest)}), false},
		{"a packet of DTLS", append([]byte{22, 254, 253}, make([]byte, 100)...), false},
	} {
		for _, from := range []netip.AddrPort{stranger, netip.MustParseAddrPort("[2001:db8::7]:4321")} {
			answer, question := NewResponder().Answer(c.b, from, time.Unix(1, 0))
			if question != c.question || (answer != nil) != c.question {
				t.Errorf("%s: taken for a question: %v; answered by %d bytes", c.name, question, len(answer))
			}
			if answer == nil {
				continue
			}
			m := &stun.Message{Raw: answer}
			if err := m.Decode(); err != nil || m.TransactionID != [12]byte(c.b[8:20]) {
				t.Errorf("%s: answered by %v, %v", c.name, m, err)
			}
			if seen, err := addressIn(m); err != nil || seen != from {
				t.Errorf("%s: seen as %v, %v", c.name, seen, err)
			}
			if more := len(answer) - len(c.b); more > 24 {
				t.Errorf("%s: an answer of %d bytes more", c.name, more)
			}
		}
	}
}

// TestResponderFlood: questions of one address, and those of many, get a bounded number of answers.
func TestResponderFlood(t *testing.T) {
	question := must[*stun.Message](t)(stun.Build(stun.TransactionID, stun.BindingRequest)).Raw
	answered := func(from func(i int) netip.Addr) (n int) {
		r, now := NewResponder(), time.Unix(1000, 0)
		for i := range 20_000 { // in two seconds
			answer, question := r.Answer(question, netip.AddrPortFrom(from(i), 9), now.Add(time.Duration(i)*100*time.Microsecond))
			if !question {
				t.Fatal("a question is left to the connection")
			}
			if answer != nil {
				n++
			}
		}
		return n
	}
	if n := answered(func(int) netip.Addr { return stranger.Addr() }); n < clientBurst || n > clientBurst+2*clientRate {
		t.Errorf("%d answers to one address", n)
	}
	if n := answered(func(i int) netip.Addr { return netip.AddrFrom4([4]byte{198, 18, byte(i >> 8), byte(i)}) }); n < respondBurst || n > respondBurst+2*respondRate {
		t.Errorf("%d answers to many addresses", n)
	}
}

// FuzzResponder: an answer is short, tells the address of the sender, and is not answered.
func FuzzResponder(f *testing.F) {
	for _, m := range []*stun.Message{
		stun.MustBuild(stun.TransactionID, stun.BindingRequest),
		stun.MustBuild(stun.TransactionID, stun.BindingRequest, stun.Fingerprint),
		stun.MustBuild(stun.TransactionID, stun.BindingRequest, stun.NewUsername("a:b"), stun.NewShortTermIntegrity("secret"), stun.Fingerprint),
		stun.MustBuild(stun.TransactionID, stun.BindingSuccess),
	} {
		f.Add(m.Raw)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewResponder()
		answer, question := r.Answer(b, stranger, time.Unix(1, 0))
		if (answer != nil) != question || len(answer) > len(b)+12 {
			t.Fatalf("%d bytes are answered by %d; a question: %v", len(b), len(answer), question)
		}
		if answer == nil {
			return
		}
		m := &stun.Message{Raw: answer}
		if m.Decode() != nil {
			t.Fatalf("the answer %x is no message", answer)
		}
		if seen, err := addressIn(m); err != nil || seen != stranger {
			t.Fatalf("seen as %v, %v", seen, err)
		}
		if asked := (&stun.Message{Raw: b}); asked.Decode() != nil || asked.Contains(stun.AttrUsername) {
			t.Fatal("an ICE check is answered")
		}
		if _, again := r.Answer(answer, stranger, time.Unix(2, 0)); again {
			t.Fatal("an answer is answered")
		}
	})
}
