//go:build !unix && !windows

package beacon

// shareAddress does nothing on systems without sockets.
func shareAddress(uintptr) error { return nil }
