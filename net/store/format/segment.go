package format

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// MaxValue is the largest value of a column in bytes, so that a damaged length cannot ask for more memory.
const MaxValue = 64 << 20

// Packing packs and unpacks the data of a world file. It makes its tables when they are first needed and has
// no goroutine.
type Packing struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// packWindow is how far back zstd looks, in bytes; a region is smaller. It decides the memory of packing (a
// few times as much).
const packWindow = 128 << 10

func (a *Packing) Pack(b []byte) []byte {
	if a.enc == nil {
		enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(packWindow), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // the options are constants
		}
		a.enc = enc
	}
	return a.enc.EncodeAll(b, nil)
}

// Unpack returns at most limit bytes. More is an error.
func (a *Packing) Unpack(b []byte, limit int) ([]byte, error) {
	if a.dec == nil {
		dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(MaxValue))
		if err != nil {
			panic(err) // the options are constants
		}
		a.dec = dec
	}
	out, err := a.dec.DecodeAll(b, nil)
	if err == nil && len(out) > limit {
		err = fmt.Errorf("%d bytes instead of at most %d", len(out), limit)
	}
	return out, err
}
