package textchat

import (
	"os"

	"golang.org/x/sys/windows"
)

// Terminal puts a console into raw mode, in which each key comes at once, as on other systems: escape
// sequences name the keys and steer the cursor (Windows 10 and later). restore undoes that, and width tells
// its columns. ok is false if in and out are not both a console, or if it knows no escape sequences.
func Terminal(in, out *os.File) (width func() int, restore func(), ok bool) {
	keys, screen := windows.Handle(in.Fd()), windows.Handle(out.Fd())
	var keysBefore, screenBefore uint32
	if windows.GetConsoleMode(keys, &keysBefore) != nil || windows.GetConsoleMode(screen, &screenBefore) != nil {
		return nil, nil, false
	}
	keysRaw, screenRaw := rawModes(keysBefore, screenBefore)
	if windows.SetConsoleMode(screen, screenRaw) != nil {
		return nil, nil, false
	}
	restore = func() {
		windows.SetConsoleMode(keys, keysBefore)
		windows.SetConsoleMode(screen, screenBefore)
	}
	if windows.SetConsoleMode(keys, keysRaw) != nil {
		restore()
		return nil, nil, false
	}
	width = func() int {
		var info windows.ConsoleScreenBufferInfo
		if windows.GetConsoleScreenBufferInfo(screen, &info) == nil && info.Window.Right > info.Window.Left {
			return int(info.Window.Right-info.Window.Left) + 1
		}
		return 80
	}
	return width, restore, true
}

// rawModes returns the modes of a console's input and output for raw mode.
func rawModes(in, out uint32) (keys, screen uint32) {
	keys = in &^ (windows.ENABLE_ECHO_INPUT | windows.ENABLE_LINE_INPUT | windows.ENABLE_PROCESSED_INPUT)
	keys |= windows.ENABLE_VIRTUAL_TERMINAL_INPUT
	screen = out | windows.ENABLE_PROCESSED_OUTPUT | windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING
	return keys, screen
}
