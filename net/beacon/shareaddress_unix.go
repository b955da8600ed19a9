//go:build unix

package beacon

import "golang.org/x/sys/unix"

// shareAddress lets several processes listen at one port; each gets every broadcast and multicast packet.
func shareAddress(fd uintptr) error {
	if err := unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEADDR, 1); err != nil {
		return err
	}
	return unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)
}
