package webrtc

import (
	"bytes"
	"testing"

	"manyhold/net/link"
)

const sdpForTests = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=fingerprint:sha-256 AB:CD\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\na=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\na=setup:actpass\r\na=sctp-port:5000\r\n"

func setupMessagesForTests() [][]byte {
	k := identity(1)
	info := link.Info{Name: "Ada", Rules: 1}
	return [][]byte{
		(&setupMessage{kind: kindOffer, from: k.ID(), number: 1, info: info, sdp: sdpForTests}).encode(k),
		(&setupMessage{kind: kindAnswer, from: k.ID(), to: identity(2).ID(), info: info, sdp: sdpForTests}).encode(k),
		(&setupMessage{kind: kindRefusal, from: k.ID(), why: refusedBusy, words: "not now"}).encode(k),
	}
}

func FuzzOpenLetter(f *testing.F) {
	for _, l := range setupMessagesForTests() {
		f.Add(l)
		f.Add(l[:len(l)/2])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := decodeSetup(b)
		if err == nil && l.from == identity(1).ID() && !bytes.Equal(l.encode(identity(1)), b) {
			t.Fatal("a letter is written again as something else")
		}
	})
}

// FuzzDescription looks for descriptions that pass our check and make pion panic.
func FuzzDescription(f *testing.F) {
	f.Add(sdpForTests)
	f.Add(sdpForTests + "a=candidate:1 1 udp 2130706431 10.0.0.1 4000 typ host\r\na=sctp-init:AAAA\r\n")
	e, err := New(Options{Key: identity(2), Info: link.Info{Rules: 1}}, newWatcher(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { e.Close("") })
	f.Fuzz(func(t *testing.T, sdp string) {
		if checkSDP(sdp) != nil {
			return
		}
		l := &setupMessage{kind: kindOffer, from: identity(1).ID(), number: 1, info: link.Info{Rules: 1}, sdp: sdp}
		e.mu.Lock()
		c := e.newConnection(l.from, false)
		e.mu.Unlock()
		c.answer(t.Context(), l)
		c.end(errSuperseded, "", false)
		<-c.ended
	})
}

func FuzzHandshake(f *testing.F) {
	h := newHandshake(identity(1), link.Info{}, "A", identity(2).ID(), "B")
	f.Add(newHello(identity(2).ID(), link.Info{Name: "Ada"}).encode(), []byte{2})
	f.Add(h.mineBytes, append([]byte{2}, make([]byte, 64)...))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		if len(first) == 0 || len(second) == 0 {
			return
		}
		h := newHandshake(identity(1), link.Info{}, "A", identity(2).ID(), "B")
		h.receive(first)
		h.receive(second)
		if h.proved {
			t.Fatal("proved without a key")
		}
	})
}

// FuzzOwnMessages gives a connection anything as messages of a linked peer.
func FuzzOwnMessages(f *testing.F) {
	f.Add([]byte{3, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0}, false)
	f.Add([]byte{4, 9, 0, 0, 0, 3, 0, 0, 0, 7, 0, 255}, false)
	f.Add([]byte{5, 'b', 'y', 'e'}, true)
	f.Add([]byte{6, 1}, true)
	f.Add([]byte{7, 3, 1}, false)
	f.Add([]byte{8, 1, 2}, false)
	f.Add([]byte{16, 1}, false)
	a, _ := start(f, identity(1), nil)
	b, wb := start(f, identity(2), nil)
	f.Fuzz(func(t *testing.T, m []byte, stream bool) {
		until(t, "the link", func() bool {
			if wb.link(a.ID()) == nil {
				a.Dial(t.Context(), b.ID(), to{b}) // fails while the offers are limited, or the old link ends
			}
			return wb.link(a.ID()) != nil
		})
		l, ok := wb.link(a.ID()).(*connection)
		if !ok {
			return // it ended meanwhile
		}
		ch := link.Datagram
		if stream {
			ch = link.Stream
		}
		l.receive(ch, m)
	})
}

func TestHandshakeProvesBothSides(t *testing.T) {
	run := func(change func(a, b *handshake)) (a, b *handshake, err error) {
		a = newHandshake(identity(1), link.Info{Name: "a"}, "PRINT A", identity(2).ID(), "PRINT B")
		b = newHandshake(identity(2), link.Info{Name: "b"}, "PRINT B", identity(1).ID(), "PRINT A")
		change(a, b)
		proofA, err := a.receive(b.mineBytes)
		if err != nil {
			return a, b, err
		}
		proofB, err := b.receive(a.mineBytes)
		if err != nil {
			return a, b, err
		}
		if _, err := a.receive(proofB); err != nil {
			return a, b, err
		}
		_, err = b.receive(proofA)
		return a, b, err
	}
	if a, b, err := run(func(a, b *handshake) {}); err != nil || !a.proved || !b.proved || a.theirs.info.Name != "b" {
		t.Errorf("%v", err)
	}
	for name, change := range map[string]func(a, b *handshake){
		"another certificate": func(a, b *handshake) { b.myPrint = "PRINT C" },
		"somebody else": func(a, b *handshake) {
			*b = *newHandshake(identity(3), link.Info{}, "PRINT B", identity(1).ID(), "PRINT A")
		},
		"another's id":  func(a, b *handshake) { b.key = identity(3) },
		"another world": func(a, b *handshake) { b.mine.info.World[0] = 1; b.mineBytes = b.mine.encode() },
		"a hello that was changed": func(a, b *handshake) {
			a.mineBytes = append([]byte(nil), a.mineBytes...)
			b.theirs = a.mine
			b.mineBytes = append(b.mineBytes, 0)
		},
	} {
		if a, b, err := run(change); err == nil || a.proved && b.proved {
			t.Errorf("%s: %v", name, err)
		}
	}
}
