#define _GNU_SOURCE
#define _XOPEN_SOURCE 700
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int sluice_rename(int fromFolder, const char *from, int toFolder, const char *to, int keep) {
  return renameat2(fromFolder, from, toFolder, to, keep ? RENAME_NOREPLACE : 0);
}
int sluice_preallocate(int fd, off_t offset, off_t length) {
  struct statfs filesystem;
  // In memory there is nothing to lay out.
  if (fstatfs(fd, &filesystem) != 0 || filesystem.f_type == TMPFS_MAGIC) return -1;
  return fallocate(fd, FALLOC_FL_KEEP_SIZE, offset, length);
}
int sluice_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
int sluice_spawn_without_files(posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
}
void sluice_spawn_with_plain_signals(posix_spawnattr_t *attributes) {
  sigset_t none, ignored;
  sigemptyset(&none);
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  sigaddset(&ignored, SIGXFSZ);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &ignored);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}
int sluice_start_thread(void *(*body)(void *), void *context) {
  sigset_t blocked, before;
  sigfillset(&blocked);
  const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&blocked, faults[i]);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  int code = pthread_create(&thread, &attributes, body, context);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return code;
}
void sluice_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
int sluice_open_unnamed(int folder) { return openat(folder, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0666); }
int sluice_link(int fd, int folder, const char *name) {
  if (linkat(fd, "", folder, name, AT_EMPTY_PATH) == 0) return 0;
  // Older kernels want a privilege for that, and say ENOENT; all follow the descriptor's path.
  if (errno != ENOENT) return -1;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW);
}
int sluice_open_flags_nofollow(void) { return O_NOFOLLOW | O_CLOEXEC; }
int sluice_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB); }
long sluice_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
int sluice_terminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
void sluice_use_utf8(void) { setlocale(LC_CTYPE, "C.UTF-8"); }
int sluice_columns(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
