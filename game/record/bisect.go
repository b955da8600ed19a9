package record

import (
	"bytes"
	"errors"
	"fmt"

	"manyhold/game/island"
)

// Divergence is where two recordings of one world part.
type Divergence struct {
	First, Last uint64 // the turns that both have
	// Turn is the first turn after which they differ, First-1 if they did before, 0 if they never do.
	Turn uint64
	// Commands says that the turn itself differs, so that the states had to.
	Commands bool
	// Field names the first field that differs after turn At: region, table, index, field and the values of
	// the first and the second recording. At is Turn where both states could be had again, else the turn of
	// the first snapshot after it; "" if there is none.
	Field string
	At    uint64
}

// ErrUnlike says that two recordings have nothing to compare.
var ErrUnlike = errors.New("record: these two cannot be compared")

// Bisect finds the first difference of two recordings of one island: two runs of one world on different
// machines, or two peers' records of the same turns. It moves both playbacks.
func Bisect(a, b *Playback) (Divergence, error) {
	if a.Header.World != b.Header.World || a.Header.Seed != b.Header.Seed {
		return Divergence{}, fmt.Errorf("%w: they are of different worlds", ErrUnlike)
	}
	if x, y := a.World().Self(), b.World().Self(); x != y {
		return Divergence{}, fmt.Errorf("%w: they are of different islands (%x and %x)", ErrUnlike, x, y)
	}
	d := Divergence{First: max(a.First(), b.First()), Last: min(a.Last(), b.Last())}
	if d.Last+1 < d.First {
		return d, fmt.Errorf("%w: one has turns %d to %d, the other %d to %d", ErrUnlike, a.First(), a.Last(), b.First(), b.Last())
	}
	if err := errors.Join(a.Seek(d.First-1), b.Seek(d.First-1)); err != nil {
		return d, err
	}
	if field, differ := island.Diff(a.World(), b.World()); differ {
		d.Turn, d.Field, d.At = d.First-1, field, d.First-1
		return d, nil
	}
	for n := d.First; n <= d.Last; n++ {
		x, _ := a.turn(n)
		y, _ := b.turn(n)
		if d.Commands = !bytes.Equal(x.Body, y.Body); d.Commands || x.Digest != y.Digest {
			d.Turn = n
			return d, d.name(a, b)
		}
	}
	return d, nil
}

// name finds the field. A state can be restored if playing up to it gives the recorded digest; one that was
// changed other than by its turns is only known from the file's next snapshot on.
func (d *Divergence) name(a, b *Playback) error {
	if d.Commands { // the difference is the effect of the commands
		if err := errors.Join(a.Seek(d.Turn), b.Seek(d.Turn)); err != nil {
			return err
		}
		d.Field, _ = island.Diff(a.World(), b.World())
		d.At = d.Turn
		return nil
	}
	for at := d.Turn; at <= d.Last; at++ {
		x, err := a.recorded(at)
		if err != nil {
			return err
		}
		y, err := b.recorded(at)
		if err != nil {
			return err
		}
		if x == nil || y == nil {
			continue
		}
		d.Field, _ = island.Diff(x, y)
		d.At = at
		return nil
	}
	return nil
}

// recorded returns the state that had the recorded digest after a turn, nil if it cannot be had again.
func (p *Playback) recorded(turn uint64) (*island.Island, error) {
	digest, _ := p.Recorded(turn)
	if k, at := p.nearest(turn); at == turn {
		if err := p.load(p.states[k]); err != nil {
			return nil, err
		}
	} else if err := p.Seek(turn); err != nil {
		return nil, err
	}
	if p.world.Digest() != digest {
		return nil, nil
	}
	return p.world, nil
}
