package kit

import (
	"manyhold/render/ui/model"
)

// Result is the outcome of one Update. Its slices are reused by the next.
type Result struct {
	Actions []model.Action
	Sounds  []Sound
}

// Outbox is the outcome of this Update.
type Outbox struct {
	Result Result
	Late   []Sound // made between Updates: they come with the next
	Inside bool    // an Update is running
}

// Do adds an action to the result.
func (u *Outbox) Do(a model.Action) {
	u.Result.Actions = append(u.Result.Actions, a)
}

// Sound adds a sound to the result of this Update, or of the next.
func (u *Outbox) Sound(s Sound) {
	if u.Inside {
		u.Result.Sounds = append(u.Result.Sounds, s)
	} else if len(u.Late) < toastsMost {
		u.Late = append(u.Late, s)
	}
}
