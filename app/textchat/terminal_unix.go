//go:build linux || darwin

package textchat

import (
	"os"

	"golang.org/x/sys/unix"
)

// Terminal puts a terminal into raw mode, in which each key comes at once. restore undoes that, and width
// tells its columns. ok is false if in and out are not both a terminal.
func Terminal(in, out *os.File) (width func() int, restore func(), ok bool) {
	fd := int(in.Fd())
	before, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil, nil, false
	}
	if _, err := unix.IoctlGetTermios(int(out.Fd()), getTermios); err != nil {
		return nil, nil, false
	}
	raw := *before
	raw.Iflag &^= unix.BRKINT | unix.ICRNL | unix.INPCK | unix.ISTRIP | unix.IXON
	raw.Lflag &^= unix.ECHO | unix.ICANON | unix.IEXTEN | unix.ISIG
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	if unix.IoctlSetTermios(fd, setTermios, &raw) != nil {
		return nil, nil, false
	}
	width = func() int {
		if size, err := unix.IoctlGetWinsize(int(out.Fd()), unix.TIOCGWINSZ); err == nil && size.Col > 0 {
			return int(size.Col)
		}
		return 80
	}
	return width, func() { unix.IoctlSetTermios(fd, setTermios, before) }, true
}
