package admin

import (
	"errors"
	"fmt"

	"manyhold/net/store"
	"manyhold/net/wire"
)

const (
	exportMagic   = "MHWX"
	exportVersion = 1
	// MaxExport is the largest world file that is exported or imported, unpacked, in bytes. An importing
	// machine needs that much free space.
	MaxExport = 64 << 30
	// maxHeader is the longest header of an export in bytes.
	maxHeader = len(exportMagic) + 1 + 2 + store.MaxGenesis + 2 + store.MaxLicence + 8 + 32
)

// ErrExport says that a file is not an exported world, or is damaged.
var ErrExport = errors.New("not an exported world, or a damaged one")

// Header is the beginning of an exported world.
type Header struct {
	Genesis store.Genesis
	Licence string   // of its content: that of the genesis
	Size    uint64   // of the world file, unpacked, in bytes
	Hash    [32]byte // SHA-256 of the world file
}

// Append appends the encoding: "MHWX", version 1 in one byte, genesis and licence (each uvarint length and
// bytes), size (u64 little endian) and hash (32 bytes). The world file packed with zstd follows it in an
// export.
func (h Header) Append(dst []byte) []byte {
	dst = append(dst, exportMagic...)
	dst = wire.AppendU8(dst, exportVersion)
	dst = wire.AppendBlob(dst, h.Genesis.Encode())
	dst = wire.AppendText(dst, h.Licence)
	dst = wire.AppendU64(dst, h.Size)
	return append(dst, h.Hash[:]...)
}

// DecodeHeader reads a header from the beginning of b and returns the rest of b. Its errors are ErrExport
// and, for a later version, ErrNewer.
func DecodeHeader(b []byte) (h Header, rest []byte, err error) {
	c := wire.NewCursor(b)
	if string(c.Bytes(len(exportMagic))) != exportMagic {
		return Header{}, nil, fmt.Errorf("%w: it does not begin with %q", ErrExport, exportMagic)
	}
	if v := c.U8(); c.Err() == nil && v > exportVersion {
		return Header{}, nil, fmt.Errorf("%w (export format %d); this version reads %d. Update Manyhold.", store.ErrNewer, v, exportVersion)
	} else if c.Err() == nil && v != exportVersion {
		return Header{}, nil, fmt.Errorf("%w: version %d", ErrExport, v)
	}
	genesis := c.Blob(store.MaxGenesis)
	h.Licence, h.Size, h.Hash = c.Text(store.MaxLicence), c.U64(), c.Hash()
	if err := c.Err(); err != nil {
		return Header{}, nil, fmt.Errorf("%w: %w", ErrExport, err)
	}
	if h.Genesis, err = store.DecodeGenesis(genesis); err != nil {
		return Header{}, nil, fmt.Errorf("%w: %w", ErrExport, err)
	}
	switch {
	case h.Licence != h.Genesis.Licence:
		return Header{}, nil, fmt.Errorf("%w: it names two licences", ErrExport)
	case h.Size == 0 || h.Size > MaxExport:
		return Header{}, nil, fmt.Errorf("%w: a world of %d bytes", ErrExport, h.Size)
	}
	return h, b[len(b)-c.Len():], nil
}
