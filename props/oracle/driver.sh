# Runs programs one after the other, each in a bash and a process group of its own, and says when it starts and ends.
# Input: for each program its directory and its text, each with a NUL behind it. Output: the process id, then a dot.
set -m
ulimit -c 0 -f 1024 -t 2 -v 4000000
# Reading what never comes is a way to wait that needs no program.
exec {never}<> <(:)
while IFS= read -r -d '' place && IFS= read -r -d '' program; do
  cd -- "$place/work" || exit
  # Where `~-` leads to, the program before this one left its files.
  OLDPWD=$HOME TRACE=$place/trace "$BASH" -c "$program" </dev/null >/dev/null 2>"$place/errors" {never}<&- &
  pid=$!
  printf '%s\n' "$pid"
  wait "$pid"
  # What it left in the background gets a moment to run.
  for ((count = 0; count < 30; count++)); do
    kill -0 -- "-$pid" || break
    read -rt 0.002 -u "$never"
  done
  kill -KILL -- "-$pid"
  printf '.\n'
done 2>/dev/null
