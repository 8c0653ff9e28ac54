(* Reads what unpack.py writes of a proof file, asks the extracted checker, and prints what is proved.

   Coq makes the sentence of what it has proved, so that nothing here need be trusted but that a sentence is printed as it
   is. The body is given to the checker as bytes; instead of that of proofs by choices come lists of numbers, of at most 40
   bits each. *)
open Checker
let min = Stdlib.min
let max = Stdlib.max

let refuse why = prerr_endline ("verified: " ^ why); exit 6

(* A number as the head has it: digits without leading zeros. *)
let decimal text =
  let plain = text <> "" && String.for_all (fun c -> '0' <= c && c <= '9') text && (text = "0" || text.[0] <> '0') in
  if plain && String.length text < 16 then int_of_string text else refuse "a number of the head is not plain"

(* What follows the start of a text. *)
let after start text =
  let k = String.length start in
  if String.length text >= k && String.sub text 0 k = start
  then Some (String.sub text k (String.length text - k)) else None

(* The head: lines of a word and a value, in the order in which they are asked for. *)
let lines = ref []
let value word =
  match !lines with
  | line :: rest ->
      lines := rest;
      (match after (word ^ " ") line with
       | Some value -> value
       | None -> refuse ("the line \"" ^ word ^ "\" of the head is wrong"))
  | [] -> refuse ("the head has no line \"" ^ word ^ "\"")

(* A list of pairs of vertices. *)
let pairs n = List.concat_map (fun v -> List.init v (fun u -> (u, v))) (List.init n Fun.id)

(* graph6 of up to 32 vertices: the order, and whether each pair is an edge. *)
let graph6 text =
  let six i = let c = Char.code text.[i] - 63 in if 0 <= c && c < 64 then c else refuse "this is not graph6" in
  if text = "" then refuse "this is not graph6";
  let n = six 0 in
  let count = n * (n - 1) / 2 in
  if n > 32 || String.length text <> 1 + (count + 5) / 6 then refuse "this is not graph6";
  let bit i = six (1 + i / 6) lsr (5 - i mod 6) land 1 = 1 in
  let places = List.init (6 * ((count + 5) / 6)) Fun.id in
  if List.exists (fun i -> i >= count && bit i) places then refuse "this is not graph6";
  (n, List.filteri (fun i _ -> bit i) (pairs n))
let graph6_of n edges =
  let bits = List.map (fun e -> List.mem e edges) (pairs n) in
  let bits = Array.of_list (bits @ [false; false; false; false; false]) in
  let six i = List.fold_left (fun x k -> 2 * x + Bool.to_int bits.(6 * i + k)) 0 [0; 1; 2; 3; 4; 5] in
  String.init (1 + (n * (n - 1) / 2 + 5) / 6) (fun i -> Char.chr (63 + if i = 0 then n else six (i - 1)))

(* A small graph by its name or in graph6: its order and edges. *)
let small name =
  let sized text most =
    let plain = text <> "" && text.[0] <> '0' && String.length text < 3
                && String.for_all (fun c -> '0' <= c && c <= '9') text in
    if plain && int_of_string text <= most then Some (int_of_string text) else None in
  let rest = if name = "" then "" else String.sub name 1 (String.length name - 1) in
  let letter = if name = "" then ' ' else name.[0] in
  let path n = List.init (n - 1) (fun u -> (u, u + 1)) in
  let spokes hub rim = List.init hub (fun v -> (v, hub)) @ rim in
  let bipartite a b = (a + b, List.concat_map (fun u -> List.init b (fun v -> (u, a + v))) (List.init a Fun.id)) in
  let ends_in_k2 = String.length name > 2 && String.sub name (String.length name - 2) 2 = "K2" in
  match name with
  | "claw" -> bipartite 1 3
  | "fork" -> (5, [(0, 1); (0, 2); (0, 3); (3, 4)])
  | "paw" -> (4, [(0, 1); (1, 2); (0, 2); (2, 3)])
  | "diamond" -> (4, [(0, 1); (1, 2); (0, 2); (1, 3); (2, 3)])
  | "bull" -> (5, [(0, 1); (1, 2); (0, 2); (1, 3); (2, 4)])
  | "bowtie" | "butterfly" -> (5, [(0, 1); (1, 2); (0, 2); (2, 3); (3, 4); (2, 4)])
  | "cricket" -> (5, [(0, 1); (1, 2); (0, 2); (0, 3); (0, 4)])
  | "dart" -> (5, [(0, 1); (1, 2); (2, 3); (0, 3); (0, 2); (0, 4)])
  | "kite" -> (5, [(0, 1); (1, 2); (2, 3); (0, 3); (0, 2); (1, 4)])
  | "banner" -> (5, [(0, 1); (1, 2); (2, 3); (0, 3); (0, 4)])
  | "house" -> (5, [(0, 1); (1, 2); (2, 3); (0, 3); (2, 4); (3, 4)])
  | "gem" -> (5, spokes 4 (path 4))
  | "net" -> (6, [(0, 1); (1, 2); (0, 2); (0, 3); (1, 4); (2, 5)])
  | "domino" -> (6, (0, 5) :: (0, 3) :: path 6)
  | "prism" -> (6, [(0, 1); (1, 2); (0, 2); (3, 4); (4, 5); (3, 5); (0, 3); (1, 4); (2, 5)])
  | "octahedron" -> (6, List.filter (fun (u, v) -> u + v <> 5) (pairs 6))
  | "petersen" ->
      let edge u v = (min u v, max u v) in
      let at i = [edge i ((i + 1) mod 5); edge i (i + 5); edge (i + 5) ((i + 2) mod 5 + 5)] in
      (10, List.concat_map at (List.init 5 Fun.id))
  | _ ->
  match if ends_in_k2 then sized (String.sub name 0 (String.length name - 2)) 16 else None with
  | Some k -> (2 * k, List.init k (fun i -> (2 * i, 2 * i + 1)))
  | None ->
  match letter, String.index_opt rest ',' with
  | 'K', Some comma ->
      let second = String.sub rest (comma + 1) (String.length rest - comma - 1) in
      (match sized (String.sub rest 0 comma) 31, sized second 31 with
       | Some a, Some b when a + b <= 32 -> bipartite a b
       | _ -> refuse "there is no such graph")
  | _ ->
  match letter, sized rest 32 with
  | 'P', Some n -> (n, path n)
  | 'C', Some n when n >= 3 -> (n, (0, n - 1) :: path n)
  | 'K', Some n -> (n, pairs n)
  | 'B', Some k when k <= 30 ->
      (k + 2, (0, 1) :: List.concat_map (fun i -> [(0, i + 2); (1, i + 2)]) (List.init k Fun.id))
  | 'W', Some k when 3 <= k && k <= 31 -> (k + 1, spokes k ((0, k - 1) :: path k))
  | 'Q', Some d when d <= 5 ->
      let is_edge (u, v) = let x = u lxor v in x land (x - 1) = 0 in
      (1 lsl d, List.filter is_edge (pairs (1 lsl d)))
  | _ -> graph6 name

let proved claim evidence =
  match proved claim evidence with
  | Some sentence -> String.of_seq (List.to_seq sentence)
  | None -> refuse "this is not proved"

(* A body as bytes. *)
let bytes body = List.init (String.length body) (fun i -> Char.code body.[i])

(* What is wanted on n vertices. *)
let wanted name n =
  let at_least k game = if n < k then refuse "the game has too few vertices" else game in
  let prefixed word = after word name in
  match name with
  | "hamilton-cycle" -> at_least 3 HamiltonCycle
  | "hamilton-path" -> HamiltonPath
  | "hamilton-connected" -> at_least 3 HamiltonConnected
  | "odd-cycle" -> at_least 3 OddCycle
  | "perfect-matching" -> if n mod 2 = 1 then refuse "the game has an odd number of vertices" else PerfectMatching
  | "connected" -> Connected
  | "2-connected" -> at_least 3 TwoConnected
  | _ ->
  match prefixed "hamilton-path:", prefixed "min-degree:", prefixed "contains:" with
  | Some ends, _, _ ->
      (match String.split_on_char '-' ends with
       | [u; v] ->
           let u = decimal u and v = decimal v in
           if u = v || max u v >= n then refuse "there are no such ends";
           at_least 3 (HamiltonPathBetween (u, v))
       | _ -> refuse "there are no such ends")
  | _, Some degree, _ ->
      let degree = decimal degree in
      if degree < 1 || degree >= n then refuse "there is no such degree";
      MinDegree degree
  | _, _, Some graph ->
      let order, edges = small graph in
      if edges = [] || order > n then refuse "there is no such graph";
      Contains (order, edges)
  | None, None, None -> refuse "this game has no checker here"

(* The number of vertices, the edges that a player has at the start, and those that are free, as sets: the board and the
   edges of either player are lines of the head. *)
let start first second =
  let n = decimal (value "n") in
  if n < 2 || n > 11 then refuse "the line \"n\" of the head is wrong";
  let graph word =
    let text = value word in
    let order, edges = graph6 text in
    if order <> n || graph6_of n edges <> text then refuse ("the line \"" ^ word ^ "\" of the head is wrong");
    edges in
  let board = graph "board" in
  let firsts = graph first in
  let seconds = graph second in
  let among edges others = List.for_all (fun e -> List.mem e others) edges in
  let without edges = List.filter (fun e -> not (List.mem e edges)) in
  if not (among firsts board && among seconds (without firsts board)) then refuse "the board lacks edges of a player";
  let code (u, v) = v * (v - 1) / 2 + u in
  let set edges = List.fold_left (fun set e -> set lor (1 lsl code e)) 0 edges in
  (n, set firsts, set (without seconds (without firsts board)))

(* Maker-Breaker games. The checker takes as long as the counts of the head are large, so these are compared with the
   length of the body before, as the judge does. *)
let maker_breaker name body =
  let n, made, free = start "maker" "breaker" in
  let player word =
    match value word with "Maker" -> Maker | "Breaker" -> Breaker | _ -> refuse "there is no such player" in
  let starter = player "starter" in
  let winner = player "winner" in
  let nodes = decimal (value "nodes") in
  let replies = decimal (value "replies") in
  let node = 2 * ((n * (n - 1) / 2 + 7) / 8) + 1 and reply = 5 + n in
  if String.length body <> nodes * node + (replies + 1) * reply then refuse "the head does not fit the body";
  proved (Wins (wanted name n, n, winner, starter, made, free)) (Strategy (nodes, replies, bytes body))

(* On-line Ramsey numbers. *)

(* Most vertices of a board, those that may come included. *)
let width = 60

(* Whether the head's next line has this word. *)
let is_next word = match !lines with line :: _ -> after (word ^ " ") line <> None | [] -> false

(* All orders of a list. *)
let rec orders = function
  | [] -> [[]]
  | l -> List.concat_map (fun x -> List.map (List.cons x) (orders (List.filter ((<>) x) l))) l

(* A list of rules: colours and graphs. Of a target's graph the vertices have the names of the target's, and the edges its
   order. *)
let rules targets text =
  let sorted = List.sort compare in
  let rule text =
    if String.length text < 3 || text.[1] <> ':' then refuse "a list of the head is wrong";
    let order, edges = small (String.sub text 2 (String.length text - 2)) in
    let vertices = List.init order Fun.id in
    let renamed names = List.map (fun (u, v) ->
      let x = List.nth names u and y = List.nth names v in (min x y, max x y)) edges in
    let same target =
      List.length target = List.length edges
      && List.exists (fun names -> sorted (renamed names) = sorted target)
           (if order <= 8 then orders vertices else [vertices]) in
    (Char.code text.[0] - Char.code 'a', Option.value (List.find_opt same targets) ~default:edges) in
  let rules = List.map rule (String.split_on_char '/' text) in
  if List.exists (fun (c, edges) -> c < 0 || c > 2 || edges = []) rules then refuse "a list of the head is wrong";
  rules

let online_ramsey list body =
  (* A number after a comma belongs to the name before it. *)
  let is_number part = part <> "" && String.for_all (fun c -> '0' <= c && c <= '9') part in
  let names = List.fold_left (fun names part ->
    match names with
    | name :: rest when is_number part -> (name ^ "," ^ part) :: rest
    | _ -> part :: names) [] (String.split_on_char ',' list) in
  let names = List.rev names in
  if List.length names < 2 || List.length names > 3 then refuse "there are not two or three targets";
  let target name =
    let order, edges = small name in
    if order > 16 || edges = [] then refuse "there is no such graph" else edges in
  let targets = List.map target names in
  let rounds word = match value word with
    | "none" -> 0
    | text ->
        let k = decimal text in
        if k < 1 || k > 40 then refuse ("the line \"" ^ word ^ "\" of the head is wrong") else k in
  let builder = rounds "builder" in
  let painter = rounds "painter" in
  if builder = 0 && painter = 0 then refuse "the head claims nothing";
  let builders = decimal (value "builder-positions") in
  let painters = decimal (value "painter-positions") in
  (* An entry, or the number of its level, takes bytes. *)
  if builders + painters > String.length body then refuse "the head does not fit the body";
  if is_next "lists" || is_next "commit" then begin
    let lists = if is_next "lists" then List.map (rules targets) (String.split_on_char ' ' (value "lists")) else [] in
    let none () = refuse "this commitment has no checker here" in
    let colour, family = match String.split_on_char ':' (value "commit") with
      | [letter; family] when String.length letter = 1 -> (Char.code letter.[0] - Char.code 'a', family)
      | _ -> none () in
    let star = match after "K3+S" family with
      | Some edges -> let edges = decimal edges in if 2 <= edges && edges <= 40 then edges else none ()
      | None -> if family = "K3" then 0 else none () in
    if builder > 0 || colour < 0 || colour >= List.length targets then refuse "the head is wrong";
    let index entries = find_entry (index_of entries) in
    proved (Rounds (targets, 0, painter))
      (Committed (width, colour, star, lists, names_of, index, painters, bytes body))
  end else proved (Rounds (targets, builder, painter)) (Halves (builders, painters, bytes body))

(* Games of which the claims come in lines: five bits a letter, the least significant first; 32 more says that a number
   goes on. None has more than 40 bits. *)
let numbers line =
  let rec read i x count list =
    if i < 0 then x :: list
    else
      let c = Char.code line.[i] - 48 in
      if c < 0 || c > 63 || (c > 31 && count = 8) then refuse "this is not a list of numbers"
      else if c < 32 then read (i - 1) c 1 (if count = 0 then list else x :: list)
      else read (i - 1) (x lsl 5 lor (c - 32)) (count + 1) list in
  let last = String.length line - 1 in
  if last < 0 || line.[last] > 'O' then refuse "this is not a list of numbers" else read last 0 0 []

(* The checker asks once for each state, in their order: what it is given is a function of the state. *)
let ask state = match input_line stdin with
  | line -> Some (numbers line, state + 1)
  | exception End_of_file -> None

(* Strong games, of connected graphs on 3 to 8 vertices. *)
let achievement name body =
  let order, edges = small name in
  let spread reached = List.filter (fun v ->
    List.mem v reached || List.exists (fun u -> List.mem (min u v, max u v) edges) reached) (List.init order Fun.id) in
  let rec connected reached =
    let more = spread reached in
    if List.length more > List.length reached then connected more else List.length more = order in
  if order < 3 || order > 8 || not (connected [0]) then refuse "there is no such graph";
  let text = value "boards" in
  let from = text <> "" && text.[String.length text - 1] = '+' in
  let on = if text = "infinite" then Infinite else begin
    let n = decimal (if from then String.sub text 0 (String.length text - 1) else text) in
    if n < 2 || n > 32 then refuse "the line \"boards\" of the head is wrong";
    if from then From n else Exactly n
  end in
  let moves = decimal (value "moves") in
  let entries = decimal (value "entries") in
  let lines = decimal (value "lines") in
  (* An entry takes bytes. *)
  if entries > String.length body then refuse "the head does not fit the body";
  let index entries = find_entry (index_of entries) in
  proved (Achieves (edges, on, moves)) (Achieving (index, entries, lines, bytes body))

let by_claims claim = proved claim (Claims (ask, max_int))

(* Games with a goal: how they begin, what Red and Green are called, and the convention. *)
let conventions = [
  "maker-breaker:", ("Maker", "Breaker", MakerBreaker); "avoider-enforcer:", ("Avoider", "Enforcer", AvoiderEnforcer);
  "waiter-client:", ("Client", "Waiter", WaiterClient); "client-waiter:", ("Client", "Waiter", ClientWaiter)]

let with_goal (reds, greens, convention) name =
  let n, red, free = start "red" "green" in
  let suffix = "/monotone" in
  let short = String.length name - String.length suffix in
  let convention, name =
    if convention = AvoiderEnforcer && short >= 0 && String.sub name short (String.length suffix) = suffix
    then (MonotoneAvoiderEnforcer, String.sub name 0 short) else (convention, name) in
  let a, b = match String.split_on_char ':' (value "bias") with
    | [a; b] -> (decimal a, decimal b)
    | _ -> refuse "the line \"bias\" of the head is wrong" in
  if min a b < 1 || max a b > 55 || (convention = ClientWaiter && a > 1) then refuse "there is no such bias";
  let player word =
    let text = value word in
    if text = reds then Red else if text = greens then Green else refuse "there is no such player" in
  let starter = player "starter" in
  let winner = player "winner" in
  by_claims (Goal (convention, a, b, wanted name n, n, winner, starter, red, free))

let families = ["avoid:"; "achieve:"; "ramsey-lose:"; "ramsey-avoid:"]

(* Games by choices: who wins, and the form of the claims. *)
let by_choices game =
  let n = decimal (value "n") in
  if n < 1 || n > 20 then refuse "the line \"n\" of the head is wrong";
  let winner = match value "winner" with
    | "first" -> First
    | "second" -> Second
    | _ -> refuse "there is no such player" in
  if value "form" <> "choices" then refuse "proofs of this form have no checker here";
  let copies name =
    let order, edges = small name in
    if edges = [] || order > 16 then refuse "there is no such graph";
    (order, edges) in
  let coloured name completed =
    let order, edges = copies name in
    by_claims (Coloured (n, order, edges, completed, winner)) in
  match after "ramsey-lose:" game, after "ramsey-avoid:" game with
  | Some name, _ -> coloured name Loses
  | _, Some name -> coloured name Forbidden
  | None, None ->
  (* Sets of pairs have up to 55 of them. *)
  let is_property name =
    List.mem name ["hamilton-cycle"; "hamilton-path"; "odd-cycle"; "perfect-matching"; "connected"; "2-connected"]
    || after "min-degree:" name <> None in
  let goal name = if n < 2 || n > 11 then refuse "the game has too many vertices, or one" else wanted name n in
  match after "achieve:" game, after "avoid:" game, value "parts" with
  | Some name, _, "graphs" when is_property name -> by_claims (CompletingGoal (n, goal name, winner))
  | None, Some name, "graphs" when is_property name -> by_claims (AvoidingGoal (n, goal name, winner))
  | Some name, _, "graphs" ->
      let order, edges = copies name in
      by_claims (Completing (n, order, edges, winner))
  | None, None, "components" -> by_claims (Triangle (n, winner))
  | None, name, "graphs" ->
      let order, edges = copies (Option.value name ~default:"K3") in
      by_claims (Avoiding (n, order, edges, winner))
  | _ -> refuse "proofs of this form have no checker here"

(* Games from files. The body begins with its board, lines of names; in the sentence elements have their numbers. *)
type board = {
  elements : int; listed : string -> int list list; (* below a title *)
  black : int list; white : int list; (* stones before the game *)
  rest : int list; (* the body without the board, as bytes *)
}

let board body =
  let length = String.length body in
  let board =
    if length < 4 then refuse "the body is cut" else Int32.to_int (String.get_int32_le body 0) land 0xffffffff in
  if 4 + board > length then refuse "the body is cut";
  let names = Hashtbl.create 128 in
  let lists = Hashtbl.create 4 in
  let listed title = List.rev (Hashtbl.find_all lists title) in
  let element name = try Hashtbl.find names name with Not_found -> refuse "the board has no such element" in
  let read title line =
    let words = String.split_on_char ' ' line in
    if after "#" line <> None then line
    else begin
      if title = "#positions" then List.iter (fun name -> Hashtbl.replace names name (Hashtbl.length names)) words
      else if title <> "#version" then Hashtbl.add lists title (List.map element words);
      title
    end in
  ignore (List.fold_left read "" (List.filter ((<>) "") (String.split_on_char '\n' (String.sub body 4 board))));
  let elements = Hashtbl.length names in
  if elements < 1 || elements > 128 then refuse "the board has too many elements, or none";
  { elements; listed; black = List.concat (listed "#blackinitials"); white = List.concat (listed "#whiteinitials");
    rest = bytes (String.sub body (4 + board) (length - 4 - board)) }

(* The lines that count elements, sets and stones. The number of elements that are free is returned. *)
let free_elements board sets =
  let count word number =
    if decimal (value word) <> number then refuse ("the line \"" ^ word ^ "\" of the head is wrong") in
  let stones = List.length board.black + List.length board.white in
  count "elements" board.elements;
  List.iter (fun (word, sets) -> count word (List.length sets)) sets;
  count "stones" stones;
  max 0 (board.elements - stones)

(* The line of maps and that of nodes. Each takes bytes. *)
let maps_and_nodes body =
  let maps = decimal (value "maps") in
  let nodes = decimal (value "nodes") in
  if maps + nodes > String.length body then refuse "the head does not fit the body";
  (maps, nodes)

let on_board body =
  let board = board body in
  let sets = board.listed "#blackwins" in
  let free = free_elements board [("sets", sets)] in
  if board.listed "#whitewins" <> [] then refuse "the board is of a strong game";
  let text = value "turns" in
  if String.length text > free then refuse "the line \"turns\" of the head is wrong";
  let player = function
    | 'M' -> Maker
    | 'B' -> Breaker
    | _ -> refuse "the line \"turns\" of the head is wrong" in
  let turns = List.map player (List.of_seq (String.to_seq text)) in
  let winner = match value "winner" with
    | "Maker" -> Maker
    | "Breaker" -> Breaker
    | _ -> refuse "there is no such player" in
  let maps, nodes = maps_and_nodes body in
  let replies = decimal (value "replies") in
  proved (BoardGame (board.elements, sets, winner, turns, board.black, board.white)) (Nodes (maps, nodes, replies, board.rest))

(* Strong games. *)
let strong body =
  let board = board body in
  let blacks = board.listed "#blackwins" and whites = board.listed "#whitewins" in
  let free = free_elements board [("sets", blacks); ("white-sets", whites)] in
  let turns first second = String.init free (fun i -> if i mod 2 = 0 then first else second) in
  let starter = match value "turns" with
    | text when text = turns 'B' 'W' -> Black
    | text when text = turns 'W' 'B' -> White
    | _ -> refuse "the line \"turns\" of the head is wrong" in
  let black_wins = match value "winner" with
    | "Black" -> true
    | "not-Black" -> false
    | _ -> refuse "there is no such player" in
  let maps, entries = maps_and_nodes body in
  let answers = decimal (value "replies") in
  let sequences = decimal (value "sequences") in
  let { elements = n; black; white; _ } = board in
  proved
    (if black_wins then StrongGame (n, blacks, whites, starter, black, white)
     else StrongHeld (n, blacks, whites, starter, black, white))
    (Entries (maps, entries, answers, sequences, board.rest))

let () =
  set_binary_mode_in stdin true;
  let length = decimal (input_line stdin) in
  if length > 1_000_000 then refuse "the head is too long";
  let head = try really_input_string stdin length with End_of_file -> refuse "the head is cut" in
  if head = "" || head.[length - 1] <> '\n' then refuse "the head does not end with a line";
  lines := String.split_on_char '\n' (String.sub head 0 (length - 1));
  let game = value "game" in
  let with_body check =
    let body = Buffer.create 1000000 in
    (try while true do Buffer.add_channel body stdin 1 done with End_of_file -> ());
    let body = Buffer.contents body in
    let claim = check body in
    if decimal (value "bytes") <> String.length body || !lines <> [] then refuse "the head does not fit the body";
    claim in
  let has_form = List.exists (fun line -> after "form " line <> None) !lines in
  let of_goal (first, convention) = Option.map (with_goal convention) (after first game) in
  let bodies =
    [("strong:file=", fun _ -> strong); ("maker-breaker:file=", fun _ -> on_board);
     ("maker-breaker:", maker_breaker); ("online-ramsey:", online_ramsey);
     ("ramsey-achieve:", achievement)] in
  let of_body (first, check) = Option.map (fun name -> with_body (check name)) (after first game) in
  let checked () =
    match if has_form then List.find_map of_goal conventions else List.find_map of_body bodies with
    | Some sentence -> sentence
    | None when game = "triangle" || List.exists (fun start -> after start game <> None) families -> by_choices game
    | None -> refuse "this game has no checker here" in
  print_endline ("proved: " ^ (try checked () with Failure _ -> refuse "a number is too large"))
