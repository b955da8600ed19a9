package record

import (
	"cmp"
	"fmt"
	"slices"

	"manyhold/game/island"
)

// Playback runs a recording forwards and shows any turn of it: it goes back by taking the nearest state
// before and running on from there. The file stays the caller's and must not change. A Playback has no clock:
// its user says when the next turn comes.
type Playback struct {
	Header Header
	// Damage and Cut are the Reader's: the recording is played up to there.
	Damage string
	Cut    bool
	// Differs is the first turn known so far after which the state played is not the one recorded, 0 for
	// none.
	Differs uint64

	turns  []Block // all turns in their order, the first is Header.First
	states []Block // snapshots of the file, by turn
	kept   []Block // snapshots made on the way, by turn
	world  *island.Island
	at     uint64
}

const (
	// keepEvery is the number of turns between two states that are kept while playing, so that going back a
	// little costs few turns.
	keepEvery = 40
	// keepMost is how many such states are kept; the furthest from the current turn goes first.
	keepMost = 64
)

// Open reads a recording and stands at its beginning, before its first turn.
func Open(file []byte) (*Playback, error) {
	r, err := NewReader(file)
	if err != nil {
		return nil, err
	}
	p := &Playback{Header: r.Header}
	for next := r.Header.First; ; {
		b, ok := r.Next()
		if !ok {
			break
		}
		switch {
		case b.Snapshot != nil && b.Turn == next-1:
			p.states = append(p.states, b)
		case b.Snapshot != nil:
			return nil, fmt.Errorf("%w: a snapshot after turn %d where turn %d is due", ErrFormat, b.Turn, next)
		case b.Turn != next:
			return nil, fmt.Errorf("%w: turn %d where %d should be", ErrFormat, b.Turn, next)
		default:
			p.turns = append(p.turns, b)
			next++
		}
	}
	p.Damage, p.Cut = r.Damage, r.Cut
	if len(p.states) == 0 || p.states[0].Turn != p.First()-1 {
		return nil, fmt.Errorf("%w: it has no first snapshot", ErrFormat)
	}
	if err := p.load(p.states[0]); err != nil {
		return nil, err
	}
	return p, nil
}

// First and Last are the numbers of the first and last turn; without turns Last is First-1.
func (p *Playback) First() uint64 { return p.Header.First }

// Last returns the number of the last turn.
func (p *Playback) Last() uint64 { return p.Header.First + uint64(len(p.turns)) - 1 }

// Turn returns the number of the turn that was run last.
func (p *Playback) Turn() uint64 { return p.at }

// Fault returns Differs, and whether the file is damaged and not only cut off.
func (p *Playback) Fault() (differs uint64, damaged bool) { return p.Differs, p.Damage != "" && !p.Cut }

// Close is for playbacks that have something to release; this one has not.
func (p *Playback) Close() {}

// World returns the state after Turn. The Playback owns it, and replaces it at Seek.
func (p *Playback) World() *island.Island { return p.world }

// Recorded returns the recorded digest after a turn; ok is false outside of the recording.
func (p *Playback) Recorded(turn uint64) (digest uint64, ok bool) {
	b, ok := p.turn(turn)
	return b.Digest, ok
}

// Next runs one turn; more is false at the end. After an error the state is not to be used.
func (p *Playback) Next() (more bool, err error) {
	b, ok := p.turn(p.at + 1)
	if !ok {
		return false, nil
	}
	if err := p.world.Replay(b.Body); err != nil {
		return false, fmt.Errorf("record: turn %d: %w", b.Turn, err)
	}
	p.at++
	if p.world.Digest() != b.Digest && (p.Differs == 0 || p.at < p.Differs) {
		p.Differs = p.at
	}
	if (p.at-p.First())%keepEvery == keepEvery-1 {
		p.keep()
	}
	return true, nil
}

// Seek goes to the state after a turn, within First-1 to Last: a turn outside is taken for the nearest end.
// It runs at most the turns between two snapshots, SnapshotEvery in a recording of this program.
func (p *Playback) Seek(turn uint64) error {
	turn = min(max(turn, p.First()-1), p.Last())
	if k, from := p.nearest(turn); turn < p.at || from > p.at {
		if err := p.back(k, turn); err != nil {
			return err
		}
	}
	for p.at < turn {
		if more, err := p.Next(); err != nil || !more {
			return err
		}
	}
	return nil
}

// back takes the latest state at or before a turn: the k-th snapshot, or one made on the way.
func (p *Playback) back(k int, turn uint64) error {
	best := p.states[k]
	for _, b := range p.kept {
		if b.Turn <= turn && b.Turn > best.Turn {
			best = b
		}
	}
	return p.load(best)
}

// nearest returns the last snapshot of the file at or before a turn, and its turn. The first is before every
// turn.
func (p *Playback) nearest(turn uint64) (k int, at uint64) {
	k = len(p.states) - 1
	for k > 0 && p.states[k].Turn > turn {
		k--
	}
	return k, p.states[k].Turn
}

// load takes a snapshot.
func (p *Playback) load(b Block) error {
	w := new(island.Island)
	if err := w.Restore(b.Snapshot); err != nil {
		return fmt.Errorf("record: the snapshot after turn %d: %w", b.Turn, err)
	}
	p.world, p.at = w, b.Turn
	return nil
}

// keep remembers the current state.
func (p *Playback) keep() {
	n, found := slices.BinarySearchFunc(p.kept, p.at, func(b Block, at uint64) int { return cmp.Compare(b.Turn, at) })
	if found {
		return
	}
	p.kept = slices.Insert(p.kept, n, Block{Turn: p.at, Snapshot: p.world.Snapshot(nil)})
	switch {
	case len(p.kept) <= keepMost:
	case p.at-p.kept[0].Turn > p.kept[len(p.kept)-1].Turn-p.at:
		p.kept = slices.Delete(p.kept, 0, 1)
	default:
		p.kept = p.kept[:len(p.kept)-1]
	}
}

// turn returns a turn of the recording.
func (p *Playback) turn(n uint64) (Block, bool) {
	if n < p.First() || n > p.Last() {
		return Block{}, false
	}
	return p.turns[n-p.First()], true
}
