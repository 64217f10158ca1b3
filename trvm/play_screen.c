/* What a person sees before a choice: a title, the short table, what has happened since, the question and its options, put
 * together so that all of it fits the terminal. Nothing is shortened on a pipe.
 *
 * Each part is drawn aside first. If all of them fit they stand as they are; else news and options get a share of the lines,
 * the table what is left, and what they do not need goes to the options. */
#include <string.h>

#include "trvm/play.h"
#include "trvm/sheet.h"

enum { MOST_PROMPT = 3, LEAST_TABLE = 4 };

static void draw_title(struct play *play, const struct screen *screen, const trv_choice_info *info) {
  struct text title = { 0 };
  if (play->people == 1) text_append_format(&title, "your choice");
  else text_append_format(&title, "%s to choose", play_seat_name(play, info->seat));
  if (*info->phase) text_append_format(&title, " · %s", info->phase);
  screen_title(screen, title.bytes);
  text_free(&title);
}

static void draw_prompt(struct play *play, const struct screen *screen) {
  struct text said = { 0 }, text = { 0 }, cites = { 0 };
  TEXT_FILL(&said, trv_game_prompt, play->game);
  words_add(play, trv_game_chooser(play->game), text_get(&said), &text);
  TEXT_FILL(&cites, trv_game_choice_cites, play->game);
  if (cites.length) text_append_format(&text, "%s(%s)", text.length ? " " : "", cites.bytes);
  if (text.length) screen_notations(screen, STYLE_STRONG, text.bytes, 0, 2);
  text_free(&said);
  text_free(&text);
  text_free(&cites);
}

/* The parts, and how many lines of the screen each may have; 0: as many as it likes. */
struct screen_parts {
  struct screen_sheet news, lesson, prompt;
  size_t table_lines, news_lines, option_lines;
  bool is_loose; /* there is room for empty lines between the parts */
};

static size_t least(size_t left, size_t right) { return left < right ? left : right; }

/* What a lesson may take of the screen: enough for a rule or two, and the table comes first where there is little room. */
static size_t lines_for_lesson(const struct screen *screen) {
  size_t rows = screen_rows(screen);
  return rows ? rows / 4 : 12;
}

/* How many lines a part would take. */
static size_t lines_of_table(struct play *play, int viewer, size_t most) {
  struct screen_sheet sheet;
  sheet_begin(&sheet, &play->screen);
  short_show(play, &sheet.screen, viewer, most);
  sheet_end(&sheet);
  sheet_free(&sheet);
  return sheet.lines;
}

static size_t lines_of_options(struct play *play) {
  struct screen_sheet sheet;
  sheet_begin(&sheet, &play->screen);
  list_options(play, &sheet.screen, 0);
  sheet_end(&sheet);
  sheet_free(&sheet);
  return sheet.lines;
}

static void share_lines(struct play *play, int viewer, struct screen_parts *parts) {
  size_t rows = screen_rows(&play->screen);
  if (!rows) {
    parts->is_loose = true;
    return;
  }
  size_t taken =
      2 + least(parts->prompt.lines, MOST_PROMPT) + parts->lesson.lines; /* title and the line that is typed */
  size_t room = rows > taken + LEAST_TABLE ? rows - taken : LEAST_TABLE;
  size_t options = lines_of_options(play), news = parts->news.lines;
  size_t table = lines_of_table(play, viewer, room);
  if (options + news + table > room) {
    /* What can be chosen on a board is seen there, so that the board comes before the list. */
    bool has_board = trv_program_describe(trv_setup_program(play->setup)).boards > 0;
    size_t most_options = least(options, has_board ? room / 4 : room * 2 / 5), most_news = least(news, room / 5);
    table = lines_of_table(play, viewer, room - most_options - most_news);
    options = least(options, room - table - most_news);
    news = least(news, room - table - options);
  }
  parts->table_lines = table;
  parts->option_lines = options;
  parts->news_lines = news;
  parts->is_loose = options + news + table + 2 <= room;
}

static void show_news(const struct play *play, const struct screen_parts *parts) {
  const struct screen *screen = &play->screen;
  size_t lines = parts->news.lines, most = parts->news_lines ? parts->news_lines : lines;
  if (most < lines) {
    size_t first = lines - most + 1;
    while (first < lines && sheet_goes_on(&parts->news, first, JOURNAL_INDENT)) first++;
    output_format(screen->out, "  … %zu more line%s before: `l` tells everything\n", first, plural(first));
    sheet_show(screen, &parts->news, first, lines - first);
  } else sheet_show(screen, &parts->news, 0, lines);
}

static void show_gap(const struct play *play, const struct screen_parts *parts) {
  if (parts->is_loose) output_format(play->screen.out, "\n");
}

void play_show_position(struct play *play, int viewer) {
  const struct screen *screen = &play->screen;
  struct screen_parts parts = { 0 };
  trv_choice_info info;
  if (trv_game_choice(play->game, &info) != TRV_OK) return;
  sheet_begin(&parts.lesson, screen);
  learn_draw(play, &parts.lesson.screen, viewer, lines_for_lesson(screen));
  sheet_end(&parts.lesson);
  sheet_begin(&parts.news, screen);
  journal_show_new(play, &parts.news.screen, viewer);
  sheet_end(&parts.news);
  sheet_begin(&parts.prompt, screen);
  draw_prompt(play, &parts.prompt.screen);
  sheet_end(&parts.prompt);
  share_lines(play, viewer, &parts);
  show_gap(play, &parts);
  draw_title(play, screen, &info);
  short_show(play, screen, viewer, parts.table_lines);
  show_news(play, &parts);
  show_gap(play, &parts);
  sheet_show(screen, &parts.lesson, 0, parts.lesson.lines);
  sheet_show(screen, &parts.prompt, 0, screen_rows(screen) ? MOST_PROMPT : parts.prompt.lines);
  list_options(play, screen, parts.option_lines);
  sheet_free(&parts.lesson);
  sheet_free(&parts.news);
  sheet_free(&parts.prompt);
}
