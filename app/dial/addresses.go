package dial

import (
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"manyhold/app/settings"
	"manyhold/net/link/portmap"
	"manyhold/net/signal"
)

// The addresses by which other machines reach this one, and the door where they hand in offers.

// portFile keeps, in the data directory, the port of the door of the last run. The same port is taken
// again where it is free and the person has chosen none, so that an invitation outlives a restart.
const portFile = "port"

// ListenDoor listens where the setting says: with port 0 on the port of the last run, else on any.
func ListenDoor(dir, listen string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port != "0" {
		return net.Listen("tcp", listen)
	}
	path := filepath.Join(dir, portFile)
	if b, err := os.ReadFile(path); err == nil {
		last := strings.TrimSpace(string(b))
		if n, err := strconv.Atoi(last); err == nil && n > 1023 && n < 65536 {
			if ln, err := net.Listen("tcp", net.JoinHostPort(host, last)); err == nil {
				return ln, nil
			}
		}
	}
	ln, err := net.Listen("tcp", listen)
	if err == nil {
		// Without the file (a full disk) the next run takes another port.
		settings.WriteAtomically(path, []byte(strconv.Itoa(ln.Addr().(*net.TCPAddr).Port)+"\n"))
	}
	return ln, err
}

// DoorAddresses returns host:port for each address at which a listener can be reached from outside, or
// the loopback one when there is no network; at most four, for an invitation is typed. A listener on one
// address has that one only. Before them come the outer addresses: those of a router that maps the
// listener's port.
func DoorAddresses(door netip.AddrPort, outer ...netip.AddrPort) []string {
	var out []string
	for _, at := range outer {
		out = append(out, at.String())
	}
	if !door.Addr().IsUnspecified() {
		out = append(out, door.String())
	} else {
		addrs, _ := net.InterfaceAddrs()
		out = append(out, reachable(addrs, strconv.Itoa(int(door.Port())))...)
	}
	return out[:min(len(out), signal.MaxDoors)]
}

// PortsToMap returns the ports that a router may pass packets on to: the door's, by TCP, and that of links,
// by UDP, if it could be opened. A door at a loopback or public address has none: nobody reaches the first,
// and everybody the second.
func PortsToMap(door netip.AddrPort, links bool) []portmap.Port {
	at := door.Addr().Unmap()
	if !at.IsUnspecified() && !(at.Is4() && at.IsPrivate()) {
		return nil
	}
	ports := []portmap.Port{{Protocol: portmap.TCP, Internal: door.Port()}}
	if links {
		ports = append(ports, portmap.Port{Protocol: portmap.UDP, Internal: door.Port()})
	}
	return ports
}

// reachable lists the addresses of a machine that others may reach.
func reachable(addrs []net.Addr, port string) []string {
	var out []string
	for _, a := range addrs {
		ip, ok := a.(*net.IPNet)
		if !ok || ip.IP.IsLoopback() || ip.IP.IsLinkLocalUnicast() || len(out) == signal.MaxDoors {
			continue
		}
		out = append(out, net.JoinHostPort(ip.IP.String(), port))
	}
	if len(out) == 0 {
		out = append(out, net.JoinHostPort("127.0.0.1", port))
	}
	return out
}

// FixedPort returns the address for links when the person has chosen a port, "" for any.
func FixedPort(listen string) string {
	if _, port, err := net.SplitHostPort(listen); err != nil || port == "0" {
		return ""
	}
	return listen
}

// OuterPort returns the address for links that a router may lead to when the person has chosen no port: the
// door's, by UDP. It is "" when the person has chosen one.
func OuterPort(door netip.AddrPort, listen string) string {
	host, _, err := net.SplitHostPort(listen)
	if err != nil || FixedPort(listen) != "" {
		return ""
	}
	return net.JoinHostPort(host, strconv.Itoa(int(door.Port())))
}
