package beacon

import (
	"context"
	"encoding/hex"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/pion/logging"
	"github.com/pion/mdns/v2"
	"golang.org/x/net/ipv4"

	"manyhold/net/key"
	"manyhold/net/link"
)

const (
	// Service is the DNS-SD type of a peer.
	Service = "_manyhold._udp"

	dnsPort  = 5353
	dnsTTL   = 60 // seconds that others may remember the records
	dnsRetry = 30 * time.Second

	// dnsSpokesmen is how many peers of a crowd announce themselves by DNS-SD, for newcomers that no call
	// reaches: those with the lowest keys. In a crowd of sixty the records of all took more bandwidth than
	// the turns of the world.
	dnsSpokesmen = 8

	// dnsQuery is how soon the service is asked for a second time; every further pause is four times as
	// long, up to dnsQueryMost (RFC 6762, 5.2): all peers answer, with 350 bytes each.
	dnsQuery     = time.Second
	dnsQueryMost = 64 * time.Second
)

// runDNS keeps one mDNS connection that fits the machine's networks and the announcement.
func (b *Beacon) runDNS(ctx context.Context) {
	tick := time.NewTicker(Every)
	defer tick.Stop()
	var conn *mdns.Conn
	var networks []netip.Prefix
	var told Announcement
	var again, query time.Time
	var pause time.Duration
	quiet := func() {} // ends the last question
	defer func() { quiet() }()
	for {
		b.mu.Lock()
		now, mine, crowd := b.networks, b.mine, calm(b.there()) > 1
		if mine != nil && crowd && b.rank() >= dnsSpokesmen {
			mine = nil
		}
		b.mu.Unlock()
		if conn != nil && !slices.Equal(now, networks) {
			conn.Close()
			conn = nil
		}
		if conn == nil && time.Now().After(again) {
			var err error
			networks, told = now, Announcement{}
			if conn, err = b.openDNS(ctx); err != nil {
				b.log.Warn("DNS-SD does not work on this machine; announcing by broadcast only", "why", err)
				conn, again = nil, time.Now().Add(dnsRetry)
			}
			query, pause = time.Now(), dnsQuery
		}
		if crowd { // calls get through, and each answer would be followed by questions of all
			quiet()
		} else if conn != nil && !time.Now().Before(query) {
			quiet()
			quiet = b.browse(ctx, conn)
			query, pause = time.Now().Add(pause-Every/2), min(4*pause, dnsQueryMost)
		}
		if conn != nil && mine != nil && *mine != told {
			b.publish(conn, told, *mine)
			told = *mine
		}
		if conn != nil && mine == nil && told != (Announcement{}) {
			conn.Unregister(instanceName(told), Service)
			told = Announcement{}
		}
		select {
		case <-ctx.Done():
			if conn != nil {
				conn.Close()
			}
			return
		case <-tick.C:
		}
	}
}

// rank is how many of the others have lower keys, at most two of each other machine; mu is held.
func (b *Beacon) rank() (lower int) {
	mine := b.options.Key.ID()
	return b.among(2, func(id key.ID) bool { return id.Compare(mine) < 0 })
}

// browse asks once for peers and listens to the answers until end is called.
func (b *Beacon) browse(ctx context.Context, conn *mdns.Conn) (end func()) {
	ctx, end = context.WithCancel(ctx)
	if err := conn.Browse(ctx, Service); err != nil {
		b.log.Debug("cannot send a DNS-SD query", "why", err)
	}
	return end
}

// openDNS joins the mDNS groups.
func (b *Beacon) openDNS(ctx context.Context) (*mdns.Conn, error) {
	config := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { shareAddress(fd) }) // another responder may hold the port
	}}
	p, err := config.ListenPacket(ctx, "udp4", ":"+strconv.Itoa(dnsPort))
	if err != nil {
		return nil, err
	}
	conn, err := mdns.NewServer(ipv4.NewPacketConn(p), nil,
		mdns.WithLocalNames(b.hostName()),
		mdns.WithIncludeLoopback(true),
		mdns.WithResponseTTL(dnsTTL),
		mdns.WithQueryInterval(24*time.Hour), // browse has its own interval
		// else it logs single packets
		mdns.WithLoggerFactory(&logging.DefaultLoggerFactory{DefaultLogLevel: logging.LogLevelDisabled}),
	)
	if err != nil {
		p.Close()
		return nil, err
	}
	conn.OnServiceDiscovered(func(e mdns.ServiceEvent) {
		if e.Instance.Port != 0 && e.Addr.IsValid() {
			b.found(netip.AddrPortFrom(e.Addr.Unmap(), e.Instance.Port))
		}
	})
	return conn, nil
}

// hostName is a name of our own, so that no other responder of the machine minds.
func (b *Beacon) hostName() string {
	return fmt.Sprintf("manyhold-%s-%04x.local", b.options.Key.ID().Short(), uint16(b.process))
}

// publish registers or updates the service. The SRV port is that of the socket for direct questions.
func (b *Beacon) publish(conn *mdns.Conn, old, a Announcement) {
	instance := instanceName(a)
	text := []mdns.TXTEntry{
		mdns.NewTXTString("v", "1"),
		mdns.NewTXTString("world", hex.EncodeToString(a.World[:])),
		mdns.NewTXTString("name", link.Printable(a.WorldName, link.MaxName)),
		mdns.NewTXTString("peer", a.Peer.Short()),
		mdns.NewTXTString("rules", strconv.FormatUint(uint64(a.Rules), 10)),
		mdns.NewTXTString("players", strconv.Itoa(a.Players)),
		mdns.NewTXTString("matches", strconv.Itoa(a.Matches)),
		mdns.NewTXTString("door", a.Door),
	}
	if old.Peer == a.Peer && instanceName(old) == instance {
		if err := conn.UpdateTXT(instance, Service, text); err != nil {
			b.log.Debug("cannot update the DNS-SD record", "why", err)
		}
		return
	}
	conn.Unregister(instanceName(old), Service)
	err := conn.Register(mdns.ServiceInstance{
		Instance: instance, Service: Service, Port: uint16(b.own.LocalAddr().(*net.UDPAddr).Port), Text: text,
	})
	if err != nil {
		b.log.Warn("cannot announce by DNS-SD", "why", err)
	}
}

// instanceName is the name that a person reads in a service browser.
func instanceName(a Announcement) string {
	return link.Printable(a.WorldName, 40) + " (" + a.Peer.Short() + ")"
}

// found notes an address that DNS-SD gave, and asks there.
func (b *Beacon) found(a netip.AddrPort) {
	if int(a.Port()) == b.own.LocalAddr().(*net.UDPAddr).Port && b.isMine(a.Addr()) {
		return
	}
	b.mu.Lock()
	_, known := b.addresses[a]
	room := known || len(b.addresses) < MaxPeers
	if room && !known {
		b.addresses[a] = time.Now().Add(-askAfter) // not heard yet: to be asked
	}
	b.mu.Unlock()
	if room && !known {
		if p := b.packet(callHello); p != nil {
			b.own.WriteToUDPAddrPort(p, a)
		}
	}
}

// isMine reports whether an address is one of this machine's.
func (b *Beacon) isMine(a netip.Addr) bool {
	addresses, _ := net.InterfaceAddrs()
	return slices.ContainsFunc(addresses, func(n net.Addr) bool {
		p, ok := n.(*net.IPNet)
		if !ok {
			return false
		}
		ip, _ := netip.AddrFromSlice(p.IP)
		return ip.Unmap() == a
	})
}
