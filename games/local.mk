# The games, installed as they stand: rules, rulebooks and tables.
games_files = \
  games/README.md \
  games/globetrotters.md \
  games/globetrotters.trv \
  games/globetrotters/continents.csv \
  games/globetrotters/destinations.csv \
  games/globetrotters/initiative.csv \
  games/globetrotters/paths.csv \
  games/globetrotters/routes.csv \
  games/globetrotters/set_bonus.csv \
  games/globetrotters/tickets.csv \
  games/globetrotters/trophies.csv \
  games/globetrotters/trophy_table.csv \
  games/tour_du_monde.md \
  games/tour_du_monde.trv \
  games/tour_du_monde/action_cards.csv \
  games/tour_du_monde/event_cards.csv \
  games/tour_du_monde/track.csv \
  games/tour_du_monde/transports.csv

nobase_dist_pkgdata_DATA += $(games_files)
EXTRA_DIST += games/README.md
