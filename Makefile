# make            builds .build/release/sluice
# make test       sets up what tests need, and runs them all
# make install    PREFIX=/usr/local DESTDIR=
# make bench      compares with other downloaders on this machine
# make lint       checks the sources' form
# make fuzz       SECONDS=60 for each target
# make kills      KILLS=100 for each case

PREFIX = /usr/local
DESTDIR =
SECONDS = 60
KILLS = 100
# For swift build and swift test alike, so that one build serves both.
FLAGS =

.PHONY: build test install uninstall bench lint fuzz kills clean

build:
	@Scripts/build

test:
	@Scripts/packages install build
	@Scripts/packages install test
	swift build $(FLAGS) --build-tests
	swift build $(FLAGS) --product sluice
	swift test $(FLAGS)

install: build
	install -D -m 755 .build/release/sluice "$(DESTDIR)$(PREFIX)/bin/sluice"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/sluice"

bench: build
	Benchmarks/run

lint:
	swift format lint --recursive --strict --parallel Package.swift Sources Tests Fuzz Benchmarks

fuzz:
	Fuzz/run $(SECONDS)

kills:
	@Scripts/packages install build
	swift build $(FLAGS) --build-tests
	SLUICE_KILLS=$(KILLS) swift test $(FLAGS) --filter KillTests

clean:
	rm -rf .build .cache
