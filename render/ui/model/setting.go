package model

// SettingKind is how a setting is shown.
type SettingKind uint8

// The kinds, and the text form of Setting.Value.
const (
	Toggle   SettingKind = iota // "true" or "false"
	Range                       // a decimal number
	Choice                      // one of Choices
	Text                        // any text of at most Max bytes
	Keys                        // names of keys, separated by spaces
	Wardrobe                    // how the player is dressed; it has a screen of its own
)

// Setting is one line of the settings screen, which is generated from them.
type Setting struct {
	Key, Label, Help, Group string // Group is a word, or a key of the table group in the words
	Kind                    SettingKind
	Value, Default          string
	Min, Max, Step          float64
	Unit, Zero              string // Zero is the word for 0, if that is not a number
	Choices                 []string
	Names                   []string // of the choices, in words; nil: from the table of words
	Why                     string   // why it cannot be changed now; empty if it can
}

// Theme is a set of colours of the interface.
type Theme uint8

// The themes.
const (
	Warm Theme = iota // lamps in the dark: the colours as they are named
	// lines of light: every colour of the interface differs, and the focused widget glows
	Neon
)
