package depot

import (
	"fmt"
	"io"
	"os"
	"time"

	"manyhold/net/asset"
)

// part is a download in progress. Its file has the layout of a whole asset.
type part struct {
	size    int64
	last    time.Time
	desc    *asset.Descriptor // nil until wake
	have    []bool            // by block
	missing int
	beyond  bool // taken beyond the quota
}

// Begin makes the file of a download. beyond lets it exceed the quota. A download that was interrupted
// continues. Its errors are ErrFull and those of files.
func (d *Depot) Begin(desc *asset.Descriptor, beyond bool) error {
	name := desc.Name()
	d.mu.Lock()
	p, h := d.parts[name], d.whole[name]
	d.mu.Unlock()
	if h != nil || p != nil && d.wake(name, p) != nil {
		return nil
	}
	head := header(desc)
	size := int64(len(head) + desc.Size)
	over, err := false, d.reserve(size, false)
	if err != nil && beyond {
		over, err = true, d.reserve(size, true)
	}
	if err != nil {
		return err
	}
	if err := writePart(d.path(name)+partEnding, head, size); err != nil {
		d.release(size)
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.parts[name] = &part{size: size, last: d.now(), desc: desc, have: make([]bool, len(desc.Blocks)), missing: len(desc.Blocks), beyond: over}
	return nil
}

// wake reads a download that an earlier process left: its descriptor, and which blocks are right. If nothing
// of it can be used, it is removed; nil.
func (d *Depot) wake(name asset.Name, p *part) *asset.Descriptor {
	d.mu.Lock()
	if p.desc != nil {
		defer d.mu.Unlock()
		return p.desc
	}
	d.mu.Unlock()
	desc, have, err := scanPart(d.path(name)+partEnding, name)
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.desc != nil || d.parts[name] != p {
		return p.desc
	}
	if err != nil {
		d.dropPart(name)
		return nil
	}
	whole := int64(len(header(&desc)) + desc.Size) // what it will take
	d.bytes += whole - p.size
	p.size, p.desc, p.have = whole, &desc, have
	for _, h := range have {
		if !h {
			p.missing++
		}
	}
	return p.desc
}

// Have returns which blocks of an asset are here. The second result is false if nothing is known of it.
func (d *Depot) Have(name asset.Name) (have []bool, whole, known bool) {
	desc, ok := d.Descriptor(name)
	d.mu.Lock()
	defer d.mu.Unlock()
	if p := d.parts[name]; ok && p != nil && d.whole[name] == nil {
		return append([]bool(nil), p.have...), false, true
	}
	if !ok || d.whole[name] == nil {
		return nil, false, false
	}
	have = make([]bool, len(desc.Blocks))
	for i := range have {
		have[i] = true
	}
	return have, true, true
}

// Block returns a block of an asset, whole or not. It was verified: a disk that rots makes no liar of this
// peer.
func (d *Depot) Block(name asset.Name, i int) ([]byte, bool) {
	desc, ok := d.Descriptor(name)
	if !ok || i < 0 || i >= len(desc.Blocks) {
		return nil, false
	}
	d.mu.Lock()
	p, whole := d.parts[name], d.whole[name] != nil
	there := whole || p != nil && p.have[i]
	d.mu.Unlock()
	if !there {
		return nil, false
	}
	path := d.path(name)
	if !whole {
		path += partEnding
	}
	b := make([]byte, desc.BlockLen(i))
	if err := readAt(path, b, int64(len(header(desc))+i*asset.BlockSize)); err == nil && desc.IsBlock(i, b) {
		if whole {
			d.touch(name)
		}
		return b, true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if whole {
		d.drop(name)
	} else if d.parts[name] == p && p.have[i] {
		p.have[i], p.missing = false, p.missing+1
	}
	return nil, false
}

// Write adds a block to a download. It reports whether the block was the last one that was missing: Finish
// comes next. Its errors are asset.ErrMismatch, ErrUnknown and those of files.
func (d *Depot) Write(name asset.Name, i int, b []byte) (last bool, err error) {
	d.mu.Lock()
	p := d.parts[name]
	d.mu.Unlock()
	if p == nil || p.desc == nil {
		return false, fmt.Errorf("%w: %s", ErrUnknown, name.Short())
	}
	if !p.desc.IsBlock(i, b) {
		return false, fmt.Errorf("%w: block %d of %s", asset.ErrMismatch, i, name.Short())
	}
	if err := writeAt(d.path(name)+partEnding, b, int64(len(header(p.desc))+i*asset.BlockSize)); err != nil {
		return false, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.last = d.now(); !p.have[i] {
		p.have[i], p.missing = true, p.missing-1
	}
	return p.missing == 0, nil
}

// Finish makes a whole asset of a download with all blocks. The file is verified and synced before it gets
// its name. Errors: ErrRefused, if the asset is not allowed, so that the download is removed; ErrUnknown and
// asset.ErrMismatch, if blocks are missing; those of files.
func (d *Depot) Finish(name asset.Name) error {
	d.mu.Lock()
	p := d.parts[name]
	d.mu.Unlock()
	if p == nil || p.desc == nil {
		return fmt.Errorf("%w: %s", ErrUnknown, name.Short())
	}
	from := d.path(name) + partEnding
	b, desc, err := readWhole(from, name)
	if err != nil { // the disk lost some of it: what is right is found again
		d.mu.Lock()
		p.desc, p.have, p.missing = nil, nil, 0
		d.mu.Unlock()
		d.wake(name, p)
		return err
	}
	if err := desc.Verify(b); err != nil {
		d.mu.Lock()
		d.dropPart(name)
		d.mu.Unlock()
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err := publish(from, d.path(name), d.sync); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.parts, name)
	d.whole[name] = &held{size: p.size, last: d.now(), marked: d.now(), desc: p.desc, checked: true, beyond: p.beyond}
	return nil
}

// dropPart removes a download; the lock is held.
func (d *Depot) dropPart(name asset.Name) {
	if p := d.parts[name]; p != nil {
		d.bytes -= p.size
		delete(d.parts, name)
		os.Remove(d.path(name) + partEnding)
	}
}

// scanPart reads the descriptor of a download, and which blocks are right.
func scanPart(path string, name asset.Name) (desc asset.Descriptor, have []bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return desc, nil, err
	}
	defer f.Close()
	if desc, err = descriptorOf(f, name); err != nil {
		return desc, nil, err
	}
	have = make([]bool, len(desc.Blocks))
	b := make([]byte, asset.BlockSize)
	for i := range have {
		block := b[:desc.BlockLen(i)]
		if _, err := io.ReadFull(f, block); err != nil {
			break // the file is short: the rest is missing
		}
		have[i] = desc.IsBlock(i, block)
	}
	return desc, have, nil
}
