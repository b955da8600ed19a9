package sim

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/zeebo/xxh3"

	"manyhold/net/epoch"
	"manyhold/net/host"
	"manyhold/net/host/coins"
	"manyhold/net/store"
)

// maxWaiting is how many parcels may wait for an island: all commands of the longest cut would be fewer.
const maxWaiting = 150

// islePlace is a turn of an island.
type islePlace struct{ island, turn, epoch uint64 }

// isleState is what is known of a committed turn.
type isleState struct {
	chain  [32]byte
	digest uint64
}

// record looks at a record that a peer has in its file: an epoch of an island has one that is firm.
func (a *isles) record(n *walker, island uint64, row store.EpochRow) {
	r, err := epoch.DecodeRecord(row.Record)
	if err != nil || !r.Firm {
		return // a vow is none
	}
	k := [2]uint64{island, row.Number}
	had, ok := a.records[k]
	if ok && had != r.Hash() {
		a.fail("firm", "%s: another record begins epoch %d of island %016x: %v", n.name, row.Number, island, r.Reason)
	}
	if !ok {
		a.records[k] = r.Hash()
		a.reasons[r.Reason]++
	}
}

// look compares the committed states of a peer with those of the others, and measures its outboxes.
func (a *isles) look(n *walker) {
	for _, i := range n.world.Inspect() {
		m, ok := i.Machine.(*coins.Machine)
		if !ok || !i.Goes || !i.Playing || i.Executed > i.Committed || i.Executed == 0 || n.saw[i.Island] == i.Executed {
			continue
		}
		n.saw[i.Island] = i.Executed
		at, is := islePlace{i.Island, i.Executed, i.Epoch}, isleState{i.Hash, m.Digest()}
		if had, ok := a.states[at]; ok && had != is {
			a.fail("digest", "%s: another state after turn %d, epoch %d of island %016x (another chain: %v)", n.name, at.turn, at.epoch, at.island, had.chain != is.chain)
		} else if !ok {
			a.states[at] = is
			a.turns++
		}
		a.note(uint64(len(n.name))<<32|n.starts, i.Island, i.Executed, is.digest)
		for _, to := range m.Towards(nil) {
			if waiting := len(m.Parcels(to, 0, nil)); waiting > maxWaiting {
				a.fail("bounded", "%s: %d parcels of island %016x wait for %016x", n.name, waiting, i.Island, to)
			}
		}
	}
}

// note adds to the trace.
func (a *isles) note(what ...uint64) {
	b := binary.LittleEndian.AppendUint64(nil, a.trace)
	b = binary.LittleEndian.AppendUint64(b, uint64(a.net.Now().UnixNano()))
	for _, w := range what {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	a.trace = xxh3.Hash(b)
}

// whole says which checker is not content when nothing is under way, and why; "" when all are. What there is can be
// counted at a peer that is where the others are, and not before.
func (a *isles) whole() (check, why string) {
	first := going(a.nodes[0].world)
	for _, n := range a.nodes {
		for _, i := range n.world.Inspect() {
			if _, gone := n.world.Successor(i.Island); i.Over && !gone {
				if r := i.Record; r != nil && n.world.Machine(r.Into) == nil {
					a.remains++ // the one that took it in is not here any more: nobody tells that it did
					continue
				}
				return "united", fmt.Sprintf("%s: island %016x has ended, and no other has it", n.name, i.Island)
			}
		}
	}
	for _, n := range a.nodes {
		here := going(n.world)
		if len(here) != len(first) {
			return "united", fmt.Sprintf("%s has %d islands, %s %d", n.name, len(here), a.nodes[0].name, len(first))
		}
		for k, i := range here {
			if f := first[k]; f.Island != i.Island || i.Record == nil || f.Record == nil || f.Record.Hash() != i.Record.Hash() || !i.Playing {
				return "united", fmt.Sprintf("%s: island %016x is in another epoch, or does not play", n.name, i.Island)
			} else if i.Executed+20 < f.Executed || f.Executed+20 < i.Executed {
				return "live", fmt.Sprintf("%s: island %016x is at turn %d, elsewhere at %d", n.name, i.Island, i.Executed, f.Executed)
			}
		}
	}
	for _, n := range a.nodes {
		if check, why := a.count(n); check != "" {
			return check, n.name + ": " + why
		}
	}
	return "", ""
}

// going are the islands that have turns at a peer.
func going(w *host.World) (isles []host.Isle) {
	for _, i := range w.Inspect() {
		if i.Goes {
			isles = append(isles, i)
		}
	}
	return isles
}

// count looks for every account and every coin at a peer.
func (a *isles) count(n *walker) (check, why string) {
	home, _ := n.world.Machine(host.Home).(*coins.Machine)
	if home == nil {
		return "live", "has nothing"
	}
	held, total, waiting := map[coins.Author]int{}, uint64(0), ""
	for _, i := range going(n.world) {
		m := i.Machine.(*coins.Machine)
		total += m.Total(func(to uint64) uint64 { return a.expects(n, m, to) })
		for _, x := range m.Accounts {
			held[x.Author]++
		}
		for _, to := range m.Towards(nil) {
			_, gone := a.became(to)
			if len(m.Accounts) > 0 || !gone { // of an empty island nobody can send on what waits for one that has ended
				waiting = fmt.Sprintf("%d parcels of island %016x still wait for %016x", len(m.Parcels(to, 0, nil)), i.Island, to)
			}
		}
	}
	want := uint64(len(home.Entered)) * coins.Purse
	for _, who := range home.Entered {
		if held[who] != 1 {
			return "entities", fmt.Sprintf("account %x is here %d times", who[:4], held[who])
		}
	}
	if total != want {
		return "entities", fmt.Sprintf("%d coins, not %d", total, want)
	}
	if waiting != "" {
		return "bounded", waiting
	}
	return "", ""
}

// expects is the number of the next parcel from an island that is wanted where it goes to now.
func (a *isles) expects(n *walker, from *coins.Machine, to uint64) uint64 {
	into, _ := a.became(to)
	m, ok := n.world.Machine(into).(*coins.Machine)
	if !ok {
		return 1
	}
	if into == to {
		return m.Expect(from.Self())
	}
	next, _ := m.Inherited(from.Self(), to)
	return next
}

// standing says where everybody is.
func (a *isles) standing() string {
	var b strings.Builder
	for _, n := range a.nodes {
		if n.down {
			fmt.Fprintf(&b, "%s does not run\n", n.name)
			continue
		}
		s := n.world.Status(a.net.Now())
		for _, i := range n.world.Inspect() {
			into, gone := n.world.Successor(i.Island)
			fmt.Fprintf(&b, "%s: island %016x epoch %d turn %d/%d over %v goes %v plays %v into %016x gone %v leads %v waiting %q", n.name, i.Island, i.Epoch, i.Executed, i.Committed, i.Over, i.Goes, i.Playing, into, gone, i.Leading, s.Waiting)
			if r := i.Record; r != nil {
				fmt.Fprintf(&b, " record %d %v of %d", r.Number, r.Reason, len(r.Voters))
			}
			if m, ok := i.Machine.(*coins.Machine); ok {
				fmt.Fprintf(&b, " pot %d near %x", m.Pot, m.Near(nil))
				for _, x := range m.Accounts {
					fmt.Fprintf(&b, " %x:%d", x.Author[:2], x.Coins)
				}
				for _, to := range m.Towards(nil) {
					fmt.Fprintf(&b, " [%d for %016x]", len(m.Parcels(to, 0, nil)), to)
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
