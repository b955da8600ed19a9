package dial

import (
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"manyhold/app/settings"
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
// address has that one only.
func DoorAddresses(door netip.AddrPort) []string {
	if !door.Addr().IsUnspecified() {
		return []string{door.String()}
	}
	addrs, _ := net.InterfaceAddrs()
	return reachable(addrs, strconv.Itoa(int(door.Port())))
}

// reachable lists the addresses of a machine that others may reach.
func reachable(addrs []net.Addr, port string) []string {
	var out []string
	for _, a := range addrs {
		ip, ok := a.(*net.IPNet)
		if !ok || ip.IP.IsLoopback() || ip.IP.IsLinkLocalUnicast() || len(out) == 4 {
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
