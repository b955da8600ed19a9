package charter

import (
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/wire"
)

// Logins, tickets and appointments are countersigned alike: by a majority of the voters of an epoch of home.

// inKeyOrder returns countersignatures ascending by key.
func inKeyOrder(signatures []epoch.Cosignature) []epoch.Cosignature {
	return slices.SortedFunc(slices.Values(signatures), func(a, b epoch.Cosignature) int { return a.Key.Compare(b.Key) })
}

// countersigned checks that a majority of the voters of r, the epoch of that name, has signed: by reports
// whether a countersignature is good. Errors wrap ErrEpoch.
func countersigned(r *epoch.Record, name [32]byte, signatures []epoch.Cosignature, by func(s epoch.Cosignature, r *epoch.Record) bool) error {
	if r == nil || r.Hash() != name || 2*len(signatures) <= len(r.Voters) {
		return fmt.Errorf("%w: %d countersignatures", ErrEpoch, len(signatures))
	}
	for _, s := range signatures {
		if !by(s, r) {
			return fmt.Errorf("%w: a countersignature of %s", ErrEpoch, s.Key.Short())
		}
	}
	return nil
}

// appendSeals appends the hash of an epoch's record and a count of countersignatures, and of each its key and
// signature.
func appendSeals(dst []byte, name [32]byte, signatures []epoch.Cosignature) []byte {
	dst = wire.AppendUvarint(append(dst, name[:]...), uint64(len(signatures)))
	for _, s := range signatures {
		dst = append(append(dst, s.Key[:]...), s.Signature[:]...)
	}
	return dst
}

// readSeals reads the bytes of appendSeals.
func readSeals(c *wire.Cursor) (name [32]byte, signatures []epoch.Cosignature) {
	name = c.Hash()
	for i := range c.Count(MaxSignatures) {
		signatures = append(signatures, epoch.Cosignature{Key: c.Hash(), Signature: c.Signature()})
		if i > 0 && signatures[i-1].Key.Compare(signatures[i].Key) >= 0 {
			c.Fail(fmt.Errorf("countersignatures out of order"))
		}
	}
	return name, signatures
}
