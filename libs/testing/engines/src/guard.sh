#!/bin/sh
# Runs one engine and stops it when this script's standard input closes. The starter holds the other end of that pipe,
# which the kernel closes however the starter exits. A shell, because a Node process would use 48 MB for each engine.
# usage: sh guard.sh <command to run at the end, or ''> <engine> <arguments…>
on_end=$1
shift
command -v "$1" >/dev/null || { echo "cannot run $1: not found or not executable" >&2; exit 127; }
exec 3<&0

"$@" </dev/null 3<&- &
engine=$!
echo "guard: engine pid $engine"
exec 2>/dev/null # The engine has its own: a shell reports there how its jobs ended.

end_engine() {
  kill -CONT "$engine"
  kill -TERM "$engine"
  if [ -n "$on_end" ]; then
    trap '' TERM # The engine's end does not interrupt this command.
    eval "$on_end" </dev/null
  fi
  for _ in 1 2 3 4 5 6 7 8; do
    sleep 1
    kill -0 "$engine" || exit 0
  done
  kill -KILL "$engine"
}
(
  trap '' INT
  while read -r _ <&3; do :; done
  end_engine
) >/dev/null 2>&1 &
watcher=$!

trap 'end_engine >/dev/null 2>&1 &' TERM
trap : INT # Ctrl-C belongs to the starter, which ends engines after those who use them.

while
  wait "$engine"
  code=$?
  kill -0 "$engine" 2>/dev/null
do :; done
kill -TERM "$watcher" 2>/dev/null
if [ -n "$on_end" ]; then wait "$watcher"; fi
case $code in
  143) exit 0 ;; # ended by SIGTERM, as asked
  *) [ "$code" -lt 128 ] && exit "$code"; exit 1 ;;
esac
