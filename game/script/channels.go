package script

import (
	"fmt"

	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
)

// channels is the name of the list of a script's channels.
const channels = "CHANNELS"

// MaxChannels is the most channels that a script hears.
const MaxChannels = 8

// Channels says what is wrong with a list of channels, "" if it is in order. ok reports whether it is a list
// or tuple of strings at all.
func Channels(list []string, ok bool) (why string) {
	switch {
	case !ok:
		return `CHANNELS is no list of strings; write CHANNELS = ["doors"]`
	case len(list) > MaxChannels:
		return fmt.Sprintf("%d channels are more than the %d that a script hears; send several kinds of messages on one", len(list), MaxChannels)
	}
	for _, c := range list {
		if len(c) > thing.MaxName {
			return fmt.Sprintf("the channel %.20q… has %d bytes, and may have %d; shorten it", c, len(c), thing.MaxName)
		}
	}
	return ""
}

// heard returns the channels of a loaded script. A script whose list is wrong is refused.
func heard(loaded *star.Program, source []byte) (list []string, wrong *star.Refusal) {
	list, ok := loaded.Texts(channels)
	if why := Channels(list, ok); why != "" {
		at := value.Pos{Line: 1, Col: 1}
		for _, x := range star.Outers(source) {
			if x.Name == channels {
				at = x.At
			}
		}
		return nil, &star.Refusal{At: at, Why: why}
	}
	return list, nil
}
