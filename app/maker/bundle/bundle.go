// Package bundle reads and writes bundles: files that end in .manyhold and take signed blueprints with all
// their assets from one world to another. Equal contents give equal bytes, and all hashes stay what they
// were.
//
//	magic    16 bytes: "manyhold bundle\n"
//	u8       version of the format, 3
//	blob     the notice: for people, who made what, by which licence, and the texts of the usual licences
//	uvarint  number of blueprints, 1 to MaxBlueprints; of each, by ascending ID:
//	  blob     its signed bytes (package game/blueprint)
//	uvarint  number of assets; of each, by ascending name (package net/asset):
//	  blob     its bytes
//	[32]u8   SHA-256 of all before
//
// An asset's name follows from its bytes, so it has none here. The assets are exactly those that the
// blueprints name. Decode checks all of this and every signature. It refuses bundles beyond the limits before
// it takes memory for them.
//
// A bundle of at most asset.MaxSize bytes may be an asset itself, of the kind asset.Bundle. Package asset
// walks its lengths and checks its hash; the magic, the version and the limits are there.
package bundle

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"manyhold/app/maker"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/net/asset"
)

const (
	// Suffix ends the names of bundles. Exported worlds have it, too, and another magic.
	Suffix = ".manyhold"
	// MaxBytes is the most bytes of a bundle, MaxBlueprints the most blueprints.
	MaxBytes, MaxBlueprints = 64 << 20, asset.MaxBlueprints
	// maxNotice is the most bytes of the notice, maxAssets the most assets.
	maxNotice, maxAssets = asset.MaxNotice, MaxBlueprints * (blueprint.MaxAssets + 1)

	magic   = asset.BundleMagic
	version = asset.BundleVersion
)

var (
	// ErrMalformed says that bytes are no bundle. It is wrapped with the reason.
	ErrMalformed = errors.New("this is no valid bundle")
	// ErrIncomplete says that an asset is missing that a blueprint names.
	ErrIncomplete = errors.New("an asset is missing")
)

// Bundle is some blueprints with their assets.
type Bundle struct {
	Notice     string
	Blueprints []*blueprint.Blueprint // by ascending ID
	Assets     [][]byte               // by ascending name
}

// Is reports whether bytes begin as a bundle does.
func Is(data []byte) bool { return bytes.HasPrefix(data, []byte(magic)) }

// New makes a bundle of signed blueprints. of returns the bytes of an asset, nil if they are not there.
func New(list []*blueprint.Blueprint, of func(blueprint.Asset) []byte) (*Bundle, error) {
	b := &Bundle{Blueprints: slices.Clone(list)}
	slices.SortFunc(b.Blueprints, func(x, y *blueprint.Blueprint) int { return cmp.Compare(x.ID(), y.ID()) })
	for _, is := range needed(list) {
		data := of(is)
		if data == nil {
			return nil, fmt.Errorf("%w: %x", ErrIncomplete, is[:4])
		}
		b.Assets = append(b.Assets, data)
	}
	b.Notice = notice(b.Blueprints)
	return b, nil
}

// needed returns the assets that some blueprints name, ascending.
func needed(list []*blueprint.Blueprint) []blueprint.Asset {
	all := map[blueprint.Asset]bool{}
	for _, p := range list {
		all[p.Sprite] = true
		for _, a := range p.Assets {
			all[a.Is] = true
		}
	}
	delete(all, blueprint.Asset{})
	return slices.SortedFunc(maps.Keys(all), func(x, y blueprint.Asset) int { return bytes.Compare(x[:], y[:]) })
}

// Asset returns the bytes of an asset, nil if no blueprint of the bundle names it.
func (b *Bundle) Asset(is blueprint.Asset) []byte {
	for _, data := range b.Assets {
		if name, err := maker.NameOf(data); err == nil && name == is {
			return data
		}
	}
	return nil
}

// Encode returns the bytes of a bundle, or an error if it breaks a limit.
func (b *Bundle) Encode() ([]byte, error) {
	size := len(b.Notice) + len(b.Blueprints)*blueprint.MaxBytes + 1<<10
	for _, data := range b.Assets {
		size += len(data) + 8
	}
	if size > MaxBytes {
		return nil, fmt.Errorf("the bundle would have more than %d MiB; pack fewer blueprints", MaxBytes>>20)
	}
	dst := codec.Text(codec.U8([]byte(magic), version), b.Notice)
	dst = codec.Uvarint(dst, uint64(len(b.Blueprints)))
	for _, p := range b.Blueprints {
		dst = codec.Blob(dst, blueprint.Append(nil, p))
	}
	dst = codec.Uvarint(dst, uint64(len(b.Assets)))
	for _, data := range b.Assets {
		dst = codec.Blob(dst, data)
	}
	sum := sha256.Sum256(dst)
	dst = append(dst, sum[:]...)
	if _, err := Decode(dst); err != nil {
		return nil, err
	}
	return dst, nil
}

// Decode reads a bundle and checks everything. The assets are parts of data.
func Decode(data []byte) (*Bundle, error) {
	bad := func(format string, a ...any) (*Bundle, error) {
		return nil, fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, a...)...)
	}
	switch end := len(data) - sha256.Size; {
	case !Is(data):
		return bad("it does not begin as one")
	case len(data) > MaxBytes:
		return bad("it has %d bytes, and at most %d are allowed", len(data), MaxBytes)
	case end < len(magic) || sha256.Sum256(data[:end]) != [sha256.Size]byte(data[end:]):
		return bad("it was cut short or changed")
	default:
		data = data[len(magic):end]
	}
	c := codec.Read(data)
	c.Must(c.U8() == version, "the format must be known; a newer version of the program reads it")
	b := &Bundle{Notice: string(c.Blob(maxNotice))}
	c.Must(blueprint.IsText(b.Notice, maxNotice, true), "the notice must be text")
	n := c.Count(MaxBlueprints, 1)
	c.Must(n > 0, "there must be a blueprint")
	for k := range n {
		c.Within("blueprint %d", uint64(k))
		raw := c.Blob(blueprint.MaxBytes)
		if c.Err() != nil {
			break
		}
		p, err := blueprint.Decode(raw)
		switch {
		case err != nil:
			return bad("%w", err)
		case !p.Sealed():
			return bad("the signature of %s is forged", p.Name())
		case k > 0 && b.Blueprints[k-1].ID() >= p.ID():
			return bad("its blueprints are out of order")
		}
		b.Blueprints = append(b.Blueprints, p)
	}
	for k := range c.Count(maxAssets, 1) {
		c.Within("asset %d", uint64(k))
		b.Assets = append(b.Assets, c.Blob(maker.MaxAsset))
	}
	if err := c.Done(); err != nil {
		return bad("%w", err)
	}
	want := needed(b.Blueprints)
	if len(want) != len(b.Assets) {
		return bad("it has %d assets, and its blueprints name %d", len(b.Assets), len(want))
	}
	for k := range want {
		if is, err := maker.NameOf(b.Assets[k]); err != nil || is != want[k] {
			return bad("asset %d is none that its blueprints name", k)
		}
	}
	return b, nil
}

// notice writes for people who made what, and by which licence.
func notice(list []*blueprint.Blueprint) string {
	var w strings.Builder
	w.WriteString("This file holds blueprints for the game Manyhold.\n")
	seen := map[string]bool{}
	var licences []maker.Licence
	for _, p := range list {
		fmt.Fprintf(&w, "\n%s, version %d\nLicence: %s\n", p.Name(), p.Version, p.Licence)
		for _, c := range p.Credits {
			fmt.Fprintf(&w, "Based on: %s/%s\n", c.By, c.Title)
		}
		for _, l := range maker.LicencesIn(p.Licence) {
			if !seen[l.ID] {
				seen[l.ID] = true
				licences = append(licences, l)
			}
		}
	}
	slices.SortFunc(licences, func(a, b maker.Licence) int { return cmp.Compare(a.ID, b.ID) })
	for _, l := range licences {
		fmt.Fprintf(&w, "\n%s: %s\n%s\n%s\n\n%s", l.ID, l.Name, l.Says, l.Page, l.Text("the authors above"))
	}
	return w.String()
}
