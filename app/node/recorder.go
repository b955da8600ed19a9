package node

// Record begins to record to a file, from the next turn on.
func (n *node) Record(path string) error { return n.recorder.Start(path) }
