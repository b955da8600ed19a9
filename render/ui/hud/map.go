package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
)

// minimap draws the small map and the clock below it. A click on the map opens the large one.
func (h *HUD) minimap(u *kit.Context, live bool) {
	if u.Model.Game.World == nil {
		return
	}
	r := kit.R(u.W-8-kit.MapPanel, 8, kit.MapPanel, kit.MapPanel)
	u.Panel(r)
	h.Map.ShowSmall(u, r.X+4, r.Y+4)
	if live && !u.Drawing && r.Contains(u.CursorX, u.CursorY) && u.In.ButtonPressed(input.MouseLeft) {
		h.Map.Open(u)
	}
	if !u.Model.Game.Matches.Live.On { // a match has a clock of its own
		h.dial(u, kit.R(r.X, r.Y+r.H+4, r.W, dialHeight))
	}
}

const dialHeight = 24

// dial draws the time of day: sun or moon on its way over the sky, and the hour in figures.
func (h *HUD) dial(u *kit.Context, r kit.Rect) {
	u.Panel(r)
	sky := kit.R(r.X+3, r.Y+3, 30, r.H-6)
	hour := u.Model.Game.Hour
	day := hour >= 6 && hour < 18
	back, disc := kit.NightColour, kit.MoonCell
	part := (hour - 18) / 12
	switch {
	case hour < 6:
		part = (hour + 6) / 12
	case day:
		part, disc, back = (hour-6)/12, kit.SunCell, kit.WaterColour
		if hour < 7 || hour >= 17 {
			back = kit.HurtColour
		}
	}
	u.P.Fill(sky, back)
	rise := 4 * part * (1 - part)
	clip := u.P.Within(kit.R(sky.X, sky.Y, sky.W, sky.H-3))
	x := sky.X + int(part*float64(sky.W-int(disc.W))+0.5)
	u.P.Picture(x, sky.Y+sky.H-3-6-int(rise*float64(sky.H-12)+0.5), disc, 1, kit.White)
	u.P.Clip = clip
	u.P.Fill(kit.R(sky.X, sky.Y+sky.H-3, sky.W, 3), kit.InkColour)
	u.Text(kit.R(r.X+34, r.Y, r.W-38, r.H), h.clockWords(u), kit.Style{Col: kit.TextColour, Align: kit.Right})
}

// clockWords returns the time of day in figures, in steps of ten minutes.
func (h *HUD) clockWords(u *kit.Context) string {
	at := [2]int{int(u.Model.Game.Hour), int(u.Model.Game.Hour*6) % 6 * 10}
	if h.ClockText == "" || at != h.clock {
		h.clock = at
		h.ClockText = u.Say2("hud.clock", "h", kit.Itoa(at[0]), "m", twoDigits(at[1]))
	}
	return h.ClockText
}
