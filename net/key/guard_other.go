//go:build !unix

package key

// Guard does nothing here: the directory's access list keeps other accounts out, and a mode does not say
// whether it does.
func Guard(string) (warning string) { return "" }
