# The virtual machine: programs, states, the interpreter, and the public interface on top of them.
vm_sources = \
  vm/another.c \
  vm/api.h \
  vm/appearance.c \
  vm/barrier.h \
  vm/boards.c \
  vm/build.h \
  vm/candidates.c \
  vm/chance.c \
  vm/chance.h \
  vm/coverage.c \
  vm/disasm.c \
  vm/distinct.c \
  vm/distinct.h \
  vm/effects.c \
  vm/element.h \
  vm/enumeration.h \
  vm/expect.c \
  vm/fetch.h \
  vm/fields.c \
  vm/fields.def \
  vm/fields.h \
  vm/forced.c \
  vm/game.c \
  vm/game.h \
  vm/guess.c \
  vm/interp.c \
  vm/interp_loop.inc \
  vm/leak.c \
  vm/locals.c \
  vm/log.c \
  vm/memory.c \
  vm/opcodes.def \
  vm/operands.h \
  vm/options.c \
  vm/place.c \
  vm/program.c \
  vm/program.h \
  vm/retrace.c \
  vm/mend.c \
  vm/sample.c \
  vm/save.c \
  vm/save.h \
  vm/save_changes.c \
  vm/scan.c \
  vm/scan.h \
  vm/scenario.c \
  vm/scenario.h \
  vm/sections.def \
  vm/seed.c \
  vm/set.h \
  vm/moved.c \
  vm/program_json.c \
  vm/show_lines.c \
  vm/show_places.c \
  vm/shown.c \
  vm/value_json.c \
  vm/value_json.h \
  vm/setup.c \
  vm/signature.c \
  vm/spread.c \
  vm/spread.h \
  vm/state.c \
  vm/state.h \
  vm/tabulate.c \
  vm/text.c \
  vm/trail.c \
  vm/trvc.c \
  vm/trvc.h \
  vm/validate.c \
  vm/validate.h \
  vm/verify.c \
  vm/verify.h \
  vm/view.c \
  vm/view_json.c \
  vm/known.c \
  vm/known.h \
  vm/zone.c \
  vm/work.h \
  vm/zone.h

# Of these, like those of lang/, configure takes one.
if FFI
vm_sources += vm/ffi.c vm/shared_object.c vm/shared_object.h
else
vm_sources += vm/ffi_none.c
endif

EXTRA_DIST += vm/README.md
