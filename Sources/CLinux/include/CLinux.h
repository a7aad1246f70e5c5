// System calls and macros that Swift's Glibc module leaves out (it is built without _GNU_SOURCE).
#pragma once
#include "Arguments.h"
#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

/// renameat2(2). `keep` set: fails with EEXIST rather than replace (RENAME_NOREPLACE).
int sluice_rename(int fromFolder, const char *from, int toFolder, const char *to, int keep);
/// fallocate(2) with FALLOC_FL_KEEP_SIZE: 0, or -1 where there is no room, or nothing to be gained by it.
int sluice_preallocate(int fd, off_t offset, off_t length);
/// pipe2(2) with O_CLOEXEC: `ends` are two, the reading one first. 0, or -1 with errno.
int sluice_pipe(int ends[2]);
/// What posix_spawn(3) starts has descriptors 0 to 2 alone, whatever libraries left open for it. 0, or an error number.
int sluice_spawn_without_files(posix_spawn_file_actions_t *actions);
/// What posix_spawn(3) starts has no signal blocked, and none ignored that Sluice's own process ignores.
void sluice_spawn_with_plain_signals(posix_spawnattr_t *attributes);
/// pthread_create(3), detached, with all signals blocked but those that a fault of its own raises: the program's
/// handlers stay on the program's threads, and a write over the file size limit is EFBIG. 0, or an error number.
int sluice_start_thread(void *(*body)(void *), void *context);
/// pthread_setname_np(3) for the calling thread; at most 15 bytes.
void sluice_name_thread(const char *name);
/// open(2) with O_TMPFILE: a file without a name in this folder, mode 0666 less the umask. -1 with errno.
int sluice_open_unnamed(int folder);
/// linkat(2): gives a file without a name one, never replacing another. -1 with errno.
int sluice_link(int fd, int folder, const char *name);
/// O_NOFOLLOW and its kin, which the Glibc module hides or shows by version.
int sluice_open_flags_nofollow(void);
/// flock(2) LOCK_EX | LOCK_NB: 0, or -1 with errno EWOULDBLOCK when someone else holds it.
int sluice_lock(int fd);
/// clock_gettime(2) CLOCK_MONOTONIC, in milliseconds. Async-signal-safe.
long sluice_milliseconds(void);
/// The terminal's size by TIOCGWINSZ: 0, or -1 when `fd` is no terminal.
int sluice_terminal_size(int fd, int *columns, int *rows);
/// wcwidth(3) needs a UTF-8 locale: setlocale(LC_CTYPE, "C.UTF-8") once, whatever the user's is.
void sluice_use_utf8(void);
/// Columns that a character takes at a terminal: 0, 1, 2, or -1 when it is not printable.
int sluice_columns(uint32_t scalar);
