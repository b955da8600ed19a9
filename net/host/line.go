package host

import (
	"encoding/binary"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Lines
//
// A line is a chain of records from the founding on, with the turns between. All peers that can hear each
// other are in one. A minority that lost the others goes on by a Provisional record (provisional.go), which
// makes a second line: it branches from the first at a turn that was committed. At most one line is firm.
// When peers of two lines meet, the lesser line folds (meet.go, fold.go): each of its members moves what was
// its alone into an archive, goes back to the beginning of the branch, and into the greater line; those of its
// voters offer the branch there, and the leader takes it in by a Merged record (offer.go, merge.go).
//
// A line with a Provisional record in it is forked. Frames of forked lines name their epoch's record, because
// numbers alone do not tell two lines apart; those of others do not, because of them at most one has an epoch
// of a number. On the stream a greeting comes before anything else that is said from within another line.

// line is what a core knows of its own line beside its records, and of those it was in.
type line struct {
	met       bool              // some linked peer may be in another line
	forked    bool              // it has a Provisional record
	bases     map[uint64][]byte // states at the beginnings of Provisional epochs, by number of the record
	blobs     []keptBlob        // of Merged records, and of those to come
	included  []inclusion       // of branches
	suspended *suspended        // the firm epoch that was left
	deposit   *deposit          // what an archive has of it, being read
	founding  *epoch.Record     // being synced
	founded   uint64            // how many this process has founded
	spent     [][32]byte        // records of epochs in which this process voted, and forgot what, when it left them
	folding   *folding
	pending   []*branch // that were lived here, are archived, and not yet taken in
	shelf     []*branch // archives of the file, oldest first, that are offered when fewer are pending
	merging   *merging
	pull      *blobPull

	since   time.Time // when this process came to its present epoch, or awoke
	near    bool      // the leader was near
	alone   time.Time // since when there is nobody who would take this peer in
	looked  time.Time // at other lines
	greeted time.Time
	quorum  time.Time     // since when those are there who could go on with the firm line
	joins   time.Time     // since when there is a line to join
	refold  time.Duration // how long not to fold for them again
	folded  time.Time     // when this peer did that last
	firm    time.Time     // when a turn of a firm epoch was ordered last
	goes    time.Time     // since when its leader has been heard closing turns without a break
	quiet   time.Time     // until when the window is not told of turns
	decree  bool          // as soon as this peer leads
	asked   time.Time     // the leader, to let it
	merges  []Merge
	notice  string
	torn    []*epoch.Record // of the file, after one that it lost
	behind  bool            // the file's turns do not reach its last record
	unled   bool            // the file lost the record after the last that it has
	barred  [][32]byte      // records whose firm ends this peer has lost
}

// maxBases is how many beginnings of Provisional epochs are kept: that of the first and the newest ones.
const maxBases = 8

// stranger is what is known of the line of a peer that is in another one.
type stranger struct {
	since  time.Time // when it was first heard of there
	asked  time.Time
	after  [32]byte        // the record that coming follows
	coming []*epoch.Record // an answer on its way
	shared uint64          // number of the last record that both lines have
	tail   []*epoch.Record // what follows in its line; nil: not known
}

// staleFor is how long a frame may come after the greeting that was sent after it: what a greeting says counts more.
const staleFor = time.Second

// askLineEvery is how often a peer in another line is asked for its records.
const askLineEvery = 250 * time.Millisecond

// tagOf is how frames name a record.
func tagOf(name [32]byte) uint32 { return binary.LittleEndian.Uint32(name[:]) }

// addRecord appends a record to the line.
func (c *Core) addRecord(r *epoch.Record) {
	if n := len(c.records); n > 0 && r.Number <= c.records[n-1].Number {
		c.cutRecords(r.Number - 1)
	}
	c.records = append(c.records, r)
	c.line.forked = c.line.forked || r.Reason == epoch.Provisional
	c.include(r)
	c.followed(r)
	if b := c.baseLived(r); b != nil {
		c.setBase(r.Number, b)
	}
	c.line.since, c.line.alone = c.now, time.Time{}
}

// cutRecords drops the records after a number.
func (c *Core) cutRecords(number uint64) {
	c.records = slices.Clone(c.records[:number])
	if c.guilt.charter != nil && c.island == message.Home {
		c.guilt.charter.cut = true
	}
	c.line.forked = slices.ContainsFunc(c.records, func(r *epoch.Record) bool { return r.Reason == epoch.Provisional })
	for n := range c.line.bases {
		if n > number {
			delete(c.line.bases, n)
		}
	}
	c.scanned = min(c.scanned, int(number)) // what comes instead is to be looked at
	c.disk.owed = slices.DeleteFunc(c.disk.owed, func(n uint64) bool { return n > number })
	c.line.included = slices.DeleteFunc(c.line.included, func(i inclusion) bool { return i.by > number })
}

// maxSpent is how many records of epochs it folded from a process knows; of older ones nobody is left to go back to.
const maxSpent = 256

// spend notes the epochs in which this process voted and whose logs it gives up, by name: another line may have one of the
// same number. Should it come back into one of those, it is nobody in its group, as after a restart: else it could order
// other turns where others have what it ordered.
func (c *Core) spend(records []*epoch.Record) {
	for _, r := range records {
		if h := r.Hash(); slices.Contains(r.Voters, c.self) && !slices.Contains(c.line.spent, h) {
			c.line.spent = append(c.line.spent, h)
		}
	}
	c.line.spent = c.line.spent[max(0, len(c.line.spent)-maxSpent):]
}

// setBase keeps the state at the beginning of a Provisional epoch.
func (c *Core) setBase(number uint64, snapshot []byte) {
	if c.line.bases == nil {
		c.line.bases = map[uint64][]byte{}
	}
	c.line.bases[number] = snapshot
	if len(c.line.bases) <= maxBases {
		return
	}
	numbers := make([]uint64, 0, len(c.line.bases))
	for n := range c.line.bases {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	delete(c.line.bases, numbers[1])
}

// apart reports whether what is done here is provisional, or about to be put away.
func (c *Core) apart() bool {
	return len(c.records) > 0 && !c.last().Firm || c.line.founding != nil || c.line.folding != nil
}

// baseLived is the state at the beginning of a record that this peer has lived before, when it still knows it.
func (c *Core) baseLived(r *epoch.Record) []byte {
	if r.Reason != epoch.Provisional || c.line.bases[r.Number] != nil {
		return nil
	}
	for _, b := range c.line.pending {
		for _, x := range b.records {
			if x.Number == r.Number && x.Hash() == r.Hash() {
				return b.bases[r.Number]
			}
		}
	}
	return nil
}

// firmOne is the line's firm ancestor.
func (c *Core) firmOne() *epoch.Record { return epoch.FirmOf(c.records) }

// has reports whether a record is in the own line.
func (c *Core) has(number uint64, name [32]byte) bool {
	return number > 0 && number <= uint64(len(c.records)) && c.records[number-1].Hash() == name
}

// tag is that of the present epoch's frames, and whether they have one.
func (c *Core) tag() (tag uint32, has bool) {
	if !c.line.forked || c.e == nil {
		return 0, false
	}
	return tagOf(c.where().Epoch), true
}

// sees notes in which epoch a peer is, and reports whether that is one of the own line.
func (c *Core) sees(p *peer, number uint64, forked bool, tag uint32) bool {
	c.furthest = max(c.furthest, number)
	switch {
	case len(c.records) == 0 || number == 0:
		p.epoch = max(p.epoch, number)
		return true
	case c.inLine(number, forked, tag):
	case p.other != nil && c.continues(p, number, forked, tag):
		p.epoch = max(p.epoch, number)
		return true
	default:
		if p.other == nil {
			p.other, c.line.met = &stranger{since: c.now}, true
		}
		p.epoch = 0
		c.askLine(p)
		return false
	}
	if p.other != nil {
		p.other, p.epoch = nil, 0
	}
	p.epoch = max(p.epoch, number)
	return true
}

// inLine reports whether an epoch is one of the own line, or the next one.
func (c *Core) inLine(number uint64, forked bool, tag uint32) bool {
	known := number > 0 && number <= uint64(len(c.records))
	switch {
	case !forked:
		return !c.line.forked || known && !c.forkedAt(number)
	case known:
		return c.forkedAt(number) && tagOf(c.records[number-1].Hash()) == tag
	}
	return c.unproven != nil && c.unproven.Number == number && tagOf(c.unproven.Hash()) == tag
}

// forkedAt reports whether there is a Provisional record up to a number.
func (c *Core) forkedAt(number uint64) bool {
	return c.line.forked && slices.ContainsFunc(c.records[:number], func(r *epoch.Record) bool { return r.Reason == epoch.Provisional })
}

// continues reports whether a peer's line goes on where the own one ends, and this epoch is one of those.
func (c *Core) continues(p *peer, number uint64, forked bool, tag uint32) bool {
	o := p.other
	if o.tail == nil || o.shared != uint64(len(c.records)) || number <= o.shared || number > o.shared+uint64(len(o.tail)) {
		return false
	}
	for i, r := range o.tail[:number-o.shared] {
		if r.Reason == epoch.Provisional || i == 0 && !forked != !c.line.forked {
			return false
		}
	}
	return !forked || tagOf(o.tail[number-o.shared-1].Hash()) == tag
}

// askLine asks a peer of another line for its records.
func (c *Core) askLine(p *peer) {
	o := p.other
	if c.machine == nil || !p.greeted || c.now.Sub(o.asked) < max(askLineEvery, 2*p.rtt) {
		return
	}
	o.asked = c.now
	var asks []message.LineAsk
	at, step := c.firmOne().Number, uint64(1)
	for len(asks) < message.MaxAsks-1 && at > 1 {
		asks = append(asks, message.LineAsk{Number: at, Name: c.records[at-1].Hash()})
		at -= min(step, at-1)
		step *= 2
	}
	asks = append(asks, message.LineAsk{Number: 1, Name: c.records[0].Hash()})
	c.send(p.key, message.StreamChannel, message.EncodeAsk(asks))
}

// tellLine answers such a question.
func (c *Core) tellLine(p *peer, asks []message.LineAsk) {
	for _, a := range asks {
		if !c.has(a.Number, a.Name) {
			continue
		}
		messages := message.EncodeTail(a.Name, c.records[a.Number:min(uint64(len(c.records)), a.Number+message.MaxTail)])
		if !c.gives(p, messages...) {
			return
		}
		for _, m := range messages {
			c.send(p.key, message.StreamChannel, m)
		}
		return
	}
}

// toldLine takes the answer: only what follows, record by record, from one that the own line has is believed.
func (c *Core) toldLine(p *peer, t message.LineTail) error {
	o := p.other
	if o == nil || len(c.records) == 0 {
		return nil
	}
	if t.First {
		o.after, o.coming = t.Name, nil
	}
	if o.after != t.Name || len(o.coming)+len(t.Records) > message.MaxTail {
		return errUnexpected
	}
	o.coming = append(o.coming, t.Records...)
	if !t.Last {
		return nil
	}
	records := o.coming
	o.coming = nil
	i := slices.IndexFunc(c.records, func(r *epoch.Record) bool { return r.Hash() == t.Name })
	if i < 0 {
		return nil // of another question
	}
	if err := checkTail(c.records[:i+1], records, c.genesis.Founder); err != nil {
		return err
	}
	shared := uint64(i + 1)
	for len(records) > 0 && c.has(shared+1, records[0].Hash()) {
		shared, records = shared+1, records[1:]
	}
	o.shared, o.tail = shared, append([]*epoch.Record{}, records...)
	return nil
}

// checkTail checks records that follow others.
func checkTail(before, tail []*epoch.Record, founder key.ID) error {
	past := epoch.PastOf(before, founder)
	for _, r := range tail {
		if err := r.Continues(past); err != nil {
			return err
		}
		if past.Before = r; r.Firm {
			past.Firm = r
		}
	}
	return nil
}
