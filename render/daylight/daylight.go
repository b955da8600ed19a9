// Package daylight is the light of the sky: through the day, under clouds, and in lightning.
package daylight

import (
	"math"

	"manyhold/game/weather"
)

// dayPoint is the light of the sky at an hour; between two points it is blended.
type dayPoint struct {
	hour    float64
	r, g, b float64
}

// The light of the sky through the day. The night is a little lighter than 2C3566, which swallowed figures.
// Two minutes of the twenty are 2.4 hours: the length of a blend.
var day = []dayPoint{
	{0, 0x50, 0x62, 0xAC}, {4.4, 0x46, 0x56, 0x9C}, {6.2, 0xFF, 0xC9, 0xA0}, {8.4, 0xFF, 0xFD, 0xF4},
	{16.4, 0xFF, 0xFD, 0xF4}, {18.4, 0xFF, 0xC0, 0x9E}, {19.4, 0xE6, 0x94, 0x9C}, {20.6, 0x76, 0x66, 0xA8}, {21.8, 0x50, 0x62, 0xAC}, {24, 0x46, 0x56, 0x9C},
}

const (
	sunrise, sunset = 5.2, 20.6
	// LongestShadow is how far a tap of the light shader looks towards the sun at dawn and dusk, in pixels.
	LongestShadow = 8.5
	// hardestShadow is how much of the sky's light a shadow takes away.
	hardestShadow = 0.5
)

// Sky is the light that the sun or the night gives.
type Sky struct {
	R, G, B    float64 // 0 to 1
	SunX, SunY float64 // shadow step in pixels per tap
	Shade      float64 // how dark shadows are
	Night      float64 // 0 by day to 1 in the night
}

// At returns the sky at an hour of the day.
func At(hour float64) Sky {
	hour = math.Mod(math.Mod(hour, 24)+24, 24)
	var s Sky
	for n := 1; n < len(day); n++ {
		a, b := day[n-1], day[n]
		if hour <= b.hour {
			k := (hour - a.hour) / (b.hour - a.hour)
			s.R = (a.r + (b.r-a.r)*k) / 255
			s.G = (a.g + (b.g-a.g)*k) / 255
			s.B = (a.b + (b.b-a.b)*k) / 255
			break
		}
	}
	s.Night = min(max((0.92-(s.R+s.G)/2)/0.55, 0), 1)
	if hour > sunrise && hour < sunset {
		noon := (sunrise + sunset) / 2
		k := (hour - noon) / (noon - sunrise)
		s.SunX = k * math.Sqrt(math.Abs(k)) * LongestShadow
		s.SunY = 1.2 + 0.9*math.Abs(k)
		s.Shade = hardestShadow * min((1-math.Abs(k))*9, 1) * (0.55 + 0.45*math.Abs(k))
	}
	return s
}

// The light of clouds: the share of the sky's colours left in heavy rain and in the midst of a storm.
var (
	rainLight  = [3]float64{0.74, 0.82, 0.94}
	stormLight = [3]float64{0.36, 0.44, 0.60}
)

// Under changes the light of a clear sky to that under clouds, and to that of lightning.
func (s *Sky) Under(w *weather.Sky, flash float64) {
	rain, storm, fog := float64(w.Rain)/weather.Full, float64(w.Storm)/weather.Full, float64(w.Fog)/weather.Full
	for n, c := range [3]*float64{&s.R, &s.G, &s.B} {
		k := 1 + (rainLight[n]-1)*rain
		k *= 1 + (stormLight[n]/rainLight[n]-1)*storm
		// At night there is little left to take away.
		*c *= k + (1-k)*0.6*s.Night
		*c = min(1.25, *c+flash*[3]float64{0.55, 0.62, 0.85}[n])
	}
	s.Night = max(s.Night, 0.55*storm, 0.2*rain)
	s.Shade *= (1 - 0.85*max(rain, fog*0.7)) * (1 - flash)
}
