package worldfile

import (
	"fmt"

	"manyhold/net/store"
)

// checkEntry panics at values that only our own bug can put into an entry.
func checkEntry(e store.Entry) {
	if e.Turn > store.MaxTurn || e.Epoch > store.MaxTurn || len(e.Body) > store.MaxBody || len(e.Signatures) > store.MaxSignatures {
		panic(fmt.Sprintf("store: turn %d of epoch %d with %d bytes is beyond the limits", e.Turn, e.Epoch, len(e.Body)))
	}
}

// checkBranch panics at values that only our own bug can put into a branch.
func checkBranch(b store.Branch) {
	checkEntry(store.Entry{Epoch: b.Tip.Epoch, Turn: b.Tip.Turn})
	if b.Island == 0 || b.Tip.Turn < b.Turn || len(b.Records) > store.MaxRecords || len(b.Words) > store.MaxWords {
		panic(fmt.Sprintf("store: a branch of island %d from turn %d to %d with %d records is beyond the limits",
			b.Island, b.Turn, b.Tip.Turn, len(b.Records)))
	}
}
