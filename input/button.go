package input

// Button is one thing that can be pressed: a key by its place on the keyboard, a mouse button, a step of the
// wheel, a pad button, or one of the four directions of a stick. Its number is neither stored nor sent: its
// name is.
type Button uint8

// The buttons. Keys are named as by ebiten's Key.String, by their place on an American keyboard.
const (
	NoButton Button = iota

	KeyA
	KeyB
	KeyC
	KeyD
	KeyE
	KeyF
	KeyG
	KeyH
	KeyI
	KeyJ
	KeyK
	KeyL
	KeyM
	KeyN
	KeyO
	KeyP
	KeyQ
	KeyR
	KeyS
	KeyT
	KeyU
	KeyV
	KeyW
	KeyX
	KeyY
	KeyZ
	KeyDigit0
	KeyDigit1
	KeyDigit2
	KeyDigit3
	KeyDigit4
	KeyDigit5
	KeyDigit6
	KeyDigit7
	KeyDigit8
	KeyDigit9
	KeyF1
	KeyF2
	KeyF3
	KeyF4
	KeyF5
	KeyF6
	KeyF7
	KeyF8
	KeyF9
	KeyF10
	KeyF11
	KeyF12
	KeyF13
	KeyF14
	KeyF15
	KeyF16
	KeyF17
	KeyF18
	KeyF19
	KeyF20
	KeyF21
	KeyF22
	KeyF23
	KeyF24
	KeyNumpad0
	KeyNumpad1
	KeyNumpad2
	KeyNumpad3
	KeyNumpad4
	KeyNumpad5
	KeyNumpad6
	KeyNumpad7
	KeyNumpad8
	KeyNumpad9
	KeyNumpadAdd
	KeyNumpadSubtract
	KeyNumpadMultiply
	KeyNumpadDivide
	KeyNumpadDecimal
	KeyNumpadEnter
	KeyNumpadEqual
	KeyArrowUp
	KeyArrowDown
	KeyArrowLeft
	KeyArrowRight
	KeySpace
	KeyEnter
	KeyEscape
	KeyTab
	KeyBackspace
	KeyDelete
	KeyInsert
	KeyHome
	KeyEnd
	KeyPageUp
	KeyPageDown
	KeyShiftLeft
	KeyShiftRight
	KeyControlLeft
	KeyControlRight
	KeyAltLeft
	KeyAltRight
	KeyMetaLeft
	KeyMetaRight
	KeyCapsLock
	KeyNumLock
	KeyScrollLock
	KeyPrintScreen
	KeyPause
	KeyContextMenu
	KeyBackquote
	KeyBackslash
	KeyBracketLeft
	KeyBracketRight
	KeyComma
	KeyPeriod
	KeySlash
	KeySemicolon
	KeyQuote
	KeyMinus
	KeyEqual
	KeyIntlBackslash

	MouseLeft
	MouseRight
	MouseMiddle
	MouseBack
	MouseForward
	MouseWheelUp
	MouseWheelDown

	// The pad's buttons are named as on an Xbox pad; A is the lowest of the four on the right.
	PadA
	PadB
	PadX
	PadY
	PadL1
	PadR1
	PadL2
	PadR2
	PadSelect
	PadStart
	PadL3
	PadR3
	PadUp
	PadDown
	PadLeft
	PadRight
	PadHome
	PadLeftStickUp
	PadLeftStickDown
	PadLeftStickLeft
	PadLeftStickRight
	PadRightStickUp
	PadRightStickDown
	PadRightStickLeft
	PadRightStickRight
	// While Select is held, these are pressed in place of the buttons that they name.
	PadSelectA
	PadSelectB
	PadSelectX
	PadSelectY
	PadSelectL1
	PadSelectR1
	PadSelectUp
	PadSelectDown
	PadSelectLeft
	PadSelectRight

	ButtonCount
)

// Device is the kind of device of a button.
type Device uint8

// The devices. Keyboard and mouse are used together: players who walk with keys still aim with the cursor.
// Keys alone stand for players who do not touch the mouse.
const (
	Keys  Device = iota
	Mouse        // and the keyboard
	Pad          // also stands for no cursor: the aim is in front of the figure
	devices
)

// Device returns the device of b.
func (b Button) Device() Device {
	switch {
	case b >= PadA:
		return Pad
	case b >= MouseLeft:
		return Mouse
	}
	return Keys
}

// String returns the name of b in the settings, such as "ArrowUp", "MouseLeft" or "PadA"; the empty string
// for no button.
func (b Button) String() string {
	if b < ButtonCount {
		return buttons[b].name
	}
	return ""
}

// Label returns the name of b in a hint, such as "Esc", "Left click" or "A button".
func (b Button) Label() string {
	if b < ButtonCount {
		return buttons[b].label
	}
	return ""
}

func (b Button) wheel() bool { return b == MouseWheelUp || b == MouseWheelDown }

// buttons holds the name of each button in the settings and in hints.
var buttons = [ButtonCount]struct{ name, label string }{
	KeyA:               {"A", "A"},
	KeyB:               {"B", "B"},
	KeyC:               {"C", "C"},
	KeyD:               {"D", "D"},
	KeyE:               {"E", "E"},
	KeyF:               {"F", "F"},
	KeyG:               {"G", "G"},
	KeyH:               {"H", "H"},
	KeyI:               {"I", "I"},
	KeyJ:               {"J", "J"},
	KeyK:               {"K", "K"},
	KeyL:               {"L", "L"},
	KeyM:               {"M", "M"},
	KeyN:               {"N", "N"},
	KeyO:               {"O", "O"},
	KeyP:               {"P", "P"},
	KeyQ:               {"Q", "Q"},
	KeyR:               {"R", "R"},
	KeyS:               {"S", "S"},
	KeyT:               {"T", "T"},
	KeyU:               {"U", "U"},
	KeyV:               {"V", "V"},
	KeyW:               {"W", "W"},
	KeyX:               {"X", "X"},
	KeyY:               {"Y", "Y"},
	KeyZ:               {"Z", "Z"},
	KeyDigit0:          {"Digit0", "0"},
	KeyDigit1:          {"Digit1", "1"},
	KeyDigit2:          {"Digit2", "2"},
	KeyDigit3:          {"Digit3", "3"},
	KeyDigit4:          {"Digit4", "4"},
	KeyDigit5:          {"Digit5", "5"},
	KeyDigit6:          {"Digit6", "6"},
	KeyDigit7:          {"Digit7", "7"},
	KeyDigit8:          {"Digit8", "8"},
	KeyDigit9:          {"Digit9", "9"},
	KeyF1:              {"F1", "F1"},
	KeyF2:              {"F2", "F2"},
	KeyF3:              {"F3", "F3"},
	KeyF4:              {"F4", "F4"},
	KeyF5:              {"F5", "F5"},
	KeyF6:              {"F6", "F6"},
	KeyF7:              {"F7", "F7"},
	KeyF8:              {"F8", "F8"},
	KeyF9:              {"F9", "F9"},
	KeyF10:             {"F10", "F10"},
	KeyF11:             {"F11", "F11"},
	KeyF12:             {"F12", "F12"},
	KeyF13:             {"F13", "F13"},
	KeyF14:             {"F14", "F14"},
	KeyF15:             {"F15", "F15"},
	KeyF16:             {"F16", "F16"},
	KeyF17:             {"F17", "F17"},
	KeyF18:             {"F18", "F18"},
	KeyF19:             {"F19", "F19"},
	KeyF20:             {"F20", "F20"},
	KeyF21:             {"F21", "F21"},
	KeyF22:             {"F22", "F22"},
	KeyF23:             {"F23", "F23"},
	KeyF24:             {"F24", "F24"},
	KeyNumpad0:         {"Numpad0", "Numpad 0"},
	KeyNumpad1:         {"Numpad1", "Numpad 1"},
	KeyNumpad2:         {"Numpad2", "Numpad 2"},
	KeyNumpad3:         {"Numpad3", "Numpad 3"},
	KeyNumpad4:         {"Numpad4", "Numpad 4"},
	KeyNumpad5:         {"Numpad5", "Numpad 5"},
	KeyNumpad6:         {"Numpad6", "Numpad 6"},
	KeyNumpad7:         {"Numpad7", "Numpad 7"},
	KeyNumpad8:         {"Numpad8", "Numpad 8"},
	KeyNumpad9:         {"Numpad9", "Numpad 9"},
	KeyNumpadAdd:       {"NumpadAdd", "Numpad +"},
	KeyNumpadSubtract:  {"NumpadSubtract", "Numpad −"},
	KeyNumpadMultiply:  {"NumpadMultiply", "Numpad ×"},
	KeyNumpadDivide:    {"NumpadDivide", "Numpad /"},
	KeyNumpadDecimal:   {"NumpadDecimal", "Numpad ."},
	KeyNumpadEnter:     {"NumpadEnter", "Numpad Enter"},
	KeyNumpadEqual:     {"NumpadEqual", "Numpad ="},
	KeyArrowUp:         {"ArrowUp", "Up"},
	KeyArrowDown:       {"ArrowDown", "Down"},
	KeyArrowLeft:       {"ArrowLeft", "Left"},
	KeyArrowRight:      {"ArrowRight", "Right"},
	KeySpace:           {"Space", "Space"},
	KeyEnter:           {"Enter", "Enter"},
	KeyEscape:          {"Escape", "Esc"},
	KeyTab:             {"Tab", "Tab"},
	KeyBackspace:       {"Backspace", "Backspace"},
	KeyDelete:          {"Delete", "Delete"},
	KeyInsert:          {"Insert", "Insert"},
	KeyHome:            {"Home", "Home"},
	KeyEnd:             {"End", "End"},
	KeyPageUp:          {"PageUp", "Page Up"},
	KeyPageDown:        {"PageDown", "Page Down"},
	KeyShiftLeft:       {"ShiftLeft", "Left Shift"},
	KeyShiftRight:      {"ShiftRight", "Right Shift"},
	KeyControlLeft:     {"ControlLeft", "Left Ctrl"},
	KeyControlRight:    {"ControlRight", "Right Ctrl"},
	KeyAltLeft:         {"AltLeft", "Left Alt"},
	KeyAltRight:        {"AltRight", "Right Alt"},
	KeyMetaLeft:        {"MetaLeft", "Left Meta"},
	KeyMetaRight:       {"MetaRight", "Right Meta"},
	KeyCapsLock:        {"CapsLock", "Caps Lock"},
	KeyNumLock:         {"NumLock", "Num Lock"},
	KeyScrollLock:      {"ScrollLock", "Scroll Lock"},
	KeyPrintScreen:     {"PrintScreen", "Print Screen"},
	KeyPause:           {"Pause", "Pause"},
	KeyContextMenu:     {"ContextMenu", "Menu key"},
	KeyBackquote:       {"Backquote", "`"},
	KeyBackslash:       {"Backslash", "\\"},
	KeyBracketLeft:     {"BracketLeft", "["},
	KeyBracketRight:    {"BracketRight", "]"},
	KeyComma:           {"Comma", ","},
	KeyPeriod:          {"Period", "."},
	KeySlash:           {"Slash", "/"},
	KeySemicolon:       {"Semicolon", ";"},
	KeyQuote:           {"Quote", "'"},
	KeyMinus:           {"Minus", "-"},
	KeyEqual:           {"Equal", "="},
	KeyIntlBackslash:   {"IntlBackslash", "<"},
	MouseLeft:          {"MouseLeft", "Left click"},
	MouseRight:         {"MouseRight", "Right click"},
	MouseMiddle:        {"MouseMiddle", "Middle click"},
	MouseBack:          {"MouseBack", "Mouse back"},
	MouseForward:       {"MouseForward", "Mouse forward"},
	MouseWheelUp:       {"MouseWheelUp", "Wheel up"},
	MouseWheelDown:     {"MouseWheelDown", "Wheel down"},
	PadA:               {"PadA", "A button"},
	PadB:               {"PadB", "B button"},
	PadX:               {"PadX", "X button"},
	PadY:               {"PadY", "Y button"},
	PadL1:              {"PadL1", "Left shoulder"},
	PadR1:              {"PadR1", "Right shoulder"},
	PadL2:              {"PadL2", "Left trigger"},
	PadR2:              {"PadR2", "Right trigger"},
	PadSelect:          {"PadSelect", "Select"},
	PadStart:           {"PadStart", "Start"},
	PadL3:              {"PadL3", "Left stick click"},
	PadR3:              {"PadR3", "Right stick click"},
	PadUp:              {"PadUp", "D-pad up"},
	PadDown:            {"PadDown", "D-pad down"},
	PadLeft:            {"PadLeft", "D-pad left"},
	PadRight:           {"PadRight", "D-pad right"},
	PadHome:            {"PadHome", "Home button"},
	PadLeftStickUp:     {"PadLeftStickUp", "Left stick up"},
	PadLeftStickDown:   {"PadLeftStickDown", "Left stick down"},
	PadLeftStickLeft:   {"PadLeftStickLeft", "Left stick left"},
	PadLeftStickRight:  {"PadLeftStickRight", "Left stick right"},
	PadRightStickUp:    {"PadRightStickUp", "Right stick up"},
	PadRightStickDown:  {"PadRightStickDown", "Right stick down"},
	PadRightStickLeft:  {"PadRightStickLeft", "Right stick left"},
	PadRightStickRight: {"PadRightStickRight", "Right stick right"},
	PadSelectA:         {"PadSelectA", "Select + A"},
	PadSelectB:         {"PadSelectB", "Select + B"},
	PadSelectX:         {"PadSelectX", "Select + X"},
	PadSelectY:         {"PadSelectY", "Select + Y"},
	PadSelectL1:        {"PadSelectL1", "Select + left shoulder"},
	PadSelectR1:        {"PadSelectR1", "Select + right shoulder"},
	PadSelectUp:        {"PadSelectUp", "Select + up"},
	PadSelectDown:      {"PadSelectDown", "Select + down"},
	PadSelectLeft:      {"PadSelectLeft", "Select + left"},
	PadSelectRight:     {"PadSelectRight", "Select + right"},
}
