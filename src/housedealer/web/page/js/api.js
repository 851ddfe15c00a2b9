/** The HTTP door. Every refusal becomes a `Failed` with the server's own sentence. */

/** What the server refused, in its words. */
export class Failed extends Error {
  /** @param {number} status @param {string} code @param {string} says */
  constructor(status, code, says) {
    super(says);
    this.status = status;
    this.code = code;
  }
}

/** @param {string} path @param {RequestInit} [init] */
async function ask(path, init) {
  let reply;
  try {
    reply = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new Failed(0, "offline", "The house cannot be reached; look at your connection and try again.");
  }
  const text = await reply.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    body = null;
  }
  if (reply.ok && body !== null) return body;
  const error = body?.error;
  const known =
    reply.status === 404 || reply.status === 405
      ? "The house has no such thing, or not yet."
      : `The house answered with an error (${reply.status}).`;
  throw new Failed(reply.status, error?.code ?? "error", error?.says ?? known);
}

/**
 * @param {string} path
 * @param {Record<string, string | number | boolean | string[] | null | undefined>} [query]
 * @returns {Promise<any>}
 */
export function get(path, query) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) words.append(name, String(one));
  }
  const tail = words.toString();
  return ask(`/api${path}${tail ? `?${tail}` : ""}`);
}

/** @param {string} path @param {Record<string, any>} [body] @returns {Promise<any>} */
export function post(path, body = {}) {
  return ask(`/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @type {Promise<{rooms: import("./types.js").Room[]}> | null} */
let rooms = null;
/** @type {Promise<{cards: import("./types.js").CardPiece[], tiles: import("./types.js").TilePiece[]}> | null} */
let pieces = null;

/** The rooms with their games, asked once. */
export function allRooms() {
  rooms ??= get("/rooms").catch((error) => {
    rooms = null;
    throw error;
  });
  return /** @type {NonNullable<typeof rooms>} */ (rooms);
}

/** All pieces, asked once. */
export function allPieces() {
  pieces ??= get("/pieces").catch((error) => {
    pieces = null;
    throw error;
  });
  return /** @type {NonNullable<typeof pieces>} */ (pieces);
}
