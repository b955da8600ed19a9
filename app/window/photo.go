package window

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/fixed"
	"manyhold/render/camera"
	"manyhold/render/ui/model"
)

// photo takes pictures while one plays: the camera goes where it is sent, and the player stands.
type photo struct {
	on  bool
	at  fixed.Vec
	due int // frames until the picture is taken; 0: none is
}

// photoDue is how many frames after it was asked for a picture is taken: by then nothing but the world is in
// it.
const photoDue = 2

// act carries out an action of the screen for taking pictures, and reports whether it was one.
func (p *photo) act(cam *camera.Camera, a model.Action) bool {
	switch a := a.(type) {
	case model.PanPhoto:
		if !p.on {
			p.on, p.at = true, cam.Centre()
		}
		tiles := fixed.Q(cam.Zoom())
		p.at.X += fixed.Q(a.X) * tiles * fixed.One / 1000
		p.at.Y += fixed.Q(a.Y) * tiles * fixed.One / 1000
	case model.ZoomPhoto:
		cam.ZoomBy(a.By)
	case model.TakePhoto:
		p.due = photoDue
	case model.EndPhoto:
		*p = photo{}
	default:
		return false
	}
	return true
}

// follow lets the camera look at a place, or at that of the picture that is being taken.
func (p *photo) follow(cam *camera.Camera, at fixed.Vec) {
	if p.on {
		at = p.at
	}
	cam.Follow(at)
}

// takePhoto takes the picture of the window when it is due, and writes it down in a goroutine of its own.
func (s *session) takePhoto(screen *ebiten.Image) {
	p := &s.photo
	if p.due == 0 {
		return
	}
	if p.due--; p.due > 0 {
		return
	}
	m := image.NewRGBA(screen.Bounds())
	screen.ReadPixels(m.Pix)
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 255 // the window has no holes
	}
	s.ui.Photographed()
	dir, words := filepath.Join(s.id.Dir, "pictures"), s.words
	go func() {
		path, err := keepPhoto(dir, time.Now(), m)
		if err != nil {
			s.tell(words.Fill("note.photo_failed", "why", err.Error()))
			return
		}
		s.tell(words.Fill("note.photo", "path", path))
	}()
}

// keepPhoto writes a picture into a directory under a name of its own.
func keepPhoto(dir string, at time.Time, m image.Image) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	stem := at.Format("2006-01-02T15-04-05")
	for n := 1; ; n++ {
		name := stem + ".png"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.png", stem, n)
		}
		path := filepath.Join(dir, name)
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if os.IsExist(err) && n < 100 {
			continue
		}
		if err != nil {
			return "", err
		}
		err = png.Encode(f, m)
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		return path, err
	}
}
