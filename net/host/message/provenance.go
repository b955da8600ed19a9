package message

import "manyhold/net/epoch"

// AncestryPart is a part of a lineage.
type AncestryPart struct {
	Island      uint64
	First, Last bool // of the parts
	Records     []*epoch.Record
}
