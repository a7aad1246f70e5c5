#include "Arguments.h"
#include <string.h>

static int count;
static char **arguments;

// glibc hands main's arguments to constructors; Swift's own list is a copy that nobody outside sees.
__attribute__((constructor)) static void remember(int argc, char **argv, char **environment) {
  (void)environment;
  count = argc;
  arguments = argv;
}

void sluice_hide_argument(int index, size_t offset, size_t length) {
  if (index < 0 || index >= count || !arguments || !arguments[index]) return;
  size_t size = strlen(arguments[index]);
  if (offset >= size) return;
  if (length > size - offset) length = size - offset;
  memset(arguments[index] + offset, '*', length);
}
