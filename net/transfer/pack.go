package transfer

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// packer packs and unpacks the payloads of blocks. It keeps tables of some hundred KiB and has no goroutine.
type packer struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
	buf []byte
}

// pack returns how many bytes of piece the next block takes, and its payload, which is valid until the next
// call. It takes a whole piece of up to MaxPiece if zstd packs that into MaxPayload; otherwise the first
// MaxPayload bytes, plain.
func (p *packer) pack(piece []byte) (length int, packed bool, payload []byte) {
	if p.enc == nil {
		enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(MaxPiece), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
		if err != nil {
			panic(err) // the options are constants
		}
		p.enc = enc
	}
	for n := len(piece); n > MaxPayload/4 || n == len(piece); n /= 2 {
		p.buf = p.enc.EncodeAll(piece[:n], p.buf[:0])
		if len(p.buf) <= MaxPayload && len(p.buf) < n {
			return n, true, p.buf
		}
		if len(p.buf) > n-n/8 {
			break // not worth another try
		}
	}
	n := min(len(piece), MaxPayload)
	return n, false, piece[:n]
}

// unpack returns the bytes of a block, valid until the next call. Its error is ErrMalformed.
func (p *packer) unpack(b Block) ([]byte, error) {
	if !b.Packed {
		return b.Payload, nil
	}
	if p.dec == nil {
		dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(2*MaxPiece), zstd.WithDecoderMaxWindow(2*MaxPiece))
		if err != nil {
			panic(err) // the options are constants
		}
		p.dec = dec
	}
	out, err := p.dec.DecodeAll(b.Payload, p.buf[:0])
	if err != nil {
		return nil, fmt.Errorf("%w: block: %w", ErrMalformed, err)
	}
	p.buf = out
	if len(out) != b.Length {
		return nil, fmt.Errorf("%w: block: %d bytes instead of %d", ErrMalformed, len(out), b.Length)
	}
	return out, nil
}
