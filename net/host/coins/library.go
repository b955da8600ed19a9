package coins

import "errors"

// library is machine.Library's: this toy has no blueprints.
type library struct{}

// BlueprintSum is machine.Library's.
func (library) BlueprintSum() uint64 { return 0 }

// Blueprints is machine.Library's.
func (library) Blueprints(func(uint64, [32]byte, []byte)) {}

// Version is machine.Library's.
func (library) Version(uint64) [32]byte { return [32]byte{} }

// Refuses is machine.Library's.
func (library) Refuses([]byte) error { return errors.New("coins: there are no blueprints") }

// Publish is machine.Builder's.
func (b *Builder) Publish([]byte, int) bool { return false }
