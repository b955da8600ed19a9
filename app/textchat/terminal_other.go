//go:build !linux && !darwin && !windows

package textchat

import "os"

// Terminal knows no raw mode on this system: the input is read line by line.
func Terminal(in, out *os.File) (width func() int, restore func(), ok bool) { return nil, nil, false }
