#!/usr/bin/env bash
# Solves the family of games and writes what they come to: results.sh PROGRAM [POSITIONS]
#
# For each game and kind of value, orders go up to the first with more than POSITIONS positions (default 20,000), or to
# the one that the table is to end with: so the table does not depend on how fast the machine is. What
# datasets/computed_values.csv has already is not solved again: delete lines to have them made anew. Databases lie in the
# folder for temporary files (TMPDIR) and go at once.
set -euo pipefail
# A program that fails ends this too, before a line without its answer is written.
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

program=$1
most=${2:-20000}
csv=datasets/computed_values.csv
counts=datasets/counts.csv
page=docs/values.md
sources=$(cat scripts/sources.awk)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

forbidden="P3 P4 P5 C4 C5 C6 K4 K5 K1,3 K1,4 2K2 3K2 paw diamond bull bowtie K2,3 K3+C5 odd-cycle hamilton-cycle connected
    hamilton-path non-planar chromatic:4 min-degree:1 min-degree:2"
achieved="P3 P4 P5 P6 C4 C5 C6 K3 K4 K1,3 K1,4 2K2 3K2 paw diamond odd-cycle hamilton-cycle connected
    hamilton-path non-planar"

[ -s "$csv" ] || cat > "$csv" <<'HEAD'
# What games come to, by game, order and kind of value: computed by this program (make results); for n <= 8 the judge's
# brute force agrees (referee/tests/computed.rs). winner: 1 first player, 2 second; misere: the same
# in misere play; grundy: Sprague-Grundy number of the graph with one edge (empty where that is no position); moves: how
# many when the winner hurries and the loser delays; score: edges at the end when Max begins, and when Min begins.
game;n;value;answer;positions
HEAD

# Answer of one game: row GAME N VALUE
row() {
    local game=$1 n=$2 value=$3 options=() verdict answer
    case $value in
        winner) ;;
        misere) options=(--play misere) ;;
        grundy) options=(--value grundy) ;;
        moves) options=(--value remoteness) ;;
        score) options=(--value score) ;;
    esac
    rm -rf "$work/db"
    "$program" solve "$game" -n "$n" --db "$work/db" --keep labels "${options[@]}" >&2
    verdict=$("$program" stats --db "$work/db" | tail -n 1)
    case $value in
        winner | misere) [[ $verdict == "the first player wins"* ]] && answer=1 || answer=2 ;;
        grundy) answer=$("$program" query --db "$work/db" 0-1 2>/dev/null | awk '{ print $3 }') || true ;;
        moves) answer=$(grep -o 'after [0-9]*' <<<"$verdict" | grep -o '[0-9]*') ;;
        score) answer=$(sed 's/[^0-9]*\([0-9]*\) edges\{0,1\} when Max[^0-9]*\([0-9]*\) when Min.*/\1 \2/' <<<"$verdict") ;;
    esac
    "$program" info --db "$work/db" --json | sed 's/.*"positions":\([0-9]*\).*/\1/' > "$work/positions"
    echo "$game;$n;$value;$answer;$(cat "$work/positions")"
}

# Answers of orders: rows GAME VALUE FIRST LAST
rows() {
    local game=$1 value=$2 n known
    for ((n = $3; n <= $4; n++)); do
        known=$(grep "^$game;$n;$value;" "$csv" || true)
        if [ -z "$known" ]; then
            known=$(row "$game" "$n" "$value")
            tee -a "$csv" >&2 <<<"$known"
        fi
        [ "${known##*;}" -le "$most" ] || break
    done
}

# Minutes for n = 13, half an hour of CPU for its scores.
for value in winner misere grundy moves score; do most=$((10 ** 9)) rows triangle $value 3 13; done
for value in winner misere; do rows triangle/connected $value 2 13; done
for graph in $forbidden; do
    for value in winner misere; do rows "avoid:$graph" $value 2 20; done
    rows "avoid:$graph" score 2 15
done
for graph in $achieved; do rows "achieve:$graph" winner 3 20; done

# Laws of games that are counts of components, anew: a minute.
{
    sed -n '/^#/p;/^game;/p' "$counts"
    for graph in P3 P4 P5 K1,3 2K2 3K2 K3+P4 K1,3+K3; do
        "$program" counts "avoid:$graph" --to 300 | sed -n "s/^\([a-z ]*\)\( of 0-1\)\{0,1\}: \(period .*\)/avoid:$graph;\1;\3/p"
    done
} > "$work/counts"
mv "$work/counts" "$counts"

# The page: a table and, below it, what its columns mean.
{
    cat <<'HEAD'
# Values

Who wins, and by how much: the tables of all games that were solved, made by `make results` from
`datasets/*.csv`. [Results](results.md) has those to know first. This program computed every answer; an independent brute
force agrees with all up to n = 8 (two colours: n = 5; `referee/tests/computed.rs`).

## Triangle avoidance

| n | positions | winner | in misère play | Grundy number | moves | score, Max begins | score, Min begins |
|---|---|---|---|---|---|---|---|
HEAD
    awk -F';' '
        $1 == "triangle" { answer[$2, $3] = $4; positions[$2] = $5; if ($2 > last) last = $2 }
        function player(x) { return x == 1 ? "first" : x == 2 ? "second" : "." }
        function known(x) { return x == "" ? "." : x }
        END { for (n = 3; n <= last; n++) { split(answer[n, "score"], score, " ")
            printf "| %d | %s | %s | %s | %s | %s | %s | %s |\n", n, positions[n], player(answer[n, "winner"]),
                player(answer[n, "misere"]), known(answer[n, "grundy"]), known(answer[n, "moves"]), known(score[1]),
                known(score[2]) } }' "$csv"
    cat <<'TEXT'

In misère play a player without a move wins. Grundy number: of the graph with one edge; that of the empty board is 1
where the first player wins, else 0. Moves: when the winner hurries and the loser delays. Score: edges at the end when
Max, who wants many, or Min, who wants few, begins (the two game saturation numbers). Winner: published (P. Gordinowicz,
P. Pralat 2012). Misère winner, Grundy number and moves: no source found.

## Who wins, by what is avoided

TEXT
    for table in winner:avoid misere:avoid winner:achieve; do
        case $table in
            winner:avoid) printf '### Normal play: a player without a move loses\n\n' ;;
            misere:avoid) printf '### Misère play: a player without a move wins\n\n' ;;
            winner:achieve) cat <<'TEXT' ;;
## Who wins, by what is achieved

TEXT
        esac
        value=${table%:*}
        awk -F';' -v value=$value -v kind="${table#*:}" "$sources"'
            { is_one = $1 ~ "^" kind || (kind == "avoid" && $1 ~ /^triangle/) }
            $3 == value && is_one { if (!($1 in seen)) { seen[$1] = 1; order[++games] = $1 } answer[$1, $2] = $4 }
            # A digit for each order, by tens.
            function digits(game, n, last,    all) {
                for (; n <= last; n++) all = all (answer[game, n] == "" ? "." : answer[game, n])
                sub(/\.*$/, "", all)
                return all == "" ? "" : "`" all "`"
            }
            END { print "| game | n = 2 to 9 | 10 to 19 | 20 | source |"; print "|---|---|---|---|---|"
                for (g = 1; g <= games; g++) printf "| `%s` | %s | %s | %s | %s |\n", order[g], digits(order[g], 2, 9),
                    digits(order[g], 10, 19), digits(order[g], 20, 20), source_of(value, order[g]) }' "$csv"
        echo
    done
    cat <<'TEXT'
A digit for each number of vertices, 1: the first player wins, 2: the second; a dot: not computed. On fewer vertices
than any forbidden graph has, all n(n-1)/2 edges are played. In achievement games the edges have one colour, and the
player who completes the graph wins. A player who leaves a graph that one more edge completes has lost, so that some of
these are avoidance games under another name. On fewer vertices than the graph has, the player without a move loses.

## Game saturation numbers

TEXT
    awk -F';' "$sources"'
        $3 == "score" { if (!($1 in seen)) { seen[$1] = 1; order[++games] = $1 } sub(" ", "/", $4); answer[$1, $2] = $4 }
        END { printf "| game |"; for (n = 2; n <= 15; n++) printf " %d |", n; print " source |"
            printf "|---|"; for (n = 2; n <= 15; n++) printf "---|"; print "---|"
            for (g = 1; g <= games; g++) { printf "| `%s` |", order[g]
                for (n = 2; n <= 15; n++) { a = answer[order[g], n]; printf " %s |", a == "" ? "." : a }
                print " " source_of("score", order[g]) " |" } }' "$csv"
    cat <<'TEXT'

Edges at the end when Max begins / when Min begins.

## For every n

| answer | game | law | |
|---|---|---|---|
TEXT
    awk -F';' "$sources"'
        BEGIN { name["winner"] = "winner"; name["misere"] = "winner in misère play"; name["grundy"] = "Grundy number"
            name["max begins"] = "edges, Max begins"; name["min begins"] = "edges, Min begins" }
        /^#/ || $1 == "game" { next }
        {
            match($3, /, (proved|checked) /)
            known = $2 == "winner" && ("law", $1) in cited ? "; " source_of("law", $1) : ""
            printf "| %s | `%s` | %s | %s |\n", name[$2], $1, substr($3, 1, RSTART - 1), substr($3, RSTART + 2) known
        }' "$counts"
    cat <<'TEXT'

A period begins with the answer for the first n; "then 4 more": each answer is larger by 4 one period later. The Grundy
number is that of the graph with one edge. *Checked*: the period held up to that n; nothing proves that it goes on.

Without some graphs a position is a few counts. Without a P4, say, a graph is single vertices, edges, P3, larger stars
and triangles, and of each kind only the number matters, of stars with three leaves or more whether there is one. A
matching that is avoided leaves few edges, but for vertices that may be joined to all others. So `retrograph counts`
solves these games on hundreds of vertices, without databases.

**What is proved for every n.** Choose finitely many *rests*: what a position has beside its single vertices. Column s
has for each rest a set of values that surely contains the value of that rest beside s single vertices; of positions
with other rests it says nothing. A move takes at most two single vertices. So each column from the third on is computed
from the two before it, always in the same way, and once two consecutive columns come again, all later ones do. The
answers on n vertices are sets of the empty rest in column n; where they are single values up to the end of the first
period, they are so for every n. Three things are added:

* Scores grow. Let each bound of a score gain a constant from column s to s + p, for p + 2 consecutive s, the constants
  depending on the rest and on s modulo p; and let no option gain more than a position in which Max moves, and none less
  than one in which Min moves. Then the option that is best stays best, and the same gains go on for ever
  (`src/proving/counts/repeat.rs`).
* A free move, one that can be made at any time and changes nothing else, cancels another: who plays well without them
  answers one with the other, and after the end they leave the same player to move. Diamonds are such moves in the game
  that avoids a P5, and missing edges of a vertex that may be joined to all others.
* For P5 and {K3, P4}, the number of components with one edge counts exactly only up to a bound; above it only its
  parity counts, or nothing. A rest then stands for many positions and has a set that holds all their values.

No theorem about octal games is used: the numbers of single vertices and of other components are parts of one game, not
of a sum of games. The answers agree with the tables above and, up to n = 7, with brute force; moves between counts were
compared with moves between all graphs on up to 8 to 11 vertices (`src/proving/counts/tests.rs`).
TEXT
    scripts/two_colours.sh "$program" "$most"
    cat <<'TEXT'

## The column *source*

What else is known of a row (`datasets/sources.csv`; references: `datasets/README.md`); `scripts/sources.py` compares it
with the answers.

* *Published*: the answer was published before. *Conjectured*: it was, without a proof that we saw. *Bounds*: bounds of
  it were. *Follows*: a published theorem gives it in one sentence.
* *Elementary*: the short argument that is given proves it. *Counted*: up to the order given or for every n, as under
  [For every n](#for-every-n).
* *Not seen*: we know the title or an abstract, not the values. *No source found*: none under the names that
  `datasets/sources.csv` lists, which does not mean that there is none; send us one.
TEXT
} > "$work/page"
mv "$work/page" "$page"
