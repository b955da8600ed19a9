//go:build !js

package portmap

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"github.com/huin/goupnp/dcps/internetgateway2"
	"github.com/huin/goupnp/ssdp"
	"golang.org/x/net/ipv4"
)

const (
	// searchTime is how long answers to a search are taken; routers are told two seconds.
	searchTime = 2500 * time.Millisecond
	// maxAnswer is the largest answer in bytes, and maxAnswers how many are read by one socket.
	maxAnswer, maxAnswers = 2048, 16
	// maxLocations is how many descriptions are read.
	maxLocations = 4
)

// ssdpGroup is where devices listen (UPnP Device Architecture 1.1, §1.3.2).
var ssdpGroup = netip.MustParseAddrPort("239.255.255.250:1900")

// home is an interface of this machine in a home network.
type home struct {
	address netip.Addr
	card    *net.Interface // for multicast; nil: the system chooses
}

// search asks all devices for the services that map ports and returns the addresses of their descriptions,
// each once, at most maxLocations. Senders must be permitted, and describe themselves at their own address.
func search(ctx context.Context, homes []home, group netip.AddrPort, permitted func(netip.Addr) bool) (found []*url.URL) {
	ctx, end := context.WithTimeout(ctx, searchTime)
	defer end()
	var mu sync.Mutex
	seen := map[string]bool{}
	var work sync.WaitGroup
	for _, service := range []string{internetgateway2.URN_WANIPConnection_2, internetgateway2.URN_WANIPConnection_1, internetgateway2.URN_WANPPPConnection_1} {
		for _, h := range homes {
			work.Go(func() {
				answers, err := ssdp.RawSearch(ctx, &searcher{h, group, permitted}, service, 2)
				if err != nil {
					return // a network without multicast
				}
				mu.Lock()
				defer mu.Unlock()
				for _, a := range answers {
					at, err := a.Location()
					if err == nil && !seen[at.String()] && len(found) < maxLocations {
						seen[at.String()] = true
						found = append(found, at)
					}
				}
			})
		}
	}
	work.Wait()
	return found
}

// searcher sends a search from one interface. It stands in for the library's own, which takes answers of any
// number from anybody.
type searcher struct {
	home      home
	group     netip.AddrPort
	permitted func(netip.Addr) bool
}

// DoWithContext implements ssdp.HTTPUClientCtx: it sends the request some times and returns the answers that
// come until the request's context ends.
func (s *searcher) DoWithContext(r *http.Request, sends int) (answers []*http.Response, err error) {
	conn, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.AddrPortFrom(s.home.address, 0)))
	if err != nil {
		return nil, fmt.Errorf("portmap: searching: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(r.Context(), func() { conn.Close() })()
	if s.home.card != nil {
		if err := ipv4.NewPacketConn(conn).SetMulticastInterface(s.home.card); err != nil {
			return nil, fmt.Errorf("portmap: searching: %w", err)
		}
	}
	question := bytes.NewBufferString("M-SEARCH * HTTP/1.1\r\n")
	r.Header.Write(question)
	question.WriteString("\r\n")
	for range sends {
		if _, err := conn.WriteToUDPAddrPort(question.Bytes(), s.group); err != nil {
			return nil, fmt.Errorf("portmap: searching: %w", err)
		}
	}
	b := make([]byte, maxAnswer)
	for range maxAnswers {
		n, from, err := conn.ReadFromUDPAddrPort(b)
		if err != nil {
			if r.Context().Err() == nil { // of one packet
				continue
			}
			break
		}
		if a := s.answer(b[:n], from.Addr().Unmap(), r); a != nil {
			answers = append(answers, a)
		}
	}
	return answers, nil
}

// answer reads an answer, nil for one that does not count.
func (s *searcher) answer(b []byte, from netip.Addr, r *http.Request) *http.Response {
	if !s.permitted(from) {
		return nil
	}
	a, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(bytes.Clone(b))), r)
	if err != nil {
		return nil
	}
	a.Body.Close()
	a.Body = io.NopCloser(bytes.NewReader(nil))
	at, err := a.Location()
	if err != nil || a.StatusCode != http.StatusOK || at.Scheme != "http" || at.User != nil || at.Hostname() != from.String() {
		return nil
	}
	return a
}
