package shelf

import (
	"context"
	"encoding/json"
	"strings"

	"manyhold/app/usage"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
)

// Reader is the assets of a node as a window reads them: those of this process, or those of the node to which
// the window is attached (app/shelf/remote). No method but Get waits.
type Reader interface {
	// Want has an asset fetched.
	Want(asset.Name, exchange.Priority)
	// Unwant ends the fetching of an asset.
	Unwant(asset.Name)
	// Holds reports whether the whole asset is at the node.
	Holds(asset.Name) bool
	// Get returns the bytes of an asset that is there. A window calls it beside its frames.
	Get(asset.Name) ([]byte, bool)
	// Progress returns how far a wanted asset has come; false: it is not wanted, or there.
	Progress(asset.Name) (exchange.Progress, bool)
	// Descriptor returns what is known of an asset before its bytes are there. Of a node of another process
	// it has no shape and no blocks.
	Descriptor(asset.Name) (*asset.Descriptor, bool)
}

// MaxStates is how many assets one question about states names at most.
const MaxStates = 64

// State is how far a node is with an asset.
type State struct {
	Name        string // as asset.Name.String writes it
	Held        bool   // the whole asset is there
	Done, Total int    // blocks of one that is on its way
	Kind        uint8  // asset.Kind; 0 while the descriptor is not there
	Size        int    `json:",omitempty"` // bytes
	Width       int    `json:",omitempty"` // pixels of a picture
	Height      int    `json:",omitempty"`
}

// AssetStates tells how far some assets are, as a JSON list of State. The names stand one a line; one behind
// a plus sign is fetched, as something that a window shows. Its errors are for people.
func (s *Shelf) AssetStates(_ context.Context, names string) (text string, err error) {
	lines := strings.Split(names, "\n")
	if len(lines) > MaxStates {
		return "", usage.Errorf("%d assets at a time are too many; ask for %d", len(lines), MaxStates)
	}
	list := make([]State, 0, len(lines))
	for _, line := range lines {
		digits, wanted := strings.CutPrefix(line, "+")
		name, err := asset.ParseName(digits)
		if err != nil {
			return "", usage.Mark(err)
		}
		x := State{Name: digits, Held: s.Store.Holds(name)}
		if wanted && !x.Held {
			s.Store.Want(name, exchange.Visible)
		}
		if p, ok := s.Store.Progress(name); ok {
			x.Done, x.Total = p.Done, p.Total
		}
		if d, ok := s.Store.Descriptor(name); ok {
			x.Kind, x.Size, x.Width, x.Height = uint8(d.Kind), d.Size, d.Width, d.Height
		}
		list = append(list, x)
	}
	b, err := json.Marshal(list)
	return string(b), err
}
