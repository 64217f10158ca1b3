# The games, installed as they stand: rules, rulebooks and tables.
games_files = \
  games/README.md \
  games/eighty_days.md \
  games/eighty_days.trv \
  games/eighty_days/action_spaces.csv \
  games/eighty_days/bonus_chips.csv \
  games/eighty_days/display_sizes.csv \
  games/eighty_days/event_cards.csv \
  games/eighty_days/legs.csv \
  games/eighty_days/places.csv \
  games/eighty_days/player_counts.csv \
  games/eighty_days/travel_cards.csv \
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
  games/grand_tour.md \
  games/grand_tour.trv \
  games/grand_tour/adventures.csv \
  games/grand_tour/die.csv \
  games/grand_tour/keys.csv \
  games/grand_tour/location_types.csv \
  games/grand_tour/overland.csv \
  games/grand_tour/places.csv \
  games/grand_tour/tickets.csv \
  games/grand_tour/water.csv \
  games/lengths.csv \
  games/steam_race.md \
  games/steam_race.trv \
  games/steam_race/base_camp_cards.csv \
  games/steam_race/ring_layout.csv \
  games/steam_race/sample_worlds.csv \
  games/steam_race/start_cards.csv \
  games/steam_race/terrain_cards.csv \
  games/steam_race/travel_cards.csv \
  games/tour_du_monde.md \
  games/tour_du_monde.trv \
  games/tour_du_monde/action_cards.csv \
  games/tour_du_monde/event_cards.csv \
  games/tour_du_monde/track.csv \
  games/tour_du_monde/transports.csv \
  games/variants/eighty_days_full_purse.trv \
  games/variants/eighty_days_last_train.trv \
  games/variants/eighty_days_second_half.trv \
  games/variants/globetrotters_gentle_hands.trv \
  games/variants/globetrotters_helping_hand.trv \
  games/variants/globetrotters_partners.trv \
  games/variants/globetrotters_short_evening.trv \
  games/variants/grand_tour_alone.trv \
  games/variants/grand_tour_long_weekend.trv \
  games/variants/grand_tour_scholarship.trv \
  games/variants/steam_race_slipstream.trv \
  games/variants/steam_race_sprint.trv \
  games/variants/tour_du_monde_fellow_travellers.trv \
  games/variants/tour_du_monde_half_way.trv

nobase_dist_pkgdata_DATA += $(games_files)
EXTRA_DIST += games/README.md
