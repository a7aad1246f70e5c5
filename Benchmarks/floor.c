// The floor: the least that a program can do to bring a file over HTTP/1.1.
// One connection, one GET, MSG_WAITALL into one aligned 1 MiB block, one pwrite per block.
//
//   floor ADDRESS PORT PATH FILE
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { blockSize = 1 << 20 };

static void writeAll(int file, const char *bytes, size_t count, off_t offset) {
  while (count > 0) {
    ssize_t done = pwrite(file, bytes, count, offset);
    if (done <= 0) err(1, "pwrite");
    bytes += done, count -= (size_t)done, offset += done;
  }
}

static int connectTo(const char *address, const char *port) {
  struct sockaddr_in peer = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  if (inet_pton(AF_INET, address, &peer.sin_addr) != 1) errx(2, "not an IPv4 address: %s", address);
  int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) err(1, "socket");
  if (connect(connection, (struct sockaddr *)&peer, sizeof peer) < 0) err(1, "connect");
  return connection;
}

int main(int count, char **arguments) {
  if (count != 5) errx(2, "usage: floor ADDRESS PORT PATH FILE");
  int connection = connectTo(arguments[1], arguments[2]);
  char request[2048];
  int size = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n",
                      arguments[3], arguments[1], arguments[2]);
  if (size >= (int)sizeof request) errx(2, "path too long");
  if (send(connection, request, (size_t)size, MSG_NOSIGNAL) != size) err(1, "send");

  char *block = aligned_alloc(4096, blockSize + 1);
  if (!block) err(1, "aligned_alloc");
  size_t held = 0;
  char *body = NULL;
  while (!body) {
    ssize_t got = recv(connection, block + held, 16384 - held, 0);
    if (got <= 0) errx(1, "no whole response head");
    held += (size_t)got;
    block[held] = 0;
    body = strstr(block, "\r\n\r\n");
  }
  if (strncmp(block, "HTTP/1.1 200 ", 13) != 0) errx(1, "answer: %.40s", block);
  *body = 0;
  body += 4;
  char *field = strcasestr(block, "\r\nContent-Length:");
  if (!field) errx(1, "no Content-Length");
  off_t total = (off_t)strtoll(field + 17, NULL, 10), offset = 0;
  held -= (size_t)(body - block);
  memmove(block, body, held);

  int file = open(arguments[4], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) err(1, "%s", arguments[4]);
  while (offset < total) {
    size_t wanted = total - offset < blockSize ? (size_t)(total - offset) : blockSize;
    if (held < wanted) {
      ssize_t got = recv(connection, block + held, wanted - held, MSG_WAITALL);
      if (got != (ssize_t)(wanted - held)) errx(1, "cut off");
    }
    writeAll(file, block, wanted, offset);
    offset += (off_t)wanted;
    held = 0;
  }
  if (close(file) < 0) err(1, "close");
  return 0;
}
