//go:build !unix && !windows

package beacon

// shareAddress does nothing where there are no sockets.
func shareAddress(uintptr) error { return nil }
