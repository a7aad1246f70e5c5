// inflateInit2 is a macro with the version and a size in it, which Swift doesn't import.
#pragma once
#include <zlib.h>

/// Takes gzip and zlib streams alike, told apart by their heads.
static inline int sluice_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 32); }
/// Takes a bare deflate stream.
static inline int sluice_inflate_init_raw(z_stream *stream) { return inflateInit2(stream, -15); }
