package message

import "manyhold/net/epoch"

// NoPlace says that the sender of the welcome has left its raft group or was restarted: the welcome has a
// state, and no position in a log. Index 1 is the position before an epoch's first turn, so that this value
// is free.
func (w *Welcome) NoPlace(r *epoch.Record) bool { return w.At.Index == 1 && w.At.Turn >= r.FirstTurn }
