// Package engine finds the engines of matches: those of the program by their names, and those of makers in
// their folders. It makes of a package what a room is told, and the bytes by which other peers get it.
package engine

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"manyhold/app/maker"
	"manyhold/app/maker/problem"
	"manyhold/assets/engines"
	"manyhold/game/match"
	"manyhold/net/asset"
	"manyhold/net/room"
)

// Names returns the names of the engines of the program.
func Names() []string { return engines.Names() }

// Find returns an engine: of the program by its name, else of a folder. The error is for people.
func Find(name string) (*match.Package, error) {
	if slices.Contains(engines.Names(), strings.ToLower(name)) {
		p, wrong := maker.ReadEngine(engines.Folder(strings.ToLower(name)), nil)
		return p, wrong.Err()
	}
	root, err := os.OpenRoot(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no engine %q%s; the folder of an engine can be named as well", name, problem.Nearest(name, engines.Names()))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot open the folder %s: %w", name, err)
	}
	defer root.Close()
	p, wrong := maker.ReadEngine(root.FS(), nil)
	return p, wrong.Err()
}

// Bundle returns the bytes of a package, as peers give it to each other, and the name that they have as an
// asset.
func Bundle(p *match.Package) (data []byte, name asset.Name, err error) {
	data = match.Append(nil, p)
	d, err := asset.Describe(asset.Engine, data)
	if err != nil {
		return nil, asset.Name{}, err
	}
	return data, d.Name(), nil
}

// Open reads the bytes of a package that came from another peer, and checks that they are those of a room's
// engine.
func Open(data []byte, is [32]byte) (*match.Package, error) {
	p, err := match.Decode(data)
	if err != nil {
		return nil, err
	}
	if _, name, err := Bundle(p); err != nil || name != asset.Name(is) {
		return nil, errors.New("this is another engine than that of the room")
	}
	return p, nil
}

// Room returns what a room is told of an engine.
func Room(p *match.Package) (room.Engine, error) {
	_, name, err := Bundle(p)
	if err != nil {
		return room.Engine{}, err
	}
	e := room.Engine{Name: p.Name(), Hash: name, Seats: p.Roster, Least: int(p.Least), Stages: p.Stages}
	for _, s := range p.States {
		e.States = append(e.States, s.Name)
	}
	for to, s := range p.States {
		for from := range len(p.States) + 1 {
			name := match.FromStart
			if from > 0 {
				name = p.States[from-1].Name
			}
			if from != to+1 && (len(s.From) == 0 || slices.Contains(s.From, name)) {
				e.Moves = append(e.Moves, [2]uint8{uint8(from), uint8(to + 1)})
			}
		}
	}
	return e, e.Check()
}
