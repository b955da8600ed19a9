//go:build !(linux || freebsd || netbsd || openbsd)

package audio

import (
	"errors"
	"io"
)

// canReopen reports whether sound can come back in a process that lost its first connection. Here it cannot:
// the library follows devices by itself, and makes one context per process.
const canReopen = false

func reopen(io.Reader) (failed func() error, stop func(), err error) {
	return nil, nil, errors.ErrUnsupported
}
