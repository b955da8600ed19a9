//go:build !linux && !darwin && !js

package store

// bootID names the present start of the machine. These systems do not say.
func bootID() string { return "" }
