// What the pages of solved games and of proofs do alike: moves and replies, exercises and reviews, links, buttons and keys.

import { Address, Trail } from "./address.js";
import { Board } from "./board.js";
import { Layouts } from "./layouts.js";
import { complain, hush, notice, say, sentence, wordsOf } from "./messages.js";
import { listKeys, pointAtMove, showNothing } from "./panel.js";
import { offer } from "./picture.js";
import { lookBack } from "./review.js";
import { theme } from "./theme.js";

const byId = (id) => document.getElementById(id);

export class Table {
  /**
   * `on` has what differs: `show(what)` fills board and panel; `pair(u, v)` is the move that joins two vertices, or null where that
   * only begins one, `made(move)` what the person does with a move, as words; `reply(game)` is the program's move, `replied(reply)` what it does with it, as
   * words, and the sentence that says so; `open(address)`, `placeAt(at)` and `settings()` are about links, `scene()` about
   * pictures; `keys` are further shortcuts.
   */
  constructor(on) {
    this.on = on;
    this.game = null;
    this.hints = true;
    this.trail = new Trail();
    this.board = new Board(byId("board"), {
      pair: (u, v) => this.person(on.pair(u, v)),
      near: pointAtMove,
      dragged: () => this.layouts.use("free"),
    });
    this.layouts = new Layouts(this.board);
    this.pictures = offer(() => ({ ...this.board.drawn, ...on.scene() }), say);
  }

  show(what) {
    const { game } = this;
    document.documentElement.dataset.state = game.busy || this.on.isThinking?.() ? "busy" : "idle";
    if (what === "busy" || !game.now) return;
    if (what === "position" || what === "walked") hush();
    this.on.show(what);
    this.pictures.hide();
    lookBack(game, this.hints);
    byId("undo").disabled = game.before < 0;
    byId("redo").disabled = game.after < 0;
    byId("computer").disabled = game.isOver || game.now.unsolved;
    byId("exercise").textContent = game.isAnswered ? "Next one" : "Exercise";
    this.remember();
  }

  /** Makes a person's move, and lets the program reply. */
  async person(move) {
    const { game, board } = this;
    if (game.busy || !game.now || game.isComputersTurn || !move) return;
    hush();
    const made = this.on.made(move);
    try {
      await game.make(move, "person");
    } catch (refusal) {
      complain(refusal);
      return board.blame(refusal.witness ?? []);
    }
    if (this.game === game && game.isOver) say(`${made}. ${game.end}`);
    await this.computer();
  }

  /** The program's moves while it is its turn. */
  async computer() {
    const { game } = this;
    while (this.game === game && game.isComputersTurn && !game.busy) {
      const { now } = game;
      await new Promise((done) => setTimeout(done, 450));
      if (this.game !== game || game.now !== now) return;
      if (!(await this.computerMove())) return;
    }
  }

  /** Makes the program's move; says whether it did. */
  async computerMove() {
    const { game } = this;
    const { now } = game;
    if (!now) return false;
    try {
      const reply = await this.on.reply(game);
      if (!reply || game.now !== now) return false;
      const [made, said] = this.on.replied(reply);
      await game.make(game.moveOf(reply), "computer");
      if (this.game !== game) return false;
      say(game.isOver ? `${made}. ${game.end}` : said);
      return true;
    } catch (refusal) {
      complain(refusal);
      return false;
    }
  }

  /** Begins again, at a position. */
  async begin(text = this.game.start) {
    await this.game.begin(text);
    await this.computer();
  }

  /** Shows a position with one answer, and nothing of what is known of its moves. */
  async exercise() {
    const { game } = this;
    const { now } = game;
    if (game.busy || !now || game.isScore) return;
    say("Looking for a position …");
    try {
      const found = await game.findExercise();
      if (this.game !== game || game.now !== now) return;
      if (!found) return say(game.noExercise);
      this.hints = byId("hints").checked = false;
      await game.pose(found);
    } catch (refusal) {
      if (this.game === game) complain(refusal);
    }
  }

  /** Shows another game, from the start and the moves that its address says; `start` is that of the game where it says none. */
  async enter(game, address, start, moves) {
    this.game = game;
    lookBack(game, this.hints);
    notice(address.complaints());
    try {
      try {
        const refusal = await game.begin(start, moves);
        if (refusal) address.refuseMoves(game.at, moves.split(",").length, wordsOf(refusal));
      } catch (failure) {
        if (start === game.start || this.game !== game) throw failure;
        await game.begin(game.start);
        address.refuseStart(start, wordsOf(failure));
      }
    } catch (failure) {
      if (this.game !== game) return;
      this.board.show({ n: 0, edges: [] }, [], []);
      showNothing(game.cannotBeShown);
      address.wrong.push(sentence(wordsOf(failure)));
    }
    if (this.game !== game) return;
    notice(address.complaints());
    await this.computer();
  }

  setHints(on) {
    this.hints = byId("hints").checked = on;
    this.show("hints");
  }

  /** The address holds the game, so that it can be sent to others, survives a reload, and Back takes back a move. */
  remember() {
    const { game, on } = this;
    if (game?.now) this.trail.remember(on.placeAt(game.at), { ...on.settings(), ...on.view?.() }, !game.isComputersTurn);
  }

  follow(place) {
    const address = new Address(location.hash);
    const { past = [] } = this.game;
    const at = past.findIndex((_, at) => `${new URLSearchParams(this.on.placeAt(at))}` === place);
    if (at < 0) return this.on.open(address);
    this.on.followed?.(address);
    return this.game.walk(at);
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} copied.`);
    } catch {
      // Browsers deny the clipboard to pages without encryption.
      const field = byId("text");
      if (!field) return say("Copy the address of this page: it is the link.");
      field.value = text;
      field.focus();
      field.select();
      say(`${what}: copy it from the field.`);
    }
  }

  /** Puts buttons and keys to work. */
  listen() {
    const keys = {
      u: () => this.game.undo(),
      r: () => this.game.redo(),
      n: () => this.begin(),
      o: () => !this.game.busy && this.computerMove().then(() => this.computer()),
      e: () => this.exercise(),
      m: () => byId("moves").querySelector("[tabindex='0']")?.focus(),
      v: () => this.board.focus(),
      s: () => this.layouts.shake(),
      d: () => this.layouts.next(),
      h: () => this.setHints(!this.hints),
      l: () => this.copy(location.href, "Link"),
      p: this.pictures.copy,
      t: theme.next,
      "?": () => byId("help").showModal(),
      ...this.on.keys,
    };
    const buttons = { undo: "u", redo: "r", new: "n", computer: "o", exercise: "e", shake: "s", share: "l", "help-button": "?", ...this.on.buttons };
    for (const [id, key] of Object.entries(buttons)) byId(id).addEventListener("click", () => keys[key]());
    listKeys(byId("moves"));
    byId("hints").addEventListener("change", (event) => this.setHints(event.target.checked));
    byId("review-block").addEventListener("toggle", () => this.game?.now && lookBack(this.game, this.hints));
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.matches("input:not([type=checkbox]):not([type=radio]), select, textarea") || byId("help").open;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
      event.preventDefault();
      keys[event.key]();
    });
    this.trail.listen((place) => this.follow(place));
  }
}
