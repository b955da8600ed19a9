package e2e

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/net/signal"
)

// TestPublicPeerTellsAddresses: two computers behind home routers enter the world of one with a public
// address, without any server, and are linked directly: the third one tells them their outer addresses.
func TestPublicPeerTellsAddresses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds; run without -short")
	}
	t.Parallel()
	l, server, _ := newHomes(t, coneRouter, coneRouter, noRouter)
	server.kill()
	dir := t.TempDir()
	start := func(i int, args ...string) *lanNode {
		return l.node(i, filepath.Join(dir, lanNodeNames[i]), append([]string{"--log", "json"}, args...)...)
	}
	cy := start(2, "--world", "new")
	invite := cy.invitation()
	ada, bo := start(0, "--join", invite), start(1, "--join", invite)
	ada.await("the direct link", 40*time.Second, func() bool { return via(ada, bo) == "" && via(bo, ada) == "" })
	settled([]*lanNode{ada, bo, cy}, 3, 40*time.Second)
	talk([]*lanNode{ada, bo, cy})
}

// TestRouterMapsLinks: two computers behind the strictest routers are linked directly, without any server and
// with default settings, because one router maps ports on request.
func TestRouterMapsLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds; run without -short")
	}
	t.Parallel()
	l, server, _ := newHomes(t, symmetricRouter, symmetricRouter)
	server.kill()
	dir := t.TempDir()
	l.mapper(1)
	bo := l.node(1, filepath.Join(dir, "bo"), "--log", "json", "--world", "new")
	bo.await("the mapping", 40*time.Second, func() bool { return !bo.told("the router lets others reach this machine", `"udp"`).IsZero() })
	var invite string
	bo.await("an invitation with the router's address", 40*time.Second, func() bool {
		invite = bo.invitation()
		i, err := signal.ParseInvite(invite)
		return err == nil && strings.HasPrefix(i.Doors[0], publicNetwork)
	})
	ada := l.node(0, filepath.Join(dir, "ada"), "--log", "json", "--join", invite)
	ada.await("the direct link", 40*time.Second, func() bool { return via(ada, bo) == "" && via(bo, ada) == "" })
	settled([]*lanNode{ada, bo}, 1, 40*time.Second)
	talk([]*lanNode{ada, bo})
}

// mapper has the router of home i map ports for the machine there, as NAT-PMP asks (RFC 6886): each outer
// port is that of the machine, and mappings last until the end of the test.
func (l *lan) mapper(i int) {
	l.t.Helper()
	router := l.prefix + fmt.Sprintf("r%d", i)
	l.nft(router, "add chain ip home arrive { type nat hook prerouting priority dstnat; }")
	var conn *net.UDPConn
	err := inside(router, func() (err error) {
		conn, err = net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.MustParseAddrPort(fmt.Sprintf("192.168.%d.1:5351", i+1))))
		return err
	})
	if err != nil {
		l.t.Fatal(err)
	}
	mapped := map[string]bool{}
	var work sync.WaitGroup
	work.Go(func() {
		b := make([]byte, 100)
		for {
			n, from, err := conn.ReadFromUDPAddrPort(b)
			if err != nil {
				return
			}
			q := b[:n]
			if n != 2 && n != 12 {
				continue
			}
			a := binary.BigEndian.AppendUint32([]byte{0, q[1] | 0x80, 0, 0}, 1000)
			if n == 2 {
				conn.WriteToUDPAddrPort(append(a, 203, 0, 113, byte(i+1)), from)
				continue
			}
			port := binary.BigEndian.Uint16(q[4:])
			rule := fmt.Sprintf("%s dport %d", map[byte]string{1: "udp", 2: "tcp"}[q[1]], port)
			if !mapped[rule] {
				mapped[rule] = true
				l.nft(router, fmt.Sprintf(`
					add rule ip home arrive iifname "wan" %s dnat to 192.168.%d.2
					insert rule ip home pass iifname "wan" %[1]s accept`, rule, i+1))
			}
			a = append(append(a, q[4:6]...), q[4:6]...)
			conn.WriteToUDPAddrPort(append(a, q[8:12]...), from)
		}
	})
	l.t.Cleanup(func() { conn.Close(); work.Wait() })
}
