# Reference programs and the runner that compares trvm with them: bench/run. Its two programs in C are built with the
# tests (tests/local.mk), which use them too.
EXTRA_DIST += \
  bench/README.md bench/RULES.md bench/barter.trv bench/c/barter_natural.c bench/c/common.h bench/c/courier_natural.c \
  bench/c/draughts_natural.c bench/c/draughts_tuned.c bench/c/four_natural.c bench/c/four_tuned.c bench/c/globe_data.h \
  bench/c/globe_natural.c bench/c/globe_tuned.c bench/c/hearts_natural.c bench/c/hearts_tuned.c \
  bench/c/lines_natural.c bench/c/lines_tuned.c bench/c/pig_natural.c bench/c/pig_tuned.c bench/compare.py \
  bench/courier.trv bench/courier_places.csv bench/courier_streets.csv bench/draughts.trv bench/draughts_needs.trv \
  bench/draughts_sets.trv bench/draughts_squares.csv bench/draughts_steps.csv bench/extern.trv bench/extern_calls.c \
  bench/extern_cost.c bench/figures.py bench/four.trv bench/four_cells.csv bench/four_lines.csv bench/four_needs.trv \
  bench/four_sets.trv bench/globe.trv bench/globe_destinations.csv bench/hearts.trv bench/hearts_cards.csv \
  bench/js/barter.js bench/js/board.js bench/js/core.js bench/js/courier.js bench/js/draughts.js bench/js/four.js \
  bench/js/globe.js bench/js/hearts.js bench/js/lines.js bench/js/pig.js bench/lines.trv bench/lines_cells.csv \
  bench/lines_needs.trv bench/lines_sets.trv bench/lua/arith_lua54.lua bench/lua/arith_luajit.lua bench/lua/barter.lua \
  bench/lua/board.lua bench/lua/core.lua bench/lua/courier.lua bench/lua/draughts.lua bench/lua/four.lua \
  bench/lua/globe.lua bench/lua/hearts.lua bench/lua/lines.lua bench/lua/pig.lua bench/make_script.py bench/pig.trv \
  bench/profile bench/programs.py bench/run bench/serve bench/serve_load.c tests/speed.txt
