package message

import "manyhold/net/epoch"

// LineageTell is a part of a lineage.
type LineageTell struct {
	Island      uint64
	First, Last bool // of the parts
	Records     []*epoch.Record
}
