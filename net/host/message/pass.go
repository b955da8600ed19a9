package message

import "manyhold/net/epoch"

// NoPlace says that whoever sent the welcome has left its group or was restarted: it tells a state, and no
// place in a log. The place at index 1 is that before an epoch's first turn, so that this is none.
func (w *Welcome) NoPlace(r *epoch.Record) bool { return w.At.Index == 1 && w.At.Turn >= r.FirstTurn }
