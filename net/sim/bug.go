package sim

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// Bug is a mistake that all nodes of a run make, to show that a checker notices it: a test plants one after
// the other and names the checker. Some are mistakes of the process around the host, which the simulation
// plays; the others break a rule of the host (net/host/hook), or of the toy machine (coins.Faults).
type Bug uint8

// The bugs.
const (
	NoBug           Bug = iota
	OldID               // a restarted process acts under its old raft id
	UnsyncedRecord      // an epoch's record takes effect before it is on the disk
	EarlyAck            // a lone voter's turn is committed before its file has it
	Incomparable        // digests are not compared
	Twice               // a new leader orders commands again that its predecessor had ordered
	Unproven            // a successor takes effect before a voter of its epoch is known to have it
	Forgetful           // a peer that goes back forgets its own commands
	UnsyncedPromise     // an acceptor's promise counts before it is on the disk
	Impatient           // a leader closes turns without end, even if no voter acknowledges them
	Silent              // the expiry of an own command is not reported
	Firm                // a provisional record counts as firm
	MergedTwice         // a branch is merged again, or an ended island is absorbed again
	Unpruned            // an outbox is never emptied
	Redelivered         // a parcel is delivered again
	Forged              // a leader orders a forged command, and voters accept it
	Stranded            // no peer relays for two others
	Gullible            // a branch is merged without executing its turns
	Deaf                // only the founder heeds the charter
	Credulous           // nobody does: strangers are as good as members
	bugEnd
)

var bugWords = [bugEnd]string{"none", "no old-id rule", "unsynced record", "acknowledgement before append", "digests not compared",
	"commands ordered twice", "unproven successor", "own commands forgotten", "unsynced promise", "a leader without patience",
	"expiry not told", "provisional taken for firm", "merged twice", "outbox never pruned", "parcel delivered twice",
	"unsigned commands accepted", "nobody relays", "branches believed", "charter not heeded", "strangers trusted"}

// String returns the bug in a few words.
func (b Bug) String() string {
	if b < bugEnd {
		return bugWords[b]
	}
	return "unknown"
}

// plant makes the bug one of a process.
func (b Bug) plant(o *kernel.Options) {
	switch b {
	case OldID:
		o.Incarnation = 1
	case Silent:
		o.On.Expired = nil
	case Incomparable:
		o.Hooks.Same = func(uint64, uint64) bool { return true }
	case Twice:
		o.Hooks.Sequence = func(kernel.Machine, [32]byte) uint64 { return 0 }
	case Unproven:
		o.Hooks.Proves = func(*epoch.Epoch) bool { return true }
	case Forgetful:
		o.Hooks.Resends = func() bool { return false }
	case Impatient:
		o.Hooks.MayClose = func(*epoch.Epoch, time.Time) bool { return true }
	case Firm:
		o.Hooks.Firm = func(*epoch.Record) bool { return true }
	case Gullible:
		o.Hooks.Executes = func() bool { return false }
	case Deaf:
		o.Charter = o.Charter && o.Name == "0"
	case Credulous:
		o.Charter = false
	case MergedTwice:
		o.Hooks.Remembers = func([32]byte) bool { return false }
	}
}

// planted is the bug of a run, where it is one of the process around the host.
type planted struct {
	bug  Bug
	said map[*node]*said
}

// plantAll makes the bug one of all toy machines and signatures, and returns how to undo it.
func (s *Sim) plantAll() (undo func()) {
	s.planted = planted{s.o.Bug, map[*node]*said{}}
	was := coins.Faults
	coins.Faults.Forgets = s.o.Bug == MergedTwice
	coins.Faults.Hoards = s.o.Bug == Unpruned
	coins.Faults.Redelivers = s.o.Bug == Redelivered
	s.good.Lax = s.o.Bug == Forged
	return func() { coins.Faults = was }
}

// early reports writes of a node's output as done before they are.
func (p *planted) early(n *node, out kernel.Output) {
	for _, r := range out.Records {
		if p.bug == UnsyncedRecord && r.Number > 0 || p.bug == UnsyncedPromise && r.Number == 0 {
			n.world.Recorded(n.clock(), out.Island, r.Number, nil)
		}
	}
	if k := len(out.Appends); p.bug == EarlyAck && k > 0 {
		n.world.Persisted(n.clock(), out.Island, out.Appends[k-1].Turn, nil)
	}
}

// forge hands the commands of a frame over to a node as if its first linked peer had sent them.
func (p *planted) forge(n *node, b []byte) {
	var f message.Frame
	if p.bug != Forged || wire.Kind(b[0]) != wire.Frame || f.Decode(b) != nil || len(f.Commands) == 0 {
		return
	}
	var first key.ID
	for _, o := range n.s.nodes {
		if k := o.pair.ID(); n.links.toKey(k) != nil && (first.IsZero() || message.CompareIDs(k, first) < 0) {
			first = k
		}
	}
	if !first.IsZero() {
		n.world.Receive(n.clock(), first, link.Datagram, message.AppendCommands(message.BeginFrame(nil, f.Epoch), f.Commands))
	}
}

// said are a node's last commands, and the leader that got them.
type said struct {
	to       key.ID
	commands []message.Command
}

// maxSaid is how many commands a node repeats to a new leader: as many as a frame has.
const maxSaid = 16

// repeat sends a new leader the commands of a node that its predecessor got.
func (p *planted) repeat(n *node, to key.ID, b []byte) {
	var f message.Frame
	if p.bug != Twice || wire.Kind(b[0]) != wire.Frame || f.Decode(b) != nil || len(f.Commands) == 0 {
		return
	}
	w := p.said[n]
	if w == nil {
		w = &said{to: to}
		p.said[n] = w
	}
	if l := n.links.toKey(to); l != nil && to != w.to {
		_ = l.Give(link.Datagram, message.AppendCommands(message.BeginFrame(nil, f.Epoch), w.commands))
	}
	w.to = to
	for _, c := range f.Commands {
		if k := len(w.commands); k == 0 || c.Seq > w.commands[k-1].Seq {
			c.Body = slices.Clone(c.Body)
			w.commands = append(w.commands, c)
		}
	}
	w.commands = w.commands[max(0, len(w.commands)-maxSaid):]
}
