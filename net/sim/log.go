package sim

import (
	"context"
	"log/slog"
	"time"
)

// stamped is a log handler that adds the virtual time.
type stamped struct {
	slog.Handler
	s *Sim
}

func (h stamped) Handle(ctx context.Context, r slog.Record) error {
	r.AddAttrs(slog.Duration("at", h.s.elapsed().Round(time.Millisecond)))
	return h.Handler.Handle(ctx, r)
}

func (h stamped) WithAttrs(a []slog.Attr) slog.Handler { return stamped{h.Handler.WithAttrs(a), h.s} }
func (h stamped) WithGroup(name string) slog.Handler   { return stamped{h.Handler.WithGroup(name), h.s} }
