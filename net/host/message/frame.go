package message

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// Limits of a frame.
const (
	// Repeated: each frame of the leader repeats the newest 3 entries of the log. On a loss-free link a voter
	// gets only new ones, because repeated signatures would be half of its traffic. With more than crowded
	// followers, observers on such links get one entry less. A peer that misses an entry asks for it. A frame
	// has three digests, in a crowd one.
	Repeated = 3
	Crowded  = 12
	// HardRepeated is how many entries are repeated for a peer that is far or loses much, so that a fifth of
	// its packets may be lost.
	HardRepeated = 5
	// LateRepeated is how many entries are repeated for a voter that packets are lost to, and that is late.
	LateRepeated = 16
	// DigestsKept is how many of the newest digests every frame of the leader repeats.
	DigestsKept = 3
	// DigestsSaid is how many a follower's repeats, which come every other turn: each in three, too.
	DigestsSaid = 6
	// MaxMessages is how many of raft's messages a frame carries.
	MaxMessages = 8
	// MaxCommands is how many commands a frame carries.
	MaxCommands = 16
	// CommandRoom is how many bytes of commands a follower puts into a frame; one command always fits.
	CommandRoom = 640
	// runRoom is how many bytes the repeated entries of a frame may take. A turn that takes more with its
	// command signatures goes by the stream.
	runRoom = 700
	// olderRoom is how many a frame with nothing else has for them.
	olderRoom = 1000
	// TurnRoom is how many bytes of commands fit it, with what else is in a turn.
	TurnRoom = 900
)

// Sections of a frame, as flags in its second byte.
const (
	hasDigests = 1 << iota
	HasRun
	hasHead
	HasMessages
	HasCommands
	hasTag      // after the epoch's number: its chain is forked
	HasSynced   // of a leader
	allSections = 1<<iota - 1
)

// Digest is a peer's digest of its state after a turn.
type Digest struct {
	Turn, Term, Sum uint64
}

// Command is one command of the sender.
type Command struct {
	Seq       uint64
	Body      []byte
	Signature [key.SignatureSize]byte // see package kernel
}

// Size is at most how many bytes of a frame a command takes.
func (k *Command) Size() int { return len(k.Body) + 6 + len(k.Signature) }

// Frame is a decoded frame. Slices are parts of the message; their arrays are reused.
type Frame struct {
	Epoch    uint64
	Forked   bool
	Tag      uint32   // of a forked chain: the first four bytes of the record's hash
	Digests  []Digest // newest first; the first says which turn the sender executed last
	Run      epoch.Run
	HasRun   bool
	Head     epoch.Head
	HasHead  bool
	Messages []epoch.Message
	Commands []Command
	Synced   uint64 // turn up to which the sender, who leads, has the log synced; zero: it does not say
}

// The append functions below write the sections of a frame in the order in which they are called.
// BeginFrame leaves the flags to be set by the others, in dst[1].
func BeginFrame(dst []byte, number uint64) []byte {
	dst = append(dst[:0], byte(wire.Frame), 0)
	return wire.AppendUvarint(dst, number)
}

func AppendTag(dst []byte, tag uint32) []byte {
	dst[1] |= hasTag
	return wire.AppendU32(dst, tag)
}

func AppendDigests(dst []byte, digests []Digest) []byte {
	dst[1] |= hasDigests
	dst = append(dst, byte(len(digests)))
	for i, d := range digests {
		if i == 0 {
			dst = wire.AppendUvarint(dst, d.Turn)
		}
		dst = wire.AppendUvarint(dst, d.Term)
		dst = wire.AppendU64(dst, d.Sum)
	}
	return dst
}

// AppendWindow appends the newest entries. ok is false, and dst as it was, when not even the newest fits.
func AppendWindow(dst []byte, e *epoch.Epoch, repeated int, share epoch.Share) (out []byte, ok bool) {
	if !e.Fits(runRoom, share) {
		return dst, false
	}
	out = e.AppendWindow(dst, repeated, runRoom, share)
	out[1] |= HasRun
	return out, true
}

// AppendOlder makes a frame of those of the repeated entries, from an index on, for which AppendWindow has no
// room. next is where another frame goes on; more is false if there is nothing to send.
func AppendOlder(to *[]byte, dst []byte, e *epoch.Epoch, from uint64, repeated int, share epoch.Share) (next uint64, more bool) {
	*to, next = e.AppendOlder(dst, from, repeated, runRoom, olderRoom, share)
	(*to)[1] |= HasRun
	return next, next > 0
}

// FitsOlder reports whether the newest entry fits a frame of AppendOlder.
func FitsOlder(e *epoch.Epoch, share epoch.Share) bool { return e.Fits(olderRoom, share) }

func AppendHead(dst []byte, h epoch.Head) []byte {
	dst[1] |= hasHead
	return h.Append(dst)
}

func AppendMessages(dst []byte, messages []epoch.Message) []byte {
	dst[1] |= HasMessages
	dst = append(dst, byte(len(messages)))
	for i := range messages {
		dst = messages[i].Append(dst)
	}
	return dst
}

func AppendCommands(dst []byte, commands []Command) []byte {
	dst[1] |= HasCommands
	dst = append(dst, byte(len(commands)))
	for i, c := range commands {
		if i == 0 {
			dst = wire.AppendUvarint(dst, c.Seq)
		} else {
			dst = wire.AppendUvarint(dst, c.Seq-commands[i-1].Seq)
		}
		dst = append(wire.AppendBlob(dst, c.Body), c.Signature[:]...)
	}
	return dst
}

func AppendSynced(dst []byte, turn uint64) []byte {
	dst[1] |= HasSynced
	return wire.AppendUvarint(dst, turn)
}

// Decode reads a frame with its kind.
func (f *Frame) Decode(b []byte) error {
	c := wire.NewCursor(b)
	*f = Frame{Digests: f.Digests[:0], Run: f.Run, Messages: f.Messages[:0], Commands: f.Commands[:0]}
	c.U8()
	flags := c.U8()
	if flags&^uint8(allSections) != 0 {
		c.Fail(fmt.Errorf("host: unknown sections %#x", flags))
	}
	f.Epoch = c.Uvarint()
	if f.Forked = flags&hasTag != 0; f.Forked {
		f.Tag = c.U32()
	}
	if flags&hasDigests != 0 {
		f.readDigests(c)
	}
	if f.HasRun = flags&HasRun != 0; f.HasRun {
		epoch.ReadRun(c, &f.Run)
	}
	if f.HasHead = flags&hasHead != 0; f.HasHead {
		f.Head = epoch.ReadHead(c)
	}
	if flags&HasSynced != 0 {
		f.Synced = c.Uvarint()
	}
	if flags&HasMessages != 0 {
		for range Count8(c, MaxMessages) {
			f.Messages = append(f.Messages, epoch.ReadMessage(c))
		}
	}
	if flags&HasCommands != 0 {
		f.readCommands(c)
	}
	return c.Done()
}

func (f *Frame) readDigests(c *wire.Cursor) {
	n := Count8(c, DigestsSaid)
	for i := range n {
		var d Digest
		if i == 0 {
			d.Turn = c.Uvarint()
		} else {
			d.Turn = f.Digests[i-1].Turn - 1
		}
		d.Term, d.Sum = c.Uvarint(), c.U64()
		if c.Err() != nil {
			return
		}
		f.Digests = append(f.Digests, d)
	}
	if n == 0 || f.Digests[0].Turn < uint64(n-1) {
		c.Fail(fmt.Errorf("host: digests of no turns"))
	}
}

func (f *Frame) readCommands(c *wire.Cursor) {
	for i := range Count8(c, MaxCommands) {
		k := Command{Seq: c.Uvarint(), Body: c.Blob(MaxBody), Signature: c.Signature()}
		if i > 0 && c.Err() == nil {
			before := f.Commands[i-1].Seq
			if k.Seq += before; k.Seq <= before {
				c.Fail(fmt.Errorf("host: commands out of order"))
			}
		}
		if c.Err() != nil {
			return
		}
		f.Commands = append(f.Commands, k)
	}
}

func Count8(c *wire.Cursor, max int) int {
	n := int(c.U8())
	if n > max {
		c.Fail(fmt.Errorf("%w: %d of at most %d", wire.ErrLimit, n, max))
		return 0
	}
	return n
}
