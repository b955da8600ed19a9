package node

// Record begins to record to a file, from the next turn on.
func (v *shown) Record(path string) error { return v.recorder.Start(path) }
