package asset

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"manyhold/net/wire"
)

// A bundle is a file that ends in .manyhold: signed blueprints with all their assets (app/maker/bundle).
//
//	magic    BundleMagic, 16 bytes
//	u8       BundleVersion
//	blob     the notice, for people, at most MaxNotice bytes
//	uvarint  number of blueprints, 1 to MaxBlueprints; of each:
//	  blob     its bytes, at most MaxBlueprint
//	uvarint  number of assets; of each:
//	  blob     its bytes, at most MaxSize
//	[32]u8   SHA-256 of all before
//
// Here only the lengths, the hash and the kinds of the assets are checked: signatures, names and order are
// checked when somebody opens the bundle. No bundle is in another one.

const (
	// BundleMagic begins a bundle, and BundleVersion is the version of the format.
	BundleMagic, BundleVersion = "manyhold bundle\n", 3
	// MaxNotice is the longest notice of a bundle in bytes: the texts of all usual licences are 127 KB.
	MaxNotice = 256 << 10
	// MaxBlueprints is the most blueprints of a bundle, and MaxBlueprint the longest of them in bytes.
	MaxBlueprints, MaxBlueprint = 64, 48 << 10
	// maxBundled is the most assets of a bundle: nine for each blueprint.
	maxBundled = 9 * MaxBlueprints
)

// checkBundle walks a bundle.
func checkBundle(b []byte) error {
	end := len(b) - sha256.Size
	if end < 0 || sha256.Sum256(b[:end]) != [sha256.Size]byte(b[end:]) {
		return errors.New("it was cut short or changed")
	}
	c := wire.NewCursor(b[:end])
	if string(c.Bytes(len(BundleMagic))) != BundleMagic || c.U8() != BundleVersion {
		return fmt.Errorf("not a bundle of version %d", BundleVersion)
	}
	c.Blob(MaxNotice)
	n := c.Count(MaxBlueprints)
	if c.Err() == nil && n == 0 {
		c.Fail(errors.New("no blueprint"))
	}
	for range n {
		c.Blob(MaxBlueprint)
	}
	for k := range c.Count(maxBundled) {
		data := c.Blob(MaxSize)
		if c.Err() != nil {
			break
		}
		if strings.HasPrefix(string(data[:min(len(data), len(BundleMagic))]), BundleMagic) {
			return fmt.Errorf("asset %d is a bundle", k)
		}
		if _, err := Recognise(data); err != nil {
			return fmt.Errorf("asset %d: %w", k, err)
		}
	}
	return c.Done()
}
