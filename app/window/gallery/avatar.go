package gallery

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"path"
	"strings"

	"manyhold/game/blueprint"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/render/album"
)

// The limits of a picture that a player wears: it takes the place of a figure of 16 × 24 pixels.
const (
	AvatarWidth, AvatarHeight = 16, 24
	// leastAvatar is the shortest side, so that nobody is too small to be seen.
	leastAvatar = 8
	// AvatarBytes is the largest file.
	AvatarBytes = 16 << 10
)

// fits reports whether a picture may be worn.
func fits(d *asset.Descriptor) bool {
	return d.Kind == asset.Sprite && d.Size <= AvatarBytes && fitting(d.Width, d.Height)
}

func fitting(w, h int) bool {
	return w >= leastAvatar && h >= leastAvatar && w <= AvatarWidth && h <= AvatarHeight
}

// Avatar returns the picture that a player wears, nil if it is not here: it is fetched then. One that is too
// large, or no picture, is not fetched, and never shown. It is called for each player in a frame, after Show.
func (g *Gallery) Avatar(is blueprint.Asset) *album.Art {
	if g.store == nil || is == (blueprint.Asset{}) {
		return nil
	}
	p := g.pieces[is]
	if p == nil {
		p = g.add(is)
		p.worn = true
	}
	p.shown = g.frame
	name := asset.Name(is)
	d, known := g.store.Descriptor(name)
	switch {
	case known && !fits(d):
		if p.worn && p.asked != 0 {
			p.asked = 0
			g.store.Unwant(name) // its blocks were on their way
		}
		return nil
	case p.art == nil && !p.bad:
		g.fetch(is, p)
	}
	return p.art
}

// fetch has a picture fetched, and decoded once it is here; it reports whether it is here.
func (g *Gallery) fetch(is blueprint.Asset, p *piece) bool {
	name := asset.Name(is)
	if g.store.Holds(name) {
		if !g.decoding {
			g.decoding = true
			go func() { g.decoded <- read(g.store, is) }()
		}
		return true
	}
	if p.asked == 0 || g.frame-p.asked >= again {
		p.asked = g.frame
		g.store.Want(name, exchange.Visible)
	}
	return false
}

// ReadAvatar reads the picture to wear out of dropped files. Its errors are for people.
func ReadAvatar(dropped fs.FS) ([]byte, error) {
	list, err := fs.ReadDir(dropped, ".")
	if err != nil {
		return nil, fmt.Errorf("it cannot be read (%w)", err)
	}
	if len(list) != 1 || !strings.EqualFold(path.Ext(list[0].Name()), ".png") {
		return nil, errors.New("drop one PNG picture to wear it")
	}
	f, err := dropped.Open(list[0].Name())
	if err != nil {
		return nil, fmt.Errorf("it cannot be read (%w)", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, AvatarBytes+1))
	if err != nil {
		return nil, fmt.Errorf("it cannot be read (%w)", err)
	}
	if len(data) > AvatarBytes {
		return nil, fmt.Errorf("the picture has more than %d KiB, the most that can be worn", AvatarBytes>>10)
	}
	size, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("this is no PNG picture (%w)", err)
	}
	if !fitting(size.Width, size.Height) {
		return nil, fmt.Errorf("the picture has %d × %d pixels; one to wear has %d × %d to %d × %d", size.Width, size.Height, leastAvatar, leastAvatar, AvatarWidth, AvatarHeight)
	}
	return data, nil
}
