// A parsed format: a flat list of edit descriptors, which io-format.c creates and io-edit.c executes.
#pragma once
#include "io.h"

enum {
  E_GROUP, E_END, E_TEXT, E_I, E_B, E_O, E_Z, E_F, E_E, E_D, E_EN, E_ES, E_EX, E_G, E_L, E_A, E_DT, E_X, E_T, E_TL, E_TR, E_SLASH, E_COLON,
  E_S, E_SP, E_SS, E_P, E_BN, E_BZ, E_DC, E_DP, E_R, E_DOLLAR
};

// `close` is the index at which a group ends or, for the node at its end, starts; `at` is the position in the source.
typedef struct { int32_t kind, repeat, width, digits, exponent, close, at; const char *text; int32_t length; } node;

struct format {
  char *source;  // two copies: one that parsing changes, and the original text
  int32_t length;
  node *nodes;
  int32_t count, capacity, revert;
  int32_t has_data, reading;
  int32_t walks, uncached;  // number of transfers that are using it; true if the cache has evicted it
};

#define F_WIDTH_OF_TYPE (-1)  // -fdec-format-defaults: I, F, E, D, G without a width use a width that fits the type
#define F_EXPONENT_FREE (-1)  // E0: the exponent has as many digits as needed

struct format *parse_format(fio *io);
void release_format(struct format *f);
void format_error(fio *io, const struct format *f, int32_t at, const char *message, ...);

// Consumes the DT descriptor that format_at_defined has found. The second function returns the source text of the
// format.
const node *format_take_defined(transfer *t);
const char *format_source(const transfer *t);
