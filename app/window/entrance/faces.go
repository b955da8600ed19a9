package entrance

import (
	"cmp"
	"sync"
	"time"

	"manyhold/app/window/worldpage"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// Faces are the titles and pictures of the worlds that are kept on this computer. Files are read in
// goroutines, once for each time that a file was changed. The zero value is ready.
type Faces struct{ known sync.Map } // by faceKey: *face; an empty one while it is not known

type faceKey struct {
	world    store.WorldID
	modified time.Time
}

type face struct {
	title   string
	picture *model.Picture
}

// Show gives a world of the list its title and picture. stored reads them from the disk.
func (f *Faces) Show(o *model.WorldOffer, w *store.Info, stored func(store.WorldID) (title, picture string)) {
	at := faceKey{w.ID, w.Modified}
	had, known := f.known.LoadOrStore(at, &face{})
	if !known {
		go func() {
			title, picture := stored(at.world)
			f.known.Store(at, &face{title, worldpage.PictureOfBytes(picture)})
		}()
	}
	o.Name, o.Picture = cmp.Or(had.(*face).title, o.Name), had.(*face).picture
}

// Preview is what an invitation says of a world before it is entered. The zero value is ready.
type Preview struct {
	of  string
	out model.Preview
}

// Of reads the text of an invitation: anew when it is another. A text that is none shows nothing.
func (p *Preview) Of(text string) model.Preview {
	if text == p.of {
		return p.out
	}
	p.of, p.out = text, model.Preview{}
	if i, _, err := signal.ParseLink(text); err == nil {
		p.out = model.Preview{Name: i.Title, Picture: worldpage.PictureOfBytes(i.Picture)}
	}
	return p.out
}
