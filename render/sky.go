package render

import (
	"math"
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
	// longestShadow is how far a tap of the light shader looks towards the sun at dawn and dusk, in pixels.
	longestShadow = 8.5
	// hardestShadow is how much of the sky's light a shadow takes away.
	hardestShadow = 0.5
)

// sky is the light that the sun or the night gives.
type sky struct {
	r, g, b    float64 // 0 to 1
	sunX, sunY float64 // shadow step in pixels per tap
	shade      float64 // how dark shadows are
	night      float64 // 0 by day to 1 in the night
}

// skyAt returns the sky at an hour of the day.
func skyAt(hour float64) sky {
	hour = math.Mod(math.Mod(hour, hoursPerDay)+hoursPerDay, hoursPerDay)
	var s sky
	for n := 1; n < len(day); n++ {
		a, b := day[n-1], day[n]
		if hour <= b.hour {
			k := (hour - a.hour) / (b.hour - a.hour)
			s.r = (a.r + (b.r-a.r)*k) / 255
			s.g = (a.g + (b.g-a.g)*k) / 255
			s.b = (a.b + (b.b-a.b)*k) / 255
			break
		}
	}
	s.night = clamp((0.92-(s.r+s.g)/2)/0.55, 0, 1)
	if hour > sunrise && hour < sunset {
		noon := (sunrise + sunset) / 2
		k := (hour - noon) / (noon - sunrise)
		s.sunX = k * math.Sqrt(math.Abs(k)) * longestShadow
		s.sunY = 1.2 + 0.9*math.Abs(k)
		s.shade = hardestShadow * clamp((1-math.Abs(k))*9, 0, 1) * (0.55 + 0.45*math.Abs(k))
	}
	return s
}
