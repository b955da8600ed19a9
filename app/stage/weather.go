package stage

import "manyhold/game/weather"

// PictureWeather is the weather that can be asked for, by name.
var PictureWeather = map[string]weather.Sky{
	"clear": {Wind: 40},
	"rain":  {Rain: weather.Full * 3 / 4, Wind: 90},
	"storm": {Rain: weather.Full, Storm: weather.Full, Wind: 220},
	"fog":   {Fog: weather.Full, Wind: 40},
}
