//go:build linux || freebsd || netbsd || openbsd

package audio

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// knockFor is how long a sound server may take to open its door.
const knockFor = 2 * time.Second

// missing tells why there can be no device, as a clause; the empty string when there may be one. The library
// would find out by itself, but libasound complains to the terminal at length where there is no card.
func missing() string {
	if cards, _ := filepath.Glob("/dev/snd/pcm*p"); len(cards) > 0 {
		return ""
	}
	if _, err := os.Stat("/dev/dsp"); err == nil {
		return ""
	}
	servers := os.Getenv("PULSE_SERVER")
	if servers == "" {
		runtime := os.Getenv("XDG_RUNTIME_DIR")
		if runtime == "" {
			return "there is no sound card, and neither PULSE_SERVER nor XDG_RUNTIME_DIR tells where PulseAudio or PipeWire is"
		}
		servers = "unix:" + filepath.Join(runtime, "pulse/native")
	}
	for _, s := range strings.Fields(servers) {
		if knock(s) {
			return ""
		}
	}
	return "there is no sound card, and no PulseAudio or PipeWire answers at " + servers
}

// knock reports whether a server listens at an address as in PULSE_SERVER: [{machine}](unix:PATH | PATH |
// [tcp:|tcp4:|tcp6:]HOST[:PORT]).
func knock(server string) bool {
	if strings.HasPrefix(server, "{") {
		_, server, _ = strings.Cut(server, "}")
	}
	network, address := "tcp", server
	if path, ok := strings.CutPrefix(server, "unix:"); ok || strings.HasPrefix(server, "/") {
		network, address = "unix", path
	} else if scheme, rest, ok := strings.Cut(server, ":"); ok && (scheme == "tcp" || scheme == "tcp4" || scheme == "tcp6") {
		network, address = scheme, rest
	}
	if network != "unix" {
		if _, _, err := net.SplitHostPort(address); err != nil {
			address = net.JoinHostPort(strings.Trim(address, "[]"), "4713")
		}
	}
	c, err := net.DialTimeout(network, address, knockFor)
	if err != nil {
		return false
	}
	c.Close()
	return true
}
