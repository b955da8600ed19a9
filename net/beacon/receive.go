package beacon

import (
	mathrand "math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"time"
)

// listen reads one socket until it is closed.
func (b *Beacon) listen(conn *net.UDPConn) {
	buffer := make([]byte, maxPacket+1)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(buffer)
		if err != nil {
			if isClosed(err) {
				return
			}
			continue // such as "connection refused" for an earlier packet
		}
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		b.receive(buffer[:n], from, time.Now())
	}
}

// receive takes one packet.
func (b *Beacon) receive(p []byte, from netip.AddrPort, now time.Time) {
	b.mu.Lock()
	near := slices.ContainsFunc(b.networks, func(n netip.Prefix) bool { return n.Contains(from.Addr().WithZone("")) })
	b.mu.Unlock()
	if !near || !b.packets.Allow(from.Addr().String(), now) {
		b.count(func(c *Counts) { c.Foreign++ })
		return
	}
	m, err := decodeCall(p)
	if err == nil && m.process == b.process {
		return // our own voice
	}
	if err != nil {
		b.count(func(c *Counts) { c.Garbage++ })
		return
	}
	if m.kind != callAsk && !b.take(m, p, from, now) {
		return
	}
	if (m.kind == callAsk || m.kind == callHello) && answers(b.crowd(), mathrand.Float64()) && b.answers.Allow(from.Addr().String(), now) {
		if p := b.packet(callHere); p != nil {
			b.own.WriteToUDPAddrPort(p, from)
		}
	}
}

// answers reports whether a peer answers that has heard so many others: in a crowd some eight do, chosen by
// chance, from 0 to 1. The asking peer hears the rest by and by.
func answers(others int, chance float64) bool { return chance*float64(others) < enoughAnswers }

func (b *Beacon) count(f func(*Counts)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.counts)
}

// take remembers an announcement that is newer than the known one, and reports whether it was.
func (b *Beacon) take(m *call, p []byte, from netip.AddrPort, now time.Time) bool {
	if m.From = from.Addr().WithZone(""); b.isMine(m.From) {
		m.From = netip.Addr{}
	}
	b.mu.Lock()
	if _, known := b.addresses[from]; known {
		b.addresses[from] = now
	}
	_, _, ok := b.place(m, now)
	b.mu.Unlock()
	if m.Peer == b.options.Key.ID() || !ok {
		return false // our own identity elsewhere, the same call by another way, or no room
	}
	if !m.verify(p) {
		b.count(func(c *Counts) { c.Garbage++ })
		return false
	}
	if _, port, err := net.SplitHostPort(m.Door); err == nil {
		m.Door = net.JoinHostPort(from.Addr().String(), port)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	old, evicted, ok := b.place(m, now)
	if !ok {
		return false
	}
	delete(b.peers, evicted)
	if old != nil && old.process == m.process && old.Door != "" && m.Door != "" && betterDoor(old.Door, m.Door) {
		m.Door = old.Door
	}
	b.peers[m.Peer] = &heard{call: *m, at: now, gone: m.kind == callBye}
	b.counts.Heard++
	if old == nil || old.gone != (m.kind == callBye) || old.Announcement != m.Announcement {
		if old == nil || old.gone {
			b.log.Info("found a peer on the local network", "peer", m.Peer.Short(), "name", m.PeerName, "world", m.WorldName, "door", m.Door)
		}
		b.tell()
	}
	return true
}

// betterDoor prefers the loopback address of a peer on the same machine. Such a peer is heard by all ways
// in turn.
func betterDoor(old, now string) bool {
	isLoopback := func(door string) bool {
		a, err := netip.ParseAddrPort(door)
		return err == nil && a.Addr().IsLoopback()
	}
	return isLoopback(old) && !isLoopback(now)
}

// tell signals that Snapshot changed.
func (b *Beacon) tell() {
	select {
	case b.changed <- struct{}{}:
	default:
	}
}
