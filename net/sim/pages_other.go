//go:build !linux || (!amd64 && !arm64)

package sim

// growIntoLargePages does nothing here: see pages_linux.go.
func growIntoLargePages() {}
