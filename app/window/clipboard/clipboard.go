// Package clipboard reads and writes the clipboard of the machine, by the programs that are there for it.
package clipboard

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// patience is how long a helper program of the clipboard may take.
const patience = 2 * time.Second

// Clipboard is a session's view of the machine's clipboard.
type Clipboard struct {
	Copies chan string // what was asked for, "" if there is none
	there  *bool       // whether there is one; nil: not looked up yet
}

// Open returns the view of a session.
func Open() Clipboard { return Clipboard{Copies: make(chan string, 1)} }

// Usable reports whether this machine has a clipboard; it is looked up once.
func (c *Clipboard) Usable() bool {
	if c.there == nil {
		write, _ := tools()
		has := write != nil
		c.there = &has
	}
	return *c.there
}

// tools returns the programs that write and read the clipboard here, nil where there is none.
func tools() (write, read []string) {
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

// Copy puts text on the clipboard; it may take a moment and is run in a goroutine of its own.
func Copy(text string) bool {
	write, _ := tools()
	if write == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, write[0], write[1:]...)
	c.Stdin = strings.NewReader(text)
	return c.Run() == nil
}

// Paste reads the clipboard.
func Paste() (string, bool) {
	_, read := tools()
	if read == nil {
		return "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var out bytes.Buffer
	c := exec.CommandContext(ctx, read[0], read[1:]...)
	c.Stdout = &out
	err := c.Run()
	return out.String(), err == nil
}
