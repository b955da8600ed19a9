package message

import (
	"bytes"

	"manyhold/net/key"
)

func CompareIDs(a, b key.ID) int { return bytes.Compare(a[:], b[:]) }
