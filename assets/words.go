package assets

import _ "embed"

// Words is the table of English words that the game shows: TOML, tables of strings. Text in braces,
// as in "{name} came in", is replaced. It is the one place where words for players are written.
//
//go:embed words/en.toml
var Words []byte
