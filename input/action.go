// Package input turns keys, mouse, pad and touches into actions.
//
// A Source fills a Snapshot with the raw state of the devices once per tick. Bindings map Buttons to Actions.
// Bindings.Read joins the two into a State, owned by the window's goroutine, which answers: is this action
// held, was it pressed in this tick, in which direction does the player want to go, which text was typed.
// After the first typed text, a tick allocates no memory.
//
// The order within one tick is: Read; then the interface looks at the State; then, if it keeps the keys to
// itself (a text box, a menu), State.ConsumeWorld; then the world looks. A consumed button stays silent until
// it is released, so that the key that closes a menu has no effect in the world behind it.
//
// The settings name actions by Action.String and buttons by Button.String:
//
//	[keys]
//	move_up = ["W", "ArrowUp", "PadLeftStickUp"]
//	dig     = ["MouseLeft", "PadR2"]
//
// Package input knows no window; input/window is the Source of the real one, input/fake that of tests.
package input

import "strconv"

// Action is one thing the player can do. The numbers are neither stored nor sent: String is.
type Action uint8

// The actions.
const (
	NoAction Action = iota

	// Actions in the world: movement and hands.
	MoveUp
	MoveDown
	MoveLeft
	MoveRight
	AimUp // aiming with a stick; the mouse aims by its cursor
	AimDown
	AimLeft
	AimRight
	Dig   // held
	Place // held
	Use
	Kick
	PickUp // picks up; puts down a carried thing
	Throw
	Drop
	Emote // opens the wheel of emotes
	Chat
	Inventory
	Map
	Build // opens the wheel of tools
	Pick
	Turn
	UndoStep
	Palette // opens the palette of blueprints
	Examine // looks at the thing that one aims at
	Panel   // turns to the panel that a script shows
	NextSlot
	PrevSlot
	Slot1
	Slot2
	Slot3
	Slot4
	Slot5
	Slot6
	Slot7
	Slot8
	Slot9
	Slot10
	Slot11
	Slot12
	ZoomIn
	ZoomOut
	Menu

	// Menus: moving about in them. Up, Down, Left, Right, NextPage and PrevPage are meant to be asked
	// with State.Repeat.
	Confirm
	Back
	Up
	Down
	Left
	Right
	NextPage
	PrevPage

	// Everywhere.
	Help    // the card of all keys
	Overlay // the debug overlay
	Network // the view of the network
	Record
	Fullscreen

	ActionCount
)

// Context says where an action can be meant. Two actions of different contexts may share a button, unless
// one of them is Everywhere.
type Context uint8

// The contexts.
const (
	World Context = iota
	Menus
	Everywhere
)

// Context returns where a can be meant.
func (a Action) Context() Context {
	switch {
	case a < Confirm:
		return World
	case a < Help:
		return Menus
	}
	return Everywhere
}

// String returns the name of a in the settings, such as "move_up".
func (a Action) String() string {
	if a < ActionCount {
		return actions[a].name
	}
	return "action " + strconv.Itoa(int(a))
}

// Label returns the English name of a, as shown on the screen of key bindings.
func (a Action) Label() string {
	if a < ActionCount {
		return actions[a].label
	}
	return a.String()
}

// ParseAction returns the action that String calls name, and whether there is one.
func ParseAction(name string) (Action, bool) {
	for a := NoAction + 1; a < ActionCount; a++ {
		if actions[a].name == name {
			return a, true
		}
	}
	return NoAction, false
}

// Actions returns all actions in the order in which the screen where keys are chosen lists them.
func Actions() []Action {
	all := make([]Action, 0, ActionCount-1)
	for a := NoAction + 1; a < ActionCount; a++ {
		all = append(all, a)
	}
	return all
}

// actions holds the name, the label and the default buttons of each action.
var actions = [ActionCount]struct {
	name, label string
	buttons     []Button
}{
	NoAction:   {"none", "Nothing", nil},
	MoveUp:     {"move_up", "Walk north", []Button{KeyW, KeyArrowUp, PadLeftStickUp}},
	MoveDown:   {"move_down", "Walk south", []Button{KeyS, KeyArrowDown, PadLeftStickDown}},
	MoveLeft:   {"move_left", "Walk west", []Button{KeyA, KeyArrowLeft, PadLeftStickLeft}},
	MoveRight:  {"move_right", "Walk east", []Button{KeyD, KeyArrowRight, PadLeftStickRight}},
	AimUp:      {"aim_up", "Aim north", []Button{PadRightStickUp}},
	AimDown:    {"aim_down", "Aim south", []Button{PadRightStickDown}},
	AimLeft:    {"aim_left", "Aim west", []Button{PadRightStickLeft}},
	AimRight:   {"aim_right", "Aim east", []Button{PadRightStickRight}},
	Dig:        {"dig", "Dig", []Button{MouseLeft, PadR2, KeyJ}},
	Place:      {"place", "Place", []Button{MouseRight, PadL2, KeyK}},
	Use:        {"use", "Use, open, light", []Button{KeyE, PadA}},
	Kick:       {"kick", "Kick", []Button{KeySpace, PadX}},
	PickUp:     {"pick_up", "Pick up, put down", []Button{KeyF, PadY}},
	Throw:      {"throw", "Throw", []Button{KeyR, MouseMiddle, PadB}},
	Drop:       {"drop", "Drop", []Button{KeyQ, PadDown}},
	Emote:      {"emote", "Emote", []Button{KeyG, PadUp}},
	Chat:       {"chat", "Chat", []Button{KeyT, KeyEnter, PadRight}},
	Inventory:  {"inventory", "Inventory", []Button{KeyTab, KeyI, PadLeft}},
	Map:        {"map", "Map", []Button{KeyM, PadSelect}},
	Build:      {"build", "Build tools", []Button{KeyB, PadSelectB}},
	Pick:       {"pick", "Pick block (hold: copy)", []Button{KeyC, PadSelectL1}},
	Turn:       {"turn", "Rotate", []Button{KeyX, PadSelectR1}},
	UndoStep:   {"undo", "Undo building", []Button{KeyZ, PadSelectLeft}},
	Palette:    {"palette", "Blueprints", []Button{KeyV, PadSelectX}},
	Examine:    {"examine", "Look at a thing", []Button{KeyO, PadSelectY}},
	Panel:      {"panel", "Use a panel", []Button{KeyP, PadSelectA}},
	NextSlot:   {"next_slot", "Next slot", []Button{KeyBracketRight, PadR1}},
	PrevSlot:   {"prev_slot", "Previous slot", []Button{KeyBracketLeft, PadL1}},
	Slot1:      {"slot_1", "Slot 1", []Button{KeyDigit1}},
	Slot2:      {"slot_2", "Slot 2", []Button{KeyDigit2}},
	Slot3:      {"slot_3", "Slot 3", []Button{KeyDigit3}},
	Slot4:      {"slot_4", "Slot 4", []Button{KeyDigit4}},
	Slot5:      {"slot_5", "Slot 5", []Button{KeyDigit5}},
	Slot6:      {"slot_6", "Slot 6", []Button{KeyDigit6}},
	Slot7:      {"slot_7", "Slot 7", []Button{KeyDigit7}},
	Slot8:      {"slot_8", "Slot 8", []Button{KeyDigit8}},
	Slot9:      {"slot_9", "Slot 9", []Button{KeyDigit9}},
	Slot10:     {"slot_10", "Slot 10", []Button{KeyDigit0}},
	Slot11:     {"slot_11", "Slot 11", []Button{KeyMinus}},
	Slot12:     {"slot_12", "Slot 12", []Button{KeyEqual}},
	ZoomIn:     {"zoom_in", "Zoom in", []Button{MouseWheelUp, KeyNumpadAdd, PadR3}},
	ZoomOut:    {"zoom_out", "Zoom out", []Button{MouseWheelDown, KeyNumpadSubtract, PadL3}},
	Menu:       {"menu", "Menu", []Button{KeyEscape, PadStart}},
	Confirm:    {"confirm", "Confirm", []Button{KeyEnter, KeyNumpadEnter, KeySpace, PadA}},
	Back:       {"back", "Back", []Button{KeyEscape, PadB, PadStart}},
	Up:         {"up", "Up", []Button{KeyArrowUp, KeyW, PadUp, PadLeftStickUp}},
	Down:       {"down", "Down", []Button{KeyArrowDown, KeyS, PadDown, PadLeftStickDown}},
	Left:       {"left", "Left", []Button{KeyArrowLeft, KeyA, PadLeft, PadLeftStickLeft}},
	Right:      {"right", "Right", []Button{KeyArrowRight, KeyD, PadRight, PadLeftStickRight}},
	NextPage:   {"next_page", "Next page", []Button{KeyTab, KeyPageDown, PadR1}},
	PrevPage:   {"prev_page", "Previous page", []Button{KeyPageUp, PadL1}},
	Help:       {"help", "Help: all keys", []Button{KeyF1}},
	Overlay:    {"overlay", "Debug info", []Button{KeyF3}},
	Network:    {"network", "Network view", []Button{KeyF4}},
	Record:     {"record", "Record", []Button{KeyF8}},
	Fullscreen: {"fullscreen", "Full screen", []Button{KeyF11}},
}

func names(bs []Button) []string {
	list := make([]string, len(bs))
	for i, b := range bs {
		list[i] = b.String()
	}
	return list
}
