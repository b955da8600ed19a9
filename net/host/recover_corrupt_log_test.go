package host

import (
	"slices"
	"testing"
	"time"
)

// TestHolderRots: one file alone has the newest turns. When the others have taken them over, and before
// anything is agreed, that file loses them: they are still committed.
func TestHolderRots(t *testing.T) {
	for holder := range 3 {
		c := newCluster(t, uint64(74+holder), lan)
		c.growAndTalk(3)
		h := c.nodes[holder]
		for _, m := range c.nodes {
			m.crash()
			if m != h {
				m.cut(10)
			}
		}
		end := h.file.entries[len(h.file.entries)-1].Turn
		c.forget()
		for _, m := range c.nodes {
			m.restart()
		}
		number := h.core.Ancestry.Last().Number
		others := slices.DeleteFunc(slices.Clone(c.nodes), func(m *testNode) bool { return m == h })
		has := func(m *testNode) bool { return m.core.History.Executed == end }
		for range 20000 {
			if slices.ContainsFunc(others, has) {
				break
			}
			c.run(time.Millisecond)
		}
		if !slices.ContainsFunc(others, has) || slices.ContainsFunc(c.nodes, func(m *testNode) bool { return m.core.Ancestry.Last().Number > number }) {
			t.Fatalf("holder %d: nobody takes turn %d over before there is another epoch", holder, end)
		}
		h.crash()
		h.cut(40)
		h.restart()
		c.goesOn(20 * time.Second)
		if r := c.leader().core.Ancestry.Records[number]; r.FirstTurn <= end {
			t.Errorf("holder %d: goes on at turn %d, and turn %d was known to be committed", holder, r.FirstTurn, end)
		}
	}
}
