package message

import "manyhold/net/epoch"

// AncestryPart is a part of an island's ancestry.
type AncestryPart struct {
	Island      uint64
	First, Last bool // of the parts
	Records     []*epoch.Record
}
