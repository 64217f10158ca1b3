/* The grammar: tokens to tree.
 *
 * One rule per construct, in the order of tree.def; each action makes the node of the same name. The grammar has no
 * separators: every statement begins with a word or a name. Words are names wherever no rule can take them as words
 * (parse.c), so rules write LOWER for every name.
 * After an error, parse.c skips to a place where the list of statements, options, steps or declarations can go on, and
 * pushes RESUME there; it also pushes RESUME to finish what is complete before a token that cannot follow. Lists that
 * may fail at their first item must not begin with an empty rule, or the parser would give up the whole block: hence
 * some_statements and its like. */
%require "3.8"
%define api.pure full
%define api.push-pull push
%define api.prefix {trvyy}
%define api.token.prefix {T_}
%define api.location.type {struct span}
%define parse.error custom
%locations
%expect 0
%param { struct parsing *parsing }

%code requires {
#include "lang/tree.h"

struct parsing;
/* A list under construction: its last node is kept, so that adding is cheap. */
struct tree_list {
  struct tree *first, *last;
};
/* A node and the citations behind it, which may belong to what is around it. */
struct tree_cited {
  struct tree *node;
  struct tree_list cites;
};
}

%code {
/* The skeleton offers its own list of expected tokens; syntax_error.c asks about one token at a time instead. */
#pragma GCC diagnostic ignored "-Wunused-function"

#include <string.h>

#define YYINITDEPTH 200
#define YYMAXDEPTH 10000
/* All of the parser's memory is the arena's. Its state is made by parser_open; where bison would make one, it has no
 * arena, and gets nothing. */
#define YYSTACK_ALLOC(size) arena_try(parsing->arena, size)
#define YYMALLOC(size) NULL
#define YYFREE(place) ((void)(place))
#define YYLLOC_DEFAULT(current, rhs, n)                                                            \
  ((current) = (n) ? span_join(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n))                                 \
                   : (struct span){ YYRHSLOC(rhs, 0).file, YYRHSLOC(rhs, 0).end, YYRHSLOC(rhs, 0).end })

#include "lang/build.h"

static void trvyyerror(struct span *span, struct parsing *parsing, const char *message);

/* Short forms for the actions. */
#define NODE(kind, ...) make_##kind(parsing->arena, yyloc, __VA_ARGS__)
#define LEAF(kind) make_##kind(parsing->arena, yyloc)
#define NAMED(kind, at, ...)                                                                       \
  build_word(make_##kind(parsing->arena, yyloc, __VA_ARGS__), yyvsp[(at) - yylen].word, yylsp[(at) - yylen])
}

%union {
  struct tree *tree;
  struct tree_list list;
  struct tree_cited cited;
  const char *word;
  int32_t number;
}

%token YYEOF 0 "the end of the file"
%token START_FILE START_CELL RESUME
%token <word> LOWER "a name" UPPER "a type name"
%token <number> INT "a number"
%token <tree> CITE "a citation" STR_TEXT "text"
%token STR_OPEN "a text in double quotes" STR_CLOSE "`\"`" HOLE_OPEN "`{`"
%token HOLE_CLOSE "`}` to close the hole in the text"
%token DOTS ".." ARROW "->" GIVES "=>" EQ "==" NE "!=" LE "<=" GE ">=" ADD_TO "+=" TAKE_FROM "-="
%token IF_NONE "??" NOT_IN "not in"
%token AND "and" OR "or" NOT "not" IF "if" THEN "then" ELSE "else" MATCH "match" IN "in" IS "is" HAS "has" NONE "none"
%token TRUE "true" FALSE "false" LET "let" FOR "for" WHERE "where" BY "by"
%token GAME "game" USE "use" CONST "const" SETTING "setting" ENUM "enum" DECK "deck" TABLE "table" PILE "pile"
%token POOL "pool"
%token ROW "row" TRACK "track" VAR "var" GRAPH "graph" GRID "grid" LINES "lines" ON "on" HEX "hex" DIAGONALS "diagonals" WRAPS "wraps" DIRECTIONS "directions"
%token FN "fn" EXTERN "extern" EFFECT "effect" OPTIONS "options" PHASE "phase"
%token SETUP "setup"
%token PLAY "play" RANK "rank" VALUE "value" INVARIANT "invariant" SCENARIO "scenario" POSITION "position"
%token PLAYERS "players" RULEBOOK "rulebook" SUMMARY "summary" LIMIT "limit" DECISIONS "decisions" SEATS "seats"
%token NEEDS "needs" EXCLUDES "excludes" SIMULATION "simulation" EACH "each" TOTAL "total" FROM "from" OF "of" HIDDEN "hidden" OPEN "open"
%token OWNER "owner" OTHERS "others" REFILL "refill" HOLDS "holds" CLAMPED "clamped" DEPTH "depth" DESC "desc"
%token INT_TYPE "int" BOOL_TYPE "bool" TEXT_TYPE "text type" PLAYER "player" PATH "path" ZONE "zone" UP "up" TO "to"
%token WHILE "while" REPEAT "repeat" UNTIL "until" TIMES "times" BREAK "break" CONTINUE "continue" LEAVE "leave"
%token RETURN "return" END "end" SAY "say" FAIL "fail" MOVE "move" DRAW "draw" DRAW_ONE "draw from" SHUFFLE "shuffle"
%token SWAP "swap" REVEAL "reveal" APPLY "apply" CHOOSE "choose" PICK "pick" ALWAYS "always" TOP "top" BOTTOM "bottom"
%token PASS "pass" LEFT "left" RIGHT "right"
%token OPTION "option" IDLE "idle" INCLUDE "include" OTHERWISE "otherwise" STARTING "starting" ROLL "roll" COUNT "count"
%token ANY "any" ANY_OF "any(" ALL "all" ALL_OF "all(" SUM "sum" MIN "min" MAX "max" MOST "most" LEAST "least"
%token FIRST "first"
%token RANDOM "random" RANDOM_OF "random(" SET "set" SET_OF "set(" BAG "bag" BAG_OF "bag(" LIST "list" LIST_OF "list("
%token HANDS "hands" CHAINS "chains" AVOIDING "avoiding" INSIDE "inside" SEED "seed" WITH "with" GIVEN "given" AFTER "after" PUT "put" RUN "run"
%token NEXT "next" EXPECT "expect" OFFERED "offered" DENIED "denied" ASKED "asked" ONLY "only" FINISHED "finished"
%token VARIANT "variant" BEFORE "before" INSTEAD "instead" NEW "new" CHANGE "change" ADD "add" REMOVE "remove" DROP "drop"
%token MAP "map" MARK "mark" RING "ring" LABEL "label" CARD "card" CORNER "corner" BADGE "badge" COLOUR "colour" ICON "icon" COLOURS "colour of" ICONS "icon of"
%token SEAT "seat" LEARN "learn" ALONG "along"
%token SHOW "show" SCORE "score" PLACE "place" COUNTER "count of" TITLE "title" HIDE "hide" ORDER "order" GROUP "group"
%token OVER "over" SECRECY "secrecy" WINNER "winner" TOLD "told" ONWARDS "play on" RANKING "ranking" ALLOW "allow"

%precedence ELSE_VALUE
%left OR
%left AND
%precedence NOT
%nonassoc EQ NE '<' LE '>' GE IN NOT_IN HAS IS
%left IF_NONE
%left '+' '-'
%left '*' '/' '%'
%precedence NEGATE

%type <word> plain_text
%type <tree> string title game_item seat player_counts source_rows setting_limit field row made_row counted_row each_player total number int_value
%type <tree> grid labels zone_name seen seen_by optional_seen holds refill lives dim edge param result depth any_deck key
%type <tree> declaration type base_type plain_type bound
%type <tree> block cited_statement statement let_value drawn target call if_then condition arm pattern plain_pattern place binder range
%type <tree> by_range
%type <tree> pick choose option option_head option_line group_item need expression additive postfix value_arm
%type <tree> argument list_item entry entry_key
%type <tree> scenario_limit scenario_item given notation card given_item field_type cell
%type <tree> given_value variant variant_item change wrapped named row_change row_value entry_change edge_change choice_change
%type <tree> group_change option_change other_change choice_place
%type <list> table_fields entries entry_keys entry_values cites parts game_items seats setting_limits fields field_list types rows plain_rows row_values dims dim_list edges
%type <list> params param_list keys statements arms patterns plain_patterns choices group option_lets
%type <list> option_arguments binders needs value_arms arguments list_items optional_arguments scenario_limits withs scenario_items
%type <list> over variant_items some_variant_items names row_changes entry_changes edge_changes choice_changes
%type <list> group_changes row_new_values some_needs
%type <tree> show_line shown shown_field show_title show_icon show_colour map spot along along_by numbered card_part look
%type <list> show_lines some_show_lines shown_list addends spots card_parts looks
%type <number> shown_as ring card_place
%type <list> notations cards givens some_statements some_choices some_group some_scenario_items some_givens
%type <cited> if
%type <number> always clamped descending idle

%%

start:
    START_FILE declarations
  | START_CELL cell                             { parsing->cell = $2; }
  ;
cell:
    LOWER                                       { $$ = build_name(parsing, @1, $1); }
  | call
  ;
declarations:
    %empty
  | declarations declaration cites              { build_declaration(parsing, $2, $3); }
  | declarations variant cites                  { build_declaration(parsing, $2, $3); }
  | declarations error RESUME                   { yyerrok; }
  | declarations RESUME
  ;
cites:
    %empty                                      { $$ = list_empty(); }
  | cites CITE                                  { $$ = list_add($1, $2); }
  | cites ALLOW UPPER title                     { struct tree *allow = make_ALLOW(parsing->arena, span_join(@2, $4 ? @4 : @3), $4);
                                                  build_word(allow, $3, @3);
                                                  parsing->source->has_allowances = true;
                                                  $$ = list_add($1, allow); }
  ;

/* texts */
string: STR_OPEN parts STR_CLOSE                { $$ = NODE(STRING, $2.first); } ;
parts:
    %empty                                      { $$ = list_empty(); }
  | parts STR_TEXT                              { $$ = list_add($1, $2); }
  | parts HOLE_OPEN expression HOLE_CLOSE       { $$ = list_add($1, $3); }
  ;
plain_text: string                              { $$ = build_plain_text(parsing, $1); } ;
title: %empty { $$ = NULL; } | string ;

/* declarations */
given_value:
    CONST LOWER '=' expression                  { $$ = NAMED(CONST, 2, $4); }
  | SETTING LOWER ':' type '=' expression plain_text setting_limits
                                                { $$ = NAMED(SETTING, 2, $4, $6, build_setting_limits(parsing, $7, @7,
                                                    $8), NULL); }
  ;
declaration:
    GAME plain_text '{' cites game_items '}'    { $$ = build_cited(NODE(GAME, $5.first), $4); build_word($$, $2, @2); }
  | USE plain_text                              { $$ = build_word(LEAF(USE), $2, @2); }
  | given_value
  | ENUM UPPER fields source_rows
                                                { $$ = build_rows(NAMED(ENUM, 2, $3.first, NULL, NULL, NULL, NULL), $4, ENUM_ROWS,
                                                    ENUM_SOURCE); }
  | DECK UPPER fields title each_player zone_name total source_rows
                                                { $$ = NAMED(DECK, 2, $3.first, $4, $6, $7, NULL, NULL, NULL);
                                                  if ($5) $$->flags |= FLAG_EACH_PLAYER;
                                                  build_rows($$, $8, DECK_ROWS, DECK_SOURCE); }
  | TABLE LOWER dims table_fields FROM plain_text
                                                { struct tree *source = build_source(parsing, span_join(@5, @6), $6,
                                                    @6);
                                                  $$ = NAMED(TABLE, 2, $3.first, $4.first, NULL, source, NULL); }
  | TABLE LOWER dims table_fields '{' cites entries '}'
                                                { $$ = build_cited(NAMED(TABLE, 2, $3.first, $4.first, $7.first, NULL,
                                                    NULL), $6); }
  | PILE LOWER dims ':' UPPER seen refill
                                                { $$ = NAMED(PILE, 2, $3.first, build_type_name(parsing, @5, $5), $6,
                                                    $7); }
  | POOL LOWER dims ':' UPPER seen holds
                                                { $$ = NAMED(POOL, 2, $3.first, build_type_name(parsing, @5, $5), $6,
                                                    $7); }
  | ROW LOWER dims ':' UPPER seen               { $$ = NAMED(ROW, 2, $3.first, build_type_name(parsing, @5, $5), $6); }
  | TRACK LOWER dims ':' additive DOTS additive '=' expression clamped lives
                                                { $$ = NAMED(TRACK, 2, $3.first, $5, $7, $9, $11);
                                                  $$->flags |= (uint16_t)$10; }
  | VAR LOWER dims ':' type '=' expression optional_seen lives
                                                { $$ = NAMED(VAR, 2, $3.first, $5, $7, $8, $9); }
  | GRAPH LOWER ':' UPPER labels '{' cites edges '}'
                                                { $$ = build_cited(NAMED(GRAPH, 2, build_type_name(parsing, @4, $4), $5,
                                                    $8.first, NULL, NULL), $7); }
  | GRAPH LOWER ':' UPPER labels FROM plain_text
                                                { struct tree *source = build_source(parsing, span_join(@6, @7), $7,
                                                    @7);
                                                $$ = NAMED(GRAPH, 2, build_type_name(parsing, @4, $4), $5, NULL,
                                                    source, NULL); }
  | LINES UPPER OF additive ON UPPER            { struct tree *lines = make_LINES(parsing->arena, span_join(@3, @6), $4);
                                                  $$ = NAMED(ENUM, 2, NULL, NULL, NULL, NULL, build_word(lines, $6, @6)); }
  | GRID UPPER grid                             { $$ = NAMED(ENUM, 2, NULL, NULL, NULL, NULL, $3); }
  | FN LOWER params ARROW type any_deck depth '=' expression
                                                { $$ = NAMED(FN, 2, $3.first, $5, $6, $7, $9, NULL, NULL); }
  | FN LOWER params ARROW type any_deck depth block
                                                { $$ = build_owner(NAMED(FN, 2, $3.first, $5, $6, $7, NULL, $8, NULL), $8); }
  | EXTERN FN LOWER params ARROW type FROM plain_text
                                                { struct tree *source = build_source(parsing, span_join(@7, @8), $8,
                                                    @8);
                                                  $$ = NAMED(FN, 3, $4.first, $6, NULL, NULL, NULL, NULL, source); }
  | EFFECT LOWER params result any_deck depth block
                                                { $$ = build_owner(NAMED(EFFECT, 2, $3.first, $4, $5, $6, $7), $7); }
  | PHASE LOWER params title depth block        { $$ = build_owner(NAMED(PHASE, 2, $3.first, $4, $5, $6), $6); }
  | OPTIONS LOWER params '{' cites group '}'    { $$ = build_cited(NAMED(OPTIONS, 2, $3.first, $6.first), $5); }
  | SETUP block                                 { $$ = build_owner(NODE(SETUP, $2), $2); }
  | PLAY block                                  { $$ = build_owner(NODE(PLAY, $2), $2); }
  | RANK LOWER BY keys                          { $$ = NAMED(RANK, 2, $4.first); }
  | VALUE OF LOWER '=' expression               { $$ = NAMED(VALUE_OF, 3, $5); }
  | INVARIANT plain_text expression             { $$ = NAMED(INVARIANT, 2, $3); }
  | SHOW '{' cites show_lines '}'               { $$ = build_cited(NODE(SHOW, $4.first), $3); }
  | SCENARIO plain_text cites scenario_limits '{' cites scenario_items '}'
                                                { $$ = NAMED(SCENARIO, 2, $4.first, $7.first);
                                                  build_cited(build_cited($$, $3), $6); }
  | POSITION LOWER params '{' cites givens '}'  { $$ = build_cited(NAMED(POSITION, 2, $3.first, $6.first), $5); }
  ;

game_items: %empty { $$ = list_empty(); } | game_items game_item cites { $$ = list_add($1, build_cited($2, $3)); } ;
game_item:
    player_counts
  | RULEBOOK plain_text                         { $$ = build_word(LEAF(GAME_RULEBOOK), $2, @2); }
  | SUMMARY plain_text                          { $$ = build_word(LEAF(GAME_SUMMARY), $2, @2); }
  | LIMIT INT DECISIONS                         { $$ = LEAF(GAME_LIMIT); $$->number = $2; }
  | SEATS fields seats                          { $$ = NODE(GAME_SEATS, $2.first, $3.first); }
  ;
seats: seat { $$ = list_one($1); } | seats ',' seat { $$ = list_add($1, $3); } ;
seat: LOWER row_values                          { $$ = NAMED(ROW_DATA, 1, $2.first, NULL, NULL, NULL); $$->number = 1; } ;
player_counts:
    PLAYERS int_value DOTS int_value            { $$ = NODE(GAME_PLAYERS, $2, $4); }
  | PLAYERS int_value                           { $$ = NODE(GAME_PLAYERS, $2, LEAF(INT));
                                                  $$->kid[GAME_PLAYERS_HIGH]->number = $2->number; }
  ;
setting_limits: %empty { $$ = list_empty(); } | setting_limits setting_limit { $$ = list_add($1, $2); } ;
setting_limit:
    player_counts
  | need
  | EXCLUDES LOWER                              { $$ = build_word(LEAF(EXCLUDES), $2, @2); }
  | FOR SIMULATION expression                   { $$ = NODE(SETTING_SIMULATED, $3); }
  ;
fields: %empty { $$ = list_empty(); } | '(' field_list ')' { $$ = $2; } ;
field_list: field { $$ = list_one($1); } | field_list ',' field { $$ = list_add($1, $3); } ;
field: LOWER ':' field_type                     { $$ = NAMED(FIELD_DECL, 1, $3); } ;
field_type: type | EFFECT '(' types ')'         { $$ = NODE(TYPE_EFFECT, $3.first); } ;
types: type { $$ = list_one($1); } | types ',' type { $$ = list_add($1, $3); } ;
source_rows:
    '{' cites rows '}'                          { $$ = build_cited(NODE(BLOCK, $3.first), $2); }
  | FROM plain_text                             { $$ = build_source(parsing, @$, $2, @2); }
  ;
rows: %empty { $$ = list_empty(); } | rows made_row cites { $$ = list_add($1, build_cited($2, $3)); } ;
made_row:
    counted_row
  | counted_row FOR binders                     { $$ = $1; $$->span = @$; $$->kid[ROW_DATA_BINDERS] = $3.first; }
  ;
counted_row:
    row
  | LOWER OF LOWER row_values title             { $$ = NAMED(ROW_DATA, 3, $4.first, $5, build_name(parsing, @1, $1), NULL);
                                                  $$->number = 1; }
  ;
plain_rows: %empty { $$ = list_empty(); } | plain_rows row cites { $$ = list_add($1, build_cited($2, $3)); } ;
row:
    LOWER row_values title                      { $$ = NAMED(ROW_DATA, 1, $2.first, $3, NULL, NULL); $$->number = 1; }
  | INT OF LOWER row_values title               { $$ = NAMED(ROW_DATA, 3, $4.first, $5, NULL, NULL); $$->number = $1; }
  ;
row_values: %empty { $$ = list_empty(); } | '(' arguments ')' { $$ = $2; } ;
table_fields: fields | ':' type                 { $$ = list_one(build_plain_field(parsing, @1, $2)); } ;
entries: %empty { $$ = list_empty(); } | entries entry cites { $$ = list_add($1, build_cited($2, $3)); } ;
entry: entry_keys ':' entry_values              { struct tree *row = make_ROW_DATA(parsing->arena, @3, $3.first, NULL, NULL,
                                                    NULL);
                                                  row->number = 1;
                                                  $$ = NODE(ADD_ROW, $1.first, row); $$->word_span = @1; } ;
entry_keys: entry_key { $$ = list_one($1); } | entry_keys ',' entry_key { $$ = list_add($1, $3); } ;
entry_key:
    number
  | LOWER                                       { $$ = build_name(parsing, @1, $1); }
  ;
entry_values:
    postfix                                     { $$ = list_one($1); }
  | '-' INT                                     { $$ = list_one(build_int(parsing, @$, -$2)); }
  | '(' expression ',' arguments ')'            { $$ = list_join(list_one($2), $4); }
  ;
each_player: %empty { $$ = NULL; } | EACH PLAYER { $$ = LEAF(TYPE_PLAYER); } ;
zone_name: %empty { $$ = NULL; } | IN LOWER dims { $$ = build_zone_name(parsing, $2, @2, $3, @3); } ;
total: %empty { $$ = NULL; } | TOTAL int_value  { $$ = $2; } ;
seen: seen_by | seen_by OR seen_by IF expression
                                                { $$ = $1; $$->span = @$; $$->kid[SEEN_ALTERNATIVE] = $3;
                                                  $$->kid[SEEN_CONDITION] = $5; } ;
seen_by:
    HIDDEN                                      { $$ = NODE(SEEN, NULL, NULL); $$->number = SEEN_HIDDEN; }
  | OPEN                                        { $$ = NODE(SEEN, NULL, NULL); $$->number = SEEN_OPEN; }
  | FOR OWNER                                   { $$ = NODE(SEEN, NULL, NULL); $$->number = SEEN_OWNER; }
  | FOR OTHERS                                  { $$ = NODE(SEEN, NULL, NULL); $$->number = SEEN_OTHERS; }
  ;
optional_seen: %empty { $$ = NULL; } | seen ;
holds: %empty { $$ = NULL; } | HOLDS bound      { $$ = $2; } ;
refill: %empty { $$ = NULL; } | REFILL FROM LOWER dims { $$ = build_zone_name(parsing, $3, @3, $4, @4); } ;
clamped: %empty { $$ = 0; } | CLAMPED           { $$ = FLAG_CLAMPED; } ;
lives: %empty { $$ = NULL; } | EACH LOWER       { $$ = build_name(parsing, @2, $2); } ;
dims: %empty { $$ = list_empty(); } | '[' dim_list ']' { $$ = $2; } ;
dim_list: dim { $$ = list_one($1); } | dim_list ',' dim { $$ = list_add($1, $3); } ;
dim:
    PLAYER                                      { $$ = LEAF(TYPE_PLAYER); }
  | additive                                    { $$ = $1; if ($1->kind == TREE_TYPE_NAME) $$->kind = TREE_TYPE_NAMED; }
  | additive DOTS additive                      { $$ = NODE(RANGE, $1, $3); }
  ;
labels: %empty { $$ = NULL; } | BY UPPER           { $$ = build_type_name(parsing, @2, $2); } ;
edges: %empty { $$ = list_empty(); } | edges edge cites { $$ = list_add($1, build_cited($2, $3)); } ;
edge:
    LOWER '-' LOWER row_values
                                                { $$ = NODE(EDGE, build_name(parsing, @1, $1), build_name(parsing, @3,
                                                    $3), $4.first); }
  | LOWER '-' NONE                              { $$ = NODE(EDGE, build_name(parsing, @1, $1), NULL, NULL); }
  | LOWER ARROW LOWER row_values
                                                { $$ = NODE(EDGE, build_name(parsing, @1, $1), build_name(parsing, @3,
                                                    $3), $4.first);
                                                  $$->flags |= FLAG_DIRECTED; }
  ;
grid:
    additive BY additive                        { $$ = NODE(GRID, $1, $3, NULL, NULL, NULL); }
  | HEX additive BY additive                    { $$ = NODE(GRID, $2, $4, NULL, NULL, NULL); $$->flags |= FLAG_HEX; }
  | HEX additive                                { $$ = NODE(GRID, $2, NULL, NULL, NULL, NULL); $$->flags |= FLAG_HEX; }
  | grid WITH DIAGONALS                         { $$ = build_grid($1, @$); $$->flags |= FLAG_DIAGONALS; }
  | grid WRAPS names                            { $$ = build_grid($1, @$); $$->kid[GRID_WRAPS] = $3.first; }
  | grid WHERE expression                       { $$ = build_grid($1, @$); $$->kid[GRID_WHERE] = $3; }
  | grid DIRECTIONS UPPER                       { $$ = build_word(build_grid($1, @$), $3, @3); }
  | grid DIRECTIONS '{' cites plain_rows '}'          { $$ = build_cited(build_grid($1, @$), $4); $$->kid[GRID_DIRECTIONS] = $5.first; }
  | grid DIRECTIONS UPPER '{' cites plain_rows '}'
                                                { $$ = build_word(build_cited(build_grid($1, @$), $5), $3, @3);
                                                  $$->kid[GRID_DIRECTIONS] = $6.first; }
  ;
params: '(' ')' { $$ = list_empty(); } | '(' param_list ')' { $$ = $2; } ;
param_list: param { $$ = list_one($1); } | param_list ',' param { $$ = list_add($1, $3); } ;
param:
    LOWER ':' type                              { $$ = NAMED(PARAM, 1, $3); }
  | LOWER ':' ZONE OF UPPER
                                                { struct tree *zone = tree_new(parsing->arena, TREE_TYPE_ZONE,
                                                    span_join(@3, @5));
                                                  $$ = NAMED(PARAM, 1, build_word(zone, $5, @5)); }
  ;
result: %empty { $$ = NULL; } | ARROW type      { $$ = $2; } ;
any_deck: %empty { $$ = NULL; } | FOR ANY DECK UPPER { $$ = build_type_name(parsing, @4, $4); } ;
depth: %empty { $$ = NULL; } | DEPTH int_value  { $$ = $2; } ;
keys: key { $$ = list_one($1); } | keys ',' key { $$ = list_add($1, $3); } ;
key: expression descending                      { $$ = NODE(KEY, $1); $$->flags |= (uint16_t)$2; } ;
descending: %empty { $$ = 0; } | DESC           { $$ = FLAG_DESC; } ;
int_value: INT                                  { $$ = LEAF(INT); $$->number = $1; } ;
number: int_value | '-' INT                     { $$ = LEAF(INT); $$->number = -$2; } ;
bound: number | LOWER                           { $$ = build_name(parsing, @1, $1); } ;

/* types */
type: base_type | base_type OR NONE             { $$ = NODE(TYPE_OPTIONAL, $1); } ;
base_type:
    plain_type
  | plain_type '[' dim_list ']'                 { $$ = NODE(TYPE_ARRAY, $1, $3.first); }
  | SET OF plain_type                           { $$ = NODE(TYPE_SET, $3); }
  | BAG OF plain_type                           { $$ = NODE(TYPE_BAG, $3); }
  | LIST OF plain_type UP TO postfix            { $$ = NODE(TYPE_LIST, $3, $6); }
  ;
plain_type:
    number DOTS bound                           { $$ = NODE(TYPE_RANGE, $1, $3); }
  | INT_TYPE                                    { $$ = LEAF(TYPE_INT); }
  | BOOL_TYPE                                   { $$ = LEAF(TYPE_BOOL); }
  | TEXT_TYPE                                   { $$ = LEAF(TYPE_TEXT); }
  | PLAYER                                      { $$ = LEAF(TYPE_PLAYER); }
  | PATH OF LOWER                               { $$ = build_word(LEAF(TYPE_PATH), $3, @3); }
  | UPPER                                       { $$ = build_type_name(parsing, @1, $1); }
  ;

/* statements */
block: '{' cites statements '}'                 { $$ = build_cited(NODE(BLOCK, $3.first), $2); } ;
statements: %empty { $$ = list_empty(); } | some_statements ;
some_statements:
    cited_statement                             { $$ = list_one($1); }
  | error RESUME                                { $$ = list_empty(); yyerrok; }
  | some_statements cited_statement             { $$ = list_add($1, $2); }
  | some_statements error RESUME                { $$ = $1; yyerrok; }
  | RESUME                                      { $$ = list_empty(); }
  | some_statements RESUME                      { $$ = $1; }
  ;
/* A pick takes its own citations, since they may also stand between its conditions; so does an `if`, since they may
 * stand before its `else`. */
cited_statement:
    statement cites                             { $$ = build_statement(parsing, $1, $2); }
  | if                                          { $$ = build_statement(parsing, $1.node, $1.cites); }
  | LET LOWER '=' pick                          { $$ = build_statement(parsing, NAMED(LET, 2, $4, NULL), list_empty()); }
  | target '=' pick                             { $$ = build_statement(parsing, NODE(ASSIGN, $1, $3), list_empty());
                                                  $$->number = OP_SET; }
  ;
statement:
    LET LOWER '=' let_value                     { $$ = NAMED(LET, 2, $4, NULL); }
  | LET LOWER '=' let_value ELSE block          { $$ = build_owner(NAMED(LET, 2, $4, $6), $6); }
  | VAR LOWER ':' type '=' expression           { $$ = NAMED(LOCAL, 2, $4, $6); }
  | target '=' expression                       { $$ = NODE(ASSIGN, $1, $3); $$->number = OP_SET; }
  | target ADD_TO expression                    { $$ = NODE(ASSIGN, $1, $3); $$->number = OP_ADD; }
  | target TAKE_FROM expression                 { $$ = NODE(ASSIGN, $1, $3); $$->number = OP_SUB; }
  | call
  | MATCH expression '{' cites arms '}'         { $$ = build_cited(NODE(MATCH, $2, $5.first), $4); }
  | FOR binders block                           { $$ = build_owner(build_for(parsing, @$, $2, $3), $3); }
  | WHILE expression block                      { $$ = build_owner(NODE(WHILE, $2, $3), $3); }
  | REPEAT block                                { $$ = build_owner(NODE(REPEAT, $2, NULL, NULL), $2); }
  | REPEAT block UNTIL expression               { $$ = build_owner(NODE(REPEAT, $2, $4, NULL), $2); }
  | REPEAT expression TIMES block               { $$ = build_owner(NODE(REPEAT, $4, NULL, $2), $4); }
  | BREAK                                       { $$ = LEAF(BREAK); }
  | CONTINUE                                    { $$ = LEAF(CONTINUE); }
  | LEAVE                                       { $$ = LEAF(LEAVE); }
  | RETURN expression                           { $$ = NODE(RETURN, $2); }
  | END GAME                                    { $$ = LEAF(END_GAME); }
  | SAY string                                  { $$ = NODE(SAY, $2, NULL); }
  | SAY TO postfix string                 { $$ = NODE(SAY, $4, $3); }
  | FAIL string                                 { $$ = NODE(FAIL, $2); }
  | MOVE expression FROM place TO place         { $$ = NODE(MOVE, $2, NULL, $4, $6); }
  | MOVE postfix OF postfix FROM place TO place { $$ = NODE(MOVE, $4, $2, $6, $8); }
  | MOVE ALL FROM place TO place                { $$ = NODE(MOVE_ALL, $4, $6, NULL); }
  | MOVE ALL LOWER FROM place TO place WHERE expression
                                                { $$ = NAMED(MOVE_ALL, 3, $5, $7, $9); }
  | MOVE RANDOM FROM place TO place             { $$ = NODE(MOVE_RANDOM, $4, $6); }
  | MOVE RANDOM LOWER FROM place TO place       { $$ = NAMED(MOVE_RANDOM, 3, $5, $7); }
  | DRAW expression FROM postfix TO place       { $$ = NODE(DRAW, $2, $4, $6); }
  | SHUFFLE postfix                             { $$ = NODE(SHUFFLE, $2); }
  | SWAP postfix ',' postfix                    { $$ = NODE(SWAP, $2, $4); }
  | PASS postfix LEFT                           { $$ = NODE(PASS, $2); $$->number = SIDE_LEFT; }
  | PASS postfix RIGHT                          { $$ = NODE(PASS, $2); $$->number = SIDE_RIGHT; }
  | REVEAL expression FROM postfix TO postfix   { $$ = NODE(REVEAL, $2, $4, $6); }
  | REVEAL ALL FROM postfix TO postfix          { $$ = NODE(REVEAL, NULL, $4, $6); }
  | APPLY target optional_arguments             { $$ = NODE(APPLY, $2, $3.first); }
  | choose
  ;
let_value: expression | drawn ;
drawn: DRAW_ONE FROM postfix TO place           { $$ = NODE(DRAW_ONE, $3, $5); } ;
target:
    LOWER                                       { $$ = build_name(parsing, @1, $1); }
  | target '[' arguments ']'                    { $$ = NODE(INDEX, $1, $3.first); }
  | target '.' LOWER                            { $$ = NAMED(FIELD, 3, $1); }
  ;
call: LOWER optional_arguments                  { $$ = NAMED(CALL, 1, $2.first); } ;
optional_arguments: '(' ')' { $$ = list_empty(); } | '(' arguments ')' { $$ = $2; } ;
if_then: IF condition block                     { $$ = build_owner(NODE(IF, $2, $3, NULL), $3); } ;
/* What stands behind the last block is cited by the whole. */
if:
    if_then cites                               { $$ = (struct tree_cited){ $1, $2 }; }
  | if_then cites ELSE block cites              { $$ = (struct tree_cited){ build_else(build_cited($1, $2), $4), $5 }; }
  | if_then cites ELSE if                       { $$ = (struct tree_cited){ build_else(build_cited($1, $2), $4.node), $4.cites };
                                                  build_else_if(parsing); }
  ;
condition:
    expression
  | LET LOWER '=' let_value                     { $$ = NAMED(LET, 2, $4, NULL); }
  | LET LOWER '=' pick                          { $$ = NAMED(LET, 2, $4, NULL); }
  ;
arms: %empty { $$ = list_empty(); } | arms arm cites { $$ = list_add($1, build_cited($2, $3)); } ;
arm:
    patterns block                              { $$ = build_owner(NODE(ARM, $1.first, $2), $2); }
  | ELSE block                                  { $$ = build_owner(NODE(ARM, NULL, $2), $2); }
  ;
patterns: pattern { $$ = list_one($1); } | patterns ',' pattern { $$ = list_add($1, $3); } ;
pattern:
    plain_pattern
  | '-' INT                                     { $$ = LEAF(INT); $$->number = -$2; }
  | '-' INT DOTS number                         { struct tree *low = build_int(parsing, span_join(@1, @2), -$2);
                                                  $$ = NODE(RANGE, low, $4); }
  ;
plain_patterns: plain_pattern { $$ = list_one($1); } | plain_patterns ',' plain_pattern { $$ = list_add($1, $3); } ;
plain_pattern:
    LOWER                                       { $$ = build_name(parsing, @1, $1); }
  | UPPER '.' LOWER
                                                { struct tree *type = build_word(tree_new(parsing->arena,
                                                    TREE_TYPE_NAME, @1), $1, @1);
                                                  $$ = NAMED(FIELD, 3, type); }
  | int_value
  | int_value DOTS number                       { $$ = NODE(RANGE, $1, $3); }
  | NONE                                        { $$ = LEAF(NONE); }
  | TRUE                                        { $$ = LEAF(BOOL); $$->number = 1; }
  | FALSE                                       { $$ = LEAF(BOOL); }
  ;
place:
    postfix
  | TOP OF postfix                              { $$ = NODE(PLACE, $3); $$->number = END_TOP; }
  | BOTTOM OF postfix                           { $$ = NODE(PLACE, $3); $$->number = END_BOTTOM; }
  ;
binder:
    LOWER IN range                              { $$ = NAMED(BINDER, 1, $3, NULL, NULL); }
  | LOWER IN range WHERE expression             { $$ = NAMED(BINDER, 1, $3, $5, NULL); }
  | LOWER IN range BY expression descending     { $$ = NAMED(BINDER, 1, $3, NULL, $5); $$->flags |= (uint16_t)$6; }
  | LOWER IN range WHERE expression BY expression descending
                                                { $$ = NAMED(BINDER, 1, $3, $5, $7); $$->flags |= (uint16_t)$8; }
  ;
range: additive | additive DOTS additive        { $$ = NODE(RANGE, $1, $3); } ;

/* choices */
pick:
    PICK LOWER always BY postfix string '(' binder ')' title cites needs
                                                { $$ = build_cited(NAMED(PICK, 2, $5, $6, $8, $10, $12.first, NULL), $11);
                                                  $$->flags |= (uint16_t)$3; }
  | PICK LOWER always BY postfix string '(' binder ')' title cites needs OTHERWISE expression cites
                                                { $$ = build_cited(NAMED(PICK, 2, $5, $6, $8, $10, $12.first, $14), $11);
                                                  $$ = build_cited($$, $15);
                                                  $$->flags |= (uint16_t)$3; }
  ;
choose:
    CHOOSE LOWER always BY postfix title '{' cites choices '}'
                                                { $$ = build_cited(NAMED(CHOOSE, 2, $5, NULL, $6, $9.first), $8);
                                                  $$->flags |= (uint16_t)$3; }
  | CHOOSE LOWER always BY EACH by_range title '{' cites choices '}'
                                                { $$ = build_cited(NAMED(CHOOSE, 2, NULL, $6, $7, $10.first), $9);
                                                  $$->flags |= (uint16_t)$3; }
  ;
by_range:
    LOWER IN range                              { $$ = NAMED(BINDER, 1, $3, NULL, NULL); }
  | LOWER IN range WHERE expression             { $$ = NAMED(BINDER, 1, $3, $5, NULL); }
  ;
always: %empty { $$ = 0; } | ALWAYS             { $$ = FLAG_ALWAYS; } ;
choices: %empty { $$ = list_empty(); } | some_choices ;
some_choices:
    option_line cites                           { $$ = list_one(build_statement(parsing, $1, $2)); }
  | error RESUME                                { $$ = list_empty(); yyerrok; }
  | some_choices option_line cites              { $$ = list_add($1, build_statement(parsing, $2, $3)); }
  | some_choices error RESUME                   { $$ = $1; yyerrok; }
  | RESUME                                      { $$ = list_empty(); }
  | some_choices RESUME                         { $$ = $1; }
  ;
option_line:
    group_item
  | OTHERWISE block                             { $$ = build_owner(NODE(OTHERWISE, $2), $2); }
  | OTHERWISE option                            { $$ = $2; $$->span = @$; $$->flags |= FLAG_OTHERWISE; }
  ;
group: %empty { $$ = list_empty(); } | some_group ;
some_group:
    group_item cites                            { $$ = list_one(build_statement(parsing, $1, $2)); }
  | error RESUME                                { $$ = list_empty(); yyerrok; }
  | some_group group_item cites                 { $$ = list_add($1, build_statement(parsing, $2, $3)); }
  | some_group error RESUME                     { $$ = $1; yyerrok; }
  | RESUME                                      { $$ = list_empty(); }
  | some_group RESUME                           { $$ = $1; }
  ;
group_item: option | INCLUDE call               { $$ = NODE(INCLUDE, $2); } ;
option:
    idle option_head block
                                                { $$ = $2; $$->span = @$; $$->kid[OPTION_BODY] = $3;
                                                  build_owner($$, $3);
                                                  $$->flags |= (uint16_t)$1; if (!$1) $$->span.start = @2.start; }
  ;
idle: %empty { $$ = 0; } | IDLE                 { $$ = FLAG_IDLE; } ;
option_head:
    OPTION LOWER option_arguments option_lets title needs
                                                { $$ = NAMED(OPTION, 2, $3.first, $4.first, $5, $6.first, NULL); }
  ;
option_arguments: %empty { $$ = list_empty(); } | '(' binders ')' { $$ = $2; } ;
option_lets:
    %empty                                      { $$ = list_empty(); }
  | option_lets LET LOWER '=' expression
                                                { struct tree *let = make_LET(parsing->arena, span_join(@2, @5), $5, NULL);
                                                  $$ = list_add($1, build_word(let, $3, @3)); }
  ;
binders: binder { $$ = list_one($1); } | binders ',' binder { $$ = list_add($1, $3); } ;
needs: %empty { $$ = list_empty(); } | some_needs ;
some_needs: need cites { $$ = list_one(build_cited($1, $2)); } | some_needs need cites { $$ = list_add($1, build_cited($2, $3)); } ;
need:
    NEEDS expression                            { $$ = NODE(NEED, $2, NULL); }
  | NEEDS expression ELSE string                { $$ = NODE(NEED, $2, $4); }
  ;

/* expressions */
expression:
    additive
  | expression OR expression                    { $$ = build_binary(parsing, @$, OP_OR, $1, $3); }
  | expression AND expression                   { $$ = build_binary(parsing, @$, OP_AND, $1, $3); }
  | NOT expression                              { $$ = NODE(NOT, $2); build_deeper(parsing); }
  | expression EQ expression                    { $$ = build_binary(parsing, @$, OP_EQ, $1, $3); }
  | expression NE expression                    { $$ = build_binary(parsing, @$, OP_NE, $1, $3); }
  | expression '<' expression                   { $$ = build_binary(parsing, @$, OP_LT, $1, $3); }
  | expression LE expression                    { $$ = build_binary(parsing, @$, OP_LE, $1, $3); }
  | expression '>' expression                   { $$ = build_binary(parsing, @$, OP_GT, $1, $3); }
  | expression GE expression                    { $$ = build_binary(parsing, @$, OP_GE, $1, $3); }
  | expression IN range                         { $$ = build_binary(parsing, @$, OP_IN, $1, $3); }
  | expression NOT_IN range                     { $$ = build_binary(parsing, @$, OP_NOT_IN, $1, $3); }
  | expression HAS expression                   { $$ = build_binary(parsing, @$, OP_HAS, $1, $3); }
  | expression HAS postfix OF postfix           { $$ = build_has(parsing, @$, $1, $3, $5); }
  | expression IS NONE                          { $$ = NODE(IS_NONE, $1); build_deeper(parsing); }
  | expression IS NOT NONE
                                                { $$ = NODE(IS_NONE, $1); $$->flags |= FLAG_NOT;
                                                  build_deeper(parsing); }
  | IF expression THEN expression ELSE expression %prec ELSE_VALUE
                                                { $$ = NODE(IF_ELSE, $2, $4, $6); build_deeper(parsing); }
  ;
additive:
    postfix
  | PLAYERS STARTING postfix                    { $$ = NODE(PLAYERS_STARTING, $3); }
  | ROLL postfix                                { $$ = NODE(ROLL, $2, NULL); }
  | ROLL postfix OF postfix                     { $$ = NODE(ROLL, $4, $2); }
  | additive '+' additive                       { $$ = build_binary(parsing, @$, OP_ADD, $1, $3); }
  | additive '-' additive                       { $$ = build_binary(parsing, @$, OP_SUB, $1, $3); }
  | additive '*' additive                       { $$ = build_binary(parsing, @$, OP_MUL, $1, $3); }
  | additive '/' additive                       { $$ = build_binary(parsing, @$, OP_DIV, $1, $3); }
  | additive '%' additive                       { $$ = build_binary(parsing, @$, OP_MOD, $1, $3); }
  | additive IF_NONE additive                   { $$ = build_binary(parsing, @$, OP_IF_NONE, $1, $3); }
  | '-' additive %prec NEGATE                   { $$ = NODE(NEGATE, $2); build_deeper(parsing); }
  ;
postfix:
    postfix '[' arguments ']'                   { $$ = NODE(INDEX, $1, $3.first); build_deeper(parsing); }
  | postfix '.' LOWER                           { $$ = NAMED(FIELD, 3, $1); build_deeper(parsing); }
  | LOWER                                       { $$ = build_name(parsing, @1, $1); }
  | call
  | UPPER                                       { $$ = build_word(LEAF(TYPE_NAME), $1, @1); }
  | int_value
  | string
  | TRUE                                        { $$ = LEAF(BOOL); $$->number = 1; }
  | FALSE                                       { $$ = LEAF(BOOL); }
  | NONE                                        { $$ = LEAF(NONE); }
  | '(' expression ')'                          { $$ = $2; }
  | '[' ']'                                     { $$ = NODE(LIST_VALUE, NULL); }
  | '[' list_items ']'                          { $$ = NODE(LIST_VALUE, $2.first); }
  | PLAYERS                                     { $$ = LEAF(PLAYERS); }
  | MATCH expression '{' value_arms '}'         { $$ = NODE(MATCH_VALUE, $2, $4.first); }
  | COUNT '(' binders ')'                       { $$ = build_over(parsing, @$, TREE_COUNT, $3, NULL); }
  | ANY_OF '(' binders ')'                      { $$ = build_over(parsing, @$, TREE_ANY, $3, NULL); }
  | ALL_OF '(' binders ':' expression ')'       { $$ = build_over(parsing, @$, TREE_ALL, $3, $5); }
  | SUM '(' expression FOR binders ')'          { $$ = build_over(parsing, @$, TREE_SUM, $5, $3); }
  | MIN '(' expression FOR binders ')'          { $$ = build_over(parsing, @$, TREE_MIN, $5, $3); }
  | MAX '(' expression FOR binders ')'          { $$ = build_over(parsing, @$, TREE_MAX, $5, $3); }
  | MIN '(' expression ',' arguments ')'        { $$ = build_call(parsing, @$, "min", @1, $3, $5); }
  | MAX '(' expression ',' arguments ')'        { $$ = build_call(parsing, @$, "max", @1, $3, $5); }
  | MOST '(' binders ')'                        { $$ = build_over(parsing, @$, TREE_MOST, $3, NULL); }
  | LEAST '(' binders ')'                       { $$ = build_over(parsing, @$, TREE_LEAST, $3, NULL); }
  | FIRST '(' binders ')'                       { $$ = build_over(parsing, @$, TREE_FIRST, $3, NULL); }
  | RANDOM_OF '(' binders ')'                   { $$ = build_over(parsing, @$, TREE_RANDOM, $3, NULL); }
  | SET_OF '(' binders ')'                      { $$ = build_over(parsing, @$, TREE_SET_OF, $3, NULL); }
  | SET_OF '(' additive FOR binders ')'         { $$ = build_over(parsing, @$, TREE_SET_FROM, $5, $3); }
  | BAG_OF '(' expression FOR binders ')'       { $$ = build_over(parsing, @$, TREE_BAG_OF, $5, $3); }
  | LIST_OF '(' expression FOR binders ')'      { $$ = build_over(parsing, @$, TREE_LIST_OF, $5, $3); }
  | HANDS '(' expression ',' binder ')'         { $$ = NODE(HANDS, $5, $3); }
  | CHAINS '(' LOWER ':' type ',' expression ')'
                                                { $$ = NAMED(CHAINS, 3, $5, $7); }
  ;
value_arms: %empty { $$ = list_empty(); } | value_arms value_arm { $$ = list_add($1, $2); } ;
value_arm:
    plain_patterns GIVES expression             { $$ = NODE(ARM, $1.first, $3); }
  | ELSE GIVES expression                       { $$ = NODE(ARM, NULL, $3); }
  ;
arguments: argument { $$ = list_one($1); } | arguments ',' argument { $$ = list_add($1, $3); } ;
argument:
    expression
  | additive DOTS additive                      { $$ = NODE(RANGE, $1, $3); }
  | AVOIDING expression                         { $$ = NODE(AVOIDING, $2); }
  | INSIDE expression                           { $$ = NODE(INSIDE, $2); }
  | UP TO additive                              { $$ = NODE(UP_TO, $3); }
  ;

/* scenarios */
scenario_limits: %empty { $$ = list_empty(); } | scenario_limits scenario_limit { $$ = list_add($1, $2); }
  | scenario_limits WITH withs                  { $$ = list_join($1, $3); }
  ;
scenario_limit:
    PLAYERS INT                                 { $$ = LEAF(SCENARIO_PLAYERS); $$->number = $2; }
  | SEED INT                                    { $$ = LEAF(SCENARIO_SEED); $$->number = $2; }
  ;
withs:
    LOWER '=' expression                        { $$ = list_one(NAMED(SCENARIO_WITH, 1, $3)); }
  | withs ',' LOWER '=' expression
                                                { struct tree *with = make_SCENARIO_WITH(parsing->arena, span_join(@3, @5), $5);
                                                  $$ = list_add($1, build_word(with, $3, @3)); }
  ;
scenario_items: %empty { $$ = list_empty(); } | some_scenario_items ;
some_scenario_items:
    scenario_item cites                         { $$ = list_one(build_statement(parsing, $1, $2)); }
  | error RESUME                                { $$ = list_empty(); yyerrok; }
  | some_scenario_items scenario_item cites     { $$ = list_add($1, build_statement(parsing, $2, $3)); }
  | some_scenario_items error RESUME            { $$ = $1; yyerrok; }
  | RESUME                                      { $$ = list_empty(); }
  | some_scenario_items RESUME                  { $$ = $1; }
  ;
scenario_item:
    given
  | RUN PLAY                                    { $$ = LEAF(RUN_PLAY); }
  | RUN call                                    { $$ = NODE(RUN, $2); }
  | NEXT ROLL arguments                         { $$ = NODE(NEXT_ROLL, $3.first); }
  | NEXT SHUFFLE postfix ':' cards              { $$ = NODE(NEXT_SHUFFLE, $3, $5.first); }
  | LOWER ':' notation                          { $$ = NAMED(STEP, 1, $3); }
  | EXPECT expression                           { $$ = NODE(EXPECT, $2); }
  | EXPECT postfix ':' cards                    { $$ = NODE(EXPECT_ZONE, $2, $4.first); }
  | EXPECT INT OPTIONS                          { $$ = LEAF(EXPECT_COUNT); $$->number = $2; }
  | EXPECT OFFERED notation                     { $$ = NODE(EXPECT_OFFERED, $3); }
  | EXPECT DENIED notation title        { $$ = NODE(EXPECT_DENIED, $3, $4); }
  | EXPECT ASKED LOWER LOWER                    { $$ = NAMED(EXPECT_ASKED, 3, build_name(parsing, @4, $4)); }
  | EXPECT ONLY notations                       { $$ = NODE(EXPECT_ONLY, $3.first); }
  | EXPECT FINISHED                             { $$ = LEAF(EXPECT_FINISHED); }
  | EXPECT GAME OVER                            { $$ = LEAF(EXPECT_OVER); }
  | EXPECT SECRECY                              { $$ = LEAF(EXPECT_SECRECY); }
  | EXPECT WINNER names                         { $$ = NODE(EXPECT_WINNER, $3.first); }
  | EXPECT TOLD LOWER string                    { $$ = NAMED(EXPECT_TOLD, 3, $4); }
  | EXPECT NOT TOLD LOWER string                { $$ = NAMED(EXPECT_TOLD, 4, $5); $$->flags |= FLAG_NOT; }
  | PLAY ONWARDS                                { $$ = LEAF(PLAY_ON); }
  | EXPECT RANKING arguments                    { $$ = NODE(EXPECT_RANKING, $3.first); }
  ;
given:
    GIVEN '{' cites givens '}'                  { $$ = build_cited(NODE(GIVEN, $4.first), $3); }
  | GIVEN AFTER SETUP '{' cites givens '}'
                                                { $$ = build_cited(NODE(GIVEN, $6.first), $5);
                                                  $$->flags |= FLAG_AFTER_SETUP; }
  ;
givens: %empty { $$ = list_empty(); } | some_givens ;
some_givens:
    given_item cites                            { $$ = list_one(build_statement(parsing, $1, $2)); }
  | error RESUME                                { $$ = list_empty(); yyerrok; }
  | some_givens given_item cites                { $$ = list_add($1, build_statement(parsing, $2, $3)); }
  | if                                          { $$ = list_one(build_statement(parsing, $1.node, $1.cites)); }
  | some_givens if                              { $$ = list_add($1, build_statement(parsing, $2.node, $2.cites)); }
  | some_givens error RESUME                    { $$ = $1; yyerrok; }
  | RESUME                                      { $$ = list_empty(); }
  | some_givens RESUME                          { $$ = $1; }
  ;
given_item:
    statement
  | target ':' cards                            { $$ = NODE(SET_ZONE, $1, $3.first); }
  | PUT cards IN place                          { $$ = NODE(PUT, $4, $2.first); }
  | TOP OF postfix ':' cards                    { $$ = NODE(STACK, $3, $5.first); }
  ;
notation:
    LOWER                                       { $$ = NAMED(NOTATION, 1, NULL); }
  | LOWER '(' arguments ')'                     { $$ = NAMED(NOTATION, 1, $3.first); }
  ;
notations: notation { $$ = list_one($1); } | notations ',' notation { $$ = list_add($1, $3); } ;
list_items: list_item { $$ = list_one($1); } | list_items ',' list_item { $$ = list_add($1, $3); } ;
list_item:
    argument
  | INT OF postfix                              { $$ = NODE(CARD, $3, NULL); $$->number = $1; }
  ;
cards: card { $$ = list_one($1); } | cards ',' card { $$ = list_add($1, $3); } ;
card:
    postfix                                     { $$ = NODE(CARD, $1, NULL); $$->number = 1; }
  | INT OF postfix                              { $$ = NODE(CARD, $3, NULL); $$->number = $1; }
  ;


/* what is shown */
show_lines: %empty { $$ = list_empty(); } | some_show_lines ;
some_show_lines:
    show_line cites                             { $$ = list_one(build_statement(parsing, $1, $2)); }
  | error RESUME                                { $$ = list_empty(); yyerrok; }
  | some_show_lines show_line cites             { $$ = list_add($1, build_statement(parsing, $2, $3)); }
  | some_show_lines error RESUME                { $$ = $1; yyerrok; }
  | RESUME                                      { $$ = list_empty(); }
  | some_show_lines RESUME                      { $$ = $1; }
  ;
show_line:
    shown_as shown_list                         { $$ = NODE(SHOW_THINGS, $2.first); $$->number = $1; }
  | SCORE shown                                 { $$ = NODE(SHOW_THINGS, $2); $$->number = SHOW_SCORE; }
  | SCORE shown '=' addends                     { $2->kid[SHOW_THING_PARTS] = $4.first;
                                                  $$ = NODE(SHOW_THINGS, $2); $$->number = SHOW_SCORE; }
  | GROUP plain_text shown_list                 { $$ = NAMED(SHOW_THINGS, 2, $3.first); $$->number = SHOW_GROUP; }
  | map
  | LINES UPPER '(' names ')'                   { $$ = NAMED(SHOW_PATHS, 2, $4.first); }
  | ring shown ALONG along along_by             { $$ = NODE(SHOW_ALONG, $2, $4, $5); $$->number = $1; }
  | LABEL LOWER BY numbered                     { $$ = NAMED(SHOW_CAPTION, 2, $4); }
  | CARD UPPER '{' card_parts '}'               { $$ = NAMED(SHOW_CARD, 2, $4.first); }
  | COLOURS UPPER '{' looks '}'                  { $$ = NAMED(SHOW_LOOKS, 2, $4.first); $$->number = LOOK_COLOUR; }
  | ICONS UPPER '{' looks '}'                    { $$ = NAMED(SHOW_LOOKS, 2, $4.first); $$->number = LOOK_ICON; }
  | SEAT LOWER show_title show_colour           { $$ = NAMED(SHOW_SEAT, 2, $3, $4); }
  | LEARN CITE plain_text                       { $$ = build_word(LEAF(SHOW_LESSON), $3, @3);
                                                  build_cited($$, list_one($2)); }
  ;
map:
    MAP UPPER                                   { $$ = NAMED(SHOW_MAP, 2, NULL, NULL, NULL); }
  | MAP UPPER '(' LOWER ',' LOWER ')'           { $$ = NAMED(SHOW_MAP, 2, build_name(parsing, @4, $4), build_name(parsing,
                                                    @6, $6), NULL); }
  | MAP UPPER '(' LOWER ',' LOWER ')' '{' spots '}'
                                                { $$ = NAMED(SHOW_MAP, 2, build_name(parsing, @4, $4), build_name(parsing,
                                                    @6, $6), $9.first); }
  ;
spots: %empty { $$ = list_empty(); } | spots spot { $$ = list_add($1, $2); } ;
spot: LOWER '(' number ',' number ')'           { $3->next = $5; $$ = NAMED(ROW_DATA, 1, $3, NULL, NULL, NULL); } ;
ring: TRACK { $$ = 0; } | RING { $$ = 1; } ;
along:
    numbered
  | LOWER                                       { $$ = build_name(parsing, @1, $1); }
  | number DOTS number                          { $$ = NODE(RANGE, $1, $3); }
  ;
along_by: %empty { $$ = NULL; } | BY int_value  { $$ = $2; } ;
numbered: UPPER '.' LOWER                       { struct tree *type = build_word(tree_new(parsing->arena,
                                                    TREE_TYPE_NAME, @1), $1, @1);
                                                  $$ = NAMED(FIELD, 3, type); } ;
card_parts: %empty { $$ = list_empty(); } | card_parts card_part { $$ = list_add($1, $2); } ;
card_part: card_place LOWER                     { $$ = build_word(LEAF(SHOW_CARD_PART), $2, @2); $$->number = $1; } ;
card_place:
    TITLE                                       { $$ = CARD_TITLE; }
  | CORNER                                      { $$ = CARD_CORNER; }
  | BADGE                                       { $$ = CARD_BADGE; }
  | TEXT_TYPE                                   { $$ = CARD_TEXT; }
  | COLOUR                                      { $$ = CARD_COLOUR; }
  | ICON                                        { $$ = CARD_ICON; }
  ;
looks: %empty { $$ = list_empty(); } | looks look { $$ = list_add($1, $2); } ;
look: LOWER plain_text                          { struct tree *text = build_word(tree_new(parsing->arena, TREE_SHOW_TEXT,
                                                    @2), $2, @2);
                                                  $$ = NAMED(SHOW_PAIR, 1, text); } ;
shown_as:
    PLACE                                       { $$ = SHOW_PLACE; }
  | MARK                                        { $$ = SHOW_MARK; }
  | COUNTER                                     { $$ = SHOW_COUNT; }
  | TITLE                                       { $$ = SHOW_TITLE; }
  | HIDE                                        { $$ = SHOW_HIDE; }
  | ORDER                                       { $$ = SHOW_ORDER; }
  ;
shown_list: shown { $$ = list_one($1); } | shown_list ',' shown { $$ = list_add($1, $3); } ;
shown: LOWER shown_field show_title show_icon   { $$ = NAMED(SHOW_THING, 1, $2, $3, $4, NULL); } ;
shown_field: %empty { $$ = NULL; } | '.' LOWER  { $$ = build_name(parsing, @2, $2); } ;
show_icon: %empty { $$ = NULL; } | ICON plain_text { $$ = build_word(LEAF(SHOW_TEXT), $2, @2); } ;
show_colour: %empty { $$ = NULL; } | COLOUR plain_text { $$ = build_word(LEAF(SHOW_TEXT), $2, @2); } ;
show_title: %empty { $$ = NULL; } | plain_text  { $$ = build_word(LEAF(SHOW_TEXT), $1, @1); } ;
addends:
    LOWER                                       { $$ = list_one(build_name(parsing, @1, $1)); }
  | addends '+' LOWER                           { $$ = list_add($1, build_name(parsing, @3, $3)); }
  ;

/* variants */
variant:
    VARIANT plain_text OF plain_text over '{' cites variant_items '}'
                                                { struct tree *base = build_source(parsing, @4, $4, @4);
                                                  $$ = build_cited(NAMED(VARIANT, 2, base, $5.first, $8.first), $7); }
  ;
over:
    %empty                                      { $$ = list_empty(); }
  | OVER plain_text                             { $$ = list_one(build_word(LEAF(OVER), $2, @2)); }
  | over ',' plain_text                         { struct tree *other = tree_new(parsing->arena, TREE_OVER, @3);
                                                  $$ = list_add($1, build_word(other, $3, @3)); }
  ;
variant_items: %empty { $$ = list_empty(); } | some_variant_items ;
some_variant_items:
    variant_item cites                          { $$ = list_one(build_item(parsing, $1, $2)); }
  | error RESUME                                { $$ = list_empty(); yyerrok; }
  | some_variant_items variant_item cites       { $$ = list_add($1, build_item(parsing, $2, $3)); }
  | some_variant_items error RESUME             { $$ = $1; yyerrok; }
  | RESUME                                      { $$ = list_empty(); }
  | some_variant_items RESUME                   { $$ = $1; }
  ;
variant_item:
    declaration
  | NEW given_value                             { $$ = $2; $$->flags |= FLAG_NEW; $$->span = @$; }
  | SUMMARY plain_text                          { $$ = build_word(LEAF(GAME_SUMMARY), $2, @2); }
  | change
  ;
change:
    SETTING LOWER '=' expression                { $$ = NAMED(SETTING_DEFAULT, 2, $4); }
  | BEFORE wrapped block                        { $$ = build_wrap(parsing, @$, WRAP_BEFORE, $2, $3, NULL); }
  | AFTER wrapped block                         { $$ = build_wrap(parsing, @$, WRAP_AFTER, $2, $3, NULL); }
  | INSTEAD OF named block                      { $$ = build_wrap(parsing, @$, WRAP_INSTEAD, $3, $4, NULL); }
  | INSTEAD OF named '=' expression             { $$ = build_wrap(parsing, @$, WRAP_INSTEAD, $3, NULL, $5); }
  | INSTEAD OF declaration                      { $$ = NODE(REPLACE, $3); build_word($$, $3->word, $3->word_span); }
  | DROP INVARIANT plain_text                   { $$ = build_word(LEAF(DROP_INVARIANT), $3, @3); }
  | CHANGE GAME '{' cites game_items '}'        { $$ = build_cited(NODE(CHANGE, NULL, $5.first), $4);
                                                  $$->number = TREE_GAME; }
  | CHANGE SHOW '{' cites show_lines '}'        { $$ = build_cited(NODE(CHANGE, NULL, $5.first), $4);
                                                  $$->number = TREE_SHOW; }
  | CHANGE DECK UPPER '{' cites row_changes '}' { $$ = build_cited(NAMED(CHANGE, 3, NULL, $6.first), $5);
                                                  $$->number = TREE_DECK; }
  | CHANGE ENUM UPPER '{' cites row_changes '}' { $$ = build_cited(NAMED(CHANGE, 3, NULL, $6.first), $5);
                                                  $$->number = TREE_ENUM; }
  | CHANGE TABLE LOWER '{' cites entry_changes '}'
                                                { $$ = build_cited(NAMED(CHANGE, 3, NULL, $6.first), $5);
                                                  $$->number = TREE_TABLE; }
  | CHANGE GRAPH LOWER '{' cites edge_changes '}'
                                                { $$ = build_cited(NAMED(CHANGE, 3, NULL, $6.first), $5);
                                                  $$->number = TREE_GRAPH; }
  | CHANGE OPTIONS LOWER '{' cites group_changes '}'
                                                { $$ = build_cited(NAMED(CHANGE, 3, NULL, $6.first), $5);
                                                  $$->number = TREE_OPTIONS; }
  | CHANGE CHOOSE LOWER choice_place '{' cites choice_changes '}'
                                                { $$ = build_cited(NAMED(CHANGE, 3, $4, $7.first), $6);
                                                  $$->number = TREE_CHOOSE; }
  ;
wrapped:
    named
  | SETUP                                       { $$ = NODE(SETUP, NULL); }
  | PLAY                                        { $$ = NODE(PLAY, NULL); }
  ;
named:
    LOWER '(' ')'                               { $$ = NAMED(CALL, 1, NULL); }
  | LOWER '(' names ')'                         { $$ = NAMED(CALL, 1, $3.first); }
  ;
names:
    LOWER                                       { $$ = list_one(build_name(parsing, @1, $1)); }
  | names ',' LOWER                             { $$ = list_add($1, build_name(parsing, @3, $3)); }
  ;
row_changes: %empty { $$ = list_empty(); } | row_changes row_change cites { $$ = list_add($1, build_cited($2, $3)); } ;
row_change:
    ADD row                                     { $$ = NODE(ADD_ROW, NULL, $2); build_word($$, $2->word, $2->word_span); }
  | REMOVE LOWER                                { $$ = NAMED(REMOVE_ROW, 2, NULL); }
  | REMOVE INT OF LOWER                         { $$ = NAMED(REMOVE_ROW, 4, NULL); $$->number = $2;
                                                  $$->flags |= FLAG_COPIES; }
  | CHANGE LOWER row_new_values title           { $$ = NAMED(CHANGE_ROW, 2, NULL, $3.first, $4); }
  ;
row_new_values: %empty { $$ = list_empty(); } | '(' withs ')' { $$ = $2; } ;
entry_changes:
    %empty                                      { $$ = list_empty(); }
  | entry_changes entry_change cites            { $$ = list_add($1, build_cited($2, $3)); }
  ;
entry_change:
    ADD '[' arguments ']' row_value             { $$ = NODE(ADD_ROW, $3.first, $5); $$->word_span = span_join(@2, @4); }
  | REMOVE '[' arguments ']'                    { $$ = NODE(REMOVE_ROW, $3.first); $$->word_span = span_join(@2, @4); }
  | CHANGE '[' arguments ']' '(' withs ')'
                                                { $$ = NODE(CHANGE_ROW, $3.first, $6.first, NULL);
                                                  $$->word_span = span_join(@2, @4); }
  ;
row_value: row_values                           { $$ = NODE(ROW_DATA, $1.first, NULL, NULL, NULL); $$->number = 1; } ;
edge_changes:
    %empty                                      { $$ = list_empty(); }
  | edge_changes edge_change cites              { $$ = list_add($1, build_cited($2, $3)); }
  ;
edge_change:
    ADD edge                                    { $$ = NODE(ADD_EDGE, $2); }
  | REMOVE edge                                 { $$ = NODE(REMOVE_EDGE, $2); }
  ;
choice_place: %empty { $$ = NULL; } | IN LOWER  { $$ = build_name(parsing, @2, $2); } ;
choice_changes:
    %empty                                      { $$ = list_empty(); }
  | choice_changes choice_change                { $$ = list_add($1, $2); }
  ;
choice_change:
    group_change
  | other_change cites                          { $$ = build_cited($1, $2); }
  ;
other_change:
    ADD OTHERWISE block                         { struct tree *otherwise = tree_new(parsing->arena, TREE_OTHERWISE,
                                                    span_join(@2, @3));
                                                  otherwise->kid[OTHERWISE_BLOCK] = $3;
                                                  $$ = NODE(ADD_OPTION, build_owner(otherwise, $3)); }
  | ADD OTHERWISE option                        { $3->flags |= FLAG_OTHERWISE; $$ = NODE(ADD_OPTION, $3);
                                                  build_word($$, $3->word, $3->word_span); }
  | DROP OTHERWISE                              { $$ = LEAF(DROP_OPTION); }
  ;
group_changes:
    %empty                                      { $$ = list_empty(); }
  | group_changes group_change                  { $$ = list_add($1, $2); }
  ;
/* Conditions take their own citations, which stand between them. */
group_change:
    option_change cites                         { $$ = build_cited($1, $2); }
  | OPTION LOWER some_needs                     { $$ = NAMED(ADD_NEEDS, 2, $3.first); }
  ;
option_change:
    ADD group_item                              { $$ = NODE(ADD_OPTION, $2); build_word($$, $2->word, $2->word_span); }
  | DROP OPTION LOWER                           { $$ = build_word(LEAF(DROP_OPTION), $3, @3); }
  | DROP NEEDS LOWER title                      { $$ = NAMED(DROP_NEEDS, 3, $4); }
  | BEFORE OPTION LOWER block                   { $$ = build_owner(NAMED(WRAP_OPTION, 3, $4), $4);
                                                  $$->number = WRAP_BEFORE; }
  | AFTER OPTION LOWER block                    { $$ = build_owner(NAMED(WRAP_OPTION, 3, $4), $4);
                                                  $$->number = WRAP_AFTER; }
  ;

%%

/* The stack is full: it has reached its limit, which means nesting, or there is no memory to make it larger, which the
 * arena knows. */
static void trvyyerror(struct span *span, struct parsing *parsing, const char *message) {
  (void)message;
  if (!arena_failed(parsing->arena))
    diag_report(parsing->diags, DIAG_E0105, *span, "too many operators or blocks inside each other");
  parsing->stopped = true;
}

void parser_open(struct parsing *parsing) {
  trvyypstate **kept = &parsing->sources->parser;
  if (!*kept) {
    trvyypstate *state = *kept = arena_alloc(parsing->arena, sizeof *state);
    state->yystacksize = YYINITDEPTH;
    state->yyss = state->yyssa;
    state->yyvs = state->yyvsa;
    state->yyls = state->yylsa;
  }
  yypstate_clear(*kept);
  parsing->state = *kept;
}

/* Only tokens that were not tried before (parse.c) can be refused here, when what was before them is already reduced
 * too far to say what is wrong. */
static int yyreport_syntax_error(const yypcontext_t *context, struct parsing *parsing) {
  (void)context;
  parsing->refused = parsing->stopped = true;
  return 0;
}

/* A trial on states alone of what the parser would do with a token: some of its own states, and those that would come
 * above them. Few rules are empty, so these stay few. */
#define TRIED_STATES 100
struct trial {
  const yy_state_t *own; /* the last of the parser's that is left */
  int count;             /* of new ones */
  yy_state_t new[TRIED_STATES];
};

static bool trial_push(struct trial *trial, int state) {
  if (trial->count == TRIED_STATES) return false;
  trial->new[trial->count++] = (yy_state_t)state;
  return true;
}

static int trial_top(const struct trial *trial) {
  return trial->count ? trial->new[trial->count - 1] : *trial->own;
}

/* What the tables say to a token in a state: a state to go to (positive), a rule to reduce by (negative), or 0. */
static inline int action_in(int state, yysymbol_kind_t token) {
  int at = yypact[state];
  if (!yypact_value_is_default(at) && (at += token) >= 0 && at <= YYLAST && yycheck[at] == (int)token)
    return yytable_value_is_error(yytable[at]) ? 0 : yytable[at];
  return -yydefact[state];
}

static bool trial_reduce(struct trial *trial, int rule) {
  int length = yyr2[rule], new = length < trial->count ? length : trial->count;
  trial->count -= new;
  trial->own -= length - new;
  int side = yyr1[rule] - YYNTOKENS, top = trial_top(trial), at = yypgoto[side] + top;
  bool is_listed = at >= 0 && at <= YYLAST && yycheck[at] == top;
  return trial_push(trial, is_listed ? yytable[at] : yydefgoto[side]);
}

/* Reduces as far as the token wants it, and shifts the token. */
static bool trial_shift(struct trial *trial, yysymbol_kind_t token) {
  int action;
  while ((action = action_in(trial_top(trial), token)) < 0)
    if (!trial_reduce(trial, -action)) return false;
  return action && trial_push(trial, action);
}

bool parser_accepts(const trvyypstate *state, int below, int token) {
  yysymbol_kind_t kind = YYTRANSLATE(token);
  struct trial trial;
  trial.own = state->yyssp - below;
  trial.count = 0;
  int action = action_in(*trial.own, kind);
  return action >= 0 ? action > 0 : trial_shift(&trial, kind);
}

bool parser_accepts_both(const trvyypstate *state, int first, int second) {
  struct trial trial;
  trial.own = state->yyssp;
  trial.count = 0;
  return trial_shift(&trial, YYTRANSLATE(first)) && trial_shift(&trial, YYTRANSLATE(second));
}

int parser_open_braces(const trvyypstate *state) {
  int count = 0;
  for (const yy_state_t *at = state->yyss; at <= state->yyssp; at++)
    count += yystos[*at] == YYTRANSLATE('{');
  return count;
}

bool parser_inside(const trvyypstate *state, int token) {
  for (const yy_state_t *at = state->yyss; at <= state->yyssp; at++)
    if (yystos[*at] == YYTRANSLATE(token)) return true;
  return false;
}

static bool shifts_error(yy_state_t state) {
  int action = yypact[state];
  if (yypact_value_is_default(action)) return false;
  action += YYSYMBOL_YYerror;
  return action >= 0 && action <= YYLAST && yycheck[action] == YYSYMBOL_YYerror && yytable[action] > 0;
}

uint32_t parser_failing_start(const trvyypstate *state, struct span token) {
  const yy_state_t *at = state->yyssp;
  while (at > state->yyss && !shifts_error(*at)) at--;
  if (at == state->yyssp) return token.start;
  return state->yyls[at - state->yyss + 1].start;
}

const char *parser_token_name(int token) {
  return yysymbol_name(YYTRANSLATE(token));
}
