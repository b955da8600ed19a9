// Command manyhold is a shared, lasting 2D world that its players hold together: one program that is the game,
// a peer that hosts a slice of the world, a volunteer node without a window, and the tiny signalling server.
// `manyhold --help` lists the commands; README.md has the map of the code.
package main

import (
	_ "embed"
	"os"

	"manyhold/app/cli"
)

//go:embed config.toml
var config string

func main() { os.Exit(cli.Run(config, os.Args[1:], os.Stdout, os.Stderr)) }
