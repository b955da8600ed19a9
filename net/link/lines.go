package link

import (
	"sync"
	"time"

	"manyhold/net/key"
)

const (
	// linesBurst is how many links of one peer are logged at once, and linesEvery the time until another one
	// is. Each has two lines: up and down.
	linesBurst = 4
	linesEvery = 30 * time.Second
	// linesPeers is how many peers are told apart. Beyond it, all are forgotten.
	linesPeers = 1024
)

// Lines decides which links of a peer are logged, so that one that links and unlinks all the time does not
// fill the log. The zero value is ready. It is safe for concurrent use.
type Lines struct {
	mu    sync.Mutex
	peers map[key.ID]*peerLines
}

type peerLines struct {
	left   int       // links that are logged at once
	at     time.Time // when left was counted
	unsaid int       // links since the last line
	said   bool      // the present link was logged
}

// Up reports whether a new link is logged, and how many of this peer were not since the last one that was.
func (l *Lines) Up(id key.ID, now time.Time) (unsaid int, say bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.peers[id]
	if p == nil {
		if l.peers == nil || len(l.peers) >= linesPeers {
			l.peers = map[key.ID]*peerLines{}
		}
		p = &peerLines{left: linesBurst, at: now}
		l.peers[id] = p
	}
	if more := int(now.Sub(p.at) / linesEvery); more > 0 {
		p.left, p.at = min(p.left+more, linesBurst), p.at.Add(time.Duration(more)*linesEvery)
	}
	if p.said = p.left > 0; !p.said {
		p.unsaid++
		return 0, false
	}
	if p.left--; p.left == linesBurst-1 {
		p.at = now
	}
	unsaid, p.unsaid = p.unsaid, 0
	return unsaid, true
}

// Down reports whether the end of a link is logged: that of a link that was.
func (l *Lines) Down(id key.ID) (say bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.peers[id]
	return p == nil || p.said
}
