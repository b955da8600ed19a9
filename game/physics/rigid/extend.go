package rigid

// Extend makes kinds a world's kinds behind those of its rules, which may have had others there before. The
// world must be between Begin and Begin.
func Extend(w *World, kinds []Kind) {
	if len(w.rules.Kinds)+len(kinds) > MostKinds {
		panic("rigid: a table is beyond the limits")
	}
	w.frames = w.frames[:len(w.rules.Kinds)]
	for _, k := range kinds {
		w.frames = append(w.frames, newFrame(k))
	}
}

// Extended returns how many kinds Extend has added.
func Extended(w *World) int { return len(w.frames) - len(w.rules.Kinds) }
