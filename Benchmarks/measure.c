// Runs a program and writes one line to RESULT: wall seconds, user+sys seconds, peak resident KiB, exit status.
//
//   measure RESULT WARM PROGRAM [ARGUMENT…]
//
// A program of its own because the kernel carries the parent's resident size over exec into the child's peak (ru_maxrss):
// a child of Python would never show less than Python's own megabytes; a child of this one starts at about one.
//
// WARM is in MiB. A virtual machine's free memory may belong to its host, and the first touch of each page then costs more
// than the download. So that nobody pays for it, that much is touched and freed just before the clock starts.
#define _GNU_SOURCE
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static void touchAndFree(size_t size) {
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  madvise(memory, size, MADV_HUGEPAGE);
  for (size_t offset = 0; offset < size; offset += 4096) ((volatile char *)memory)[offset] = 1;
  munmap(memory, size);
}

static pid_t start(char **command) {
  pid_t child = fork();
  if (child < 0) err(1, "fork");
  if (child == 0) {
    execv(command[0], command);
    err(127, "%s", command[0]);
  }
  return child;
}

int main(int count, char **arguments) {
  if (count < 4) errx(2, "usage: measure RESULT WARM PROGRAM [ARGUMENT...]");
  size_t warm = strtoul(arguments[2], NULL, 10) << 20;
  if (warm > 0) touchAndFree(warm);

  struct timespec begin, end;
  struct rusage usage;
  int status;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  pid_t child = start(arguments + 3);
  if (wait4(child, &status, 0, &usage) != child) err(1, "wait4");
  clock_gettime(CLOCK_MONOTONIC, &end);

  double wall = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
  FILE *result = fopen(arguments[1], "w");
  if (!result) err(1, "%s", arguments[1]);
  fprintf(result, "%.6f %.6f %ld %d\n", wall, seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss,
          WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return fclose(result) == 0 ? 0 : 1;
}
