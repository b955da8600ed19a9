package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// Limits of the stream's messages.
const (
	// runMessage is how many bytes of entries a Turns message carries.
	runMessage = 12 << 10
	// recordMessage is how many bytes of records a Record message carries.
	recordMessage = 12 << 10
	// maxRecords is how many records a joiner accepts: those of some years.
	maxRecords = 1 << 14
)

// greeting is the body of Join: what a peer says of itself when linked, and whenever it changes.
type greeting struct {
	incarnation uint64
	capacity    uint32
	uptime      uint32 // seconds
	headless    bool
	willing     bool
	leaving     bool // soon: not to be counted on
	wants       bool // the island, as a snapshot
	epoch       uint64
	turn        uint64 // last executed; both zero when it has no state
	committed   uint64 // last turn that it knows to be safe

	strained bool   // does not keep up, or its links are bad
	steps    uint32 // islands that it can step; zero: unknown
	uplink   uint32 // bytes a second; zero: unknown
	load     uint32 // other islands that it votes in
	round    uint32 // microseconds to half of its peers; zero: unknown

	name     [32]byte // of the record of its epoch
	firm     bool     // that one is
	forked   bool     // its line is
	firmName [32]byte // of its line's firm ancestor; zero: it has another end, which the peer's file lost
	living   bool     // still the process that the firm ancestor names
	lacks    bool     // the others: it has no turns
	rests    bool     // it leaves home to others
}

func (g *greeting) encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Join)}, g.incarnation)
	b = wire.AppendU32(b, g.capacity)
	b = wire.AppendU32(b, g.uptime)
	b = wire.AppendBool(b, g.headless)
	b = wire.AppendBool(b, g.willing)
	b = wire.AppendBool(b, g.leaving)
	b = wire.AppendBool(b, g.wants)
	b = wire.AppendUvarint(b, g.epoch)
	b = wire.AppendUvarint(b, g.turn)
	b = wire.AppendUvarint(b, g.committed)
	b = wire.AppendBool(b, g.strained)
	b = wire.AppendU32(b, g.steps)
	b = wire.AppendU32(b, g.uplink)
	b = wire.AppendU32(b, g.load)
	b = wire.AppendU32(b, g.round)
	b = append(b, g.name[:]...)
	b = wire.AppendBool(b, g.firm)
	b = wire.AppendBool(b, g.forked)
	b = append(b, g.firmName[:]...)
	b = wire.AppendBool(b, g.living)
	if b = wire.AppendBool(b, g.lacks); g.rests {
		b = wire.AppendBool(b, true)
	}
	return b
}

func decodeGreeting(b []byte) (g greeting, err error) {
	c := body(b)
	g = greeting{incarnation: c.U64(), capacity: c.U32(), uptime: c.U32(), headless: c.Bool(), willing: c.Bool(),
		leaving: c.Bool(), wants: c.Bool(), epoch: c.Uvarint(), turn: c.Uvarint(), committed: c.Uvarint()}
	if c.Err() == nil && c.Len() > 0 { // earlier versions say no more
		g.strained, g.steps, g.uplink, g.load, g.round = c.Bool(), c.U32(), c.U32(), c.U32(), c.U32()
	}
	if c.Err() == nil && c.Len() > 0 {
		g.name, g.firm, g.forked, g.firmName, g.living, g.lacks = c.Hash(), c.Bool(), c.Bool(), c.Hash(), c.Bool(), c.Bool()
	}
	if c.Err() == nil && c.Len() > 0 {
		if g.rests = c.Bool(); c.Err() == nil && !g.rests {
			c.Fail(fmt.Errorf("host: a greeting that says that it does not rest"))
		}
	}
	return g, c.Done()
}

// welcome is the body of Welcome: where the snapshot that follows stands. Record messages with all
// records up to its epoch came before it.
type welcome struct {
	genesis store.Genesis
	epoch   uint64
	at      epoch.Position
	digest  uint64
	root    [32]byte // of the transfer's manifest
}

func (w *welcome) encode() []byte {
	b := wire.AppendBlob([]byte{byte(wire.Welcome)}, w.genesis.Encode())
	b = wire.AppendUvarint(b, w.epoch)
	b = wire.AppendUvarint(b, w.at.Index)
	b = wire.AppendUvarint(b, w.at.Term)
	b = wire.AppendUvarint(b, w.at.Turn)
	b = append(b, w.at.Hash[:]...)
	b = wire.AppendU64(b, w.digest)
	return append(b, w.root[:]...)
}

func decodeWelcome(b []byte) (w welcome, err error) {
	c := body(b)
	g, err := store.DecodeGenesis(c.Blob(store.MaxGenesis))
	if err != nil {
		c.Fail(err)
	}
	w = welcome{genesis: g, epoch: c.Uvarint(), at: epoch.Position{Index: c.Uvarint(), Term: c.Uvarint(),
		Turn: c.Uvarint(), Hash: c.Hash()}, digest: c.U64(), root: c.Hash()}
	const limit = 1 << 62
	if c.Err() == nil && (w.at.Index == 0 || w.at.Term == 0 || w.at.Index >= limit || w.at.Term >= limit || w.at.Turn >= limit) {
		c.Fail(fmt.Errorf("host: welcome to position %d of term %d", w.at.Index, w.at.Term))
	}
	return w, c.Done()
}

// encodeRecords packs encoded records into as many Record messages as needed, in order. The first byte
// after the kind says whether the list begins anew.
func encodeRecords(records [][]byte) (messages [][]byte) {
	return packRecords(records, func(first bool) []byte {
		return wire.AppendBool([]byte{byte(wire.Record)}, first)
	})
}

// packRecords packs encoded records into as many messages as needed, in order. head begins each of them, in equal
// length; it is told whether it is the first.
func packRecords(records [][]byte, head func(first bool) []byte) (messages [][]byte) {
	b := head(true)
	for _, r := range records {
		if len(b)+len(r)+3 > recordMessage {
			messages = append(messages, b)
			b = head(false)
		}
		b = wire.AppendBlob(b, r)
	}
	return append(messages, b)
}

func decodeRecords(b []byte) (anew bool, records []*epoch.Record, err error) {
	c := body(b)
	anew = c.Bool()
	records, err = readRecords(c)
	return anew, records, err
}

func readRecords(c *wire.Cursor) (records []*epoch.Record, err error) {
	for c.Err() == nil && c.Len() > 0 {
		r, err := epoch.DecodeRecord(c.Blob(epoch.MaxRecord))
		if c.Err() != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, c.Done()
}

// epochName says which epoch is meant: its number (uvarint), in a forked line after zero (uvarint) and the tag (u32), because
// two lines have epochs of one number.
type epochName struct {
	number uint64
	forked bool
	tag    uint32 // as in a frame; zero when it is not forked
}

func (n epochName) append(b []byte) []byte {
	if n.forked {
		b = wire.AppendU32(wire.AppendUvarint(b, 0), n.tag)
	}
	return wire.AppendUvarint(b, n.number)
}

func readEpochName(c *wire.Cursor) (n epochName) {
	if n.number = c.Uvarint(); n.number == 0 {
		n.forked, n.tag, n.number = true, c.U32(), c.Uvarint()
	}
	return n
}

// wanting is the body of WantTurns: entries of an epoch's log from an index on.
type wanting struct {
	epoch epochName
	first uint64
}

func (w wanting) encode() []byte {
	return wire.AppendUvarint(w.epoch.append([]byte{byte(wire.WantTurns)}), w.first)
}

func decodeWanting(b []byte) (w wanting, err error) {
	c := body(b)
	w = wanting{readEpochName(c), c.Uvarint()}
	return w, c.Done()
}

// Turns is: the epoch's name, then a run, or nothing when the sender does not have what was wanted.
func beginTurns(n epochName) []byte { return n.append([]byte{byte(wire.Turns)}) }

func decodeTurns(b []byte, r *epoch.Run) (n epochName, has bool, err error) {
	c := body(b)
	n = readEpochName(c)
	if has = c.Err() == nil && c.Len() > 0; has {
		epoch.ReadRun(c, r)
	}
	return n, has, c.Done()
}

// verdict is the body of Digests: the leader says which digest is right, and who has it.
type verdict struct {
	epoch  uint64
	right  digest
	source [32]byte
}

func (v *verdict) encode() []byte {
	b := wire.AppendUvarint([]byte{byte(wire.Digests)}, v.epoch)
	b = wire.AppendUvarint(b, v.right.turn)
	b = wire.AppendUvarint(b, v.right.term)
	b = wire.AppendU64(b, v.right.sum)
	return append(b, v.source[:]...)
}

func decodeVerdict(b []byte) (v verdict, err error) {
	c := body(b)
	v = verdict{c.Uvarint(), digest{c.Uvarint(), c.Uvarint(), c.U64()}, c.Hash()}
	return v, c.Done()
}

// Steps of a hand-over, in the first byte of HandOver's body.
const (
	handAsk   = 1 // do you hold the log to this turn, in your file?
	handReady = 2 // I do
	handTaken = 3 // I lead this epoch now
)

// handing is the body of HandOver.
type handing struct {
	step   uint8
	number uint64 // a turn, or with handTaken an epoch
}

func (h handing) encode() []byte {
	return wire.AppendUvarint([]byte{byte(wire.HandOver), h.step}, h.number)
}

func decodeHanding(b []byte) (h handing, err error) {
	c := body(b)
	h = handing{c.U8(), c.Uvarint()}
	if h.step < handAsk || h.step > handTaken {
		c.Fail(fmt.Errorf("host: step %d of a hand-over", h.step))
	}
	return h, c.Done()
}

// body returns a cursor after the kind.
func body(b []byte) *wire.Cursor {
	c := wire.NewCursor(b)
	c.U8()
	return c
}
