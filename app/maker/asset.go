package maker

import (
	"fmt"
	"slices"
	"strings"

	"manyhold/game/blueprint"
	"manyhold/net/asset"
)

// Asset is a file that a blueprint names by the hash of its descriptor (see package asset).
type Asset struct {
	Name string // by which scripts mention it; "": the sprite
	Data []byte
}

// NameOf returns the name that an asset has in all worlds. The kind follows from the bytes. The errors are
// those of asset.Check.
func NameOf(data []byte) (blueprint.Asset, error) {
	k, err := asset.Recognise(data)
	if err != nil {
		return blueprint.Asset{}, err
	}
	d, err := asset.Describe(k, data)
	return blueprint.Asset(d.Name()), err
}

// Sum returns the name of an asset, zero if its bytes can be none.
func (a *Asset) Sum() blueprint.Asset {
	is, err := NameOf(a.Data)
	if err != nil {
		return blueprint.Asset{}
	}
	return is
}

// IsSound reports whether an asset is a sound.
func IsSound(data []byte) bool {
	k, err := asset.Recognise(data)
	return err == nil && (k == asset.Wave || k == asset.Ogg)
}

// Words says for people why bytes are no asset.
func Words(err error) string { return strings.TrimPrefix(err.Error(), "asset: ") }

// Asset returns the bytes of an asset by its name, nil if the work has no such one.
func (w *Work) Asset(is blueprint.Asset) []byte {
	k := slices.IndexFunc(w.Assets, func(a Asset) bool { return a.Sum() == is })
	if k < 0 {
		return nil
	}
	return w.Assets[k].Data
}

// kindOf returns the extension of an asset's file by its first bytes, "" if assets cannot be of its kind.
func kindOf(data []byte) string {
	has := func(at int, magic string) bool {
		return len(data) >= at+len(magic) && string(data[at:at+len(magic)]) == magic
	}
	switch {
	case has(0, "\x89PNG\r\n\x1a\n"):
		return ".png"
	case has(0, "RIFF") && has(8, "WAVE"):
		return ".wav"
	case has(0, "OggS"):
		return ".ogg"
	case has(0, "\x00asm"):
		return ".wasm"
	}
	return ""
}

// errAsset explains what an asset may be.
func errAsset(file string) string {
	return fmt.Sprintf("%s is neither a PNG picture, a WAV or Ogg sound, nor a WASM module", file)
}
