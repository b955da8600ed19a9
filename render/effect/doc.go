// Package effect changes whole pictures before they are shown: torn while messages are lost, grey after a
// world is lost, and finished with darker corners or the lines of an old screen.
package effect
