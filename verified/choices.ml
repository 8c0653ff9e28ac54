(* The winner's choices in the triangle game, as claims that the checker takes one by one. The format is that of
   docs/proofs.md. Nothing here is trusted: the checker asks of each claim that it follows from those before it. *)

exception Wrong of string
let wrong why = raise (Wrong why)

(* Row v has the neighbours of v, by open pairs and by edges. *)
let width = 20
type structure = { opens : int array; edges : int array }
let empty () = { opens = Array.make width 0; edges = Array.make width 0 }
let copy s = { opens = Array.copy s.opens; edges = Array.copy s.edges }

let has row v = row lsr v land 1 = 1
let below v = 1 lsl v - 1
(* How many bits ten bits have, and which is the first. *)
let rec count row = if row = 0 then 0 else 1 + count (row land (row - 1))
let counts = Array.init 1024 count
let firsts = Array.init 1024 (fun row -> if row = 0 then 0 else counts.((row land (- row)) - 1))
let bits row = counts.(row land 1023) + counts.(row lsr 10)
let lowest row = if row land 1023 <> 0 then firsts.(row land 1023) else 10 + firsts.(row lsr 10)
let rec iter f row = if row <> 0 then (f (lowest row); iter f (row land (row - 1)))
let pairs s = Array.fold_left (fun sum row -> sum + bits row) 0 s.opens / 2
let used s =
  let all = ref 0 in
  for v = 0 to width - 1 do if s.opens.(v) lor s.edges.(v) <> 0 then all := !all lor 1 lsl v done;
  !all
let are_twins s u v =
  ((s.opens.(u) lxor s.opens.(v)) lor (s.edges.(u) lxor s.edges.(v))) land lnot (1 lsl u lor 1 lsl v) = 0

(* The moves u < v in the order of v, then u: of those that swaps of twins make of each other, the first. *)
let moves s =
  let least = Array.init width (fun v ->
    let rec find u = if u = v || (s.opens.(v) <> 0 && are_twins s u v) then u else find (u + 1) in find 0) in
  let seen = Array.make width 0 and found = ref [] in
  for v = 1 to width - 1 do
    iter (fun u ->
      let a = min least.(u) least.(v) and b = max least.(u) least.(v) in
      if not (has seen.(a) b) then (seen.(a) <- seen.(a) lor 1 lsl b; found := (u, v) :: !found))
      (s.opens.(v) land below v)
  done;
  List.rev !found

let close s u v =
  s.opens.(u) <- s.opens.(u) land lnot (1 lsl v);
  s.opens.(v) <- s.opens.(v) land lnot (1 lsl u)
let after part (u, v) =
  let s = copy part in
  close s u v;
  s.edges.(u) <- s.edges.(u) lor 1 lsl v;
  s.edges.(v) <- s.edges.(v) lor 1 lsl u;
  iter (close s u) (s.opens.(u) land part.edges.(v));
  iter (close s v) (s.opens.(v) land part.edges.(u));
  s
(* How many open pairs a move takes. *)
let loss s (u, v) = 1 + bits (s.opens.(u) land s.edges.(v)) + bits (s.opens.(v) land s.edges.(u))

(* A part, and the vertex of the whole at which each of its vertices lies. *)
type part = { here : structure; from : int array }
let split most whole =
  let nodes = ref [] in
  for v = 0 to width - 1 do
    let rest = ref whole.opens.(v) in
    while !rest <> 0 do
      let cls = ref (!rest land (- !rest)) in
      let fresh = ref !cls in
      while !fresh <> 0 do
        let w = lowest !fresh in
        let next = (whole.opens.(w) lor whole.edges.(w)) land whole.opens.(v) land lnot !cls in
        fresh := (!fresh land (!fresh - 1)) lor next;
        cls := !cls lor next
      done;
      rest := !rest land lnot !cls;
      nodes := (v, !cls) :: !nodes
    done
  done;
  let nodes = Array.of_list (List.rev !nodes) in
  let node = Array.make_matrix width width 0 in
  Array.iteri (fun i (v, cls) -> iter (fun w -> node.(v).(w) <- i) cls) nodes;
  let taken = Array.make (Array.length nodes) false in
  let part_of root =
    let rec grow found = function
      | [] -> found
      | i :: rest ->
          let v, cls = nodes.(i) in
          let new_ones = ref [] in
          iter (fun w -> let j = node.(w).(v) in
            if not taken.(j) then (taken.(j) <- true; new_ones := j :: !new_ones)) cls;
          grow (!new_ones @ found) (!new_ones @ rest) in
    taken.(root) <- true;
    let found = List.sort compare (grow [root] [root]) in
    let is_split = List.length found <= most in
    let name = Array.make (Array.length nodes) 0 and from = Array.init width (fun v -> if is_split then 0 else v) in
    List.iteri (fun place i ->
      name.(i) <- (if is_split then place else fst nodes.(i));
      if is_split then from.(place) <- fst nodes.(i)) found;
    let here = empty () in
    List.iter (fun i ->
      let v, cls = nodes.(i) in
      iter (fun w ->
        let other = name.(node.(w).(v)) in
        here.opens.(name.(i)) <- here.opens.(name.(i)) lor 1 lsl other;
        iter (fun x -> here.edges.(other) <- here.edges.(other) lor 1 lsl name.(node.(x).(v)))
          (whole.edges.(w) land cls)) cls) found;
    { here; from } in
  let rec all root =
    if root = Array.length nodes then [] else if taken.(root) then all (root + 1)
    else let part = part_of root in part :: all (root + 1) in
  all 0

(* A number that isomorphic structures share, and a form with the order of vertices that gives it: that of isomorphic
   structures is the same. *)
let mixed x =
  let x = x lxor (x lsr 31) in
  let x = x * 0x2545F4914F6CDD1D in
  let x = x lxor (x lsr 29) in
  let x = x * 0x1B03738712FAD5C9 in
  (x lxor (x lsr 32)) land max_int
let rec sum_in (colours : int array) row sum =
  if row = 0 then sum else sum_in colours (row land (row - 1)) (sum + colours.(lowest row))
let refined s all colours =
  let next = Array.make width 0 in
  iter (fun v ->
    let near = 7919 * mixed (sum_in colours s.opens.(v) 0) + mixed (sum_in colours s.edges.(v) 5) in
    next.(v) <- mixed (3 * colours.(v) + near)) all;
  next
let degrees s = Array.init width (fun v -> mixed (bits s.opens.(v) lsl 8 + bits s.edges.(v) + 1))
let mark s =
  let all = used s in
  let colours = refined s all (degrees s) in
  let sum = ref 0 in
  iter (fun v -> sum := !sum + mixed colours.(v)) all;
  mixed !sum

type leaf = { key : string; order : int array; last : int }
type tree = Leaf of leaf | Choice of int array * int list
let key_of s order =
  let place = Array.make width 0 in
  Array.iteri (fun p v -> place.(v) <- p) order;
  let key = Bytes.create (6 * Array.length order) in
  Array.iteri (fun p v ->
    let put at row =
      let bits = ref 0 in
      iter (fun w -> if place.(w) < p then bits := !bits lor 1 lsl place.(w)) row;
      Bytes.set_uint16_le key at (!bits land 0xffff);
      Bytes.set_uint8 key (at + 2) (!bits lsr 16) in
    put (6 * p) s.opens.(v);
    put (6 * p + 3) s.edges.(v)) order;
  Bytes.unsafe_to_string key
let form s =
  let all = used s in
  let vertices = let l = ref [] in iter (fun v -> l := v :: !l) all; Array.of_list (List.rev !l) in
  let count = Array.length vertices in
  let node colours =
    let order = Array.copy vertices in
    let rec settle colours cells =
      let colours = refined s all colours in
      (* Few, and nearly sorted from the round before. *)
      for i = 1 to count - 1 do
        let v = order.(i) and at = ref i in
        while !at > 0 && colours.(order.(!at - 1)) > colours.(v) do
          order.(!at) <- order.(!at - 1);
          decr at
        done;
        order.(!at) <- v
      done;
      let now = ref (min count 1) in
      for i = 1 to count - 1 do if colours.(order.(i)) <> colours.(order.(i - 1)) then incr now done;
      if !now = count || !now = cells then colours else settle colours !now in
    let colours = settle colours 0 in
    (* The first vertices, not twins of each other, of the first colour that has two. *)
    let rec search at =
      if at = count then []
      else
        let stop = ref at in
        while !stop < count && colours.(order.(!stop)) = colours.(order.(at)) do incr stop done;
        let first = ref [] in
        for i = at to !stop - 1 do
          if not (List.exists (fun u -> are_twins s u order.(i)) !first) then first := order.(i) :: !first
        done;
        match !first with _ :: _ :: _ -> List.rev !first | _ -> search !stop in
    match search 0 with
    | [] -> Leaf { key = key_of s order; order;
                   last = Array.fold_left (fun sum v -> mixed (sum lxor colours.(v))) 0 order }
    | first -> Choice (colours, first) in
  let chosen colours v depth =
    let colours = Array.copy colours in colours.(v) <- mixed (colours.(v) + depth); colours in
  let rec at_once tree depth = match tree with
    | Leaf leaf -> (leaf.key, leaf.last)
    | Choice (colours, first) -> at_once (node (chosen colours (List.hd first) depth)) (depth + 1) in
  (* A vertex that leads at once to the key and colours of one before it is equivalent to that one. *)
  let rec best tree depth = match tree with
    | Leaf leaf -> leaf
    | Choice (colours, first) ->
        let seen = ref [] and found = ref None in
        List.iter (fun v ->
          let next = node (chosen colours v depth) in
          let once = at_once next (depth + 1) in
          if not (List.mem once !seen) then begin
            seen := once :: !seen;
            let leaf = best next (depth + 1) in
            match !found with
            | Some other when other.key <= leaf.key -> ()
            | _ -> found := Some leaf
          end) first;
        Option.get !found in
  let leaf = best (node (degrees s)) 1 in
  (leaf.key, leaf.order)

(* What is found by marks, then by forms; with the order of the vertices that is found. *)
type 'a found = (int, string * 'a) Hashtbl.t
let find_placed (table : 'a found) s =
  match Hashtbl.find_all table (mark s) with
  | [] -> None
  | same -> let key, order = form s in Option.map (fun x -> (x, order)) (List.assoc_opt key same)
let find table s = Option.map fst (find_placed table s)

(* A claim, and what answers each move: 0 if the value is seen, else the number of a reply, from 1. *)
type claim = { part : structure; value : int; mutable answers : string }
(* A move of a part of a sum. *)
type reply = { number : int; pair : int * int }

(* The head's words, as docs/proofs.md names them. *)
type head = { n : int; first : bool; small : int; batch : int; claims : int; all : bool; codes : int }

let ranks = width * (width - 1) / 2
type walk = {
  head : head; most : int; known : claim found; levels : claim list array; mutable count : int;
  small_values : int found }
let rec small_value walk s =
  match find walk.small_values s with
  | Some value -> value
  | None ->
      let seen = ref 0 in
      List.iter (fun pair ->
        let value = List.fold_left (fun sum part -> sum lxor small_value walk part.here) 0
          (split walk.most (after s pair)) in
        seen := !seen lor 1 lsl value) (moves s);
      let rec least k = if has !seen k then least (k + 1) else k in
      let value = least 0 in
      Hashtbl.add walk.small_values (mark s) (fst (form s), value);
      value
let part_value walk s =
  if pairs s <= walk.head.small then Some (small_value walk s)
  else Option.map (fun claim -> claim.value) (find walk.known s)
(* The value of the parts that are known, and the others, without those that are equal in pairs. *)
let sum_of walk parts =
  List.fold_left (fun (sum, others) part ->
    match part_value walk part.here with
    | Some value -> (sum lxor value, others)
    | None ->
        let key = lazy (form part.here) and m = mark part.here in
        let is_same (other, m', key') = m = m' && fst (Lazy.force key) = fst (Lazy.force key') in
        if List.exists is_same others then (sum, List.filter (fun other -> not (is_same other)) others)
        else (sum, others @ [(part, m, key)])) (0, []) parts
(* The replies to a sum: those that take most pairs first. *)
let replies parts =
  let all = List.concat (List.mapi (fun number part ->
    List.map (fun pair -> (loss part.here pair, { number; pair })) (moves part.here)) parts) in
  List.map snd (List.stable_sort (fun (a, _) (b, _) -> compare b a) all)
let within whole part = { part with from = Array.map (fun v -> whole.(v)) part.from }
let replied walk parts reply =
  let played = List.nth parts reply.number in
  List.filteri (fun i _ -> i <> reply.number) parts
  @ List.map (within played.from) (split walk.most (after played.here reply.pair))
(* The number of a reply after which the value is known to be k. *)
let rec position at f = function [] -> None | x :: l -> if f x then Some at else position (at + 1) f l
let answer walk parts k =
  let values = List.map (fun part -> part_value walk part.here) parts in
  position 1 (fun reply ->
    let played = List.nth parts reply.number in
    let rest = split walk.most (after played.here reply.pair) in
    let sum = ref 0 and open_parts = ref rest in
    List.iteri (fun i part ->
      if i <> reply.number then
        match List.nth values i with
        | Some value -> sum := !sum lxor value
        | None -> open_parts := !open_parts @ [part]) parts;
    match sum_of walk !open_parts with
    | value, [] -> value lxor !sum = k
    | _ -> false) (replies parts)

(* All claims, as the body makes them. *)
let walk head body =
  let most = max head.n 16 in
  let walk = { head; most; known = Hashtbl.create 1000; levels = Array.make (ranks + 1) []; count = 0;
               small_values = Hashtbl.create 1000 } in
  let codes = ref 0 and values = ref head.codes in
  let code () =
    if !codes >= head.codes then wrong "choices are missing";
    incr codes; Char.code body.[!codes - 1] in
  let value () =
    if !values >= String.length body then wrong "values are missing";
    incr values; Char.code body.[!values - 1] in
  let claim (part, m, key) own from =
    let value = match own with Some value -> value | None -> value () in
    if value >= 64 then wrong "a value is too large";
    if pairs part.here >= from then wrong "a part after a move is not smaller";
    walk.count <- walk.count + 1;
    if walk.count > head.claims then wrong "there are more claims than the head says";
    let claim = { part = part.here; value; answers = "" } in
    Hashtbl.add walk.known m (fst (Lazy.force key), claim);
    let rank = pairs part.here in
    walk.levels.(rank) <- claim :: walk.levels.(rank);
    value in
  let shown parts from =
    let sum, others = sum_of walk parts in
    List.fold_left (fun sum other -> sum lxor claim other None from) sum others in
  let reach parts k from =
    let sum, others = sum_of walk parts in
    let left = ref (List.length others) in
    let sum = List.fold_left (fun sum other ->
      decr left;
      sum lxor claim other (if !left = 0 then Some (sum lxor k) else None) from) sum others in
    if sum <> k then wrong "a reply leads to another value" in
  let start = empty () in
  for u = 0 to head.n - 1 do start.opens.(u) <- below head.n land lnot (1 lsl u) done;
  let start = if head.first then after start (0, 1) else start in
  let start_parts = split most start in
  reach start_parts 0 (ranks + 1);
  let made = ref [] in
  (* What is known of each move before the batch; then the choices; then what they claim. *)
  let check_batch batch rank =
    let looked = List.map (fun claim ->
      (claim, List.map (fun pair ->
        let parts = split most (after claim.part pair) in
        (pair, parts,
         if head.all then `Open
         else match sum_of walk parts with
           | value, [] -> if value = claim.value then wrong "a move leads to the value" else `Value value
           | _ -> match answer walk parts claim.value with Some r -> `Answered r | None -> `Open))
        (moves claim.part))) batch in
    let read (claim, looks) =
      let shown = if head.all || claim.value = 0 then [] else List.init (code ()) (fun _ -> code ()) in
      if List.exists (fun at -> at >= List.length looks) shown then wrong "there is no such move";
      (claim, List.mapi (fun at (pair, parts, look) ->
        (pair, parts, look,
         if List.mem at shown then Some 0 else match look with `Open -> Some (code ()) | _ -> None)) looks) in
    let rec in_order f = function [] -> [] | x :: l -> let y = f x in y :: in_order f l in
    let chosen = in_order read looked in
    List.iter (fun (claim, looks) ->
      let seen = ref 0 in
      List.iter (fun (_, _, look, _) -> match look with `Value value -> seen := !seen lor 1 lsl value | _ -> ()) looks;
      let answers = in_order (fun (_, parts, look, choice) ->
        match choice, look with
        | Some 0, _ ->
            let value = shown parts rank in
            if value = claim.value then wrong "a move leads to the value";
            seen := !seen lor 1 lsl value;
            0
        | Some r, _ ->
            (match List.nth_opt (replies parts) (r - 1) with
             | None -> wrong "there is no such reply"
             | Some reply -> reach (replied walk parts reply) claim.value rank; r)
        | None, `Answered r -> r
        | None, _ -> 0) looks in
      claim.answers <- String.of_seq (Seq.map Char.chr (List.to_seq answers));
      if !seen land below claim.value <> below claim.value then wrong "a smaller value is missing";
      made := claim :: !made) chosen in
  let rec batches claims rank =
    match claims with
    | [] -> ()
    | _ ->
        check_batch (List.filteri (fun i _ -> i < head.batch) claims) rank;
        batches (List.filteri (fun i _ -> i >= head.batch) claims) rank in
  for rank = ranks downto 0 do batches (List.rev walk.levels.(rank)) rank done;
  if walk.count <> head.claims then wrong "there are fewer claims than the head says";
  if !codes <> head.codes || !values <> String.length body then wrong "choices are left over";
  (* Those with fewest pairs first. *)
  (walk, start_parts, !made)

(* The lists that the checker asks for, one by one: claims, each after those it needs, and the parts of the start. *)
type written = { id : int; size : int; order : int array }
let source head body =
  let walk, start_parts, made = walk head body in
  let ready = Queue.create () and made = ref made and is_over = ref false and count = ref 0 in
  let table : written found = Hashtbl.create 1000 in
  let size s =
    let rec top v = if v > 0 && s.opens.(v - 1) lor s.edges.(v - 1) = 0 then top (v - 1) else v in
    top width in
  let structure put s =
    let m = size s in
    put m;
    for v = 0 to m - 1 do put s.opens.(v) done;
    for v = 0 to m - 1 do put s.edges.(v) done in
  (* Where the vertices of a claim lie, if those in one order are those in the other. *)
  let map put m order order' from =
    let places = Array.make width 0 in
    Array.iteri (fun p v -> places.(v) <- from.(order'.(p))) order;
    for v = 0 to m - 1 do put places.(v) done in
  let rec sum put parts =
    let rec written part =
      match find_placed table part.here with
      | Some (w, order) -> Either.Left (part, w, order)
      | None when pairs part.here <= head.small -> write_small part.here; written part
      | None -> Right (part, form part.here) in
    let known, others = List.partition_map written parts in
    let rec twos = function
      | [] -> []
      | (part, (key, order)) :: rest ->
          match List.find_opt (fun (_, (key', _)) -> key = key') rest with
          | None -> wrong "a part is not known"
          | Some ((other, (_, order')) as twin) ->
              (part, order, other, order') :: twos (List.filter (fun x -> x != twin) rest) in
    let twos = twos others in
    put (List.length known + List.length twos);
    List.iter (fun (part, w, order) ->
      put 0;
      put w.id;
      map put w.size w.order order part.from) known;
    List.iter (fun (part, order, other, order') ->
      put 1;
      structure put part.here;
      map put (size part.here) order order part.from;
      map put (size part.here) order order' other.from) twos
  and write s value answers =
    let line = ref [] in
    let put x = line := x :: !line in
    put 1;
    structure put s;
    put value;
    (* The pairs that swaps of twins make of the moves. *)
    let swaps = ref [] and others = ref [] and shown = Array.make width 0 in
    let add u v = shown.(u) <- shown.(u) lor 1 lsl v; shown.(v) <- shown.(v) lor 1 lsl u in
    let all = moves s in
    List.iter (fun (u, v) -> add u v) all;
    let index swap =
      let rec at i = function [] -> swaps := !swaps @ [swap]; i | x :: l -> if x = swap then i else at (i + 1) l in
      at 0 !swaps in
    let again = ref true in
    while !again do
      again := false;
      for u = 0 to width - 1 do
        iter (fun v ->
          let rec find w =
            if w < width then
              if w <> u && w <> v && has shown.(w) v && are_twins s u w then begin
                others := (w, v, index (min u w, max u w)) :: !others; add u v; again := true
              end else find (w + 1) in
          if not (has shown.(u) v) then find 0) (s.opens.(u) land lnot shown.(u))
      done
    done;
    put (List.length !swaps);
    List.iter (fun (a, b) -> put a; put b) !swaps;
    put (List.length all + List.length !others);
    List.iteri (fun i (u, v) ->
      put u;
      put v;
      let parts = split walk.most (after s (u, v)) in
      match Char.code answers.[i] with
      | 0 -> put 0; sum put parts
      | r ->
          let reply = List.nth (replies parts) (r - 1) in
          let played = List.nth parts reply.number in
          put 1;
          put played.from.(fst reply.pair);
          put played.from.(snd reply.pair);
          sum put (replied walk parts reply)) all;
    List.iter (fun (w, v, i) -> put w; put v; put 2; put i) (List.rev !others);
    let key, order = form s in
    Hashtbl.add table (mark s) (key, { id = !count; size = size s; order });
    incr count;
    Queue.add !line ready
  and write_small s = write s (small_value walk s) (String.make (List.length (moves s)) '\000') in
  let rec next () =
    match Queue.take_opt ready, !made with
    | Some line, _ -> Some (List.rev line)
    | None, claim :: rest ->
        made := rest;
        write claim.part claim.value claim.answers;
        next ()
    | None, [] when not !is_over ->
        is_over := true;
        let line = ref [0] in
        sum (fun x -> line := x :: !line) start_parts;
        Queue.add !line ready;
        next ()
    | None, [] -> None in
  next
