package window

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// clipboardTime is how long a helper program of the clipboard may take.
const clipboardTime = 2 * time.Second

// clipboard is a session's view of the machine's clipboard.
type clipboard struct {
	copies chan string // answers
	there  *bool       // whether there is one; nil: not looked up yet
}

// usable reports whether this machine has a clipboard; it is looked up once.
func (c *clipboard) usable() bool {
	if c.there == nil {
		write, _ := clipboardTools()
		has := write != nil
		c.there = &has
	}
	return *c.there
}

// clipboardTools returns the programs that write and read the clipboard here, nil where there is none.
func clipboardTools() (write, read []string) {
	has := func(name string) bool { _, err := exec.LookPath(name); return err == nil }
	switch {
	case runtime.GOOS == "darwin":
		return []string{"pbcopy"}, []string{"pbpaste"}
	case runtime.GOOS == "windows":
		return []string{"clip.exe"}, []string{"powershell", "-NoProfile", "-Command", "Get-Clipboard"}
	case os.Getenv("WAYLAND_DISPLAY") != "" && has("wl-copy"):
		return []string{"wl-copy"}, []string{"wl-paste", "--no-newline"}
	case has("xclip"):
		return []string{"xclip", "-selection", "clipboard"}, []string{"xclip", "-selection", "clipboard", "-o"}
	case has("xsel"):
		return []string{"xsel", "--clipboard", "--input"}, []string{"xsel", "--clipboard", "--output"}
	}
	return nil, nil
}

// copyText puts text on the clipboard; it may take a moment and is run in a goroutine of its own.
func copyText(text string) bool {
	write, _ := clipboardTools()
	if write == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), clipboardTime)
	defer cancel()
	c := exec.CommandContext(ctx, write[0], write[1:]...)
	c.Stdin = strings.NewReader(text)
	return c.Run() == nil
}

// pasteText reads the clipboard.
func pasteText() (string, bool) {
	_, read := clipboardTools()
	if read == nil {
		return "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), clipboardTime)
	defer cancel()
	var out bytes.Buffer
	c := exec.CommandContext(ctx, read[0], read[1:]...)
	c.Stdout = &out
	err := c.Run()
	return out.String(), err == nil
}
