package engine

import (
	"fmt"
	"slices"
	"strings"

	"manyhold/app/maker/trial"
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/match"
)

const (
	// MaxTicks is how long a rehearsal goes on at most: twenty minutes.
	MaxTicks = 20 * 60 * game.TicksPerSecond
	// length is that of a generation of a rehearsal, in ticks.
	length = 3
	// maxWorkers is the most goroutines of a rehearsal.
	maxWorkers = 64
	// maxRemarks is how many different remarks a rehearsal keeps.
	maxRemarks = 40
)

// Plan says how a match is rehearsed.
type Plan struct {
	Config  []byte
	Seed    uint64
	Workers int    // 0: one
	Every   uint32 // saves and restores the match so often, in generations; 0: never
	// Said is called with what the scripts say, and with each new state; may be nil.
	Said func(ticks uint64, line string)
}

// Rehearsal is what a match came to that bots played on all seats.
type Rehearsal struct {
	Generations uint32
	Ticks       uint64
	Digest      uint64
	Result      []byte   // nil: the match did not end
	Remarks     []string // faults, and effects that were refused: each once
}

// String is the line of a rehearsal in a file of expected ones.
func (r *Rehearsal) String() string {
	result := "no result"
	if r.Result != nil {
		result = string(r.Result)
	}
	return fmt.Sprintf("%d ticks, digest %016x, %s", r.Ticks, r.Digest, result)
}

// Rehearse plays a match in which bots have all seats. It is a function of package, configuration and seed.
func Rehearse(p *match.Package, o Plan) (*Rehearsal, error) {
	if o.Workers < 0 || o.Workers > maxWorkers {
		return nil, fmt.Errorf("a rehearsal has at most %d workers", maxWorkers)
	}
	m, err := match.New(p, o.Config, o.Seed, make([]match.Player, len(p.Roster)))
	if err != nil {
		return nil, err
	}
	say := func(ticks uint64, format string, a ...any) {
		if o.Said != nil {
			o.Said(ticks, fmt.Sprintf(format, a...))
		}
	}
	r, state := new(Rehearsal), ""
	m.Island().Motion.ShareOut(trial.Sharing(o.Workers))
	for r.Ticks < MaxTicks && m.Result() == nil {
		if o.Every > 0 && m.Generation()%o.Every == o.Every-1 {
			if m, err = match.Restore(p, m.Snapshot(nil)); err != nil {
				return nil, fmt.Errorf("the match cannot be restored: %w", err)
			}
			m.Island().Motion.ShareOut(trial.Sharing(o.Workers))
		}
		m.Step(match.Generation{Ticks: length, Vacant: 1<<len(p.Roster) - 1})
		r.Ticks += length
		if now := m.StateName(); now != state {
			state = now
			say(r.Ticks, "(%s)", state)
		}
		for _, e := range m.Island().Happened {
			switch e.Kind {
			case event.ThingSaid:
				say(r.Ticks, "%q", e.Text)
			case event.Said:
				say(r.Ticks, "a player says %q", e.Text)
			}
		}
		for _, n := range m.Notes() {
			if len(r.Remarks) < maxRemarks && !slices.Contains(r.Remarks, n) {
				r.Remarks = append(r.Remarks, n)
			}
		}
	}
	r.Generations, r.Digest, r.Result = m.Generation(), m.Digest(), m.Result()
	return r, nil
}

// Failed reports whether the scripts of a rehearsal have failed, or the match did not end.
func (r *Rehearsal) Failed() bool {
	return r.Result == nil || strings.HasPrefix(string(r.Result), `{"fault":`) || slices.ContainsFunc(r.Remarks, func(s string) bool { return strings.Contains(s, "fault at ") })
}
