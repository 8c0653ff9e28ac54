# The column *source* of docs/values.md, from datasets/sources.csv: awk reads this before the programs of results.sh and
# two_colours.sh, which ask with source_of(TABLE, GAME).

function read_sources(    line, part, cell, what) {
    while ((getline line < "datasets/sources.csv") > 0) {
        if (line ~ /^#/) continue
        split(line, part, ";")
        cell = part[3] (part[4] == "" ? "" : " for " part[4])
        what = part[5] == "" ? part[6] : part[5] (part[6] == "" ? "" : " (" part[6] ")")
        if (what != "") cell = cell ": " what
        # Some readers make the element before they ask whether it is there.
        what = (part[1], part[2]) in cited ? cited[part[1], part[2]] "; " : ""
        cited[part[1], part[2]] = what cell
    }
}

# A row that nobody looked up is an error, not a row without a source.
function source_of(table, game) {
    if (!((table, game) in cited)) {
        print "datasets/sources.csv has no line " table ";" game > "/dev/stderr"
        exit 1
    }
    return cited[table, game]
}

BEGIN { read_sources() }
