// The command line as other processes see it in /proc.
#pragma once
#include <stddef.h>

/// Overwrites a part of the process's own argument `index` with `*`, so that `ps` no longer shows it.
/// What lies outside the argument is left alone.
void sluice_hide_argument(int index, size_t offset, size_t length);
