/* Where everybody stands, as text: tracks and rings as strips, maps as plots with the ways from where the viewer is.
 *
 * Made from the lines of `show` and from what the viewer sees. A seat has the sign of its number, the viewer `@`; all signs
 * are ASCII, so that every terminal has them. Nothing is wider than the screen. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"

enum { GAP = 2, MOST_PIECES = 64, MOST_PLACES = 1024, LEAST_PLOT_ROWS = 6, MOST_PLOT_ROWS = 20 };

/* Something that stands somewhere: a player's piece, or something else of his or of nobody. */
struct map_piece {
  int seat;    /* whose, or -1 */
  int32_t at;  /* number of the space or place */
  bool is_own; /* it is the piece itself, not a mark */
  char title[40];
};

struct map_pieces {
  const struct play *play;
  const char *thing; /* the name that counts; NULL: every place and mark of `type` */
  int type;          /* of the places, or -1: numbers */
  struct map_piece items[MOST_PIECES];
  size_t count;
};

static char sign_of(const struct map_piece *piece, int viewer) {
  if (piece->seat < 0) return '+';
  if (piece->seat == viewer) return '@';
  return (char)(piece->seat < 9 ? '1' + piece->seat : 'A' + piece->seat - 9);
}

/* Of two signs at one place: the viewer's before others, pieces before marks, and any before the place itself. */
static char stronger_sign(char there, char more) {
  if (there == '@' || more == '@') return '@';
  if (strchr(" .o+", there)) return more == '+' && there == '+' ? '+' : more;
  return more == '+' ? there : '*';
}

/* Marks of others would fill a strip. */
static bool is_told(const struct map_piece *piece, int viewer) {
  return piece->is_own || piece->seat < 0 || piece->seat == viewer;
}

/* ---- who stands where ---- */

static const char *type_name(const struct play *play, int type) {
  trv_type_info info;
  return type >= 0 && trv_program_type(play->program, (uint32_t)type, &info) == TRV_OK ? info.name : "";
}

static uint32_t value_count(const struct play *play, int type) {
  trv_type_info info;
  if (type < 0 || trv_program_type(play->program, (uint32_t)type, &info) != TRV_OK) return 0;
  return info.values < MOST_PLACES ? info.values : MOST_PLACES;
}

static const char *place_label(const struct play *play, int type, int32_t value) {
  const char *label =
      value >= 0 && type >= 0 ? trv_program_label(play->program, (uint32_t)type, (uint32_t)value) : NULL;
  return label ? label : "";
}

/* The value that has this label, or -1. */
static int32_t value_labelled(const struct play *play, int type, const char *label) {
  for (uint32_t i = 0; i < value_count(play, type); i++)
    if (strcmp(place_label(play, type, (int32_t)i), label) == 0) return (int32_t)i;
  return -1;
}

static bool read_place(const struct map_pieces *pieces, uint32_t type, const char *contents, int32_t *at) {
  char *end;
  trv_type_info info;
  if (trv_program_type(pieces->play->program, type, &info) != TRV_OK) return false;
  if (pieces->type < 0) {
    *at = (int32_t)strtol(contents, &end, 10);
    return info.kind == TRV_VALUE_NUMBER && end != contents && !*end;
  }
  if (info.kind != TRV_VALUE_NAMED || strcmp(info.name, type_name(pieces->play, pieces->type)) != 0) return false;
  *at = value_labelled(pieces->play, pieces->type, contents);
  return *at >= 0;
}

static void add_piece(struct map_pieces *pieces, const char *name, int owner, const trv_shown *shown, uint32_t type,
                      const char *contents) {
  bool is_thing = pieces->thing && strcmp(name, pieces->thing) == 0;
  bool is_place = shown->role == TRV_ROLE_PLACE, is_mark = shown->role == TRV_ROLE_MARK;
  int32_t at;
  if (pieces->thing ? !(is_thing || is_mark) : !(is_place || is_mark)) return;
  if (pieces->count == MOST_PIECES || !read_place(pieces, type, contents, &at)) return;
  struct map_piece *piece = &pieces->items[pieces->count++];
  *piece = (struct map_piece){ .seat = owner, .at = at, .is_own = owner >= 0 && (is_thing || is_place) };
  snprintf(piece->title, sizeof piece->title, "%s", shown->title);
}

static bool take_item(void *context, const trv_view_item *item) {
  if (item->visible && !item->is_zone)
    add_piece(context, item->name, item->owner, &item->shown, item->type, item->contents);
  return true;
}

static bool take_fact(void *context, const trv_fact *fact) {
  if (fact->known) add_piece(context, fact->name, fact->owner, &fact->shown, fact->type, fact->contents);
  return true;
}

static void read_pieces(struct play *play, int viewer, struct map_pieces *pieces) {
  pieces->play = play;
  trv_view_each(play->game, viewer, take_item, pieces);
  trv_facts_each(play->game, take_fact, pieces);
}

/* The viewer's own piece; NULL: he has none. */
static const struct map_piece *own_piece(const struct map_pieces *pieces, int viewer) {
  for (size_t i = 0; i < pieces->count; i++)
    if (pieces->items[i].seat == viewer && pieces->items[i].is_own) return &pieces->items[i];
  return NULL;
}

/* ---- tracks and rings ---- */

struct strip {
  trv_show_line line;
  int32_t low, high;
  struct map_pieces pieces;
};

/* What lies on the places of a row along which a strip goes. */
struct row_cards {
  const char *name;
  struct text *cards; /* owned, each */
  uint32_t places;
};

static bool take_card(void *context, const trv_view_item *item) {
  struct row_cards *row = context;
  if (!item->is_zone || strcmp(item->name, row->name) != 0 || row->places == MOST_PLACES) return true;
  row->cards = need_memory(row->cards, (row->places + 1) * sizeof *row->cards);
  row->cards[row->places] = (struct text){ 0 };
  text_append_format(&row->cards[row->places++], "%s", item->visible ? item->contents : "");
  return true;
}

static struct row_cards read_row(struct play *play, int viewer, const char *name) {
  struct row_cards row = { .name = name };
  trv_view_each(play->game, viewer, take_card, &row);
  return row;
}

static void free_row(struct row_cards *row) {
  for (uint32_t i = 0; i < row->places; i++) text_free(&row->cards[i]);
  free(row->cards);
}

static int32_t spaces_of_card(const struct strip *strip) { return strip->line.by > 0 ? strip->line.by : 1; }

/* From where to where it goes; false if that cannot be said. */
static bool find_ends(struct play *play, int viewer, struct strip *strip) {
  const trv_show_line *line = &strip->line;
  strip->low = line->low;
  strip->high = line->high;
  if (line->type_number >= 0) {
    bool found = false;
    for (uint32_t i = 0; i < value_count(play, line->type_number); i++) {
      int32_t number;
      if (trv_program_field(play->program, (uint32_t)line->type_number, line->name, i, &number) != TRV_OK) continue;
      if (!found || number < strip->low) strip->low = number;
      if (!found || number > strip->high) strip->high = number;
      found = true;
    }
    return found;
  }
  if (!*line->name) return strip->high > strip->low;
  struct row_cards row = read_row(play, viewer, line->name);
  strip->low = 0;
  strip->high = (int32_t)(row.places * (uint32_t)spaces_of_card(strip)) - 1;
  free_row(&row);
  return row.places > 0;
}

/* Track or ring number `index` among the lines of `show`, with all who are on it. */
static bool read_strip(struct play *play, int viewer, uint32_t index, struct strip *strip) {
  *strip = (struct strip){ .pieces.type = -1 };
  if (trv_program_show(play->program, index, &strip->line) != TRV_OK) return false;
  if (strip->line.kind != TRV_SHOW_TRACK && strip->line.kind != TRV_SHOW_RING) return false;
  strip->pieces.thing = strip->line.thing;
  read_pieces(play, viewer, &strip->pieces);
  return strip->pieces.count && find_ends(play, viewer, strip) && strip->high - strip->low < MOST_PLACES;
}

/* A column for each space, or as many as there is room for; whoever is beyond an end stands there. */
static void draw_strip(const struct screen *screen, const struct strip *strip, int viewer, size_t width) {
  char signs[MOST_PLACES + 1];
  int64_t last = strip->high - strip->low, columns = last < (int64_t)width ? last + 1 : (int64_t)width;
  memset(signs, '.', (size_t)columns);
  signs[columns] = '\0';
  for (size_t i = 0; i < strip->pieces.count; i++) {
    const struct map_piece *piece = &strip->pieces.items[i];
    int64_t at = (int64_t)piece->at - strip->low;
    if (!is_told(piece, viewer) || (!piece->is_own && (at < 0 || at > last))) continue;
    at = at < 0 ? 0 : at > last ? last : at;
    char *sign = &signs[last ? at * (columns - 1) / last : 0], own = piece->is_own ? sign_of(piece, viewer) : '+';
    *sign = stronger_sign(*sign, own);
  }
  screen_put(screen, STYLE_PLAIN, signs);
}

static size_t digits(int32_t number) {
  char text[16];
  return (size_t)snprintf(text, sizeof text, "%d", number);
}

/* The strip in one line: what it is, where it begins and ends, and who is on it. */
static void draw_strip_line(const struct screen *screen, const struct strip *strip, int viewer) {
  const char *title = strip->pieces.items[0].title;
  size_t used = GAP + screen_text_columns(title) + 1 + digits(strip->low) + 2 + digits(strip->high);
  size_t width = screen_width(screen);
  if (used + LEAST_PLOT_ROWS > width) return;
  screen_spaces(screen, GAP);
  screen_put(screen, STYLE_FAINT, title);
  output_format(screen->out, " %d ", strip->low);
  draw_strip(screen, strip, viewer, width - used);
  output_format(screen->out, " %d\n", strip->high);
}

/* The space of a track that has this number, or -1. */
static int32_t space_numbered(const struct play *play, const struct strip *strip, int32_t at) {
  uint32_t type = (uint32_t)strip->line.type_number;
  int32_t number;
  for (uint32_t i = 0; i < value_count(play, strip->line.type_number); i++)
    if (trv_program_field(play->program, type, strip->line.name, i, &number) == TRV_OK && number == at)
      return (int32_t)i;
  return -1;
}

/* What a space is called; empty: it has no name. */
static const char *space_label(const struct play *play, const struct strip *strip, int32_t at) {
  return place_label(play, strip->line.type_number, space_numbered(play, strip, at));
}

/* "@ you 12, Ulm · 2 p2 15, Bern, 3 ahead". */
static void tell_strip(const struct play *play, const struct screen *screen, const struct strip *strip, int viewer) {
  const struct map_piece *own = own_piece(&strip->pieces, viewer);
  struct text line = { 0 };
  for (size_t i = 0; i < strip->pieces.count; i++) {
    const struct map_piece *piece = &strip->pieces.items[i];
    if (!is_told(piece, viewer)) continue;
    const char *whose = piece->seat == viewer ? "your " : "";
    text_append_format(&line, "%s", line.length ? "; " : "");
    if (!piece->is_own) text_append_format(&line, "+ %s%s %d", whose, piece->title, piece->at);
    else
      text_append_format(&line, "%c %s %d", sign_of(piece, viewer), play_seat_word(play, (uint32_t)piece->seat, viewer),
                         piece->at);
    const char *label = space_label(play, strip, piece->at);
    if (*label) text_append_format(&line, ", %s", label);
    int32_t ahead = own ? piece->at - own->at : 0, all = strip->high - strip->low + 1;
    if (strip->line.kind == TRV_SHOW_RING && ahead < 0) ahead += all;
    if (ahead) text_append_format(&line, ", %d %s", ahead < 0 ? -ahead : ahead, ahead < 0 ? "behind you" : "ahead");
  }
  screen_spaces(screen, 2 * GAP);
  screen_list(screen, STYLE_PLAIN, text_get(&line), 2 * GAP, 2 * GAP);
  text_free(&line);
}

/* The next spaces by name. */
static void add_spaces_ahead(const struct play *play, const struct strip *strip, int32_t from, struct text *line) {
  enum { LOOK_AHEAD = 8 };
  for (int32_t step = 1; step <= LOOK_AHEAD && from + step <= strip->high; step++) {
    const char *label = space_label(play, strip, from + step);
    if (*label) text_append_format(line, "%s%d %s", line->length ? ", " : "before you: ", from + step, label);
  }
}

/* Or the cards that it goes along, with their spaces. */
static void add_cards_ahead(struct play *play, const struct strip *strip, int32_t from, int viewer, struct text *line) {
  enum { LOOK_AHEAD = 4 };
  struct row_cards row = read_row(play, viewer, strip->line.name);
  int32_t by = spaces_of_card(strip), places = (int32_t)row.places;
  for (int32_t step = 0; step < LOOK_AHEAD && step < places && from >= 0 && from <= strip->high; step++) {
    int32_t card = (from / by + step) % places;
    const char *label = text_get(&row.cards[card]);
    bool is_cut = strip->line.kind == TRV_SHOW_TRACK && from / by + step >= places;
    if (*label && !is_cut)
      text_append_format(line, "%s%d to %d %s", line->length ? "; " : "from here: ", card * by, card * by + by - 1,
                         label);
  }
  free_row(&row);
}

static void tell_ahead(struct play *play, const struct screen *screen, const struct strip *strip, int viewer) {
  const struct map_piece *own = own_piece(&strip->pieces, viewer);
  struct text line = { 0 };
  if (own && strip->line.type_number >= 0) add_spaces_ahead(play, strip, own->at, &line);
  else if (own && *strip->line.name) add_cards_ahead(play, strip, own->at, viewer, &line);
  if (line.length) {
    screen_spaces(screen, 2 * GAP);
    screen_list(screen, STYLE_FAINT, line.bytes, 2 * GAP, 2 * GAP);
  }
  text_free(&line);
}

void map_show_strips(struct play *play, const struct screen *screen, int viewer) {
  for (uint32_t i = 0; i < play->info.show_lines; i++) {
    struct strip strip;
    if (read_strip(play, viewer, i, &strip)) draw_strip_line(screen, &strip, viewer);
  }
}

/* ---- maps ---- */

struct plot {
  struct map_pieces pieces;
  bool of_track; /* its places are the spaces of a track, which tells who stands where */
  uint32_t places;
  bool *linked; /* owned; places * places */
  int *steps;   /* owned; from the viewer, -1: no way */
};

static bool take_link(void *context, uint32_t from, uint32_t to) {
  struct plot *plot = context;
  if (from < plot->places && to < plot->places)
    plot->linked[from * plot->places + to] = plot->linked[to * plot->places + from] = true;
  return true;
}

/* How many steps each place is from this one. */
static void count_steps(struct plot *plot, uint32_t from) {
  uint32_t *queue = need_memory(NULL, plot->places * sizeof *queue), first = 0, last = 0;
  for (uint32_t i = 0; i < plot->places; i++) plot->steps[i] = -1;
  plot->steps[from] = 0;
  queue[last++] = from;
  while (first < last) {
    uint32_t place = queue[first++];
    for (uint32_t next = 0; next < plot->places; next++) {
      if (!plot->linked[place * plot->places + next] || plot->steps[next] >= 0) continue;
      plot->steps[next] = plot->steps[place] + 1;
      queue[last++] = next;
    }
  }
  free(queue);
}

/* Those who go along a track whose spaces are the places of the map. */
static void take_from_track(struct play *play, int viewer, struct plot *plot) {
  struct strip strip;
  for (uint32_t i = 0; i < play->info.show_lines; i++) {
    if (!read_strip(play, viewer, i, &strip) || strip.line.type_number < 0 ||
        strcmp(strip.line.type, type_name(play, plot->pieces.type)) != 0)
      continue;
    plot->of_track = true;
    for (size_t k = 0; k < strip.pieces.count && plot->pieces.count < MOST_PIECES; k++) {
      struct map_piece *piece = &plot->pieces.items[plot->pieces.count];
      *piece = strip.pieces.items[k];
      piece->at = space_numbered(play, &strip, piece->at);
      plot->pieces.count += piece->at >= 0;
    }
  }
}

static bool read_plot(struct play *play, int viewer, uint32_t index, struct plot *plot) {
  trv_show_line line;
  if (trv_program_show(play->program, index, &line) != TRV_OK || line.kind != TRV_SHOW_MAP) return false;
  *plot = (struct plot){ .pieces.type = line.type_number, .places = value_count(play, line.type_number) };
  read_pieces(play, viewer, &plot->pieces);
  if (!plot->pieces.count) take_from_track(play, viewer, plot);
  if (!plot->pieces.count || !plot->places) return false;
  const struct map_piece *own = own_piece(&plot->pieces, viewer);
  size_t cells = (size_t)plot->places * plot->places;
  plot->linked = need_memory(NULL, cells * sizeof *plot->linked);
  plot->steps = need_memory(NULL, plot->places * sizeof *plot->steps);
  memset(plot->linked, 0, cells * sizeof *plot->linked);
  trv_links_each(play->program, (uint32_t)line.type_number, take_link, plot);
  count_steps(plot, own ? (uint32_t)own->at : 0);
  return true;
}

static void free_plot(struct plot *plot) {
  free(plot->linked);
  free(plot->steps);
}

struct map_frame {
  int64_t left, right, bottom, top;
};

static bool find_frame(const struct play *play, const struct plot *plot, struct map_frame *frame) {
  bool found = false;
  for (uint32_t i = 0; i < plot->places; i++) {
    trv_spot spot;
    if (trv_program_spot(play->program, (uint32_t)plot->pieces.type, i, &spot) != TRV_OK) continue;
    if (!found) *frame = (struct map_frame){ spot.x, spot.x, spot.y, spot.y };
    if (spot.x < frame->left) frame->left = spot.x;
    if (spot.x > frame->right) frame->right = spot.x;
    if (spot.y < frame->bottom) frame->bottom = spot.y;
    if (spot.y > frame->top) frame->top = spot.y;
    found = true;
  }
  return found && frame->right > frame->left && frame->top > frame->bottom;
}

struct canvas {
  char *cells; /* owned */
  size_t columns, rows;
  struct map_frame frame;
};

static char *cell_at(const struct canvas *canvas, const trv_spot *spot) {
  const struct map_frame *f = &canvas->frame;
  size_t column = (size_t)((spot->x - f->left) * (int64_t)(canvas->columns - 1) / (f->right - f->left));
  size_t row = (size_t)((f->top - spot->y) * (int64_t)(canvas->rows - 1) / (f->top - f->bottom));
  return &canvas->cells[row * canvas->columns + column];
}

static void plot_places(const struct play *play, const struct plot *plot, struct canvas *canvas, int viewer) {
  trv_spot spot;
  uint32_t type = (uint32_t)plot->pieces.type;
  for (uint32_t i = 0; i < plot->places; i++)
    if (trv_program_spot(play->program, type, i, &spot) == TRV_OK) {
      char *cell = cell_at(canvas, &spot);
      if (*cell == ' ' || plot->steps[i] == 1) *cell = plot->steps[i] == 1 ? 'o' : '.';
    }
  for (int own = 0; own < 2; own++) /* pieces over marks */
    for (size_t i = 0; i < plot->pieces.count; i++) {
      const struct map_piece *piece = &plot->pieces.items[i];
      if (piece->is_own != own || trv_program_spot(play->program, type, (uint32_t)piece->at, &spot) != TRV_OK) continue;
      char *cell = cell_at(canvas, &spot);
      *cell = stronger_sign(*cell, own ? sign_of(piece, viewer) : '+');
    }
}

/* Whether so many columns from `first` on are in the row of `at`, and empty but for that place. */
static bool is_free(const struct canvas *canvas, size_t at, size_t first, size_t length) {
  size_t row = at / canvas->columns * canvas->columns;
  if (first < row || first + length > row + canvas->columns) return false;
  for (size_t i = first; i < first + length; i++)
    if (canvas->cells[i] != ' ' && i != at) return false;
  return true;
}

/* The name to the right of its place or else to the left, if nothing is in the way: of the places that matter most first. */
static void plot_name(struct canvas *canvas, const char *cell, const char *name) {
  size_t at = (size_t)(cell - canvas->cells), length = strlen(name);
  for (const char *c = name; *c; c++)
    if ((unsigned char)*c >= 0x80) return;
  if (is_free(canvas, at, at + 1, length + 2)) memcpy(canvas->cells + at + 2, name, length);
  else if (at > length + 1 && is_free(canvas, at, at - length - 2, length + 2))
    memcpy(canvas->cells + at - length - 1, name, length);
}

/* Each place once: where somebody stands, then what can be reached in a step, then all others. */
static void plot_names(const struct play *play, const struct plot *plot, struct canvas *canvas) {
  enum { STANDING, NEAR, OTHER };
  char rank[MOST_PLACES];
  trv_spot spot;
  for (uint32_t i = 0; i < plot->places; i++) rank[i] = plot->steps[i] == 1 ? NEAR : OTHER;
  for (size_t i = 0; i < plot->pieces.count; i++)
    if (plot->pieces.items[i].is_own) rank[plot->pieces.items[i].at] = STANDING;
  for (int turn = STANDING; turn <= OTHER; turn++)
    for (uint32_t i = 0; i < plot->places; i++)
      if (rank[i] == turn && trv_program_spot(play->program, (uint32_t)plot->pieces.type, i, &spot) == TRV_OK)
        plot_name(canvas, cell_at(canvas, &spot), place_label(play, plot->pieces.type, (int32_t)i));
}

static void draw_plot(const struct play *play, const struct screen *screen, const struct plot *plot, int viewer) {
  size_t rows = screen_rows(&play->screen), width = screen_width(screen) - 2 * GAP;
  struct canvas canvas = { .columns = width, .rows = rows ? rows / 2 : MOST_PLOT_ROWS };
  if (canvas.rows > MOST_PLOT_ROWS) canvas.rows = MOST_PLOT_ROWS;
  if (canvas.rows < LEAST_PLOT_ROWS || !find_frame(play, plot, &canvas.frame)) return;
  canvas.cells = need_memory(NULL, canvas.columns * canvas.rows + 1);
  memset(canvas.cells, ' ', canvas.columns * canvas.rows);
  plot_places(play, plot, &canvas, viewer);
  plot_names(play, plot, &canvas);
  for (size_t row = 0; row < canvas.rows; row++) {
    size_t end = canvas.columns;
    const char *line = canvas.cells + row * canvas.columns;
    while (end && line[end - 1] == ' ') end--;
    output_format(screen->out, "%*s%.*s\n", end ? 2 * GAP : 0, "", (int)end, line);
  }
  free(canvas.cells);
}

/* "p2 is in Ulm, 3 steps". */
static void tell_pieces(const struct play *play, const struct screen *screen, const struct plot *plot, int viewer) {
  for (size_t i = 0; i < plot->pieces.count; i++) {
    const struct map_piece *piece = &plot->pieces.items[i];
    struct text line = { 0 };
    const char *label = place_label(play, plot->pieces.type, piece->at);
    int steps = plot->steps[piece->at];
    if (piece->seat >= 0)
      text_append_format(&line, "%c %s: ", sign_of(piece, viewer), play_seat_word(play, (uint32_t)piece->seat, viewer));
    else text_append_format(&line, "+ ");
    if (!piece->is_own) text_append_format(&line, "%s ", piece->title);
    text_append_format(&line, "%s", label);
    if (steps > 0) text_append_format(&line, ", %d step%s from you", steps, plural((size_t)steps));
    screen_spaces(screen, GAP);
    screen_wrap(screen, STYLE_PLAIN, line.bytes, GAP, 2 * GAP);
    text_free(&line);
  }
}

/* The places by their distance. */
static void tell_ways(const struct play *play, const struct screen *screen, const struct plot *plot) {
  enum { FARTHEST = 3, MOST_LINES = 3 };
  for (int steps = 1; steps <= FARTHEST; steps++) {
    struct text line = { 0 };
    for (uint32_t i = 0; i < plot->places; i++)
      if (plot->steps[i] == steps)
        text_append_format(&line, "%s%s", line.length ? ", " : "", place_label(play, plot->pieces.type, (int32_t)i));
    if (line.length) {
      char name[24];
      int used = snprintf(name, sizeof name, "%d step%s: ", steps, plural((size_t)steps));
      screen_spaces(screen, GAP);
      screen_put(screen, STYLE_FAINT, name);
      screen_list_most(screen, STYLE_PLAIN, line.bytes, GAP + (size_t)used, 2 * GAP, MOST_LINES);
    }
    text_free(&line);
  }
}

void map_show(struct play *play, const struct screen *screen, int viewer) {
  bool shown = false;
  for (uint32_t i = 0; i < play->info.show_lines; i++) {
    struct strip strip;
    struct plot plot;
    if (read_strip(play, viewer, i, &strip)) {
      draw_strip_line(screen, &strip, viewer);
      tell_strip(play, screen, &strip, viewer);
      tell_ahead(play, screen, &strip, viewer);
      shown = true;
    } else if (read_plot(play, viewer, i, &plot)) {
      draw_plot(play, screen, &plot, viewer);
      if (!plot.of_track) tell_pieces(play, screen, &plot, viewer);
      if (own_piece(&plot.pieces, viewer)) tell_ways(play, screen, &plot);
      free_plot(&plot);
      shown = true;
    }
  }
  if (!shown) output_format(screen->out, "This game has no map and no track; `t` shows the whole table.\n");
}
