// The engines that scripts are compared with are no part of the game: they are named here only.
module manyhold/compare

go 1.26.8

require (
	github.com/arnodel/golua v0.1.0
	github.com/yuin/gopher-lua v1.1.2
	go.starlark.net v0.0.0-20260908191801-89a6a09411d5
	manyhold v0.0.0
)

require (
	github.com/arnodel/strftime v0.1.6 // indirect
	github.com/klauspost/cpuid/v2 v2.2.10 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

replace manyhold => ../..
