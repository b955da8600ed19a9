//go:build !js

package portmap

import (
	"bytes"
	"context"
	"encoding/binary"
	"net"
	"net/netip"
	"testing"
	"time"

	"manyhold/net/patience"
)

// pmpAt is where the tests' router listens: the library knows no other port.
var pmpAt = netip.MustParseAddrPort("127.0.0.77:5351")

// pmpRouter answers at pmpAt until the test ends.
func pmpRouter(t *testing.T, answer func(question []byte) []byte) natPMP {
	t.Helper()
	conn, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(pmpAt))
	if err != nil {
		t.Skipf("the port of NAT-PMP cannot be used here: %v", err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b := make([]byte, 100)
		for {
			n, from, err := conn.ReadFromUDPAddrPort(b)
			if err != nil {
				return
			}
			if a := answer(b[:n]); a != nil {
				conn.WriteToUDPAddrPort(a, from)
			}
		}
	}()
	t.Cleanup(func() { conn.Close(); <-ended })
	return natPMP{pmpAt.Addr()}
}

// pmpAnswer is a router's answer as RFC 6886 §3.2 and §3.3 have it, 1,000 s after its start, at 203.0.113.7.
func pmpAnswer(q []byte) []byte {
	a := []byte{0, q[1] | 0x80, 0, 0}
	a = binary.BigEndian.AppendUint32(a, 1000)
	if q[1] == 0 {
		return append(a, 203, 0, 113, 7)
	}
	a = append(a, q[4:6]...) // the inner port
	outside, lifetime := binary.BigEndian.Uint16(q[6:8]), binary.BigEndian.Uint32(q[8:12])
	if lifetime > 0 {
		outside++ // the one asked for is taken
	}
	a = binary.BigEndian.AppendUint16(a, outside)
	return binary.BigEndian.AppendUint32(a, lifetime/2)
}

// TestNATPMP: a router that answers as the RFC says.
func TestNATPMP(t *testing.T) {
	questions := make(chan []byte, 100)
	g := pmpRouter(t, func(q []byte) []byte { questions <- bytes.Clone(q); return pmpAnswer(q) })
	ctx, end := patience.WithTimeout(t.Context(), 10*time.Second)
	defer end()
	s, err := g.State(ctx)
	if err != nil || s.External != outer || s.Uptime != 1000*time.Second || !s.Local.IsLoopback() {
		t.Errorf("%+v %v", s, err)
	}
	l, err := g.Map(ctx, links, 7778, 2*time.Hour)
	if err != nil || l != (Lease{7779, time.Hour}) {
		t.Errorf("%+v %v", l, err)
	}
	if l, err = g.Map(ctx, door, 9000, 2*time.Hour); err != nil || l != (Lease{9001, time.Hour}) {
		t.Errorf("%+v %v", l, err)
	}
	if err := g.Unmap(ctx, door, 9001); err != nil {
		t.Error(err)
	}
	var last []byte
	for len(questions) > 0 {
		last = <-questions
	}
	if last[1] != 2 || binary.BigEndian.Uint16(last[4:]) != 7778 || binary.BigEndian.Uint16(last[6:]) != 0 || binary.BigEndian.Uint32(last[8:]) != 0 {
		t.Errorf("unmapped by %x", last)
	}
	if g.String() != "NAT-PMP at 127.0.0.77" {
		t.Error(g.String())
	}
}

// TestNATPMPGarbage: answers that break the RFC are errors.
func TestNATPMPGarbage(t *testing.T) {
	change := func(f func(a []byte) []byte) func(q []byte) []byte {
		return func(q []byte) []byte { return f(pmpAnswer(q)) }
	}
	for name, answer := range map[string]func(q []byte) []byte{
		"nothing":         change(func([]byte) []byte { return []byte{} }),
		"one byte":        change(func(a []byte) []byte { return a[:1] }),
		"too short":       change(func(a []byte) []byte { return a[:len(a)-1] }),
		"another version": change(func(a []byte) []byte { a[0] = 2; return a }),
		"another answer":  change(func(a []byte) []byte { a[1] = 0x85; return a }),
		"a refusal":       change(func(a []byte) []byte { a[3] = 2; return a }),
		"another port": change(func(a []byte) []byte {
			if len(a) < 16 {
				return a[:4]
			}
			a[9]++
			return a
		}),
	} {
		t.Run(name, func(t *testing.T) {
			g := pmpRouter(t, answer)
			ctx, end := patience.WithTimeout(t.Context(), 10*time.Second)
			defer end()
			if s, err := g.State(ctx); err == nil {
				t.Errorf("taken for a state: %+v", s)
			}
			if l, err := g.Map(ctx, door, 1, time.Hour); err == nil {
				t.Errorf("taken for a lease: %+v", l)
			}
		})
	}
}

// TestNATPMPSilence: a question ends with its context.
func TestNATPMPSilence(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := pmpRouter(t, func([]byte) []byte { cancel(); return nil })
	if _, err := g.State(ctx); err == nil {
		t.Error("silence was taken for an answer")
	}
	if _, err := g.State(ctx); err == nil {
		t.Error("asked after the end")
	}
}
