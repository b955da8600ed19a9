package settings

import (
	"fmt"
	"strconv"
	"strings"

	"manyhold/game/entity"
)

// ParseLook reads how a player is dressed as player.look says it: six numbers, or "" for nothing said (nil).
func ParseLook(text string) (*entity.Look, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, nil
	}
	var l entity.Look
	parts := [...]*uint8{&l.Skin, &l.Hair, &l.HairColour, &l.Shirt, &l.Trousers, &l.Hat}
	if len(words) != len(parts) {
		return nil, fmt.Errorf("%q has %d numbers; a look has %d", text, len(words), len(parts))
	}
	for i, w := range words {
		n, err := strconv.ParseUint(w, 10, 8)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number from 0 to 255", w)
		}
		*parts[i] = uint8(n)
	}
	return &l, nil
}

// LookWords is a look as player.look says it.
func LookWords(l entity.Look) string {
	return fmt.Sprintf("%d %d %d %d %d %d", l.Skin, l.Hair, l.HairColour, l.Shirt, l.Trousers, l.Hat)
}
