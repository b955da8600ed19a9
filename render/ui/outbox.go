package ui

// Result is what came of one Update. Its slices are reused by the next.
type Result struct {
	Actions []Action
	Sounds  []Sound
}

// outbox is what came of this Update.
type outbox struct {
	result Result
	late   []Sound // made between Updates: they come with the next
	inside bool    // an Update is running
}

// do adds an action to the result.
func (u *outbox) do(a Action) {
	u.result.Actions = append(u.result.Actions, a)
}

// sound adds a sound to the result of this Update, or of the next.
func (u *outbox) sound(s Sound) {
	if u.inside {
		u.result.Sounds = append(u.result.Sounds, s)
	} else if len(u.late) < toastsMost {
		u.late = append(u.late, s)
	}
}
