// Package message encodes and decodes what peers say to each other about islands: frames, greetings, records,
// reports of a recovery, messages between forks, directory news, bulletins and letters. It keeps no state.
// Decoded values are checked against the limits here; whether their sender may say them is checked by the
// receiver.
package message

import (
	"bytes"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// Limits of the stream's messages.
const (
	// RunMessage is how many bytes of entries a Turns message carries.
	RunMessage = 12 << 10
)

// Welcome is the body of Welcome: where the snapshot that follows stands. All records
// up to its epoch came before it, see package recordlist.
type Welcome struct {
	Genesis store.Genesis
	Epoch   uint64
	At      epoch.Position
	Digest  uint64
	Root    [32]byte // of the transfer's manifest
}

func (w *Welcome) Encode() []byte {
	b := wire.AppendBlob([]byte{byte(wire.Welcome)}, w.Genesis.Encode())
	b = wire.AppendUvarint(b, w.Epoch)
	b = wire.AppendUvarint(b, w.At.Index)
	b = wire.AppendUvarint(b, w.At.Term)
	b = wire.AppendUvarint(b, w.At.Turn)
	b = append(b, w.At.Hash[:]...)
	b = wire.AppendU64(b, w.Digest)
	return append(b, w.Root[:]...)
}

func DecodeWelcome(b []byte) (w Welcome, err error) {
	c := Body(b)
	g, err := store.DecodeGenesis(c.Blob(store.MaxGenesis))
	if err != nil {
		c.Fail(err)
	}
	w = Welcome{Genesis: g, Epoch: c.Uvarint(), At: epoch.Position{Index: c.Uvarint(), Term: c.Uvarint(),
		Turn: c.Uvarint(), Hash: c.Hash()}, Digest: c.U64(), Root: c.Hash()}
	const limit = 1 << 62
	if c.Err() == nil && (w.At.Index == 0 || w.At.Term == 0 || w.At.Index >= limit || w.At.Term >= limit || w.At.Turn >= limit) {
		c.Fail(fmt.Errorf("host: welcome to position %d of term %d", w.At.Index, w.At.Term))
	}
	return w, c.Done()
}

// EpochName names an epoch: its number (uvarint), in a forked chain after zero (uvarint) and the tag (u32),
// because two forks have epochs of one number.
type EpochName struct {
	Number uint64
	Forked bool
	Tag    uint32 // as in a frame; zero when it is not forked
}

func (n EpochName) append(b []byte) []byte {
	if n.Forked {
		b = wire.AppendU32(wire.AppendUvarint(b, 0), n.Tag)
	}
	return wire.AppendUvarint(b, n.Number)
}

func readEpochName(c *wire.Cursor) (n EpochName) {
	if n.Number = c.Uvarint(); n.Number == 0 {
		n.Forked, n.Tag, n.Number = true, c.U32(), c.Uvarint()
	}
	return n
}

// Wanting is the body of WantTurns: entries of an epoch's log from an index on.
type Wanting struct {
	Epoch EpochName
	First uint64
}

func (w Wanting) Encode() []byte {
	return wire.AppendUvarint(w.Epoch.append([]byte{byte(wire.WantTurns)}), w.First)
}

func DecodeWanting(b []byte) (w Wanting, err error) {
	c := Body(b)
	w = Wanting{readEpochName(c), c.Uvarint()}
	return w, c.Done()
}

// BeginTurns begins Turns: the epoch's name, then a run, or nothing when the sender lacks the wanted turns.
func BeginTurns(n EpochName) []byte { return n.append([]byte{byte(wire.Turns)}) }

func DecodeTurns(b []byte, r *epoch.Run) (n EpochName, has bool, err error) {
	c := Body(b)
	n = readEpochName(c)
	if has = c.Err() == nil && c.Len() > 0; has {
		epoch.ReadRun(c, r)
	}
	return n, has, c.Done()
}

// Verdict is the body of Digests: the leader names the right digest, and a peer that has it.
type Verdict struct {
	Epoch  uint64
	Right  Digest
	Source [32]byte
}

func (v *Verdict) Encode() []byte {
	b := wire.AppendUvarint([]byte{byte(wire.Digests)}, v.Epoch)
	b = wire.AppendUvarint(b, v.Right.Turn)
	b = wire.AppendUvarint(b, v.Right.Term)
	b = wire.AppendU64(b, v.Right.Sum)
	return append(b, v.Source[:]...)
}

func DecodeVerdict(b []byte) (v Verdict, err error) {
	c := Body(b)
	v = Verdict{c.Uvarint(), Digest{c.Uvarint(), c.Uvarint(), c.U64()}, c.Hash()}
	return v, c.Done()
}

// Steps of a hand-over, in the first byte of HandOver's body.
const (
	HandAsk   = 1 // do you hold the log to this turn, in your file?
	HandReady = 2 // I do
	HandTaken = 3 // I lead this epoch now
)

// Handing is the body of HandOver.
type Handing struct {
	Step   uint8
	Number uint64 // a turn, or with HandTaken an epoch
}

func (h Handing) Encode() []byte {
	return wire.AppendUvarint([]byte{byte(wire.HandOver), h.Step}, h.Number)
}

func DecodeHanding(b []byte) (h Handing, err error) {
	c := Body(b)
	h = Handing{c.U8(), c.Uvarint()}
	if h.Step < HandAsk || h.Step > HandTaken {
		c.Fail(fmt.Errorf("host: step %d of a hand-over", h.Step))
	}
	return h, c.Done()
}

// Body returns a cursor after the kind.
func Body(b []byte) *wire.Cursor {
	c := wire.NewCursor(b)
	c.U8()
	return c
}

func CompareIDs(a, b key.ID) int { return bytes.Compare(a[:], b[:]) }

// Home is the island of the spawn: the world's founding record begins it, it takes in strangers, and it never
// ends. Islands have ids; zero is none.
const Home uint64 = 1

// NoPlace says that the sender of the welcome has left its raft group or was restarted: the welcome has a
// state, and no position in a log. Index 1 is the position before an epoch's first turn, so that this value
// is free.
func (w *Welcome) NoPlace(r *epoch.Record) bool { return w.At.Index == 1 && w.At.Turn >= r.FirstTurn }

// IslandName is an island's id as people see it.
func IslandName(id uint64) string {
	if id == Home {
		return "home"
	}
	return fmt.Sprintf("%016x", id)
}
