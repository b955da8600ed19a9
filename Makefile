# The two commands: `make play` and `make test`. Everything is pure Go; CGO_ENABLED=0 holds for all.
export CGO_ENABLED = 0
export GOFLAGS = -trimpath
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo 0.1.0)
LDFLAGS := -s -w -X manyhold/app/version.Version=$(VERSION)
DISPLAYED := .ci/display

.PHONY: play build test race needs figures pictures release clean

play: build ## build, and start the game in a new or the last world
	bin/manyhold play

build:
	go build -ldflags "$(LDFLAGS)" -o bin/manyhold .

needs: ## install what the tests need and this machine lacks
	@.ci/needs

test: needs ## every test, and each fuzz target for a few seconds
	go vet ./...
	$(DISPLAYED) go test -timeout 25m ./...
	go test -tags mutants -run Mutants ./net/sim
	.ci/fuzz 2s

race: ## tests of what several goroutines or cores do, watched for data races; this alone wants a C compiler
	@command -v cc >/dev/null || { echo "make race: there is no C compiler (cc), which Go's race detector wants"; exit 1; }
	CGO_ENABLED=1 go test -race -timeout 60m ./game/physics/... ./game/island ./game/predict ./game/record ./net/host
	CGO_ENABLED=1 go test -race -run 'Crew|Cores|Shared|Showroom' ./app/node ./app/simgame ./app/window

figures: needs ## the measured figures of README, and the long soaks
	$(DISPLAYED) .ci/figures

pictures: build needs ## the screenshots of README, into assets/pictures
	$(DISPLAYED) .ci/pictures

release: ## single files for every platform, in dist/
	@mkdir -p dist
	@set -e; for t in linux/amd64 linux/arm64 windows/amd64 darwin/amd64 darwin/arm64; do \
		os=$${t%/*}; arch=$${t#*/}; ext=; [ $$os = windows ] && ext=.exe; \
		echo "dist/manyhold-$$os-$$arch$$ext"; \
		GOOS=$$os GOARCH=$$arch go build -ldflags "$(LDFLAGS)" -o dist/manyhold-$$os-$$arch$$ext . ; \
	done

clean:
	rm -rf bin dist
