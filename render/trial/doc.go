// Package trial draws scenes of physics: tiles, and bodies that rotate, at the window's own resolution.
package trial
