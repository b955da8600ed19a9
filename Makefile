# Everything is pure Go: CGO_ENABLED=0 holds for all but the race detector. `make help` lists the targets.
export CGO_ENABLED = 0
export GOFLAGS = -trimpath
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo 0.1.0)
LDFLAGS := -s -w -X manyhold/app/version.Version=$(VERSION)
DISPLAYED := .ci/display
# Packages whose tests are units: all but those that start whole programs.
UNITS = $$(go list ./... | grep -v '^manyhold/app/e2e$$')

.PHONY: help play build check lint units test static alone windows beside whole planted attack race needs figures compare pictures release clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: build ## build and start the game
	bin/manyhold play

build: ## build bin/manyhold
	go build -ldflags "$(LDFLAGS)" -o bin/manyhold .

needs: ## install the programs and libraries that the tests need
	@.ci/needs

check: ## vet, staticcheck, the policy tests and all unit tests: run it before each commit
	@$(MAKE) --no-print-directory -j2 -k lint units

lint: # vet and staticcheck
	go vet ./...
	go tool staticcheck ./...

# Some packages wait for disks, windows and real hosts; the others have the cores meanwhile. The compiler,
# the linker and the tests are short-lived: they collect garbage less often.
units: # the unit tests, with fewer seeds and frames
	GOGC=400 $(DISPLAYED) go test -short -vet=off -p 4 -timeout 5m $(UNITS)

# First the tests of processes that run one at a time: some of them judge by the clock how fast sixty programs are,
# so only work of the lowest priority runs beside them, with the cores that are left. Then all others at the same
# time, on one display. vet comes first: it compiles what all of them need.
test: needs ## run every test, and each fuzz target for a second
	go vet ./...
	@$(DISPLAYED) $(MAKE) --no-print-directory -j3 -k alone static planted
	@$(DISPLAYED) $(MAKE) --no-print-directory -j3 -k windows beside whole

static:
	nice -n 19 go tool staticcheck ./...

# -count=1: the cache of results does not tell the parts apart.
alone windows beside: # the parts of app/e2e: see its part_test.go
	MANYHOLD_E2E=$@ go test -count=1 -vet=off -parallel 4 -timeout 40m ./app/e2e

whole: # all other tests, with all frames
	GOGC=400 nice go test -vet=off -parallel 2 -timeout 40m $(UNITS)

planted: # planted bugs, and each fuzz target
	GOGC=400 nice -n 19 go test -vet=off -tags mutants -run Mutants -timeout 40m ./net/sim ./net/sim/rooms
	nice -n 19 .ci/fuzz 1s

# Tests in which a modified program, a hostile client or an edited file attacks programs as they are shipped.
ATTACKS = Hostile|Lying|Unfair|EditedCopy|FiveKeys|FallenWorld|RanksAndDoors|Door|Knock|IdleConnections|ConnectionsToTheControlPort|RottenFile|Import
attack: needs ## attack real processes as a hostile player would: a part of make test
	$(DISPLAYED) go test -count=1 -v -timeout 15m -run '$(ATTACKS)' ./app/e2e

race: ## run tests of shared memory under the race detector (needs a C compiler)
	@command -v cc >/dev/null || { echo "make race: there is no C compiler (cc), which Go's race detector needs"; exit 1; }
	CGO_ENABLED=1 go test -race -timeout 60m ./game/physics/... ./game/island ./game/world ./game/living ./game/act ./game/federation ./game/reconcile ./game/predict ./game/record ./net/host ./net/asset/...
	CGO_ENABLED=1 go test -race -short -run 'RandomThings|NothingHidden|Workers' ./game/script/...
	CGO_ENABLED=1 go test -race -run 'Crew|Cores|Shared|Showroom' ./app/node ./app/simgame ./app/window

figures: needs ## measure the figures of the documentation, and run the long soaks
	$(DISPLAYED) .ci/figures

compare: ## compare the speed of scripts with other engines (downloads them)
	cd .ci/compare && go test . && go run .

pictures: build needs ## take the screenshots in assets/pictures
	$(DISPLAYED) .ci/pictures

release: ## build single files for every platform in dist/
	@mkdir -p dist
	@set -e; for t in linux/amd64 linux/arm64 windows/amd64 darwin/amd64 darwin/arm64; do \
		os=$${t%/*}; arch=$${t#*/}; ext=; [ $$os = windows ] && ext=.exe; \
		echo "dist/manyhold-$$os-$$arch$$ext"; \
		GOOS=$$os GOARCH=$$arch go build -ldflags "$(LDFLAGS)" -o dist/manyhold-$$os-$$arch$$ext . ; \
	done

clean: ## remove bin and dist
	rm -rf bin dist
