package model

// ReplayView is the recording one looks at.
type ReplayView struct {
	On          bool
	Turn        uint64 // that is shown
	First, Last uint64 // turns of the recording
	Differs     uint64 // the first turn known with a replay that differs from the recording, 0 for none
	Paused      bool
	Pace        float64 // 1 is as it was
	Follows     string  // the name of the player that the camera follows
	Damaged     bool    // it is damaged after Last
}

// TrialView is the scene of physics one looks at.
type TrialView struct {
	On             bool
	About          string // its description, in a line
	Bodies, Asleep int    // that can move, and how many of them sleep
	Micros         int    // that a step takes
	Seconds        int    // since it began
	Paused         bool
	Pace           float64 // 1 is as fast as time goes
}

// SceneView is the current world of the showroom.
type SceneView struct {
	On     bool
	Paused bool
}
