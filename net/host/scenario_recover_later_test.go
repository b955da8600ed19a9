package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/store"
)

// TestNoRecoveryOfAnothersEpoch: the file of a world's founder loses every record but the first, in which all
// waited for it alone. The others are in a later epoch. The founder hears of it, is taken in there, and ends
// nothing.
func TestNoRecoveryOfAnothersEpoch(t *testing.T) {
	c := newCluster(t, 78, lan)
	c.growAndTalk(3)
	a := c.nodes[0]
	second, err := epoch.DecodeRecord(a.file.epochs[len(a.file.epochs)-1].Record)
	must(t, err)
	if second.Number != 2 || a.file.checkpoint.Turn >= second.FirstTurn {
		t.Fatalf("the file is at epoch %d from turn %d, with a checkpoint of %d", second.Number, second.FirstTurn, a.file.checkpoint.Turn)
	}
	a.crash()
	var kept []store.Entry
	for _, e := range a.file.entries {
		if e.Turn < second.FirstTurn {
			kept = append(kept, e)
		}
	}
	a.file.epochs, a.file.entries, a.file.writtenTurn = a.file.epochs[:len(a.file.epochs)-1], kept, second.FirstTurn-1
	c.run(2 * time.Second)
	a.restart()
	c.goesOn(15 * time.Second)
	c.run(5 * time.Second)
	for _, r := range a.core.Ancestry.Records {
		if r.Reason == epoch.Recovered {
			t.Errorf("epoch %d is a recovery", r.Number)
		}
	}
}
