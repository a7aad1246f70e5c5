// Swift can't call C's variadic functions: one typed function for each shape of argument used.
#pragma once
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075500
#error "Sluice needs libcurl 7.85 or later (CURLOPT_PROTOCOLS_STR)."
#endif

static inline CURLcode sluice_setopt_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sluice_setopt_string(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sluice_setopt_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sluice_setopt_data(CURL *h, CURLoption o, size_t (*f)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(h, o, f);
}
static inline CURLcode sluice_getinfo_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode sluice_getinfo_offset(CURL *h, CURLINFO i, curl_off_t *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode sluice_getinfo_string(CURL *h, CURLINFO i, char **v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode sluice_getinfo_pointer(CURL *h, CURLINFO i, void **v) { return curl_easy_getinfo(h, i, v); }
static inline CURLMcode sluice_multi_setopt_long(CURLM *m, CURLMoption o, long v) { return curl_multi_setopt(m, o, v); }
static inline CURLcode sluice_message_result(const CURLMsg *m) { return m->data.result; }
