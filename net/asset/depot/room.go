package depot

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"manyhold/net/asset"
)

// SetQuota changes the quota in bytes. Assets above it stay until room is needed.
func (d *Depot) SetQuota(bytes int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.quota = bytes
}

// reserve counts so many bytes more. Without beyond, it makes room for them or refuses.
func (d *Depot) reserve(size int64, beyond bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !beyond && d.bytes+size > d.quota {
		if !d.evict() {
			return fmt.Errorf("%w: %d bytes of %d, and %d more", ErrFull, d.bytes, d.quota, size)
		}
	}
	d.bytes += size
	return nil
}

func (d *Depot) release(size int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bytes -= size
}

// evict removes the least recently used asset or abandoned download that is not needed; false: all are. The
// lock is held.
func (d *Depot) evict() bool {
	var worst asset.Name
	var at time.Time
	isPart := false
	consider := func(n asset.Name, last time.Time, p bool) {
		if d.now().Sub(last) <= Recent || !at.IsZero() && !older(last, n, at, worst) {
			return
		}
		worst, at, isPart = n, last, p
	}
	for n, h := range d.whole {
		if !d.needs(n) || h.beyond {
			consider(n, h.last, false)
		}
	}
	for n, p := range d.parts {
		if !d.needs(n) || p.beyond {
			consider(n, p.last, true)
		}
	}
	if at.IsZero() {
		return false
	}
	if isPart {
		d.dropPart(worst)
	} else {
		d.drop(worst)
	}
	return true
}

// older reports whether a was used before b; of equal times the lesser name counts.
func older(a time.Time, an asset.Name, b time.Time, bn asset.Name) bool {
	return a.Before(b) || a.Equal(b) && bytes.Compare(an[:], bn[:]) < 0
}

// needs reports whether a world uses an asset, as far as is known here. While the present world has not said
// what it uses, everything may be.
func (d *Depot) needs(n asset.Name) bool {
	return d.used[n] || d.other[n] || !d.known && d.world != [32]byte{}
}

// Use says which assets the world of this process uses. Only then others may be removed. The list is kept for
// later processes.
func (d *Depot) Use(names []asset.Name) error {
	next := make(map[asset.Name]bool, len(names))
	for _, n := range names {
		next[n] = true
	}
	d.mu.Lock()
	same := d.known && maps.Equal(d.used, next)
	d.used, d.known = next, true
	d.mu.Unlock()
	if same || d.world == [32]byte{} {
		return nil
	}
	sorted := slices.SortedFunc(maps.Keys(next), func(a, b asset.Name) int { return bytes.Compare(a[:], b[:]) })
	return writeUsed(d.dir, d.world, sorted, d.sync)
}

// Lacks returns the assets that this world uses, as Use said now or in an earlier process, and that are not
// here.
func (d *Depot) Lacks() (names []asset.Name) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for n := range d.used {
		if d.whole[n] == nil {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b asset.Name) int { return bytes.Compare(a[:], b[:]) })
	return names
}

// Used returns the whole assets that this world uses, in the order of their names.
func (d *Depot) Used() (names []asset.Name) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for n := range d.used {
		if d.whole[n] != nil {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b asset.Name) int { return bytes.Compare(a[:], b[:]) })
	return names
}

// Names returns the whole assets, in the order of their names.
func (d *Depot) Names() []asset.Name {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.SortedFunc(maps.Keys(d.whole), func(a, b asset.Name) int { return bytes.Compare(a[:], b[:]) })
}

// Collect removes assets that no world uses and that were not touched for Grace, abandoned downloads, and
// those beyond the quota that the window does not use any more. It returns how many.
func (d *Depot) Collect() (removed int) {
	used, err := usedBy(d.dir)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		clear(d.other)
		for world, names := range used {
			for _, n := range names {
				if world != d.world {
					d.other[n] = true
				}
			}
		}
	}
	if err != nil || !d.known {
		return 0 // something may be used that is not known here
	}
	now := d.now()
	for n, h := range d.whole {
		idle := now.Sub(h.last)
		if idle > Grace && !d.needs(n) || h.beyond && idle > Recent && d.bytes > d.quota {
			d.drop(n)
			removed++
		}
	}
	for n, p := range d.parts {
		if now.Sub(p.last) > partLife {
			d.dropPart(n)
			removed++
		}
	}
	return removed
}

// Garbage is what Clean finds.
type Garbage struct {
	Unused []asset.Name // that no world uses
	Parts  int          // downloads and drafts that nobody continues
	Bytes  int64        // of both
	Kept   int          // that no world uses, and that are younger than Grace
	// Unknown are worlds that have not said yet what they use: no asset is removed because of them.
	Unknown [][32]byte
}

// Clean finds the assets of a data directory that none of its worlds uses, and removes them unless dry is
// set. worlds are those whose files are there: the list of one that is gone does not count. It is for
// commands: no Depot of the directory need be open.
func Clean(data string, now time.Time, worlds [][32]byte, dry bool) (g Garbage, err error) {
	exists := func(world [32]byte) bool { return slices.Contains(worlds, world) }
	dir := filepath.Join(data, Dir)
	files, err := list(dir)
	if err != nil {
		return g, err
	}
	lists, err := usedBy(dir)
	if err != nil {
		return g, err
	}
	used := map[asset.Name]bool{}
	for world, names := range lists {
		for _, n := range names {
			used[n] = used[n] || exists(world)
		}
	}
	for _, w := range worlds {
		if lists[w] == nil {
			g.Unknown = append(g.Unknown, w)
		}
	}
	for _, f := range files {
		age := now.Sub(f.at)
		switch {
		case f.ending == "" && !used[f.name] && (age <= Grace || g.Unknown != nil):
			g.Kept++
			continue
		case f.ending == "" && !used[f.name]:
			g.Unused = append(g.Unused, f.name)
		case f.ending == partEnding && age > partLife, f.ending == draft && age > Grace:
			g.Parts++
		case f.ending == usedEnding && !exists(f.name):
		default:
			continue
		}
		g.Bytes += f.size
		if !dry {
			if err = os.Remove(f.path); err != nil {
				return g, err
			}
		}
	}
	return g, nil
}
