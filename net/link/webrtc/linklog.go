package webrtc

import (
	"log/slog"
	"time"

	"manyhold/net/link"
)

// linkLog is the log of an endpoint. A peer that links and unlinks all the time has only some of its links in
// it; the next line says how many were left out.
type linkLog struct {
	*slog.Logger
	lines link.Lines
}

func (l *linkLog) up(c *connection) {
	unsaid, say := l.lines.Up(c.peer, time.Now())
	if !say {
		return
	}
	args := []any{"peer", c.peer.Short(), "name", c.shake.theirs.info.Name, "took", time.Since(c.began).Round(time.Millisecond)}
	if unsaid > 0 {
		args = append(args, "links left out", unsaid)
	}
	l.Info("linked", args...)
}

func (l *linkLog) down(c *connection) {
	if l.lines.Down(c.peer) {
		l.Info("link down", "peer", c.peer.Short(), "why", c.reason)
	}
}
