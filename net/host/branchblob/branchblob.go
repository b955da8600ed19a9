// Package branchblob is the bytes by which a branch comes to other peers, and which a Merged record names: a
// list of parts as net/transfer has them, so that parts which states have in common travel once.
//
// The part "0" is: "MHBB", version 2, mode (u8), turn of the branch's beginning (uvarint), its last turn
// (uvarint) and the chain hash there (32 bytes), its names (text), hash of the record that it shares with the
// chain that goes on (32 bytes), in mode Goods the key (32 bytes) and signature (64) of the keeper who
// accepted it, the number of its records that were merged before (uvarint), and all its records (uvarint
// length each). Parts of the state at its beginning have "b" before their name, those of the state at its end
// "t", and those of the state at the beginning of a later Provisional record of the branch "m" and the
// record's number in sixteen hexadecimal digits: the points where it left an epoch in which others went on.
// "r" and eight hexadecimal digits are segments of its turns (net/store/segment), from the turn after the
// shared record's end on.
package branchblob

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

const (
	magic = "MHBB\x02"
	// MaxWho is the longest list of names in a blob in bytes.
	MaxWho = 1 << 10

	acceptDomain = "manyhold branch accepted 1"
)

// Mode is what a branch brings in.
type Mode uint8

// The modes. A branch on its way to the leader has none.
const (
	Offered Mode = 0
	Proven  Mode = 1 // everything: its turns lead from the one state to the other
	Land    Mode = 2 // tiles and outlines: nobody can prove the rest
	Goods   Mode = 3 // the rest of one whose land came in before, accepted by a keeper
	modeEnd Mode = 4
)

// Content is the content of a blob.
type Content struct {
	Mode     Mode
	Turn     uint64 // where it begins: Base is the state after it
	Last     uint64 // its last turn: Tip is the state after it
	Hash     [32]byte
	Who      string
	Shared   [32]byte        // the record before Before
	Before   []*epoch.Record // of the branch that were merged before,
	Records  []*epoch.Record // and the others
	Base     []byte
	Tip      []byte
	Later    map[uint64][]byte // states at the beginnings of Provisional records after the first, by number
	Turns    [][]byte          // segments
	Keeper   key.ID            // of Goods
	Accepted [key.SignatureSize]byte
}

// state is a state in a blob.
type state struct {
	prefix   string
	snapshot []byte
}

// Encode packs a branch's content. It leaves the later states out when all of it is too long.
func (b *Content) Encode() ([]byte, error) {
	head := wire.AppendUvarint(wire.AppendU8([]byte(magic), byte(b.Mode)), b.Turn)
	head = append(wire.AppendUvarint(head, b.Last), b.Hash[:]...)
	head = append(wire.AppendText(head, b.Who), b.Shared[:]...)
	if b.Mode == Goods {
		head = append(append(head, b.Keeper[:]...), b.Accepted[:]...)
	}
	head = wire.AppendUvarint(head, uint64(len(b.Before)))
	head = recordlist.Append(head, append(slices.Clone(b.Before), b.Records...))
	parts := []transfer.Part{{Name: "0", Data: head}}
	states := []state{{"b", b.Base}}
	for _, n := range slices.Sorted(maps.Keys(b.Later)) {
		states = append(states, state{laterPrefix(n), b.Later[n]})
	}
	for i, s := range append(states, state{"t", b.Tip}) { // names ascend
		if i == len(states) {
			for k, turns := range b.Turns {
				parts = append(parts, transfer.Part{Name: fmt.Sprintf("r%08x", k), Data: turns})
			}
		}
		split, err := transfer.Split(s.snapshot)
		if err != nil {
			return nil, err
		}
		for _, p := range split {
			if len(s.prefix)+len(p.Name) > transfer.MaxName {
				return nil, fmt.Errorf("host: a part's name of %d bytes", len(p.Name))
			}
			parts = append(parts, transfer.Part{Name: s.prefix + p.Name, Data: p.Data})
		}
	}
	out := transfer.Join(nil, parts)
	if len(out) > message.MaxBranch && len(b.Later) > 0 {
		b.Later = nil // the branch itself matters more than later forks of it
		return b.Encode()
	}
	if len(out) > message.MaxBranch {
		return nil, fmt.Errorf("host: a branch of %d bytes", len(out))
	}
	return out, nil
}

// Decode unpacks a branch's content.
func Decode(b []byte) (d Content, err error) {
	if len(b) > message.MaxBranch {
		return d, fmt.Errorf("host: a branch of %d bytes", len(b))
	}
	parts, err := transfer.Split(b)
	if err != nil {
		return d, err
	}
	if len(parts) == 0 || parts[0].Name != "0" {
		return d, fmt.Errorf("host: no blob of a branch")
	}
	if err := d.readHead(parts[0].Data); err != nil {
		return d, err
	}
	states := map[string][]transfer.Part{}
	for _, p := range parts[1:] {
		if strings.HasPrefix(p.Name, "r") {
			if p.Name != fmt.Sprintf("r%08x", len(d.Turns)) {
				return d, fmt.Errorf("host: a part %q in the blob of a branch", p.Name)
			}
			d.Turns = append(d.Turns, p.Data)
			continue
		}
		n := min(1, len(p.Name))
		if strings.HasPrefix(p.Name, "m") {
			n = min(len(laterPrefix(0)), len(p.Name))
		}
		prefix := p.Name[:n]
		if number, err := strconv.ParseUint(prefix[min(1, n):], 16, 64); prefix != "b" && prefix != "t" && (err != nil || prefix != laterPrefix(number) || !d.Parts(number)) {
			return d, fmt.Errorf("host: a part %q in the blob of a branch", p.Name)
		}
		states[prefix] = append(states[prefix], transfer.Part{Name: p.Name[n:], Data: p.Data})
	}
	d.Base, d.Tip = transfer.Join(nil, states["b"]), transfer.Join(nil, states["t"])
	for _, r := range d.Records {
		if s := states[laterPrefix(r.Number)]; s != nil {
			d.KeepLater(r.Number, transfer.Join(nil, s))
		}
	}
	return d, nil
}

func (b *Content) readHead(head []byte) (err error) {
	c := wire.NewCursor(head)
	if string(c.Bytes(len(magic))) != magic {
		return fmt.Errorf("host: not a blob of version 2")
	}
	b.Mode, b.Turn, b.Last, b.Hash, b.Who, b.Shared = Mode(c.U8()), c.Uvarint(), c.Uvarint(), c.Hash(), c.Text(MaxWho), c.Hash()
	if b.Mode == Goods {
		b.Keeper, b.Accepted = c.Hash(), c.Signature()
	}
	before := c.Uvarint()
	if c.Err() == nil && (b.Mode >= modeEnd || b.Last < b.Turn || b.Last >= 1<<62) {
		c.Fail(fmt.Errorf("host: a blob of mode %d from turn %d to %d", b.Mode, b.Turn, b.Last))
	}
	list, err := recordlist.Read(c)
	if err != nil {
		return err
	}
	if before > uint64(len(list)) {
		return fmt.Errorf("host: %d of %d records of a branch were merged", before, len(list))
	}
	b.Before, b.Records = list[:before:before], list[before:]
	return nil
}

func laterPrefix(number uint64) string { return fmt.Sprintf("m%016x", number) }

// Parts reports whether the branch left an epoch of its own with a record of a number.
func (b *Content) Parts(number uint64) bool {
	i := slices.IndexFunc(b.Records, func(r *epoch.Record) bool { return r.Number == number })
	return i > 0 && b.Records[i].Reason == epoch.Provisional
}

// KeepLater adds a later state.
func (b *Content) KeepLater(number uint64, snapshot []byte) {
	if b.Later == nil {
		b.Later = map[uint64][]byte{}
	}
	b.Later[number] = snapshot
}

// Offer is the branch as it is offered.
func (b *Content) Offer() *message.BranchOffer {
	return &message.BranchOffer{Shared: b.Shared, Records: append(slices.Clone(b.Before), b.Records...), Turn: b.Last, Hash: b.Hash}
}

// statement is what a keeper signs: world and branch.
func statement(world, branch [32]byte) []byte { return append(slices.Clone(world[:]), branch[:]...) }

// Accept signs that a branch's goods may come in.
func Accept(p key.Pair, world, branch [32]byte) [key.SignatureSize]byte {
	return p.Sign(acceptDomain, statement(world, branch))
}

// AcceptedBy reports whether a signature of Accept is a keeper's.
func AcceptedBy(keeper key.ID, world, branch [32]byte, signature [key.SignatureSize]byte) bool {
	return key.Verify(keeper, acceptDomain, statement(world, branch), signature)
}
