package webrtc

import (
	"net/netip"
	"slices"
	"strings"
)

// An ICE agent sends checks to every address that a description names, and the author of an offer chooses
// the addresses. So these limits bound the packets that an offer can direct at other machines: an
// offer of 3 kB draws 40 kB at most from a machine with two addresses.
const (
	// acceptedCandidates is how many candidates of a description are used, and acceptedPerAddress how many of
	// them with one IP address: a router gives each socket of a machine a port of one outer address.
	acceptedCandidates = 12
	acceptedPerAddress = 3
	// acceptedOuter is how many of them are addresses at routers or TURN servers: those of the machine itself
	// need room, too.
	acceptedOuter = 6

	// checksOfAnswer is how many of ICE's checks may be lost on a pair of addresses at the answering side,
	// where strangers decide about the pairs, and at a dialling side without another link: no peer relays its
	// packets. The answering side checks a pair again for each check of the dialling side that arrives.
	checksOfAnswer = 12
)

// candidateLine is a candidate in a description.
type candidateLine struct {
	at      int    // number of the line
	address string // without port
	place   string // with it
	host    bool   // an address of the machine itself
}

// acceptCandidates returns a description with the candidates that are accepted. The sender of a description
// and its reader choose the same, so that both know the addresses of a relay.Path. Of the addresses at
// routers the last ones come first, because withOuter appends those that are sure to work.
func acceptCandidates(sdp string) string {
	lines := slices.Collect(strings.Lines(sdp))
	var all []candidateLine
	for i, line := range lines {
		if c, ok := readCandidate(line); ok {
			c.at = i
			all = append(all, c)
		}
	}
	kept, places, addresses := map[int]bool{}, map[string]bool{}, map[string]int{}
	take := func(c candidateLine, most int) {
		if len(kept) < most && !places[c.place] && addresses[c.address] < acceptedPerAddress {
			kept[c.at], places[c.place] = true, true
			addresses[c.address]++
		}
	}
	for _, c := range slices.Backward(all) {
		if !c.host {
			take(c, acceptedOuter)
		}
	}
	for _, c := range all {
		if c.host {
			take(c, acceptedCandidates)
		}
	}
	var out strings.Builder
	for i, line := range lines {
		if kept[i] || !isCandidate(line) {
			out.WriteString(line)
		}
	}
	return out.String()
}

// isCandidate reports whether a line names a candidate.
func isCandidate(line string) bool { return strings.HasPrefix(line, "a=candidate:") }

// readCandidate reads the line of a candidate of the first component by UDP (RFC 8839 §5.1). pion writes each
// candidate for a second component, too, which data connections do not have.
func readCandidate(line string) (c candidateLine, ok bool) {
	f := strings.Fields(line)
	if !isCandidate(line) || len(f) < 8 || f[1] != "1" || !strings.EqualFold(f[2], "udp") || f[6] != "typ" {
		return c, false
	}
	c.address = strings.ToLower(f[4])
	if at, err := netip.ParseAddr(f[4]); err == nil {
		c.address = at.Unmap().WithZone("").String()
	}
	c.place, c.host = c.address+" "+f[5], f[7] == "host"
	return c, true
}
