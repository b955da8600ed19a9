package beacon

import "golang.org/x/sys/windows"

// shareAddress lets several processes listen at one port; each gets every broadcast and multicast packet.
func shareAddress(fd uintptr) error {
	return windows.SetsockoptInt(windows.Handle(fd), windows.SOL_SOCKET, windows.SO_REUSEADDR, 1)
}
