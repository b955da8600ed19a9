package transfer

import (
	"encoding/binary"
	"fmt"

	"manyhold/net/wire"
)

// Part is one named piece of a snapshot. Data may be shared and is never written.
type Part struct {
	Name string
	Data []byte
}

// Split takes a snapshot apart. The data of the parts are pieces of snapshot, not copies. Bytes without the
// framing of the package comment are one part without a name, so Join restores any bytes that Split accepted.
// Its error is ErrLimit.
func Split(snapshot []byte) ([]Part, error) {
	parts, framed := frames(snapshot)
	if !framed {
		parts = []Part{{Data: snapshot}}
	}
	switch {
	case len(snapshot) > MaxTotal:
		return nil, fmt.Errorf("%w: a snapshot of %d bytes", ErrLimit, len(snapshot))
	case len(parts) > MaxParts:
		return nil, fmt.Errorf("%w: a snapshot of %d parts", ErrLimit, len(parts))
	}
	for _, p := range parts {
		if len(p.Data) > MaxPart {
			return nil, fmt.Errorf("%w: part %q of %d bytes", ErrLimit, p.Name, len(p.Data))
		}
	}
	return parts, nil
}

// frames reads the framing; false if the bytes are not framed.
func frames(snapshot []byte) (parts []Part, framed bool) {
	c := wire.NewCursor(snapshot)
	for c.Len() > 0 {
		p := Part{Name: string(c.Blob(MaxName)), Data: c.Blob(MaxTotal)}
		if c.Err() != nil || p.Name == "" || len(parts) > 0 && parts[len(parts)-1].Name >= p.Name {
			return nil, false
		}
		parts = append(parts, p)
	}
	return parts, c.Done() == nil
}

// Join appends the snapshot that consists of the parts, which must be in ascending order of their names.
func Join(dst []byte, parts []Part) []byte {
	if len(parts) == 1 && parts[0].Name == "" {
		return append(dst, parts[0].Data...)
	}
	for _, p := range parts {
		dst = wire.AppendText(dst, p.Name)
		dst = wire.AppendBlob(dst, p.Data)
	}
	return dst
}

// joinedSize is an upper bound of the length of Join's output.
func joinedSize(parts []Part) (n int) {
	for _, p := range parts {
		n += 2*binary.MaxVarintLen32 + len(p.Name) + len(p.Data)
	}
	return n
}
