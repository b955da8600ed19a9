package arena

import (
	"fmt"
	"sync"
	"sync/atomic"

	"manyhold/app/maker/engine"
	"manyhold/game"
	"manyhold/game/island"
	"manyhold/game/match"
	"manyhold/net/room"
)

// Playback plays an archive, and shows any generation of it: it goes back by taking the nearest state before
// and playing on from there. It belongs to one goroutine and has no clock: its user says when the next
// generation comes. Another goroutine plays ahead, to have states to go to, until Close.
type Playback struct {
	title   string
	masters []room.Master
	players []match.Player
	said    string // the digest at the end, as the archive says
	p       *match.Package
	m       *match.Match
	at      uint64
	closed  atomic.Bool
	ended   sync.WaitGroup

	mu      sync.Mutex
	kept    [][]byte // states: the first is the beginning, each every generations after the one before
	every   uint64   // as many as going back costs at most
	size    int      // bytes of kept
	differs uint64
}

// keepEvery is the number of generations between two states that are kept, until those have more bytes than
// mostKept. Then every other one goes: an archive of millions of generations fills no memory.
const (
	keepEvery = 100
	mostKept  = 128 << 20
)

// Play opens an archive, and stands at its beginning. The digest that it names is compared at its end: see
// Fault.
func (a *Archive) Play() (*Playback, error) {
	r, err := room.Restore(a.State, a.Masters)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	v := &Playback{title: r.Title(), players: playersOf(r), said: a.Digest, every: keepEvery}
	ahead, err := v.begin(a, r)
	if err != nil {
		return nil, err
	}
	if v.m, err = v.begin(a, r); err != nil {
		return nil, err
	}
	for g := uint32(1); g < r.Generation(); g++ {
		master, err := r.Master(g)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errArchive, err)
		}
		v.masters = append(v.masters, master)
	}
	if len(v.masters) == 0 {
		return nil, fmt.Errorf("%w: the match has not begun", errArchive)
	}
	v.kept = [][]byte{v.m.Snapshot(nil)}
	v.ended.Go(func() { v.playAhead(ahead) })
	return v, nil
}

// begin makes the first state of a match, with a package of its own.
func (v *Playback) begin(a *Archive, r *room.Room) (m *match.Match, err error) {
	if v.p, err = engine.Open(a.Package, r.Engine().Hash); err == nil {
		config, _ := r.Config()
		m, err = match.New(v.p, config, r.Seed(), v.players)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	return m, nil
}

// playAhead plays the match as fast as it can, and keeps states.
func (v *Playback) playAhead(m *match.Match) {
	for k := range v.masters {
		if v.closed.Load() {
			return
		}
		m.Step(Executed(&v.masters[k]))
		v.keep(m)
	}
}

// keep keeps a state if one is due, and compares the last one with what the archive says.
func (v *Playback) keep(m *match.Match) {
	n := int(m.Generation())
	v.mu.Lock()
	defer v.mu.Unlock()
	if uint64(n) == uint64(len(v.kept))*v.every {
		state := m.Snapshot(nil)
		v.kept, v.size = append(v.kept, state), v.size+len(state)
		v.thin(mostKept)
	}
	if n == len(v.masters) && fmt.Sprintf("%016x", m.Digest()) != v.said {
		v.differs = v.Last()
	}
}

// thin drops every other state while they have too many bytes. The lock is held.
func (v *Playback) thin(most int) {
	for v.size > most && len(v.kept) > 2 {
		v.size = 0
		for k := 0; k < len(v.kept); k += 2 {
			v.kept[k/2], v.size = v.kept[k], v.size+len(v.kept[k])
		}
		n := (len(v.kept) + 1) / 2
		clear(v.kept[n:])
		v.kept, v.every = v.kept[:n], 2*v.every
	}
}

// Close ends the playing ahead.
func (v *Playback) Close() {
	v.closed.Store(true)
	v.ended.Wait()
}

// First and Last are the numbers of the first and the last generation.
func (v *Playback) First() uint64 { return 1 }

// Last returns the number of the last generation.
func (v *Playback) Last() uint64 { return uint64(len(v.masters)) }

// Turn returns the generation that was played last.
func (v *Playback) Turn() uint64 { return v.at }

// World returns the arena after Turn. It is read-only, and replaced by Seek.
func (v *Playback) World() *island.Island { return v.m.Island() }

// Fault returns the generation after which the state is known to be another one than the archive says, 0 for
// none. An archive is never damaged: one that is cannot be opened.
func (v *Playback) Fault() (differs uint64, damaged bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.differs, false
}

// Next plays a generation; more is false at the end.
func (v *Playback) Next() (more bool, err error) {
	if v.at >= v.Last() {
		return false, nil
	}
	v.m.Step(Executed(&v.masters[v.at]))
	v.at++
	v.keep(v.m)
	return true, nil
}

// Seek goes to the state after a generation, from 0 to Last: one outside is taken for the nearest end.
func (v *Playback) Seek(turn uint64) error {
	turn = min(turn, v.Last())
	v.mu.Lock()
	k := min(turn/v.every, uint64(len(v.kept)-1))
	state, at := v.kept[k], k*v.every
	v.mu.Unlock()
	if turn < v.at || at > v.at {
		m, err := match.Restore(v.p, state)
		if err != nil {
			return fmt.Errorf("arena: the state after generation %d: %w", at, err)
		}
		v.m, v.at = m, at
	}
	for v.at < turn {
		if _, err := v.Next(); err != nil {
			return err
		}
	}
	return nil
}

// Title returns the title of the room, and Headline what the referee shows: clock and score.
func (v *Playback) Title() string { return v.title }

// Headline returns what the referee shows: clock and score.
func (v *Playback) Headline() string { return v.m.Headline() }

// State returns the name of the engine's state, "" at the beginning.
func (v *Playback) State() string { return v.m.StateName() }

// Seat returns the name of a player's seat, "" for none.
func (v *Playback) Seat(id game.PlayerID) string {
	for k, name := range v.p.Roster {
		if v.m.Key(k) == id {
			return name
		}
	}
	return ""
}
