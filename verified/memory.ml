(* A function of data with what it has answered lately: it gives the same answer to what is the same. *)

module Table (Key : sig type t end) = Hashtbl.Make (struct
  type t = Key.t
  let equal (x : t) y = x = y
  let hash x = Hashtbl.hash_param 256 256 x
end)

(* Some 100 MB. *)
let most = 50000

let remembered (type key) (f : key -> 'answer) =
  let module Table = Table (struct type t = key end) in
  let table = Table.create 1000 in
  fun x ->
    match Table.find_opt table x with
    | Some answer -> answer
    | None ->
        let answer = f x in
        if Table.length table >= most then Table.reset table;
        Table.add table x answer;
        answer
