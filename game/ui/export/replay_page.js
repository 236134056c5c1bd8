"use strict";
// Plays the game of this page. "data" holds the table once and, for each moment, only what changed since the last.
const D = JSON.parse(document.getElementById("data").textContent), W = D.words, LAST = D.steps.length - 1;
const FIELDS = ["x", "y", "facing", "owner", "holder", "damage", "value", "bits", "tokens", "level", "above", "symbol",
  "words", "numbers", "cargo"];
const DONE = 1, ACTIVE = 2, LEADER = 4, ENGAGED = 8, READY = 16;
const [WIDE, HIGH] = D.size, RIM = 0.6, NEAR = 8, EVERY = 50, PACE = 700, HELD = 1500;
const SHADOW = "#0c0c10", PAPER = "#f7f0de", BLOOD = "#b9301f";
const FIELD_SIZE = 0.79, CHARGE = 0.74, MEDALLION = 0.94;
const el = (id) => document.getElementById(id);
const text = (number) => D.texts[number];

function make(name, more = {}, ...inside) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(more)) key in node ? (node[key] = value) : node.setAttribute(key, value);
  node.append(...inside);
  return node;
}
function draw(name, more = {}, ...inside) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(more)) node.setAttribute(key, value);
  node.append(...inside);
  return node;
}

// ---- the state at a moment: changes applied to the nearest copy before it ----

let state = {p: new Map(), u: new Map(), g: []}, now = -1;
const copies = [];
const copyOf = (one) => ({
  p: new Map([...one.p].map(([key, row]) => [key, [...row]])),
  u: new Map([...one.u].map(([key, row]) => [key, [...row]])),
  g: [...one.g],
});
function change(rows, [number, ...pairs]) {
  if (!pairs.length) return rows.delete(number);
  const row = rows.get(number) || [];
  for (let at = 0; at < pairs.length; at += 2) row[pairs[at]] = pairs[at + 1];
  rows.set(number, row);
}
function apply(step) {
  for (const one of step.p || []) change(state.p, one);
  for (const one of step.u || []) change(state.u, one);
  for (const [, ...pairs] of step.g || []) {
    for (let at = 0; at < pairs.length; at += 2) state.g[pairs[at]] = pairs[at + 1];
  }
}
function reach(moment) {
  if (moment < now || Math.floor(moment / EVERY) > Math.floor(now / EVERY)) {
    let from = Math.min(Math.floor(moment / EVERY), copies.length - 1);
    if (now < 0 || moment < now || from * EVERY > now) {
      if (from < 0) { state = {p: new Map(), u: new Map(), g: []}; now = -1; }
      else { state = copyOf(copies[from]); now = from * EVERY; }
    }
  }
  while (now < moment) {
    apply(D.steps[++now]);
    if (now % EVERY === 0 && copies.length === now / EVERY) copies.push(copyOf(state));
  }
}
const field = (row, name) => row[FIELDS.indexOf(name)];
const table = () => ({where: text(state.g[0]), scores: text(state.g[1]), ground: state.g[2], sites: text(state.g[3]),
  result: text(state.g[4])});

// ---- the table ----

const board = el("board"), layers = {};
const livery = (number) => D.players[number] || D.players[D.players.length - 1];
const up = (y) => HIGH - y;
let view = null, names = innerWidth > 820, chosen = null, unit = 1, side = null;

function ringPath(ring) {
  let path = "";
  for (let at = 0; at < ring.length; at += 2) path += `${at ? "L" : "M"}${ring[at]} ${up(ring[at + 1]).toFixed(2)}`;
  return path + "Z";
}
const shapePath = (rings) => rings.map(ringPath).join("");

function layTable() {
  board.append(draw("rect", {x: -RIM, y: -RIM, width: WIDE + 2 * RIM, height: HIGH + 2 * RIM, fill: "var(--wood)"}));
  board.append(draw("rect", {width: WIDE, height: HIGH, fill: "var(--ground)", stroke: SHADOW, "stroke-width": 0.06}));
  for (const name of ["terrain", "trails", "pieces", "lights", "labels"]) board.append(layers[name] = draw("g"));
  D.shapes.forEach((shape, number) => {
    const look = `var(--look-${shape.look},var(--area))`, faint = shape.deco ? 0.4 : 1;
    const group = draw("g", {"data-shape": number, "data-thing": shape.id});
    for (const rings of shape.areas) {
      const path = shapePath(rings);
      group.append(draw("path", {d: path, fill: look, "fill-opacity": 0.75 * faint, "fill-rule": "evenodd"}));
      if (!shape.deco) group.append(draw("path", {d: path, fill: `url(#h-${shape.look})`, "fill-rule": "evenodd",
        stroke: SHADOW, "stroke-opacity": 0.65, "stroke-width": 0.06}));
    }
    for (const [solid, ...parts] of shape.walls) for (const rings of parts) {
      group.append(draw("path", {d: shapePath(rings), fill: solid ? "var(--solid)" : "var(--wall)", opacity: faint,
        stroke: solid ? PAPER : SHADOW, "stroke-width": solid ? 0.07 : 0.05}));
    }
    if (D.names[shape.id]) group.append(draw("title", {}, D.names[shape.id]));
    layers.terrain.append(group);
  });
}

const DASH = {dashed: (r) => `${0.37 * r} ${0.18 * r}`, dotted: (r) => `0 ${0.344 * r}`, ticks: (r) => `${0.08 * r} ${0.15 * r}`};
function rimOf(r, colour, pattern) {
  const wide = 0.19 * r, parts = [];
  if (pattern === "double") {
    parts.push(draw("circle", {r: 0.93 * r, fill: "none", stroke: colour, "stroke-width": 0.08 * r}));
    parts.push(draw("circle", {r: 0.78 * r, fill: "none", stroke: colour, "stroke-width": 0.07 * r}));
  } else {
    const round = {r: 0.875 * r, fill: "none", stroke: colour, "stroke-width": pattern === "dotted" ? 0.15 * r : wide};
    if (DASH[pattern]) {
      parts.push(draw("circle", {r: 0.875 * r, fill: "none", stroke: colour, "stroke-opacity": 0.38, "stroke-width": wide}));
      round["stroke-dasharray"] = DASH[pattern](r);
      if (pattern === "dotted") round["stroke-linecap"] = "round";
    }
    parts.push(draw("circle", round));
  }
  return parts;
}
function icon(name, x, y, size, colour) {
  return draw("use", {href: `#i-${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, color: colour});
}
function badge(x, y, r, fill, words, colour) {
  const size = words.length > 1 ? 1.25 * r : 1.5 * r;
  return [draw("circle", {cx: x, cy: y, r, fill, stroke: SHADOW, "stroke-width": 0.12 * r}),
    draw("text", {x, y: y + 0.36 * size, "font-size": size, "text-anchor": "middle", "font-weight": 700, fill: colour}, words)];
}
function pointer(r, facing) {
  const at = (far, turn) => `${(far * r * Math.cos(turn)).toFixed(3)},${(-far * r * Math.sin(turn)).toFixed(3)}`;
  const turn = facing * Math.PI / 180;
  return draw("polygon", {points: [at(1.28, turn), at(0.93, turn + 0.32), at(0.93, turn - 0.32)].join(" "), fill: PAPER,
    stroke: SHADOW, "stroke-width": 0.07 * r});
}
function plinth([shape, long, wide], facing, grown, fill) {
  const [x, y] = [long / 2 + grown, wide / 2 + grown], transform = `rotate(${-(facing || 0)})`;
  return shape === "oval" ? draw("ellipse", {rx: x, ry: y, fill, transform})
    : draw("rect", {x: -x, y: -y, width: 2 * x, height: 2 * y, fill, transform});
}
function drawPiece(number, row) {
  const [name, kind, far, , ...base] = D.pieces[number], bits = field(row, "bits"), symbol = field(row, "symbol");
  const r = base.length ? MEDALLION * Math.min(base[1], base[2]) / 2 : far, group = [];
  const own = livery(field(row, "owner")), holder = D.players[field(row, "holder")];
  const [rim, dark, middle] = own.tones[bits & DONE ? 1 : 0];
  if (kind === "zone") {
    group.push(draw("circle", {r, fill: rim, "fill-opacity": 0.14, stroke: rim, "stroke-width": 0.09, "stroke-dasharray": "0.5 0.35"}));
  } else if (kind === "base") {
    if (base.length) {
      const facing = field(row, "facing"), edge = 0.06 * Math.min(base[1], base[2]);
      if (bits & ACTIVE) group.push(plinth(base, facing, 0.1 * r, "#ebbe64"));
      group.push(plinth(base, facing, 0.02 * r, SHADOW), plinth(base, facing, 0, rim), plinth(base, facing, -edge, dark));
    } else if (bits & ACTIVE) group.push(draw("circle", {r: 1.25 * r, fill: "#ebbe64", "fill-opacity": 0.45}), draw("circle", {r: 1.1 * r, fill: "#ebbe64"}));
    group.push(draw("circle", {r: 1.02 * r, fill: SHADOW}), ...rimOf(r, rim, field(row, "owner") < 0 ? "ticks" : own.rim));
    const face = D.faces[number], size = 2 * FIELD_SIZE * r;
    const inner = draw("g", {transform: `scale(${size})`, "clip-path": "url(#disc)", color: PAPER, style: `--dark:${dark}`});
    inner.append(draw("circle", {r: 0.5, fill: dark}));
    inner.append(draw("use", {href: `#f-${face ? face[1] : "plain"}`, x: -0.5, y: -0.5, width: 1, height: 1, fill: middle}));
    if (face) {
      const own = face[0].startsWith("own-") ? 1 : CHARGE;
      inner.append(draw("use", {href: `#s-${face[0]}`, x: -own / 2, y: -own / 2, width: own, height: own, opacity: bits & DONE ? 0.75 : 1}));
    }
    group.push(inner);
  } else {
    const shown = holder ? holder.tones[0][0] : rim;
    group.push(draw("circle", {r, fill: "#15202c", "fill-opacity": 0.86}), ...rimOf(r, kind === "token" ? "#ebbe64" : shown, holder ? holder.rim : own.rim));
    group.push(icon(`${kind}-${symbol}`, 0, 0, 1.2 * r, kind === "token" ? "#ebbe64" : PAPER));
    if (holder) group.push(...badge(0.8 * r, -0.8 * r, 0.42 * r, holder.tones[0][0], holder.letter, PAPER));
  }
  if (field(row, "facing") !== null && field(row, "facing") !== undefined) group.push(pointer(far, field(row, "facing")));
  if (bits & LEADER) group.push(icon("leader", 0, -1.02 * r, 0.9 * r, SHADOW), icon("leader", 0, -1.02 * r, 0.7 * r, "#ebbe64"));
  if (bits & READY) group.push(draw("circle", {cx: 0.74 * r, cy: -0.74 * r, r: 0.34 * r, fill: "#ebbe64"}), icon("ready", 0.74 * r, -0.74 * r, 0.48 * r, SHADOW));
  if (bits & ENGAGED) group.push(draw("circle", {cx: -1.02 * r, cy: 0.1 * r, r: 0.34 * r, fill: PAPER}), icon("engaged", -1.02 * r, 0.1 * r, 0.5 * r, "#8c2a1c"));
  if (field(row, "value")) group.push(...badge(0.66 * r, 0.66 * r, 0.42 * r, PAPER, field(row, "value"), "#15202c"));
  if (field(row, "damage")) group.push(...badge(-0.72 * r, -0.72 * r, 0.44 * r, BLOOD, String(field(row, "damage")), PAPER));
  if (field(row, "tokens")) group.push(...badge(-0.72 * r, 0.72 * r, 0.36 * r, "#ebbe64", String(field(row, "tokens")), "#15202c"));
  if (field(row, "level")) group.push(draw("rect", {x: 0.74 * r, y: -0.42 * r, width: 0.66 * r, height: 0.66 * r, fill: "#15202c", stroke: PAPER, "stroke-width": 0.07 * r}),
    draw("text", {x: 1.07 * r, y: 0.12 * r, "font-size": 0.55 * r, "text-anchor": "middle", fill: PAPER}, String(field(row, "level"))));
  const cargo = text(field(row, "cargo"));
  if (cargo.length) group.push(...badge(-0.95 * r, 0, 0.4 * r, rim, String(cargo.length), PAPER));
  group.push(draw("title", {}, name));
  return group;
}

const nodes = new Map();
const place = (row) => `translate(${field(row, "x")}px,${up(field(row, "y")) - Math.min(field(row, "above"), 5) * 0.16}px)`;
const RANKS = {zone: 0, marker: 1, token: 2, base: 3};
function showPieces() {
  for (const [number, node] of nodes) if (!state.p.has(number)) { node.remove(); nodes.delete(number); }
  for (const [number, row] of state.p) {
    let node = nodes.get(number);
    const look = JSON.stringify(row.slice(2));
    if (!node) {
      node = draw("g", {class: "piece", "data-piece": number});
      nodes.set(number, node);
      const rank = (one) => RANKS[D.pieces[one.dataset.piece][1]] ?? 1;
      const next = [...layers.pieces.children].find((one) => rank(one) > rank(node));
      layers.pieces.insertBefore(node, next || null);
    }
    if (node.look !== look) { node.replaceChildren(...drawPiece(number, row)); node.look = look; }
    node.style.transform = place(row);
  }
}
function showTerrain() {
  const shown = new Set(D.grounds[table().ground]), sites = table().sites;
  for (const group of layers.terrain.children) {
    group.style.display = shown.has(Number(group.dataset.shape)) ? "" : "none";
    const title = group.querySelector("title"), name = D.names[group.dataset.thing];
    const more = sites[group.dataset.thing];
    if (title) title.textContent = more ? `${name}: ${more}` : name;
  }
}

// ---- lights, trails and names: their sizes are those of the screen ----

function line(corners, ...kinds) {
  const points = corners.map(([x, y]) => `${x},${up(y)}`).join(" ");
  return kinds.map(([name, wide, dash]) => draw("polyline", {points, class: `trail ${name}`, "stroke-width": wide * unit,
    ...(dash ? {"stroke-dasharray": `${dash * unit} ${dash * unit}`} : {})}));
}
const unitOf = (number) => D.pieces[number][3];
const unitName = (number) => (unitOf(number) >= 0 ? D.units[unitOf(number)] : D.pieces[number][0]);
function involved(step) {
  const found = new Set((step.a || []).filter((number) => state.p.has(number)));
  for (const number of state.p.keys()) if ((step.b || []).includes(unitOf(number))) found.add(number);
  return found;
}
function showLights() {
  const step = D.steps[now], lit = involved(step);
  layers.trails.replaceChildren();
  layers.lights.replaceChildren();
  const readings = [];
  for (const [words, corners, moves] of step.m || []) {
    if (moves) layers.trails.append(...line(corners, ["edge", 4.5], ["", 2.5, 6]));
    else {
      layers.trails.append(...line(corners, ["edge", 4.5], ["tape", 2.5]));
      readings.push([corners, text(words).split(": ").pop()]);
    }
  }
  const ring = (number, wide, dash) => {
    const row = state.p.get(number), node = draw("circle", {class: "lit", r: D.pieces[number][2] + 2.5 * unit, "stroke-width": wide * unit});
    if (dash) node.setAttribute("stroke-dasharray", `${4 * unit} ${3 * unit}`);
    node.style.transform = place(row);
    layers.lights.append(node);
  };
  for (const number of lit) ring(number, 2, true);
  for (const number of picked()) ring(number, 3.5, false);
  if (side) readings.push(...showSide());
  showNames(new Set([...lit, ...picked()]), readings);
}
// what a side can hit in turn one, where it begins, and what is hidden from there; returns the chances
function showSide() {
  for (const name of ["hidden", "home"]) {
    layers.trails.append(draw("path", {d: side[name].map(shapePath).join(""), class: `side ${name}`, "stroke-width": 2 * unit,
      "fill-rule": "evenodd", ...(name === "home" ? {"stroke-dasharray": `${9 * unit} ${6 * unit}`} : {})}));
  }
  for (const [[[x, y], end], sure] of side.arrows) {
    const turn = Math.atan2(end[1] - y, end[0] - x), wing = (by) => [end[0] - 9 * unit * Math.cos(turn + by), end[1] - 9 * unit * Math.sin(turn + by)];
    const kind = sure ? "arrow" : "arrow lucky";
    layers.lights.append(...line([[x, y], end], ["edge", 4.5], [kind, 2, sure ? 0 : 6]), ...line([wing(0.4), end, wing(-0.4)], ["edge", 4.5], [kind, 2]));
  }
  return side.arrows.filter(([, , chance]) => chance).map(([ends, , chance]) => [ends, chance]);
}
function picked() {
  if (chosen === null) return [];
  const [kind, number] = chosen;
  return [...state.p.keys()].filter((one) => (kind === "p" ? one === number : unitOf(one) === number));
}
function showNames(first, readings) {
  const size = 12.5 * unit, taken = [], wanted = new Map();
  layers.labels.replaceChildren();
  for (const number of [...first, ...(names ? state.p.keys() : [])]) {
    if (D.pieces[number][1] === "zone" || (D.pieces[number][1] !== "base" && !first.has(number))) continue;
    const name = unitName(number);
    const key = unitOf(number) >= 0 ? unitOf(number) : `p${number}`;
    if (!wanted.has(key)) wanted.set(key, [name, []]);
    wanted.get(key)[1].push(number);
  }
  const put = (words, x, y, kind) => {
    if (x < view[0] || x > view[0] + view[2]) return true;
    const half = words.length * size * 0.32, at = Math.max(view[0] + half, Math.min(x, view[0] + view[2] - half));
    const box = [at - half, y - size, at + half, y + 0.2 * size];
    if (taken.some((one) => one[0] < box[2] && box[0] < one[2] && one[1] < box[3] && box[1] < one[3])) return false;
    taken.push(box);
    layers.labels.append(draw("text", {class: `label ${kind}`, x: at, y, "font-size": size, "stroke-width": 3 * unit}, words));
    return true;
  };
  for (const [[start, end], words] of readings) {
    if (Math.hypot(start[0] - end[0], start[1] - end[1]) < 20 * unit) continue;
    put(words, (start[0] + end[0]) / 2, up((start[1] + end[1]) / 2) - 4 * unit, "reading");
  }
  for (const [name, members] of wanted.values()) {
    const rows = members.map((number) => [state.p.get(number), D.pieces[number][2]]);
    const x = rows.reduce((sum, [row]) => sum + field(row, "x"), 0) / rows.length;
    const low = Math.max(...rows.map(([row, r]) => up(field(row, "y")) + r)), high = Math.min(...rows.map(([row, r]) => up(field(row, "y")) - r));
    put(name, x, low + 1.1 * size, "") || put(name, x, high - 0.5 * size, "");
  }
}

// ---- zoom ----

const whole = () => [-RIM, -RIM, WIDE + 2 * RIM, HIGH + 2 * RIM];
function look(box) {
  view = box;
  board.setAttribute("viewBox", box.join(" "));
  const room = board.getBoundingClientRect();
  unit = Math.max(box[2] / (room.width || 1), box[3] / (room.height || 1));
  if (now >= 0) showLights();
}
function zoom(factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
  const wide = Math.min(WIDE + 2 * RIM, Math.max(5, view[2] / factor)), share = wide / view[2];
  if (share >= 0.999 && factor < 1 && view[2] >= WIDE) return look(whole());
  const clamp = (at, size, all) => Math.max(-RIM, Math.min(at, all + RIM - size));
  look([clamp(x - (x - view[0]) * share, wide, WIDE), clamp(y - (y - view[1]) * share, view[3] * share, HIGH), wide, view[3] * share]);
}
function spot(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  return [point.x, point.y];
}
function nearest(x, y) {
  // a finger covers more than a small base
  const away = (number, row) => Math.hypot(field(row, "x") - x, up(field(row, "y")) - y) - D.pieces[number][2];
  const all = [...state.p].filter(([number]) => D.pieces[number][1] !== "zone").map(([number, row]) => [away(number, row), number]);
  const [far, number] = all.reduce((one, other) => (other[0] < one[0] ? other : one), [Infinity, null]);
  return far < 14 * unit ? number : null;
}
const fingers = new Map();
let moved = 0;
board.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...spot(event)); }, {passive: false});
board.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, event); moved = 0; });
board.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const others = [...fingers.values()].filter((one) => one.pointerId !== event.pointerId);
  moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
  if (moved > 6) board.setPointerCapture(event.pointerId);
  if (others.length) {
    const apart = (one) => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY);
    if (apart(before) > 4) zoom(apart(event) / apart(before), ...spot(event));
  } else if (moved > 6 && view[2] < WIDE + 2 * RIM - 0.01) {
    const clamp = (at, size, all) => Math.max(-RIM, Math.min(at, all + RIM - size));
    look([clamp(view[0] - (event.clientX - before.clientX) * unit, view[2], WIDE), clamp(view[1] - (event.clientY - before.clientY) * unit, view[3], HIGH), view[2], view[3]]);
  }
  fingers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, (event) => fingers.delete(event.pointerId));
board.addEventListener("dblclick", (event) => zoom(2, ...spot(event)));
board.addEventListener("click", (event) => {
  if (moved > 6) return;
  const node = event.target.closest("[data-piece]"), near = node ? Number(node.dataset.piece) : nearest(...spot(event));
  choose(near === null ? null : ["p", near]);
});

// ---- words beside the table ----

function swatch(player) {
  const one = livery(player), node = draw("svg", {class: "owner", viewBox: "-1 -1 2 2", "aria-hidden": "true"});
  node.append(draw("circle", {r: 1, fill: SHADOW}), draw("circle", {r: 0.72, fill: one.tones[0][2]}), ...rimOf(1, one.tones[0][0], one.rim),
    draw("text", {y: 0.42, "font-size": 1.15, "text-anchor": "middle", "font-weight": 700, fill: PAPER}, one.letter));
  return node;
}
function showHead() {
  const {where, scores} = table();
  el("where").textContent = where;
  el("scores").replaceChildren(...scores.map(([score, notes], player) => {
    const node = make("span", {}, swatch(player), `${D.players[player].name} `, make("b", {}, String(score)));
    if (notes) node.append(make("i", {}, ` ${notes}`));
    return node;
  }));
}
const entries = [...document.querySelectorAll("#log li, #log h2")];
const moments = entries.map((node) => Number(node.dataset.s));
function entryAt(moment) {
  let low = 0, high = moments.length;
  while (low < high) { const mid = (low + high) >> 1; moments[mid] <= moment ? (low = mid + 1) : (high = mid); }
  return entries[low - 1];
}
const wordsOf = (node) => (node ? (node.querySelector("span") || node).textContent : "");
const fill = (form, parts) => form.replace(/\{(\w+)\}/g, (_all, name) => parts[name]);
function dieNode(face, sides, colour, dropped) {
  const node = make(dropped ? "s" : "b", {className: "die", title: `d${sides}`}, String(face));
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  node.style.background = colour;
  node.style.color = 0.299 * r + 0.587 * g + 0.114 * b > 125 ? "#18181c" : PAPER;
  return node;
}
function ruleNode(rule) {
  const known = D.rules[rule];
  if (!known) return rule ? make("code", {}, ` ${rule}`) : "";
  const node = make("button", {className: "rule", type: "button", ariaExpanded: "false"}, rule);
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    const shown = node.nextElementSibling?.className === "rule-text";
    shown ? node.nextElementSibling.remove() : node.after(make("p", {className: "rule-text"}, make("b", {}, `${known[0]}. `), known[1]));
    node.ariaExpanded = String(!shown);
  });
  return node;
}
function receipt(step, entry) {
  const parts = [];
  if (step.d) {
    const {by, ask, ans, rule} = step.d, player = by >= 0 ? D.players[by].name : "";
    parts.push(make("h3", {}, W.chosen), make("p", {}, fill(W.decided, {player, prompt: text(ask)}), " ", make("b", {}, text(ans)), " ", ruleNode(rule)));
  }
  if (step.r) {
    parts.push(make("h3", {}, W.rolled));
    for (const [name, purpose, sides, colour, ...dice] of step.r) {
      const label = [text(name), text(purpose)].filter(Boolean).join(": "), row = make("p", {className: "dice"}, make("span", {}, `${label} (d${sides})`));
      for (const die of dice) {
        const faces = Array.isArray(die) ? die : [die];
        faces.forEach((face, at) => row.append(dieNode(face, sides, colour, at < faces.length - 1)));
      }
      parts.push(row);
    }
  }
  if (step.m) parts.push(make("h3", {}, W.measured), ...step.m.map(([words]) => make("p", {}, text(words))));
  const rule = entry?.querySelector("code")?.textContent;
  if (rule && D.rules[rule] && rule !== step.d?.rule) parts.push(make("p", {}, ruleNode(rule)));
  if (!parts.length) parts.push(make("p", {}, W.nothing));
  return make("div", {id: "receipt"}, ...parts);
}
function nameOf(moment) {
  return [...D.rounds].reverse().find(([at]) => at <= moment)[1];
}
function showWords() {
  const step = D.steps[now], entry = entryAt(now);
  el("receipt")?.remove();
  document.querySelector("#log .here")?.classList.remove("here");
  entry?.classList.add("here");
  const slip = receipt(step, entry);
  entry?.after(slip);
  if (entry && !el("log").hidden && document.documentElement.classList.contains("ready")) {
    const panel = el("log"), top = entry.offsetTop - panel.offsetTop;
    const bottom = top + entry.offsetHeight + slip.offsetHeight;
    if (top < panel.scrollTop + 30 || bottom > panel.scrollTop + panel.clientHeight) panel.scrollTop = Math.max(0, top - panel.clientHeight / 3);
  }
  const count = fill(W.count, {name: nameOf(now), number: now + 1, all: LAST + 1});
  const last = now === LAST && table().result;
  el("now").replaceChildren(make("b", {}, last || wordsOf(entry)), make("small", {}, count));
}
function numbers(row) {
  const [profile, weapons] = text(row), parts = [];
  if (profile.length) parts.push(make("p", {className: "profile"}, ...profile.map(([value, word]) => make("span", {}, `${value} `, make("i", {}, word)))));
  if (weapons.length) parts.push(make("dl", {}, ...weapons.flatMap(([name, words]) => [make("dt", {}, name), make("dd", {}, words)])));
  return parts;
}
function showCard() {
  const card = el("card");
  card.hidden = chosen === null;
  if (chosen === null) return;
  const [kind, number] = chosen, row = kind === "p" ? state.p.get(number) : null;
  const unitNumber = kind === "u" ? number : unitOf(number), force = state.u.get(unitNumber);
  const close = make("button", {title: W.close, ariaLabel: W.close, onclick: () => choose(null)}, "×");
  const parts = [close, make("b", {}, kind === "p" ? D.pieces[number][0] : D.units[number])];
  const owner = row ? field(row, "owner") : force ? force[0] : -1;
  if (owner >= 0) parts.push(make("p", {}, swatch(owner), D.players[owner].name));
  const words = [row && text(field(row, "words")), force && text(force[2])].filter(Boolean);
  for (const one of new Set(words)) parts.push(make("p", {}, one));
  if (row) for (const one of text(field(row, "cargo"))) parts.push(make("p", {}, one));
  const full = row && text(field(row, "numbers")).flat().length ? field(row, "numbers") : force ? force[3] : row ? field(row, "numbers") : null;
  if (full !== null) parts.push(...numbers(full));
  card.replaceChildren(...parts);
}
function choose(what) {
  chosen = what;
  showLights();
  showCard();
  if (!el("forces").hidden) showForces();
}
function showForces() {
  const lists = D.players.slice(0, -1).map((player, number) => {
    const rows = [...state.u].filter(([, row]) => row[0] === number).sort((a, b) => (a[1][1] === 2) - (b[1][1] === 2));
    const items = rows.map(([one, [, where, words, , done, active]]) => {
      const state = where === 2 ? text(words) || W.lost : [where === 1 ? W.reserve : "", text(words)].filter(Boolean).join(", ");
      const item = make("li", {tabIndex: 0, className: where === 2 ? "away" : done ? "spent" : ""}, make("span", {}, (active ? "▶ " : "") + D.units[one]), make("small", {}, state));
      const here = chosen && (chosen[0] === "u" ? chosen[1] === one : unitOf(chosen[1]) === one);
      item.classList.toggle("here", Boolean(here));
      item.onclick = () => choose(["u", one]);
      item.onkeydown = (event) => { if (event.key === "Enter") choose(["u", one]); };
      return item;
    });
    return [make("h2", {}, swatch(number), player.name), make("ul", {}, ...items)];
  });
  el("forces").replaceChildren(...lists.flat());
}

// ---- the bar ----

const SIGNS = {
  roundBack: "M5 5V19M20 5L12.5 12L20 19ZM12.5 5L5 12L12.5 19Z", back: "M6 5V19M18 5L8 12L18 19Z", play: "M7 4L19 12L7 20Z",
  stop: "M8 5V19M16 5V19", on: "M18 5V19M6 5L16 12L6 19Z", roundOn: "M19 5V19M4 5L11.5 12L4 19ZM11.5 5L19 12L11.5 19Z",
  closer: "M12 5V19M5 12H19", farther: "M5 12H19", whole: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15", names: "M6 19V5L18 19V5",
};
let playing = 0;
const buttons = {};
function signed(button, name) {
  button.title = button.ariaLabel = W[name];
  button.replaceChildren(draw("svg", {viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true"}, draw("path", {d: SIGNS[name]})));
  return button;
}
function bar() {
  const add = (name, act) => buttons[name] = signed(make("button", {type: "button", onclick: act}), name);
  const jump = make("select", {id: "jump", ariaLabel: W.jump, title: W.jump}, ...D.rounds.map(([at, name]) => make("option", {value: at}, name)));
  jump.onchange = () => go(Number(jump.value), true);
  const range = make("input", {type: "range", id: "at", min: 0, max: LAST, value: 0, ariaLabel: W.at});
  range.oninput = () => go(Number(range.value));
  const track = make("div", {id: "track"});
  const put = (at, node) => { node.style.left = `calc(8px + ${(at / (LAST || 1)).toFixed(4)} * (100% - 16px))`; track.append(node); };
  for (const [at] of D.rounds) put(at, make("span", {className: "round"}));
  for (const [at, sign] of D.marks) put(at, make("span", {onclick: () => go(at, true)}, sign));
  track.append(range);
  const steps = make("div", {className: "row"}, add("roundBack", () => hop("round", -1)), add("back", () => go(now - 1, true)), add("play", play),
    add("on", () => go(now + 1, true)), add("roundOn", () => hop("round", 1)));
  const views = make("div", {className: "row"}, jump, add("closer", () => zoom(1.5)), add("farther", () => zoom(1 / 1.5)),
    add("whole", () => look(whole())), add("names", nameAll));
  el("bar").append(track, steps, views);
  for (const name of ["closer", "farther"]) buttons[name].dataset.pinch = "";
  buttons.names.ariaPressed = String(names);
}
function nameAll() {
  names = !names;
  buttons.names.ariaPressed = String(names);
  showLights();
}
const STOPS = {round: D.rounds.map(([at]) => at), decision: D.stops.decision, activation: D.stops.activation};
function hop(kind, by) {
  const stops = STOPS[kind], next = by > 0 ? stops.find((at) => at > now) : [...stops].reverse().find((at) => at < now);
  go(next ?? (by > 0 ? LAST : 0), true);
}
function pause() { clearTimeout(playing); playing = 0; signed(buttons.play, "play"); }
function play() {
  if (playing) return pause();
  if (now === LAST) go(0);
  signed(buttons.play, "stop");
  const next = () => {
    go(now + 1);
    const step = D.steps[now];
    if (now === LAST) pause();
    else playing = setTimeout(next, step.r || D.marks.some(([at]) => at === now) ? HELD : PACE);
  };
  playing = setTimeout(next, 100);
}
function go(moment, stops = false) {
  if (stops && playing) pause();
  moment = Math.max(0, Math.min(LAST, moment));
  side = null;
  board.classList.toggle("still", now < 0 || Math.abs(moment - now) > NEAR);
  const ground = now < 0 ? -1 : table().ground, sites = now < 0 ? -1 : state.g[3];
  reach(moment);
  if (ground !== table().ground || sites !== state.g[3]) showTerrain();
  showPieces();
  showLights();
  showHead();
  showWords();
  showCard();
  if (!el("forces").hidden) showForces();
  el("at").value = moment;
  el("at").setAttribute("aria-valuetext", el("now").textContent);
  el("jump").selectedIndex = D.rounds.findLastIndex(([at]) => at <= moment);
  if (!playing) history.replaceState(null, "", `#${moment + 1}`);
}
function tab(name) {
  for (const one of ["log", "forces", "report"]) el(one).hidden = one !== name;
  for (const node of document.querySelectorAll("#tabs button")) node.ariaSelected = String(node.dataset.tab === name);
  if (name === "forces") showForces();
  if (name === "log" && now >= 0) showWords();
}
document.addEventListener("click", (event) => {
  const chosenTab = event.target.closest("[data-tab]"), link = event.target.closest("[data-s]");
  if (chosenTab) tab(chosenTab.dataset.tab);
  if (!link || event.target.closest("#receipt")) return;
  event.preventDefault();
  go(Number(link.dataset.s), true);
  side = D.sides[link.dataset.side] || null;
  showLights();
});
const KEYS = {
  " ": play, Home: () => go(0, true), End: () => go(LAST, true), PageUp: () => hop("round", -1), PageDown: () => hop("round", 1),
  "+": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: () => look(whole()), n: nameAll, l: () => tab("log"), r: () => tab("report"),
  f: () => tab("forces"), Escape: () => { side = null; choose(null); }, p: () => nextPiece(1), P: () => nextPiece(-1),
};
function nextPiece(by) {
  const all = [...state.p.keys()].filter((number) => D.pieces[number][1] === "base");
  const at = chosen && chosen[0] === "p" ? all.indexOf(chosen[1]) : by > 0 ? -1 : 0;
  if (all.length) choose(["p", all[(at + by + all.length) % all.length]]);
}
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.metaKey || event.target.matches("select") || (event.target.matches("button") && event.key === " ")) return;
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (by) {
    event.preventDefault();
    event.ctrlKey ? hop("activation", by) : event.shiftKey ? hop("decision", by) : go(now + by, true);
  } else if (KEYS[event.key] && !event.ctrlKey) {
    event.preventDefault();
    KEYS[event.key]();
  }
});
addEventListener("resize", () => look(view[2] < WIDE ? view : whole()));
addEventListener("hashchange", () => { const at = Number(location.hash.slice(1)); if (at && at - 1 !== now) go(at - 1, true); });

document.documentElement.style.setProperty("--high", `${((HIGH + 2 * RIM) / (WIDE + 2 * RIM) * 100).toFixed(1)}vw`);
layTable();
bar();
tab("log");
look(whole());
// the table first: the log is laid out once that has been painted
requestAnimationFrame(() => setTimeout(() => { document.documentElement.classList.add("ready"); showWords(); }));
go(Number(location.hash.slice(1)) - 1 >= 0 ? Number(location.hash.slice(1)) - 1 : (D.rounds.find(([at]) => at > 0) || [0])[0]);
