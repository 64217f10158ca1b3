/* A save as it was read. save.c reads, writes and replays it, save_changes.c compares its rules with those of a program. */
#ifndef TRV_VM_SAVE_H
#define TRV_VM_SAVE_H

#include "vm/api.h"

struct trv_save {
  char *text; /* the whole file; lines and fields are ended by NUL in place */
  uint32_t version; /* of its format */
  trv_save_info info;
  trv_save_seat seats[TRV_MOST_PLAYERS];
  trv_choice_of_setting *settings;
  trv_variant_info *variants;
  trv_extern_info *externs;
  struct saved_rule {
    const char *name;
    uint64_t digest;
    bool found; /* scratch of trv_save_changes */
  } * rules;
  size_t rule_count;
  trv_save_choice *choices; /* texts point into `text`, as those of the settings do */
};

static inline uint64_t rule_digest(const struct rule *rule) {
  return (uint64_t)(uint32_t)rule->high << 32 | (uint32_t)rule->low;
}

#endif
