# Completion of trvm for bash: source this file, or install it as share/bash-completion/completions/trvm.

_trvm() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local commands="play replay check fmt test sim compare perft rules graph diff build dis explain new" options= i
  COMPREPLY=()
  case $command in
    *.trv | *.trvc | *.trvsave) command=play ;;
  esac
  case $before in
    --format) COMPREPLY=($(compgen -W "text json sarif" -- "$word")); return ;;
    --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
    --bot) COMPREPLY=($(compgen -W "random greedy search:1000" -- "$word") $(compgen -f -X '!*.so' -- "$word")); return ;;
    --level) COMPREPLY=($(compgen -W "easy fair hard" -- "$word")); return ;;
    --resume) COMPREPLY=($(compgen -f -X '!*.trvsave' -- "$word") $(compgen -d -- "$word")); return ;;
    --variant) COMPREPLY=($(compgen -f -X '!*.trv' -- "$word") $(compgen -d -- "$word")); return ;;
    --allow-ffi) COMPREPLY=($(compgen -f -X '!*.so' -- "$word") $(compgen -d -- "$word")); return ;;
    --save | -o | --output | --html) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --set | --set-base)
      for i in "${COMP_WORDS[@]}"; do
        [[ $i == *.trv ]] && COMPREPLY=($(compgen -S = -W \
          "$(trvm play --help-game "$i" 2>/dev/null | sed -n 's/^  \([a-z][a-z0-9_]*\) .*/\1/p')" -- "$word"))
      done
      return ;;
  esac
  if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then
    COMPREPLY=($(compgen -W "$commands help" -- "$word") $(compgen -f -X '!*.trv' -- "$word") $(compgen -d -- "$word"))
    return
  fi
  if [[ $word == -* ]]; then
    case $command in
      play) options="--players --seed --game --seat --level --bot-time --hotseat --bots --set --save --resume --branch --watch --help-game" ;;
      replay) options="--from --step --branch --hotseat --bots --seat --save" ;;
      check) options="--rulebook --html --deep -j --jobs --format --json --fix" ;;
      fmt) options="--check" ;;
      test) options="--filter --json" ;;
      sim) options="-n --games --players --seed -j --jobs --bot --bot-time --set --limit --check --json --csv" ;;
      compare) options="-n --games --players --seed -j --jobs --bot --bot-time --set --set-base --limit --rounds --unpaired --all --json --csv --html" ;;
      perft) options="--depth --players --seed --set --divide --json" ;;
      rules) options="--html" ;;
      graph) options="--svg" ;;
      diff) options="--set --leaflet --html --json" ;;
      build) options="-o --output" ;;
      dis) options="--stats" ;;
      explain | new) ;;
      *) COMPREPLY=($(compgen -W "--help --version" -- "$word")); return ;;
    esac
    [[ " play replay check test sim compare perft diff " == *" $command "* ]] && options+=" --allow-ffi --check-ffi"
    [[ $command == explain || $command == new || $command == fmt ]] || options+=" --variant"
    COMPREPLY=($(compgen -W "$options --color --help" -- "$word"))
    return
  fi
  case $command in
    explain) COMPREPLY=($(compgen -W "$(trvm explain 2>/dev/null | cut -d' ' -f1)" -- "$word")) ;;
    help) COMPREPLY=($(compgen -W "$commands" -- "$word")) ;;
    new) ;;
    replay) COMPREPLY=($(compgen -f -X '!*.trvsave' -- "$word") $(compgen -d -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -X '!*.trv*' -- "$word") $(compgen -d -- "$word")) ;;
  esac
}
complete -o filenames -F _trvm trvm
