package webrtc

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// lockedText collects the log of several goroutines.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lockedText) count(word string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), word)
}

// TestRestlessPeerIsQuietInTheLog: a peer that links and unlinks all the time has the lines of some links.
func TestRestlessPeerIsQuietInTheLog(t *testing.T) {
	var log lockedText
	a, wa := start(t, identity(1), func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	b, wb := start(t, identity(2), nil)
	const links = 10
	for i := range links {
		dial(t, b, a.ID(), to{a})
		until(t, "both up", func() bool { return wa.link(b.ID()) != nil && wb.link(a.ID()) != nil })
		wb.link(a.ID()).Close("again")
		until(t, "both down", func() bool { return wa.count("down") == i+1 && wb.count("down") == i+1 }) // the words may be late
	}
	up := log.count("msg=linked")
	until(t, "the last line", func() bool { return log.count(`msg="link down"`) == up })
	if up == 0 || up > 6 {
		t.Errorf("%d of %d links are in the log:\n%s", up, links, log.text.String())
	}
}
