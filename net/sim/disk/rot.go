package disk

import "manyhold/net/host/message"

// Row is a kind of row of a world's file. A flipped bit makes a row unusable. The store finds this by its
// checksum; the rows that it drops then are dropped here.
type Row uint8

// The kinds of rows, as Rot's Amount; zero is any.
const (
	// one of the turns since the last checkpoint: those after it are lost with it
	TurnRow       Row = iota + 1
	CheckpointRow     // the last checkpoint: the one before is used, with the turns since
	// the record of the last epoch: it is dropped, and the file remembers its number
	EpochRow
	ArchiveRow // a state of the last archive: it cannot be opened
	RowCount
)

// rot flips a bit in a row of a kind, of home or of another island if there are any, and reports whether
// there is such a row.
func (f *File) rot(kind Row, where uint64) bool {
	if kind == ArchiveRow {
		n := len(f.archives)
		if n > 0 {
			f.archives = f.archives[:n-1]
		}
		return n > 0
	}
	islands := f.Islands()
	island := message.Home
	if where%2 == 1 {
		island = islands[int(where/2%uint64(len(islands)))]
	}
	l := f.Logs[island]
	switch kind {
	case CheckpointRow:
		return l.rotSave()
	case EpochRow:
		return l.rotEpoch()
	}
	return l.rotTurn(where / 2)
}

// rotSave takes out the last checkpoint, when the turns since the one before are still there.
func (f *Image) rotSave() bool {
	n, k := len(f.saves), len(f.turns)
	if n < 2 || k == 0 || f.turns[0].Turn > f.saves[n-2].Turn+1 {
		return false
	}
	f.saves = f.saves[:n-1]
	return true
}

// rotEpoch takes out the record of the last epoch.
func (f *Image) rotEpoch() bool {
	n := len(f.Epochs)
	if n < 2 {
		return false
	}
	f.Epochs, f.lost = f.Epochs[:n-1], f.Epochs[n-1].Number
	return true
}

// rotTurn takes out the turns from some point of the last epoch on.
func (f *Image) rotTurn(where uint64) bool {
	n, k := len(f.saves), len(f.turns)
	first := k
	for first > 0 && f.turns[first-1].Epoch == f.turns[k-1].Epoch && (n == 0 || f.turns[first-1].Turn > f.saves[n-1].Turn) {
		first--
	}
	if first == k {
		return false
	}
	f.turns = f.turns[:first+int(where%uint64(k-first))]
	return true
}
