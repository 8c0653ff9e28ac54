(* Whether all of a list is right: asked by as many processes as the machine has processors, each of every so manyth. *)

let processes =
  match int_of_string_opt (try input_line (Unix.open_process_in "nproc") with End_of_file -> "") with
  | Some count when 1 <= count && count <= 256 -> count
  | _ -> 1

let all is_right list =
  if processes = 1 || List.compare_length_with list (2 * processes) < 0 then List.for_all is_right list
  else begin
    flush_all ();
    let slice part = List.for_all is_right (List.filteri (fun i _ -> i mod processes = part) list) in
    let start part =
      match Unix.fork () with
      | 0 -> Unix._exit (if (try slice part with _ -> false) then 0 else 1)
      | child -> child in
    let children = List.init processes start in
    List.for_all Fun.id (List.map (fun child -> snd (Unix.waitpid [] child) = Unix.WEXITED 0) children)
  end

(* The same, and a line of progress where it took long. *)
let each is_right list =
  let start = Unix.gettimeofday () in
  let right = all is_right list in
  let seconds = Unix.gettimeofday () -. start in
  if right && seconds > 10. then Printf.eprintf "%d positions of a level are right: %.0f seconds\n%!" (List.length list) seconds;
  right
