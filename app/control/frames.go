package control

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

// A window that is attached to a node of another process has one connection to its control port, begun by
//
//	GET /attach with the token of control.json and Upgrade: manyhold-attach
//
// From the answer 101 on both sides send frames: u32 length (little endian), u8 kind, and by kind
//
//	from the node:
//	1 hello    u8 version, key of the player (32 bytes), its name and the genesis (uvarint length and bytes)
//	2 state    u64 turn, u64 digest, snapshot of the island after the turn
//	3 turn     u64 turn, u64 digest of the state after it, the turn's bytes
//	from the window:
//	4 command  uvarint number, the command's bytes
//	5 again    the window's state differs: a state is wanted
//
// The first frame is hello, the next a state, and every turn is the one after the turn or state before. A
// window that reads too slowly gets a state in place of the turns that it missed; the node never waits for
// its window. Each side ends by closing the connection: the node's player leaves the world, to come back
// where it stood, and the node goes on hosting.
const (
	attachVersion  = 1
	attachProtocol = "manyhold-attach"

	frameHello   = 1
	FrameState   = 2
	FrameTurn    = 3
	FrameCommand = 4
	FrameAgain   = 5

	// maxHelloName is the longest name in bytes.
	maxHelloName = 256
	// MaxNodeFrame is the longest frame from a node: a state.
	MaxNodeFrame = transfer.MaxTotal + 64
	// MaxWindowFrame is the longest frame from a window: a command.
	MaxWindowFrame = 4 << 10
)

// ErrAttach says that bytes from an attached connection are no valid frame.
var ErrAttach = errors.New("attach: not understood")

// Hello is the first thing a node says to a window.
type Hello struct {
	Player  key.ID
	Name    string // that others see
	Genesis store.Genesis
}

// progress is a state or a turn.
type progress struct {
	Turn   uint64
	Digest uint64
	Bytes  []byte // the snapshot, or the turn
}

// Typed is a command with its number.
type Typed struct {
	Seq   uint64
	Bytes []byte
}

// ReadFrame reads a frame of at most limit bytes into buf, which grows as bytes come, not as the length says.
func ReadFrame(r io.Reader, buf []byte, limit int) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return buf, err
	}
	n := int(binary.LittleEndian.Uint32(head[:]))
	if n == 0 || n > limit {
		return buf, fmt.Errorf("%w: a frame of %d bytes", ErrAttach, n)
	}
	const step = 1 << 20
	buf = buf[:0]
	for len(buf) < n {
		from := len(buf)
		buf = append(buf, make([]byte, min(step, n-from))...)
		if _, err := io.ReadFull(r, buf[from:]); err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// Frame begins a frame of a kind with room for its length, which SealFrame fills in.
func Frame(kind uint8, room int) []byte { return append(make([]byte, 4, 5+room), kind) }

func SealFrame(b []byte) []byte {
	binary.LittleEndian.PutUint32(b, uint32(len(b)-4))
	return b
}

func (h Hello) Frame() []byte {
	b := append(Frame(frameHello, 512), attachVersion)
	b = append(b, h.Player[:]...)
	b = wire.AppendText(b, h.Name)
	return SealFrame(wire.AppendBlob(b, h.Genesis.Encode()))
}

func DecodeHello(b []byte) (h Hello, err error) {
	c := wire.NewCursor(b)
	if kind, v := c.U8(), c.U8(); c.Err() == nil && (kind != frameHello || v != attachVersion) {
		return Hello{}, fmt.Errorf("%w: the node is of another version (%d, this one knows %d)", ErrAttach, v, attachVersion)
	}
	h.Player, h.Name = c.Hash(), c.Text(maxHelloName)
	genesis := c.Blob(store.MaxGenesis)
	if err := c.Done(); err != nil {
		return Hello{}, fmt.Errorf("%w: %w", ErrAttach, err)
	}
	if h.Genesis, err = store.DecodeGenesis(genesis); err != nil {
		return Hello{}, fmt.Errorf("%w: %w", ErrAttach, err)
	}
	return h, nil
}

// AppendProgress begins a frame of a state or turn; the bytes follow.
func AppendProgress(b []byte, turn, digest uint64) []byte {
	return wire.AppendU64(wire.AppendU64(b, turn), digest)
}

// DecodeProgress reads a frame of a state or turn; the bytes are a piece of b.
func DecodeProgress(b []byte) (kind uint8, p progress, err error) {
	c := wire.NewCursor(b)
	kind, p.Turn, p.Digest = c.U8(), c.U64(), c.U64()
	p.Bytes = c.Bytes(c.Len())
	if err := c.Done(); err != nil {
		return 0, progress{}, fmt.Errorf("%w: %w", ErrAttach, err)
	}
	if kind != FrameState && kind != FrameTurn {
		return 0, progress{}, fmt.Errorf("%w: kind %d", ErrAttach, kind)
	}
	return kind, p, nil
}

func (t Typed) Frame() []byte {
	b := wire.AppendUvarint(Frame(FrameCommand, len(t.Bytes)+10), t.Seq)
	return SealFrame(append(b, t.Bytes...))
}

// DecodeTyped reads a frame of a window; again is true when it asks for a state. The command's bytes are a
// part of b.
func DecodeTyped(b []byte) (t Typed, again bool, err error) {
	c := wire.NewCursor(b)
	switch kind := c.U8(); kind {
	case FrameAgain:
		again = true
	case FrameCommand:
		t.Seq = c.Uvarint()
		t.Bytes = c.Bytes(c.Len())
	default:
		c.Fail(fmt.Errorf("kind %d", kind))
	}
	if err := c.Done(); err != nil {
		return Typed{}, false, fmt.Errorf("%w: %w", ErrAttach, err)
	}
	return t, again, nil
}
