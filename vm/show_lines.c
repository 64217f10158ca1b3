/* The lines of `show` about boards and looks, for those who draw a game: see trv.h. Knows programs, not games. */
#include <string.h>

#include "base/colour.h"
#include "vm/api.h"

static const char *const card_places[] = {
  [SHOWS_ON_TITLE] = "title", [SHOWS_ON_CORNER] = "corner", [SHOWS_ON_BADGE] = "badge",
  [SHOWS_ON_TEXT] = "text",   [SHOWS_ON_COLOUR] = "colour", [SHOWS_ON_ICON] = "icon"
};

static const char *card_place(int32_t place) {
  return place >= 0 && place < (int32_t)(sizeof card_places / sizeof *card_places) ? card_places[place] : "";
}

_Static_assert((int)TRV_SHOW_LESSON == (int)SHOWS_LESSON && (int)TRV_SHOW_MAP == (int)SHOWS_MAP &&
                   (int)TRV_SHOW_CARD == (int)SHOWS_CARD && (int)TRV_SHOW_KEY == (int)SHOWS_KEY,
               "both lists are in one order");

int trv_program_show(const trv_program *program, uint32_t index, trv_show_line *line) {
  const struct program *p = &program->program;
  if (index >= p->show_lines_count) return TRV_E_ARGUMENT;
  const struct show_line *own = &p->show_lines[index];
  *line = (trv_show_line){ .kind = (enum trv_show_kind)own->kind,
                           .type = own->type >= 0 ? program_text(p, p->types[own->type].name) : "",
                           .type_number = own->type,
                           .thing = own->thing >= 0 ? program_text(p, p->shown[own->thing].name) : "",
                           .name = program_text(p, own->name),
                           .text = own->kind == SHOWS_CARD ? card_place(own->low) : program_text(p, own->text),
                           .low = own->low,
                           .high = own->high,
                           .by = own->by };
  return TRV_OK;
}

/* Types that differ in `or none` alone have the same values. */
static bool is_of_type(const struct program *p, const struct show_line *line, uint32_t type) {
  if (line->type < 0 || type >= p->types_count) return false;
  const struct type_desc *left = &p->types[line->type], *right = &p->types[type];
  return left->kind == right->kind && left->name == right->name && left->count == right->count;
}

/* The last line of a kind about a value: later ones count. */
static const struct show_line *line_of(const struct program *p, enum show_kind kind, uint32_t type, int64_t value) {
  for (uint32_t i = p->show_lines_count; i-- > 0;) {
    const struct show_line *line = &p->show_lines[i];
    if (line->kind == (int32_t)kind && is_of_type(p, line, type) && (value < 0 || line->low == value)) return line;
  }
  return NULL;
}

int show_spot(const struct program *p, uint32_t type, uint32_t value, trv_spot *spot) {
  const struct show_line *map = line_of(p, SHOWS_MAP, type, -1);
  if (!map || 2 * (int64_t)value + 1 >= map->spot_count) return TRV_E_ARGUMENT;
  const int32_t *pair = p->ints + map->spots + 2 * value;
  if (pair[0] == SPOT_NONE || pair[1] == SPOT_NONE) return TRV_E_ARGUMENT;
  *spot = (trv_spot){ map->high ? pair[1] : pair[0], map->high ? pair[0] : pair[1], map->high != 0 };
  return TRV_OK;
}

int trv_program_spot(const trv_program *program, uint32_t type, uint32_t value, trv_spot *spot) {
  return show_spot(&program->program, type, value, spot);
}

bool trv_colour(const char *text, uint32_t *rgb) { return colour_read(text, rgb); }

static const char *if_colour(const char *text) {
  uint32_t rgb;
  return colour_read(text, &rgb) ? text : "";
}

const char *show_colour(const struct program *p, uint32_t type, uint32_t value) {
  const struct show_line *line = line_of(p, SHOWS_COLOUR, type, value);
  if (line) return program_text(p, line->text);
  if (type >= p->types_count) return "";
  const struct type_desc *desc = &p->types[type];
  bool named = desc->kind == VALUE_ENUM || desc->kind == VALUE_CARD;
  return named && value < (uint32_t)desc->count ? if_colour(program_text(p, p->ints[(uint32_t)desc->names + value]))
                                                : "";
}

const char *show_icon(const struct program *p, uint32_t type, uint32_t value) {
  const struct show_line *line = line_of(p, SHOWS_ICON, type, value);
  return line ? program_text(p, line->text) : "";
}

const char *trv_program_colour(const trv_program *program, uint32_t type, uint32_t value) {
  return show_colour(&program->program, type, value);
}

const char *trv_program_icon(const trv_program *program, uint32_t type, uint32_t value) {
  return show_icon(&program->program, type, value);
}

static const struct show_line *line_of_seat(const struct program *p, uint32_t seat) {
  for (uint32_t i = p->show_lines_count; i-- > 0;)
    if (p->show_lines[i].kind == SHOWS_SEAT && p->show_lines[i].low == (int32_t)seat) return &p->show_lines[i];
  return NULL;
}

const char *trv_program_seat_title(const trv_program *program, uint32_t seat) {
  const struct show_line *line = line_of_seat(&program->program, seat);
  return line ? program_text(&program->program, line->text) : "";
}

const char *trv_program_seat_colour(const trv_program *program, uint32_t seat) {
  const struct program *p = &program->program;
  const struct show_line *line = line_of_seat(p, seat);
  if (line && line->name) return program_text(p, line->name);
  return seat < (uint32_t)p->meta->seat_count ? if_colour(program_text(p, p->ints[(uint32_t)p->meta->seats + seat]))
                                              : "";
}

const char *trv_program_lesson(const trv_program *program, const char *item) {
  const struct program *p = &program->program;
  for (uint32_t i = p->show_lines_count; i-- > 0;) {
    const struct show_line *line = &p->show_lines[i];
    if (line->kind == SHOWS_LESSON && strcmp(program_text(p, line->name), item) == 0)
      return program_text(p, line->text);
  }
  return "";
}

const char *show_key_title(const struct program *p, uint32_t key) {
  for (uint32_t i = 0; i < p->show_lines_count; i++)
    if (p->show_lines[i].kind == SHOWS_KEY && p->show_lines[i].low == (int32_t)key)
      return program_text(p, p->show_lines[i].text);
  return key < p->rank_keys_count ? program_text(p, p->rank_keys[key].name) : "";
}
