package relay

import (
	"bytes"
	"errors"
	"net/netip"
	"slices"
	"testing"

	"manyhold/net/key"
	"manyhold/net/wire"
)

var (
	four = netip.MustParseAddrPort("192.168.7.2:4000")
	six  = netip.MustParseAddrPort("[2001:db8::1]:5000")
)

func TestMessages(t *testing.T) {
	peer := key.FromSeed([32]byte{1}).ID()
	chosen, addressed := appendBody(nil, body{packet: []byte("packet")}), appendBody(nil, body{four, six, []byte("packet")})
	good := []Message{{Forward, 0, peer, chosen}, {Forwarded, 0, peer, addressed}, {Forwarded, MaxHops - 1, peer, chosen}, {Refused, 0, peer, nil}}
	for _, m := range good {
		raw := AppendMessage(nil, m)
		got, err := DecodeMessage(raw[1:])
		if err != nil || wire.Kind(raw[0]) != wire.Carry || got.Op != m.Op || got.Hops != m.Hops || got.Peer != peer || !bytes.Equal(got.Body, m.Body) {
			t.Errorf("%+v became %+v, %v", m, got, err)
		}
	}
	bad := map[string][]byte{
		"empty":                 nil,
		"cut short":             AppendMessage(nil, Message{Op: Refused, Peer: peer})[1:20],
		"unknown operation":     AppendMessage(nil, Message{9, 0, peer, chosen})[1:],
		"no operation":          AppendMessage(nil, Message{0, 0, peer, chosen})[1:],
		"a refusal with a body": AppendMessage(nil, Message{Refused, 0, peer, chosen})[1:],
		"nothing to carry":      AppendMessage(nil, Message{Forward, 0, peer, nil})[1:],
		"too many hops":         AppendMessage(nil, Message{Forwarded, MaxHops, peer, chosen})[1:],
		"hops of a request":     AppendMessage(nil, Message{Forward, 1, peer, chosen})[1:],
		"more than a packet":    AppendMessage(nil, Message{Forward, 0, peer, make([]byte, MaxMessage)})[1:],
	}
	for name, b := range bad {
		if _, err := DecodeMessage(b); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBodies(t *testing.T) {
	for _, b := range []body{{packet: []byte{1}}, {four, six, []byte{1, 2}}, {six, four, make([]byte, MaxPacket)}} {
		got, err := decodeBody(appendBody(nil, b))
		if err != nil || got.from != b.from || got.to != b.to || !bytes.Equal(got.packet, b.packet) {
			t.Errorf("%v became %v, %v", b, got, err)
		}
	}
	mapped := netip.MustParseAddrPort("[::ffff:1.2.3.4]:5")
	for name, raw := range map[string][]byte{
		"empty":                     nil,
		"no packet":                 {formChosen},
		"unknown form":              {2, 1, 1},
		"addresses and no packet":   appendBody(nil, body{four, six, nil}),
		"an address of three bytes": {formAddressed, 3, 1, 2, 3, 0, 1, 3, 1, 2, 3, 0, 1, 9},
		"port zero":                 appendBody(nil, body{netip.AddrPortFrom(four.Addr(), 0), six, []byte{1}}),
		"a second form of IPv4":     appendBody(nil, body{mapped, four, []byte{1}}),
		"too long":                  appendBody(nil, body{packet: make([]byte, MaxPacket+1)}),
	} {
		if _, err := decodeBody(raw); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func TestStatements(t *testing.T) {
	for flags := range byte(16) {
		s := statement{flags&1 != 0, flags&2 != 0, flags&4 != 0, flags&8 != 0, flags + 1}
		if got, err := decodeStatement(s.encode()); err != nil || got != s {
			t.Errorf("%+v became %+v, %v", s, got, err)
		}
	}
	for _, raw := range [][]byte{nil, {byte(wire.Path), 0}, {byte(wire.Path), 16, 1}, {byte(wire.Path), 0, 0}, {byte(wire.Path), 0, 1, 1}} {
		if _, err := decodeStatement(raw); !errors.Is(err, ErrMalformed) {
			t.Errorf("%v was read", raw)
		}
	}
}

func TestHosts(t *testing.T) {
	sdp := "v=0\r\n" +
		"a=candidate:1 1 udp 2130706431 192.168.7.2 4000 typ host\r\n" +
		"a=candidate:2 1 udp 1694498815 1.2.3.4 4001 typ srflx raddr 0.0.0.0 rport 4001\r\n" +
		"a=candidate:3 1 tcp 1518280447 192.168.7.2 9 typ host tcptype active\r\n" +
		"a=candidate:4 1 udp 2130706431 fe80::1%eth0 4002 typ host\r\n" +
		"a=candidate:5 1 udp 2130706431 2001:db8::1 5000 typ host ufrag x\r\n" +
		"a=candidate:6 1 udp 2130706431 name.local 5001 typ host\r\n" +
		"a=candidate:7 1 udp 2130706431 10.0.0.1 99999 typ host\r\n"
	if got := hosts(sdp); !slices.Equal(got, []netip.AddrPort{four, six}) {
		t.Errorf("%v", got)
	}
}

// FuzzCarry reads any bytes as a Carry message; what is read has one encoding.
func FuzzCarry(f *testing.F) {
	peer := key.FromSeed([32]byte{1}).ID()
	f.Add(AppendMessage(nil, Message{Forward, 0, peer, appendBody(nil, body{four, six, []byte("packet")})})[1:])
	f.Add(AppendMessage(nil, Message{Forwarded, 0, peer, appendBody(nil, body{packet: []byte("packet")})})[1:])
	f.Add(AppendMessage(nil, Message{Op: Refused, Peer: peer})[1:])
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := DecodeMessage(raw)
		if err != nil {
			return
		}
		if again := AppendMessage(nil, m); !bytes.Equal(again[1:], raw) {
			t.Fatalf("%x became %x", raw, again[1:])
		}
		if b, err := decodeBody(m.Body); err == nil && !bytes.Equal(appendBody(nil, b), m.Body) {
			t.Fatalf("the body %x became %x", m.Body, appendBody(nil, b))
		}
	})
}

// FuzzHosts reads any text as a description.
func FuzzHosts(f *testing.F) {
	f.Add("a=candidate:1 1 udp 2130706431 192.168.7.2 4000 typ host\r\n")
	f.Fuzz(func(t *testing.T, sdp string) {
		if all := hosts(sdp); len(all) > maxHosts {
			t.Fatal(all)
		}
	})
}
