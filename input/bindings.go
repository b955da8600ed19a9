package input

import (
	"fmt"
	"slices"
	"strings"
)

// MaxButtons is the most buttons that one action can have. A list with more is refused.
const MaxButtons = 4

// Bindings say which buttons mean which action. They are owned by one goroutine, that of the window.
type Bindings struct {
	toggle [ActionCount]bool               // pressed once to begin, and once more to end
	call   func(Button) string             // names of buttons in hints; nil: their labels
	list   [ActionCount][MaxButtons]Button // filled from the front, NoButton afterwards
	hint   [ActionCount][devices]string    // by Device: the first button's label
}

// BindError reports a mistake in a table of bindings. Action is the name of the action as given, so that the
// reader of the file finds the line; Button is empty when the action itself is wrong.
type BindError struct {
	Action string
	Button string
	Reason string // the mistake and the accepted values, a clause
}

func (e *BindError) Error() string {
	if e.Button == "" {
		return fmt.Sprintf("keys: %q %s", e.Action, e.Reason)
	}
	return fmt.Sprintf("keys: %s: %q %s", e.Action, e.Button, e.Reason)
}

// NewBindings makes bindings from a table of the settings: for each action's name, the names of its buttons.
// A missing action keeps its default buttons, one with an empty list has none; only the action that leaves a
// menu must have one. Of several mistakes, that of the alphabetically first action is returned, as a
// *BindError; the Bindings are nil then.
func NewBindings(table map[string][]string) (*Bindings, error) {
	b := new(Bindings)
	for a := NoAction + 1; a < ActionCount; a++ {
		copy(b.list[a][:], actions[a].buttons)
	}
	given := make([]string, 0, len(table))
	for name := range table {
		given = append(given, name)
	}
	slices.Sort(given)
	for _, name := range given {
		if err := b.set(name, table[name]); err != nil {
			return nil, err
		}
	}
	b.label()
	return b, nil
}

func (b *Bindings) set(name string, list []string) error {
	a, ok := ParseAction(name)
	if !ok {
		return &BindError{name, "", "is no action" + guess(name, actionNames()) + "; the actions are " + strings.Join(actionNames(), ", ")}
	}
	if len(list) > MaxButtons {
		return &BindError{name, "", fmt.Sprintf("has %d buttons; at most %d are possible", len(list), MaxButtons)}
	}
	if len(list) == 0 && (a == Menu || a == Confirm || a == Back) {
		return &BindError{name, "", "needs at least one button: without it nobody finds the way out of a menu"}
	}
	var got [MaxButtons]Button
	for i, s := range list {
		button, ok := ParseButton(s)
		if !ok {
			return &BindError{name, s, "is no button" + guess(s, buttonNames()) + "; possible are " + Possible()}
		}
		if slices.Contains(got[:i], button) {
			return &BindError{name, s, "is listed twice"}
		}
		got[i] = button
	}
	b.list[a] = got
	return nil
}

func (b *Bindings) label() {
	for a := range b.list {
		b.hint[a] = [devices]string{}
		for i := MaxButtons - 1; i >= 0; i-- {
			button := b.list[a][i]
			if button == NoButton {
				continue
			}
			d := button.Device()
			b.hint[a][d] = b.called(button)
			if d == Keys { // the keyboard lies beside the mouse
				b.hint[a][Mouse] = b.hint[a][Keys]
			}
		}
	}
}

// SetToggle switches a between two modes: held while pressed, or begun by one press and ended by the next.
func (b *Bindings) SetToggle(a Action, on bool) { b.toggle[a] = on }

// CallButtons makes hints use call for the names of buttons, in another language.
func (b *Bindings) CallButtons(call func(Button) string) {
	b.call = call
	b.label()
}

func (b *Bindings) called(button Button) string {
	if b.call != nil {
		return b.call(button)
	}
	return button.Label()
}

// Buttons returns the buttons of a, in the order of the settings. The caller owns the slice.
func (b *Bindings) Buttons(a Action) []Button {
	n := 0
	for n < MaxButtons && b.list[a][n] != NoButton {
		n++
	}
	return slices.Clone(b.list[a][:n])
}

// Name returns the button of a on device d, for a hint: "E", "A button". If a has buttons on other devices
// only, it returns one of those; without any button, the empty string.
func (b *Bindings) Name(a Action, d Device) string {
	for _, d := range [...]Device{d, Mouse, Pad} {
		if s := b.hint[a][d]; s != "" {
			return s
		}
	}
	return ""
}

// Bind makes button the i-th of a, 0 to MaxButtons-1; NoButton takes it away. A button that a has already
// is moved. It reports whether that was done: the last button of Menu, Confirm and Back stays.
func (b *Bindings) Bind(a Action, i int, button Button) bool {
	var next [MaxButtons]Button
	n := 0
	for j, old := range b.list[a] {
		if j == i && button != NoButton {
			next[n] = button
			n++
		} else if j != i && old != NoButton && old != button {
			next[n] = old
			n++
		} else if j == i && button == NoButton {
			continue
		}
	}
	if n == 0 && (a == Menu || a == Confirm || a == Back) {
		return false
	}
	b.list[a] = next
	b.label()
	return true
}

// Reset gives a its default buttons back.
func (b *Bindings) Reset(a Action) {
	b.list[a] = [MaxButtons]Button{}
	copy(b.list[a][:], actions[a].buttons)
	b.label()
}

// Table returns the bindings as the settings store them. The caller owns the map.
func (b *Bindings) Table() map[string][]string {
	m := make(map[string][]string, ActionCount)
	for a := NoAction + 1; a < ActionCount; a++ {
		m[a.String()] = names(b.Buttons(a))
	}
	return m
}

// Conflict is one button that means several things at the same moment.
type Conflict struct {
	Button  Button
	Actions []Action // two or more, ascending
}

func (c Conflict) String() string {
	words := make([]string, len(c.Actions))
	for i, a := range c.Actions {
		words[i] = a.Label()
	}
	return c.Button.Label() + " means both " + strings.Join(words, " and ")
}

// Conflicts returns the buttons that several actions of overlapping contexts share, ascending. Conflicts are
// allowed: all of the actions happen.
func (b *Bindings) Conflicts() []Conflict {
	var all []Conflict
	for button := NoButton + 1; button < ButtonCount; button++ {
		for _, context := range [...]Context{World, Menus} {
			c := Conflict{Button: button}
			special := false // Everywhere alone is found in both rounds and reported in the first
			for a := NoAction + 1; a < ActionCount; a++ {
				if k := a.Context(); (k == context || k == Everywhere) && slices.Contains(b.list[a][:], button) {
					c.Actions = append(c.Actions, a)
					special = special || k == context
				}
			}
			if len(c.Actions) > 1 && (special || context == World) {
				all = append(all, c)
			}
		}
	}
	return all
}

func actionNames() []string {
	list := make([]string, 0, ActionCount)
	for a := NoAction + 1; a < ActionCount; a++ {
		list = append(list, a.String())
	}
	return list
}

func buttonNames() []string {
	list := make([]string, 0, ButtonCount)
	for b := NoButton + 1; b < ButtonCount; b++ {
		list = append(list, b.String())
	}
	return list
}

// guess returns a question with the word of list nearest to s, or the empty string when none is near.
func guess(s string, list []string) string {
	best, least := "", 1+len(s)/3
	for _, word := range list {
		if d := Distance(strings.ToLower(s), strings.ToLower(word)); d <= least && (best == "" || d < least) {
			best, least = word, d
		}
	}
	if best == "" {
		return ""
	}
	return " (did you mean " + best + "?)"
}

// Distance is the Levenshtein distance of two words in bytes, for questions which name was meant.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost++
			}
			corner = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
