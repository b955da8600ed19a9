package textchat

import (
	"os"
	"testing"

	"golang.org/x/sys/windows"
)

// TestRawModes: raw mode hands over each key, Ctrl-C among them, as escape sequences, and keeps other modes.
func TestRawModes(t *testing.T) {
	const before = windows.ENABLE_ECHO_INPUT | windows.ENABLE_LINE_INPUT | windows.ENABLE_PROCESSED_INPUT | windows.ENABLE_QUICK_EDIT_MODE
	keys, screen := rawModes(before, windows.ENABLE_WRAP_AT_EOL_OUTPUT)
	if keys != windows.ENABLE_QUICK_EDIT_MODE|windows.ENABLE_VIRTUAL_TERMINAL_INPUT {
		t.Errorf("keys %#x", keys)
	}
	if screen != windows.ENABLE_WRAP_AT_EOL_OUTPUT|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING {
		t.Errorf("screen %#x", screen)
	}
}

// TestNoConsole: a pipe is no console.
func TestNoConsole(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	if _, _, ok := Terminal(in, out); ok {
		t.Error("a pipe is put into raw mode")
	}
}
