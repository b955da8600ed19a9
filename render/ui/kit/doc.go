// Package kit holds the parts of the screens: text, panels, buttons, text boxes, lists, slots, an on-screen
// keyboard, and the focus that keys, pad and mouse move between them.
//
// Widgets are immediate: a screen is a function that lays out, answers the hands (in Update) and draws (in
// Draw) in one pass of the same code, so that the drawn place of a widget is the place that is hit. A screen
// gets a Context, which holds all that screens share. Coordinates are logical pixels: a window pixel divided
// by Canvas.Scale.
//
// Everything is drawn from one atlas image as one list of quads, so that the whole interface costs one draw
// call.
package kit
