package host

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// Limits of a frame.
const (
	// Repeated is how many of the newest entries of the log every frame of the leader repeats. Whose link loses nothing gets
	// fewer, and asks if it misses one all the same: who votes what is new since the frame before, because the warrants in
	// what is repeated would be half of all that it gets, and where more than crowded peers listen the others one less. Of
	// digests there go three, in a crowd one.
	Repeated = 3
	crowded  = 12
	// digestsKept is how many of the newest digests every frame of the leader repeats.
	digestsKept = 3
	// digestsSaid is how many a follower's repeats, which come every other turn: each in three, too.
	digestsSaid = 6
	// maxMessages is how many of raft's messages a frame carries.
	maxMessages = 8
	// maxCommands is how many commands a frame carries.
	maxCommands = 16
	// commandRoom is how many bytes of commands a follower puts into a frame; one command always fits.
	commandRoom = 640
	// runRoom is how many bytes the repeated entries of a frame may take. A turn that takes more with its warrants goes by the
	// stream.
	runRoom = 700
)

// Sections of a frame, as flags in its second byte.
const (
	hasDigests = 1 << iota
	hasRun
	hasHead
	hasMessages
	hasCommands
	hasTag      // after the epoch's number: its line is forked
	hasSafe     // of a leader
	allSections = 1<<iota - 1
)

// digest is what a peer says of its state after a turn.
type digest struct {
	turn, term, sum uint64
}

// command is one command of the sender.
type command struct {
	seq     uint64
	body    []byte
	warrant [key.SignatureSize]byte // see warrant.go
}

// size is at most how many bytes of a frame a command takes.
func (k *command) size() int { return len(k.body) + 6 + len(k.warrant) }

// frame is a decoded frame. Slices are parts of the message; their arrays are reused.
type frame struct {
	epoch    uint64
	forked   bool
	tag      uint32   // of a forked line: the first four bytes of the record's hash
	digests  []digest // newest first; the first says which turn the sender executed last
	run      epoch.Run
	hasRun   bool
	head     epoch.Head
	hasHead  bool
	messages []epoch.Message
	commands []command
	safe     uint64 // turn up to which the sender, who leads, has the log synced; zero: it does not say
}

// The append functions below write the sections of a frame in the order in which they are called.
// beginFrame leaves the flags to be set by the others, in dst[1].
// c.beginFrame is for those of the present epoch.
func beginFrame(dst []byte, number uint64) []byte {
	dst = append(dst[:0], byte(wire.Frame), 0)
	return wire.AppendUvarint(dst, number)
}

func (c *Core) beginFrame() []byte {
	b := beginFrame(c.buffer, c.e.Record().Number)
	if tag, has := c.tag(); has {
		b = appendTag(b, tag)
	}
	return b
}

func appendTag(dst []byte, tag uint32) []byte {
	dst[1] |= hasTag
	return wire.AppendU32(dst, tag)
}

func appendDigests(dst []byte, digests []digest) []byte {
	dst[1] |= hasDigests
	dst = append(dst, byte(len(digests)))
	for i, d := range digests {
		if i == 0 {
			dst = wire.AppendUvarint(dst, d.turn)
		}
		dst = wire.AppendUvarint(dst, d.term)
		dst = wire.AppendU64(dst, d.sum)
	}
	return dst
}

// appendWindow appends the newest entries. ok is false, and dst as it was, when not even the newest fits.
func appendWindow(dst []byte, e *epoch.Epoch, repeated int, share epoch.Share) (out []byte, ok bool) {
	if !e.Fits(runRoom, share) {
		return dst, false
	}
	out = e.AppendWindow(dst, repeated, runRoom, share)
	out[1] |= hasRun
	return out, true
}

// repeated is how many entries and digests a frame to a peer has. A voter that is far behind, as each is at the
// beginning of a leadership, gets as many as where frames are lost: who waits for a state does not ask.
func (c *Core) repeated(p *peer) (entries, digests int) {
	entries, digests = Repeated, digestsKept
	if !c.lossless(p) || len(p.relay.told) > 0 {
		return entries, digests
	}
	if c.turn.followers > crowded {
		entries, digests = Repeated-1, 1
	}
	if last := c.e.Last().Index; c.e.Record().Votes(p.key) && c.e.Acknowledged(p.key)+2*Repeated >= last {
		entries = int(min(max(1, last-c.turn.sentTo), Repeated))
	}
	return entries, digests
}

// losslessAfter is for how long a peer must not have asked for turns until frames to it count as coming through.
const losslessAfter = 10 * time.Second

// lossless reports whether a peer's link loses nothing: of its pings, which are few, and of the frames to it, as far as it had
// to ask for what they said.
func (c *Core) lossless(p *peer) bool { return p.loss == 0 && c.now.Sub(p.answered) >= losslessAfter }

func appendHead(dst []byte, h epoch.Head) []byte {
	dst[1] |= hasHead
	return h.Append(dst)
}

func appendMessages(dst []byte, messages []epoch.Message) []byte {
	dst[1] |= hasMessages
	dst = append(dst, byte(len(messages)))
	for i := range messages {
		dst = messages[i].Append(dst)
	}
	return dst
}

func appendCommands(dst []byte, commands []command) []byte {
	dst[1] |= hasCommands
	dst = append(dst, byte(len(commands)))
	for i, c := range commands {
		if i == 0 {
			dst = wire.AppendUvarint(dst, c.seq)
		} else {
			dst = wire.AppendUvarint(dst, c.seq-commands[i-1].seq)
		}
		dst = append(wire.AppendBlob(dst, c.body), c.warrant[:]...)
	}
	return dst
}

func appendSafe(dst []byte, turn uint64) []byte {
	dst[1] |= hasSafe
	return wire.AppendUvarint(dst, turn)
}

// decode reads a frame with its kind.
func (f *frame) decode(b []byte) error {
	c := wire.NewCursor(b)
	*f = frame{digests: f.digests[:0], run: f.run, messages: f.messages[:0], commands: f.commands[:0]}
	c.U8()
	flags := c.U8()
	if flags&^uint8(allSections) != 0 {
		c.Fail(fmt.Errorf("host: unknown sections %#x", flags))
	}
	f.epoch = c.Uvarint()
	if f.forked = flags&hasTag != 0; f.forked {
		f.tag = c.U32()
	}
	if flags&hasDigests != 0 {
		f.readDigests(c)
	}
	if f.hasRun = flags&hasRun != 0; f.hasRun {
		epoch.ReadRun(c, &f.run)
	}
	if f.hasHead = flags&hasHead != 0; f.hasHead {
		f.head = epoch.ReadHead(c)
	}
	if flags&hasSafe != 0 {
		f.safe = c.Uvarint()
	}
	if flags&hasMessages != 0 {
		for range count8(c, maxMessages) {
			f.messages = append(f.messages, epoch.ReadMessage(c))
		}
	}
	if flags&hasCommands != 0 {
		f.readCommands(c)
	}
	return c.Done()
}

func (f *frame) readDigests(c *wire.Cursor) {
	n := count8(c, digestsSaid)
	for i := range n {
		var d digest
		if i == 0 {
			d.turn = c.Uvarint()
		} else {
			d.turn = f.digests[i-1].turn - 1
		}
		d.term, d.sum = c.Uvarint(), c.U64()
		if c.Err() != nil {
			return
		}
		f.digests = append(f.digests, d)
	}
	if n == 0 || f.digests[0].turn < uint64(n-1) {
		c.Fail(fmt.Errorf("host: digests of no turns"))
	}
}

func (f *frame) readCommands(c *wire.Cursor) {
	for i := range count8(c, maxCommands) {
		k := command{seq: c.Uvarint(), body: c.Blob(MaxBody), warrant: c.Signature()}
		if i > 0 && c.Err() == nil {
			before := f.commands[i-1].seq
			if k.seq += before; k.seq <= before {
				c.Fail(fmt.Errorf("host: commands out of order"))
			}
		}
		if c.Err() != nil {
			return
		}
		f.commands = append(f.commands, k)
	}
}

func count8(c *wire.Cursor, max int) int {
	n := int(c.U8())
	if n > max {
		c.Fail(fmt.Errorf("%w: %d of at most %d", wire.ErrLimit, n, max))
		return 0
	}
	return n
}
