package host

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"manyhold/net/cosign"
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

// liar is a peer that votes and does not keep to the protocol: of what it has to say some is changed by a
// bit, held back, said twice, or again later, or of another island; and in between it writes letters that
// nobody else signed. It knows what a voter knows. While it leads an island it orders that one's turns as it
// should: a leader that does not can do what packages evidence and parcels say.
type liar struct {
	chance *rand.Rand
	n      *islander
	said   [][]byte
	lies   int
}

// twist returns the messages to send in place of one.
func (x *liar) twist(b []byte) [][]byte {
	island, inner, err := message.UnwrapIsland(b)
	if err != nil {
		return [][]byte{b}
	}
	if len(x.said) < 300 {
		x.said = append(x.said, slices.Clone(b))
	} else {
		x.said[x.chance.IntN(len(x.said))] = slices.Clone(b)
	}
	if c := x.n.world.islands.get(island); c != nil && c.Epoch != nil && c.Epoch.Leading() {
		return [][]byte{b}
	}
	x.lies++
	switch x.chance.IntN(12) {
	case 0, 1:
		changed := slices.Clone(b)
		changed[x.chance.IntN(len(changed))] ^= 1 << x.chance.IntN(8)
		return [][]byte{changed}
	case 2:
		return [][]byte{b, x.said[x.chance.IntN(len(x.said))]}
	case 3:
		return [][]byte{b, b}
	case 4:
		return nil
	case 5:
		other := x.island()
		if other == message.Home {
			return [][]byte{inner}
		}
		return [][]byte{message.WrapIsland(other, inner)}
	case 6:
		if l := x.letter(); l != nil {
			return [][]byte{b, l}
		}
	}
	x.lies--
	return [][]byte{b}
}

// island is one of those that the liar executes.
func (x *liar) island() uint64 {
	all := x.n.world.Cores()
	return all[x.chance.IntN(len(all))].ID
}

// letter is one of an island where the liar votes, with coins that are nobody's or a false receipt.
func (x *liar) letter() []byte {
	w := x.n.world
	from, to := x.island(), x.island()
	c := w.islands.get(from)
	if from == to || c.Epoch == nil || !c.Epoch.Record().Votes(w.Me) || len(c.Epoch.Record().Voters) == 1 || w.islands.get(to).Machine == nil {
		return nil
	}
	r := c.Epoch.Record()
	l := message.Letter{From: from, To: to, Number: r.Number, Record: r.Hash(), Turn: c.Journal.Durable() + uint64(x.chance.IntN(3)), Chain: c.History.Hash, First: w.islands.get(to).Machine.Expect(from), Expect: 1}
	if x.chance.IntN(2) == 0 {
		l.Parcels = [][]byte{coinsFor(w.Me, 77)}
	} else {
		l.Expect = c.Machine.Expect(to) + 1
	}
	mine := l.Statement(w.islands.home().World).Sign(x.n.pair)
	all := cosign.Cosigned{Signatures: []epoch.Cosignature{mine}}
	for _, v := range r.Voters {
		if v.Key != w.Me && x.chance.IntN(2) == 0 {
			all.Add(epoch.Cosignature{Key: v.Key, Signature: mine.Signature})
		}
	}
	l.Leader, l.Signatures = w.Me, all.Signatures
	return l.Encode()
}

// TestLiarAmongIslands: one of three or five voters lies in all it says while players walk between islands,
// send each other coins, and islands divide and merge. No peer accepts another chain or state, and no coin is
// lost or made. HOST_LIAR=first,worlds has it try more.
func TestLiarAmongIslands(t *testing.T) {
	t.Parallel()
	first, worlds := 0, int(few(3, 2))
	fmt.Sscanf(os.Getenv("HOST_LIAR"), "%d,%d", &first, &worlds)
	lies, refused, walked := 0, uint64(0), 0
	for seed := first; seed < first+worlds; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			a := gathering(t, uint64(seed+900), 4+seed%3, 0)
			chance := rand.New(rand.NewPCG(uint64(seed), 9))
			x := &liar{chance: chance, n: a.nodes[1+chance.IntN(len(a.nodes)-1)]}
			x.n.forges, x.n.twist = true, x.twist
			honest := slices.DeleteFunc(slices.Clone(a.nodes), func(n *islander) bool { return n == x.n })
			for end := a.net.Now().Add(40 * time.Second); a.net.Now().Before(end); {
				a.something(chance, honest)
				walked++
				a.run(time.Duration(200+chance.IntN(1200)) * time.Millisecond)
			}
			x.n.twist = nil
			a.together(a.nodes)
			lies += x.lies
			for _, n := range honest {
				c := n.world.Status(a.net.Now()).Counters
				refused += c[counter.LettersForged]
			}
		})
	}
	t.Logf("%d lies; %d letters refused; %d things done", lies, refused, walked)
	if lies < 500*worlds || refused == 0 {
		t.Error("it lies too little")
	}
}
