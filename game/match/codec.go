package match

import (
	"bytes"
	"fmt"

	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/tile"
)

// Magic begins the bytes of a package.
const Magic = "MHEN\x02"

// Append appends the bytes of a package. Each package has one encoding: Magic, the title and the other
// texts, the roster, the stages and states, the settings as those of a blueprint, the arena, the sources, the
// picture, the blueprints, the assets, and the words in other languages where there are any.
func Append(dst []byte, p *Package) []byte {
	dst = append(dst, Magic...)
	for _, s := range []string{p.Title, p.About, p.Hint, p.Licence} {
		dst = codec.Text(dst, s)
	}
	dst = codec.Blob(codec.U8(appendNames(dst, p.Roster), p.Least), p.Shirts)
	dst = codec.Uvarint(appendNames(dst, p.Stages), uint64(len(p.States)))
	for _, s := range p.States {
		dst = appendNames(codec.Text(dst, s.Name), s.From)
	}
	stages := make([]uint8, len(p.Settings))
	for k := range p.Settings {
		stages[k] = p.Settings[k].Stage
	}
	// The settings and the sources are those of the referee's blueprint, and the terms those of the land's.
	dst = codec.Blob(codec.Blob(dst, stages), blueprint.Append(nil, p.referee()))
	dst = codec.Blob(dst, blueprint.Append(nil, p.land()))
	a := &p.Arena
	dst = append(dst, a.Width, a.Height, uint8(a.Ground), uint8(a.Wall), uint8(a.Outside), a.Hour, flag(a.Build)|flag(a.Kit)<<1|flag(a.Secret)<<2)
	dst = codec.Uvarint(codec.Text(dst, p.Bot), uint64(len(p.Things)))
	for _, b := range p.Things {
		dst = codec.Blob(dst, blueprint.Append(nil, b))
	}
	dst = codec.Uvarint(dst, uint64(len(p.Assets)))
	for _, b := range p.Assets {
		dst = codec.Blob(dst, b)
	}
	return appendTongues(dst, p.Tongues)
}

func appendNames(dst []byte, list []string) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for _, s := range list {
		dst = codec.Text(dst, s)
	}
	return dst
}

func flag(is bool) uint8 {
	if is {
		return 1
	}
	return 0
}

// Decode reads the bytes of a package, and checks it. Other bytes are refused: a stranger may have sent them.
func Decode(data []byte) (*Package, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes, and at most %d are allowed", ErrPackage, len(data), MaxBytes)
	}
	c := codec.Read(data)
	p, err := read(&c)
	if err == nil {
		err = c.Done()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPackage, err)
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	if !bytes.Equal(Append(nil, p), data) {
		return nil, fmt.Errorf("%w: another spelling", ErrPackage)
	}
	return p, nil
}

func read(c *codec.Cursor) (*Package, error) {
	p := new(Package)
	c.Require(string(c.Bytes(len(Magic))) == Magic)
	p.Title, p.About, p.Hint = text(c, blueprint.MaxTitle), text(c, blueprint.MaxText), text(c, blueprint.MaxText)
	p.Licence = text(c, blueprint.MaxLicence)
	p.Roster, p.Least = readNames(c), c.U8()
	p.Shirts = bytes.Clone(c.Blob(MaxSeats))
	p.Stages = readNames(c)
	for range c.Count(MaxNames, 2) {
		p.States = append(p.States, State{Name: text(c, MaxName), From: readNames(c)})
	}
	stages := c.Blob(MaxSettings)
	referee, land := readBlueprint(c), readBlueprint(c)
	b := c.Bytes(7)
	if c.Err() != nil {
		return nil, c.Err()
	}
	c.Require(len(stages) == len(referee.Props) && b[6] < 8)
	for k := range min(len(stages), len(referee.Props)) {
		p.Settings = append(p.Settings, Setting{referee.Props[k], stages[k]})
	}
	p.Referee, p.View, p.Picture = referee.Host, referee.View, referee.Picture
	p.Arena = Arena{Width: b[0], Height: b[1], Ground: tile.Ground(b[2]), Wall: tile.Block(b[3]), Outside: tile.Ground(b[4]), Hour: b[5],
		Terms: land.Terms, Build: b[6]&1 != 0, Kit: b[6]&2 != 0, Secret: b[6]&4 != 0}
	p.Bot = text(c, blueprint.MaxSource)
	for range c.Count(MaxThings, 2) {
		if x := readBlueprint(c); x != nil {
			p.Things = append(p.Things, x)
		}
	}
	for range c.Count(MaxAssets, 1) {
		p.Assets = append(p.Assets, bytes.Clone(c.Blob(MaxBytes)))
	}
	p.Tongues = readTongues(c)
	return p, c.Err()
}

func readBlueprint(c *codec.Cursor) *blueprint.Blueprint {
	b, err := blueprint.Decode(c.Blob(blueprint.MaxBytes))
	if err != nil {
		c.Fail(err)
	}
	return b
}

func text(c *codec.Cursor, most int) string { return string(c.Blob(most)) }

func readNames(c *codec.Cursor) (list []string) {
	for range c.Count(MaxNames, 1) {
		list = append(list, text(c, MaxName))
	}
	return list
}
