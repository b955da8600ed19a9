package lesson_test

import (
	"testing"

	"manyhold/app/window/lesson"
	"manyhold/game/entity"
	"manyhold/game/item"
)

// TestTheLampIsKept: a newcomer throws balls, crates, snowballs and what is carried, and nothing else.
func TestTheLampIsKept(t *testing.T) {
	free, full := &entity.Body{}, &entity.Body{Flags: entity.Carrying}
	for _, c := range []struct {
		newcomer bool
		body     *entity.Body
		held     item.Kind
		keeps    bool
	}{
		{true, free, item.Lamp, true}, {true, free, item.Torch, true}, {true, free, item.Stick, true},
		{true, free, item.Ball, false}, {true, free, item.Crate, false}, {true, free, item.Snowball, false},
		{true, full, item.Lamp, false}, {false, free, item.Lamp, false}, {true, nil, item.Lamp, false},
	} {
		if got := lesson.Keeps(c.newcomer, c.body, item.Stack{Kind: c.held, Count: 1}); got != c.keeps {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if lesson.Keeps(true, free, item.Stack{}) {
		t.Error("an empty hand is kept")
	}
}
