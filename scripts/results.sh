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
page=docs/results.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

forbidden="P3 P4 P5 C4 C5 C6 K4 K5 K1,3 K1,4 2K2 3K2 paw diamond bull bowtie K2,3 K3+C5 odd-cycle hamilton-cycle connected"

[ -s "$csv" ] || cat > "$csv" <<'HEAD'
# What games come to, by game, order and kind of value: computed by this program (make results); for n <= 8 the judge's
# brute force agrees (judge/tests/computed.rs). winner: 1 first player, 2 second; misere: the same where who cannot move
# wins; grundy: Sprague-Grundy number of the graph with one edge (empty where that is no position); moves: how many when
# the winner hurries and the loser delays; score: edges at the end when Max begins, and when Min begins.
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
        score) answer=$(sed 's/[^0-9]*\([0-9]*\) edges when Max[^0-9]*\([0-9]*\) when Min.*/\1 \2/' <<<"$verdict") ;;
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

# Lines of the table: answers GAME VALUE -> "n=3..13: 2 2 2 1 ..."
{
    cat <<'HEAD'
# Results

What the games of the family come to, made by `make results` from `datasets/computed_values.csv`. Every answer was
computed by this program; each answer up to n = 8 is also that of an independent brute force that shares no code with it
(`judge/tests/computed.rs`), and each database can be checked with `retrograph verify --full`. Misère play: who cannot
move wins.

The column *source* says what else is known. *Published*: the answer was published before. *Elementary*: a short
argument gives it, which is told. *None known*: we know of no source, which does not mean that there is none; tell us of
one. On fewer vertices than any forbidden graph has, all n(n-1)/2 edges are played.

## Triangle avoidance

Grundy number: of the graph with one edge; that of the empty board is 1 where the first player wins, else 0. Moves: when the
winner hurries and the loser delays. Score: edges at the end when Max, who wants many, begins, and when Min, who wants
few, begins (the two game saturation numbers).

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

Winner: published (P. Gordinowicz, P. Pralat, Discussiones Mathematicae Graph Theory 32 (2012) 181-185). Misère winner,
Grundy number, moves and scores: no source known.

## Who wins, by what is avoided

1: the first player wins, 2: the second. The columns are the number of vertices; a dot where nothing was computed.

TEXT
    for value in winner misere; do
        [ $value = winner ] && echo "### Normal play: a player who cannot move loses" || echo "### Misère play: a player who cannot move wins"
        echo
        awk -F';' -v value=$value '
            BEGIN { matching = "elementary: the edges are a matching"
                star = "elementary: the edges are a star or a triangle"
                source["triangle"] = "Gordinowicz and Pralat 2012"
                source["triangle/connected"] = "Seress 1992: first iff n is even"
                source["avoid:odd-cycle"] = "Canadian Mathematical Olympiad 2019: first iff n = 2 mod 4"
                source["avoid:connected"] = "Csirmaz: first iff n = 2 or 3 mod 4, n > 2"
                source["avoid:hamilton-cycle"] = "Mathematics Stack Exchange 915340, n = 3..9; above: none known"
                elementary["winner", "avoid:P3"] = matching ", so that the first player wins iff half of n, rounded down, is odd"
                elementary["misere", "avoid:P3"] = matching ", so that the first player wins iff half of n, rounded down, is even"
                elementary["winner", "avoid:2K2"] = star ": from n = 3 on the first player wins by closing the triangle with the third edge"
                elementary["misere", "avoid:2K2"] = star ": the first player, who makes the third move, wins by a star iff n is odd and at least 5" }
            $3 == value { if (!($1 in seen)) { seen[$1] = 1; order[++games] = $1 } answer[$1, $2] = $4 }
            $3 == value && $2 > last { last = $2 }
            END { printf "| game |"; for (n = 2; n <= last; n++) printf " %d |", n; print " source |"
                printf "|---|"; for (n = 2; n <= last; n++) printf "---|"; print "---|"
                for (g = 1; g <= games; g++) { printf "| `%s` |", order[g]
                    for (n = 2; n <= last; n++) { a = answer[order[g], n]; printf " %s |", a == "" ? "." : a }
                    told = (value, order[g]) in elementary ? elementary[value, order[g]] : "none known"
                    if (value == "winner" && order[g] in source) told = "published: " source[order[g]]
                    print " " told " |" } }' "$csv"
        echo
    done
    cat <<'TEXT'
## Game saturation numbers

Edges at the end when Max begins / when Min begins.

TEXT
    awk -F';' '
        BEGIN { source["avoid:odd-cycle"] = "published: arXiv 1405.2834 for even n; odd n: none known"
            source["avoid:K1,3"] = "published: arXiv 1405.2834 for n >= 8 when Max begins; the rest: none known"
            source["avoid:P4"] = "within the published bounds of arXiv 1405.2834; exact values: none known"
            source["avoid:connected"] = "published: arXiv 1405.2834 for n >= 6 when Max begins; the rest: none known"
            source["avoid:P3"] = "elementary: a matching of n/2 edges, rounded down"
            source["avoid:2K2"] = "elementary: the third move makes a star of n - 1 edges possible (Max) or a triangle (Min)" }
        $3 == "score" { if (!($1 in seen)) { seen[$1] = 1; order[++games] = $1 } sub(" ", "/", $4); answer[$1, $2] = $4 }
        END { printf "| game |"; for (n = 2; n <= 15; n++) printf " %d |", n; print " source |"
            printf "|---|"; for (n = 2; n <= 15; n++) printf "---|"; print "---|"
            for (g = 1; g <= games; g++) { printf "| `%s` |", order[g]
                for (n = 2; n <= 15; n++) { a = answer[order[g], n]; printf " %s |", a == "" ? "." : a }
                print (order[g] in source ? " " source[order[g]] : " none known") " |" } }' "$csv"
    cat <<'TEXT'

Carraher, Kinnersley, Reiniger, West: The game saturation number of a graph, arXiv 1405.2834.
TEXT
    scripts/two_colours.sh "$program" "$most"
    echo
    sed 's|../../docs/||g' datasets/proofs/README.md
} > "$work/page"
mv "$work/page" "$page"
