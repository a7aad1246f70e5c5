# make            builds .build/release/sluice
# make test       sets up what tests need, and runs them all
# make install    PREFIX=/usr/local DESTDIR=
# make bench      compares with other downloaders on this machine
# make lint       checks the sources' form
# make fuzz       SECONDS=60 for each target

PREFIX = /usr/local
DESTDIR =
SECONDS = 60
# For swift build and swift test alike, so that one build serves both.
FLAGS =

.PHONY: build test install uninstall bench lint fuzz clean

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
	swift format lint --recursive --strict --parallel Package.swift Sources Tests Examples Benchmarks

fuzz:
	Scripts/fuzz $(SECONDS)

clean:
	rm -rf .build .cache
