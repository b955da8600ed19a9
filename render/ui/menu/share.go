package menu

import (
	"strings"

	"github.com/skip2/go-qrcode"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Share is the invitation as a picture, made once.
type Share struct {
	of   string
	grid [][]bool // true is dark; with a border of four light modules; nil: it is too long for a picture
}

// Qr returns the picture of an invitation that a telephone reads, nil if it is too long. It is made of
// capitals, which take half the room, and which an invitation may be written in.
func (s *Share) Qr(invite string) [][]bool {
	if s.of == invite {
		return s.grid
	}
	s.of, s.grid = invite, nil
	if code, err := qrcode.New(strings.ToUpper(invite), qrcode.Low); err == nil {
		s.grid = code.Bitmap()
	}
	return s.grid
}

// Show lays out the invitation to this world, whole, as a picture for telephones, and how it is used.
func (s *Share) Show(u *kit.Context) {
	u.Veil()
	invite := u.Model.Share.Invite
	w := min(460, u.W-16)
	side := 0
	if invite != "" {
		side = len(s.Qr(invite))
	}
	text := w - 2*kit.Padding - 16
	beside := side > 0 && u.W >= kit.LeastWidth
	module := 1
	if beside {
		for module < 3 && (module+1)*side <= min(150, u.H-160) {
			module++
		}
		text -= side*module + 12
	}
	how, lines := u.Height(u.Say("share.how"), text+16, false), max(1, len(u.Wrap(invite, text)))
	body := max(how+4+lines*kit.LineHeight+12, side*module)
	panel := u.Centred(w, 24+body+8+kit.ButtonHeight+4+2*kit.Padding+2*kit.LineHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("share.title"))
	top := r.Cut(body)
	if beside {
		s.code(u, top.X+top.W-side*module, top.Y, module)
		top.W -= side*module + 12
	}
	u.Paragraph(top.Cut(how+4), u.Say("share.how"), kit.Style{Col: kit.TextColour})
	well := top.Cut(lines*kit.LineHeight + 12)
	u.P.Panel(well, kit.WellColour, kit.BorderColour, kit.WellColour)
	if invite == "" {
		u.Text(well.Inset(6), u.Say("share.none"), kit.Style{Col: kit.DimColour})
	} else {
		u.Paragraph(kit.R(well.X+6, well.Y+6, text+2, well.H-12), invite, kit.Style{Col: kit.FocusColour})
	}
	r.Cut(8)
	s.foot(u, r, invite)
}

// foot lays out the actions on the invitation.
func (s *Share) foot(u *kit.Context, r kit.Rect, invite string) {
	row := r.Cut(kit.ButtonHeight)
	half := (row.W - 8) / 2 &^ 3
	why := ""
	switch {
	case invite == "":
		why = u.Say("share.none")
	case !u.Model.Share.CanCopy:
		why = u.Say("share.no_clipboard")
	}
	if u.Button(kit.R(row.X, row.Y, half, row.H), kit.Ident("share.copy", 0), u.Say("share.copy"), why) {
		u.Do(model.CopyInvite{})
		u.Toast(u.Say("share.copied"))
	}
	back := u.Button(kit.R(row.X+row.W-half, row.Y, half, row.H), kit.Ident("share.back", 0), u.Say("menu.back"), "")
	r.Cut(4)
	u.HelpLine(r)
	if back || u.Backed() {
		u.Close()
	}
}

// code draws the picture of the invitation, a module of it as so many logical pixels.
func (s *Share) code(u *kit.Context, x, y, module int) {
	if !u.P.On {
		return
	}
	grid := s.grid
	u.P.Fill(kit.R(x, y, len(grid)*module, len(grid)*module), kit.White)
	for i, row := range grid {
		for from := 0; from < len(row); from++ {
			to := from
			for to < len(row) && row[to] {
				to++
			}
			if to > from {
				u.P.Fill(kit.R(x+from*module, y+i*module, (to-from)*module, module), kit.InkColour)
				from = to
			}
		}
	}
}
