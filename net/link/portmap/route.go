//go:build !js

package portmap

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// maxGateways is how many routers are asked by NAT-PMP, and how many interfaces search by UPnP.
const maxGateways = 4

// defaultGateways returns the routers of this machine's home networks, the preferred one first. Linux tells
// them; elsewhere they are taken to be the first addresses of the networks.
func defaultGateways() []netip.Addr {
	if runtime.GOOS == "linux" {
		if f, err := os.Open("/proc/net/route"); err == nil {
			defer f.Close()
			if table, err := io.ReadAll(io.LimitReader(f, 256<<10)); err == nil {
				return gatewaysIn(table)
			}
		}
	}
	var own []netip.Addr
	for _, h := range homeInterfaces() {
		own = append(own, h.address)
	}
	return firstAddresses(own)
}

// gatewaysIn reads the default routes of Linux's table that lead to private addresses, those with the lowest
// metric first.
func gatewaysIn(table []byte) (all []netip.Addr) {
	const viaGateway = 2 // RTF_GATEWAY
	type route struct {
		at     netip.Addr
		metric int
	}
	var routes []route
	for line := range bytes.Lines(table) {
		f := strings.Fields(string(line)) // interface, destination, gateway, flags, -, -, metric, mask
		if len(f) < 8 || f[1] != "00000000" || f[7] != "00000000" {
			continue
		}
		gateway, err := hex.DecodeString(f[2])
		flags, err2 := strconv.ParseUint(f[3], 16, 16)
		metric, err3 := strconv.Atoi(f[6])
		if errors.Join(err, err2, err3) != nil || len(gateway) != 4 || flags&viaGateway == 0 {
			continue
		}
		var b [4]byte // the number's digits are those of a word of this machine
		binary.NativeEndian.PutUint32(b[:], binary.BigEndian.Uint32(gateway))
		if at := netip.AddrFrom4(b); private(at) {
			routes = append(routes, route{at, metric})
		}
	}
	slices.SortStableFunc(routes, func(a, b route) int { return cmp.Compare(a.metric, b.metric) })
	for _, r := range routes {
		if !slices.Contains(all, r.at) && len(all) < maxGateways {
			all = append(all, r.at)
		}
	}
	return all
}

// firstAddresses returns x.x.x.1 of each address, but none of the addresses themselves.
func firstAddresses(own []netip.Addr) (all []netip.Addr) {
	for _, a := range own {
		b := a.As4()
		b[3] = 1
		if at := netip.AddrFrom4(b); !slices.Contains(own, at) && !slices.Contains(all, at) && len(all) < maxGateways {
			all = append(all, at)
		}
	}
	return all
}

// homeInterfaces returns the private IPv4 addresses of interfaces that are up and know multicast.
func homeInterfaces() (all []home) {
	cards, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for i := range cards {
		if f := cards[i].Flags; f&net.FlagUp == 0 || f&net.FlagMulticast == 0 || f&net.FlagLoopback != 0 {
			continue
		}
		addresses, err := cards[i].Addrs()
		if err != nil {
			continue
		}
		for _, a := range addresses {
			n, ok := a.(*net.IPNet)
			if !ok {
				continue
			}
			if at, ok := netip.AddrFromSlice(n.IP); ok && private(at.Unmap()) && len(all) < maxGateways {
				all = append(all, home{at.Unmap(), &cards[i]})
			}
		}
	}
	return all
}

// localTo returns this machine's address toward a router. Nothing is sent.
func localTo(at netip.Addr) (netip.Addr, error) {
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.AddrPortFrom(at, 9)))
	if err != nil {
		return netip.Addr{}, fmt.Errorf("portmap: no way to the router: %w", err)
	}
	defer c.Close()
	return c.LocalAddr().(*net.UDPAddr).AddrPort().Addr().Unmap(), nil
}
