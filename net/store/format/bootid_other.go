//go:build !linux && !darwin && !js

package format

// bootID names the present start of the machine. These systems do not say.
func bootID() string { return "" }
