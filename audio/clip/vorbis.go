package clip

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jfreymuth/vorbis"
)

// decodeVorbis decodes the first minute of an Ogg with Vorbis I.
func decodeVorbis(data []byte) (*Clip, error) {
	p := &packets{data: data, granule: -1}
	var d vorbis.Decoder
	for k := range 3 {
		packet, err := p.next()
		if err != nil {
			return nil, err
		}
		if err := checkHeader(k, packet); err != nil {
			return nil, err
		}
		if k == 1 {
			continue // notes of the author: the library would reserve room for as many as they claim to be
		}
		if err := d.ReadHeader(packet); err != nil {
			return nil, err
		}
	}
	channels, rate := d.Channels(), d.SampleRate()
	most := MaxSeconds * rate
	c := &Clip{Rate: rate, Samples: make([]int16, 0, min(most, len(data)*4))}
	buffer := make([]float32, d.BufferSize())
	for len(c.Samples) < most {
		packet, err := p.next()
		if err != nil {
			break // the end, or cut off: what was there is heard
		}
		out, err := d.DecodeInto(packet, buffer)
		if err != nil {
			break
		}
		for k := 0; k+channels <= len(out) && len(c.Samples) < most; k += channels {
			sum := float32(0)
			for _, v := range out[k : k+channels] {
				sum += v
			}
			c.Samples = append(c.Samples, packed(sum/float32(channels)))
		}
		if p.ends && p.lastOfPage() && p.granule >= 0 { // the last packet is cut to the length of the sound
			c.Samples = c.Samples[:min(int64(len(c.Samples)), p.granule)]
		}
	}
	return c, nil
}

// packed rounds a sample; what is none is silent.
func packed(v float32) int16 {
	switch {
	case v >= 1:
		return 1<<15 - 1
	case v <= -1:
		return -1 << 15
	case v != v:
		return 0
	}
	return int16(v * (1<<15 - 1))
}

// checkHeader accepts the header of a number: identification, notes, setup (Vorbis I specification, section
// 4.2). The library trusts what they say.
func checkHeader(n int, b []byte) error {
	if len(b) < 7 || string(b[1:7]) != "vorbis" || b[0] != byte(2*n+1) {
		return errors.New("the headers of Vorbis are missing")
	}
	switch b = b[7:]; n {
	case 0:
		if len(b) < 23 || binary.LittleEndian.Uint32(b) != 0 {
			return errors.New("not Vorbis I")
		}
		short, long := b[21]&15, b[21]>>4
		if short < 6 || long > 13 || short > long {
			return errors.New("blocks of a wrong size")
		}
		return bounds(int(b[4]), int(binary.LittleEndian.Uint32(b[5:])))
	case 2:
		return vet(b)
	}
	return nil
}

// The limits of a setup header. Those of the usual encoder are an eighth of them.
const (
	// maxEntries is the most entries of one codebook and maxAllEntries of all, maxDimensions the most
	// dimensions, and maxValues the most numbers in all codebooks.
	maxEntries, maxAllEntries = 1 << 14, 1 << 16
	maxDimensions, maxValues  = 256, 1 << 19
	// maxPosts is the most points of a floor (Vorbis I, section 7.2.2).
	maxPosts = 65
)

// vet reads a setup header up to the residues as the library does, and refuses one that would make it reserve
// too much memory, or not end: a code without entries or dimensions, a residue that ends before it begins.
// All else that may be wrong makes the library return an error, or panic, which Decode catches. Floors of the
// first kind are refused, too: no encoder has made them since 2001, and they are slow.
func vet(b []byte) error {
	r := &bits{data: b}
	v := &setup{bits: r}
	for range r.read(8) + 1 {
		if err := v.codebook(); err != nil {
			return err
		}
	}
	for range r.read(6) + 1 {
		if r.read(16) != 0 {
			return errors.New("a transform of the future")
		}
	}
	for range r.read(6) + 1 {
		if err := v.floor(); err != nil {
			return err
		}
	}
	for range r.read(6) + 1 {
		if err := v.residue(); err != nil {
			return err
		}
	}
	return r.err()
}

// setup counts what a setup header asks for.
type setup struct {
	*bits
	entries, values int
}

func (v *setup) codebook() error {
	if v.read(24) != 0x564342 {
		return errors.New("no codebook where one must be")
	}
	dimensions, entries := v.read(16), v.read(24)
	v.entries += entries
	v.values += entries * dimensions
	if dimensions < 1 || dimensions > maxDimensions || entries < 2 || entries > maxEntries || v.entries > maxAllEntries || v.values > maxValues {
		return fmt.Errorf("a codebook of %d entries with %d dimensions", entries, dimensions)
	}
	used, ordered := 0, v.read(1) == 1
	if !ordered {
		sparse := v.read(1) == 1
		for range entries {
			if !sparse || v.read(1) == 1 {
				v.read(5)
				used++
			}
		}
	} else {
		for length := v.read(5) + 1; used < entries; length++ {
			n := v.read(width(entries - used))
			if used += n; used > entries || length > 32 {
				return errors.New("a codebook with too many entries")
			}
		}
	}
	if used == 0 {
		return errors.New("a codebook without entries")
	}
	if kind := v.read(4); kind != 0 {
		return v.vectors(kind, entries, dimensions)
	}
	return v.err()
}

// vectors passes over the vectors of a codebook.
func (v *setup) vectors(kind, entries, dimensions int) error {
	v.read(32)
	v.read(32)
	size := v.read(4) + 1
	v.read(1)
	n := entries * dimensions
	switch kind {
	case 1: // the greatest number whose power is within the entries, as the library computes it
		n = roots(entries, dimensions)
	case 2:
	default:
		return errors.New("a codebook of an unknown kind")
	}
	for range n {
		v.read(size)
	}
	return v.err()
}

func (v *setup) floor() error {
	if v.read(16) != 1 {
		return errors.New("floors of that kind are not decoded")
	}
	var list []int
	most := 0
	for range v.read(5) {
		class := v.read(4)
		list = append(list, class)
		most = max(most, class)
	}
	dimension := make([]int, most+1)
	for k := range dimension {
		dimension[k] = v.read(3) + 1
		sub := v.read(2)
		if sub != 0 {
			v.read(8)
		}
		for range 1 << sub {
			v.read(8)
		}
	}
	v.read(2)
	size, posts := v.read(4), 2
	for _, class := range list {
		for range dimension[class] {
			v.read(size)
			posts++
		}
	}
	if posts > maxPosts {
		return fmt.Errorf("a floor of %d points", posts)
	}
	return v.err()
}

func (v *setup) residue() error {
	v.read(16)
	begin, end := v.read(24), v.read(24)
	v.read(24)
	classes := v.read(6) + 1
	v.read(8)
	books := 0
	for range classes {
		stages := v.read(3)
		if v.read(1) == 1 {
			stages |= v.read(5) << 3
		}
		for ; stages > 0; stages &= stages - 1 {
			books++
		}
	}
	for range books {
		v.read(8)
	}
	if begin > end {
		return errors.New("a residue that ends before it begins")
	}
	return v.err()
}
