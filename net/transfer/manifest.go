package transfer

import (
	"crypto/sha256"
	"fmt"

	"manyhold/net/wire"
)

const (
	manifestMagic   = "MHMF"
	manifestVersion = 1
)

// Listed is one part in a manifest.
type Listed struct {
	Name string
	Size int // bytes
	Hash [32]byte
}

// Manifest lists the parts of one snapshot in order.
type Manifest struct {
	Turn  uint64
	Parts []Listed
}

// Describe returns the manifest of a snapshot's parts. The names must be in order and within the limits,
// as Split leaves them.
func Describe(turn uint64, parts []Part) Manifest {
	m := Manifest{Turn: turn, Parts: make([]Listed, len(parts))}
	for i, p := range parts {
		m.Parts[i] = Listed{Name: p.Name, Size: len(p.Data), Hash: sha256.Sum256(p.Data)}
	}
	return m
}

// Encode returns the manifest's only encoding, described in the package's comment.
func (m Manifest) Encode() []byte {
	b := append(make([]byte, 0, 16+len(m.Parts)*48), manifestMagic...)
	b = wire.AppendU8(b, manifestVersion)
	b = wire.AppendU64(b, m.Turn)
	b = wire.AppendUvarint(b, uint64(len(m.Parts)))
	for _, p := range m.Parts {
		b = wire.AppendText(b, p.Name)
		b = wire.AppendUvarint(b, uint64(p.Size))
		b = append(b, p.Hash[:]...)
	}
	return b
}

// Root is the SHA-256 of the encoding: the transfer's name.
func (m Manifest) Root() [32]byte { return sha256.Sum256(m.Encode()) }

// Total is the sum of the parts' sizes in bytes.
func (m Manifest) Total() (n int) {
	for _, p := range m.Parts {
		n += p.Size
	}
	return n
}

// DecodeManifest reads the output of Encode. Its errors are ErrMalformed and ErrLimit.
func DecodeManifest(b []byte) (Manifest, error) {
	c := wire.NewCursor(b)
	if string(c.Bytes(len(manifestMagic))) != manifestMagic || c.U8() != manifestVersion {
		return Manifest{}, fmt.Errorf("%w: not a manifest of version %d", ErrMalformed, manifestVersion)
	}
	m := Manifest{Turn: c.U64()}
	n := c.Count(MaxParts)
	if n*34 > c.Len() { // the smallest size of that many parts
		return Manifest{}, fmt.Errorf("%w: %d parts in %d bytes", ErrMalformed, n, c.Len())
	}
	m.Parts = make([]Listed, 0, n)
	total := 0
	for range n {
		p := Listed{Name: string(c.Blob(MaxName)), Size: c.Count(MaxPart), Hash: c.Hash()}
		if k := len(m.Parts); c.Err() == nil && k > 0 && m.Parts[k-1].Name >= p.Name {
			return Manifest{}, fmt.Errorf("%w: part %q does not come after %q", ErrMalformed, p.Name, m.Parts[k-1].Name)
		}
		if total += p.Size; total > MaxTotal {
			return Manifest{}, fmt.Errorf("%w: parts of more than %d bytes", ErrLimit, MaxTotal)
		}
		m.Parts = append(m.Parts, p)
	}
	if err := c.Done(); err != nil {
		return Manifest{}, fmt.Errorf("%w: manifest: %w", ErrMalformed, err)
	}
	return m, nil
}

// Is reports whether data is the part.
func (p Listed) Is(data []byte) bool { return len(data) == p.Size && sha256.Sum256(data) == p.Hash }
