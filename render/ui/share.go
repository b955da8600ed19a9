package ui

import (
	"strings"

	"github.com/skip2/go-qrcode"
)

// Share is the invitation as a picture, made once.
type Share struct {
	of   string
	grid [][]bool // true is dark; with a border of four light modules; nil: it is too long for a picture
}

// qr returns the picture of an invitation that a telephone reads, nil if it is too long. It is made of capitals, which
// take half the room, and which an invitation may be written in.
func (s *Share) qr(invite string) [][]bool {
	if s.of == invite {
		return s.grid
	}
	s.of, s.grid = invite, nil
	if code, err := qrcode.New(strings.ToUpper(invite), qrcode.Low); err == nil {
		s.grid = code.Bitmap()
	}
	return s.grid
}

// showShare lays out the invitation to this world, whole, as a picture for telephones, and how it is used.
func (s *Share) Show(u *Context) {
	u.veil()
	invite := u.m.Invite
	w := min(460, u.w-16)
	side := 0
	if invite != "" {
		side = len(s.qr(invite))
	}
	text := w - 2*padding - 16
	beside := side > 0 && u.w >= leastWidth
	module := 1
	if beside {
		for module < 3 && (module+1)*side <= min(150, u.h-160) {
			module++
		}
		text -= side*module + 12
	}
	how, lines := u.height(u.say("share.how"), text+16, false), max(1, len(u.wrap(invite, text)))
	body := max(how+4+lines*lineHeight+12, side*module)
	panel := u.centred(w, 24+body+8+buttonHeight+4+2*padding+2*lineHeight)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say("share.title"))
	top := r.cut(body)
	if beside {
		s.code(u, top.x+top.w-side*module, top.y, module)
		top.w -= side*module + 12
	}
	u.paragraph(top.cut(how+4), u.say("share.how"), style{col: textColour})
	well := top.cut(lines*lineHeight + 12)
	u.p.panel(well, wellColour, borderColour, wellColour)
	if invite == "" {
		u.text(well.inset(6), u.say("share.none"), style{col: dimColour})
	} else {
		u.paragraph(rect{well.x + 6, well.y + 6, text + 2, well.h - 12}, invite, style{col: focusColour})
	}
	r.cut(8)
	s.foot(u, r, invite)
}

// shareFoot lays out what can be done with the invitation.
func (s *Share) foot(u *Context, r rect, invite string) {
	row := r.cut(buttonHeight)
	half := (row.w - 8) / 2 &^ 3
	why := ""
	switch {
	case invite == "":
		why = u.say("share.none")
	case !u.m.CanCopy:
		why = u.say("share.no_clipboard")
	}
	if u.button(rect{row.x, row.y, half, row.h}, ident("share.copy", 0), u.say("share.copy"), why) {
		u.do(CopyInvite{})
		u.toast(u.say("share.copied"))
	}
	back := u.button(rect{row.x + row.w - half, row.y, half, row.h}, ident("share.back", 0), u.say("menu.back"), "")
	r.cut(4)
	u.helpLine(r)
	if back || u.backed() {
		u.close()
	}
}

// code draws the picture of the invitation, a module of it as so many logical pixels.
func (s *Share) code(u *Context, x, y, module int) {
	if !u.p.on {
		return
	}
	grid := s.grid
	u.p.fill(rect{x, y, len(grid) * module, len(grid) * module}, white)
	for i, row := range grid {
		for from := 0; from < len(row); from++ {
			to := from
			for to < len(row) && row[to] {
				to++
			}
			if to > from {
				u.p.fill(rect{x + from*module, y + i*module, (to - from) * module, module}, inkColour)
				from = to
			}
		}
	}
}
