/**
 * What the server says and hears: the shapes of docs/protocol.md, version 1, as types. Nothing runs here.
 *
 * @typedef {{name: string, kind: "guest" | "account", roles: string[], chips: number}} Person
 * @typedef {{person: Person | null, protocol: number, version: string, first_run: boolean, draining: boolean}} Me
 *
 * @typedef {{piece: number, face: string, name: string, rank: number | null, suit: number | null}} CardPiece
 * @typedef {{piece: number, face: string, name: string, ends: [number, number]}} TilePiece
 * @typedef {"cards" | "tiles"} PieceKind
 *
 * @typedef {{row: string, words: string, pays: string}} PayRow
 * @typedef {{name: string, title: string, base: boolean, required: boolean, needs: string[], backline: boolean,
 *   at_most: string, equals: string, squares: number, also: string[], pays: PayRow[] | null}} Spot
 * @typedef {{kind: "banked" | "pot" | "exchange", pieces: PieceKind, seats: number,
 *   deck: {size: number, words: string}, spots: Spot[], later: string[], turns: number}} Layout
 * @typedef {{id: string, room: string, name: string, also: string[], family: string, book: string, house: string,
 *   heading: string, lines: [number, number], base: string[], bonus: string[], poker: boolean, limits: string[],
 *   options: string[], layout: Layout, first: boolean}} Brief
 * @typedef {{id: string, name: string, book: string, entries: number, games: Brief[]}} Room
 * @typedef {{limit: string, buy_in: BuyIn}} LimitTerms
 * @typedef {{least: number, usual: number, most: number}} BuyIn
 * @typedef {{option: string, words: string, limits: LimitTerms[], typed: boolean, example: string}} Terms
 * @typedef {{kind: string, text: string, at: string, facts: string[], lines: [number, number]}} Remedy
 * @typedef {{game?: string, id: string, question: string, readings: Record<string, string>, default: string,
 *   why: string, switch: boolean, lines: [number, number]}} Ruling
 * @typedef {Brief & {object: string, terms: Terms[], remedies: Remedy[], rulings: Ruling[]}} Description
 *
 * @typedef {{seat: number, name: string, bot: boolean}} Sitter
 * @typedef {{id: string, room: string, game: string, name: string, option: string, limit: string, terms: string,
 *   rulings: Record<string, string>, state: TableState, says: string, round: number, places: number,
 *   seats: Sitter[], behind: number, watching: number, opened_by: string, practice: boolean, advice: boolean,
 *   not_as_approved: string[], pace: "human" | "fast", guided: number, buy_in: BuyIn, created: number}} Table
 * @typedef {"waiting" | "gap" | "offering" | "dealing" | "paused" | "broken" | "closing" | "closed"} TableState
 *
 * @typedef {{key: string, title: string, owner: string, seat: number, pieces: number[], up: boolean[],
 *   parts: number[][] | null, folded: boolean, order?: number[], stakes?: [string, number][]}} Hand
 * @typedef {{seat: number, name: string | null, bot?: boolean, proposition?: boolean, here?: boolean,
 *   leaving?: boolean, out?: boolean, chips?: number, tags?: string[], note?: string, net?: number | null,
 *   asked?: boolean, hands?: Hand[]}} Seat
 * @typedef {{name: string, seats: number[], chips: number, asked: boolean, leaving: boolean}} Behind
 * @typedef {{result: string, covered: number, pays: number, returned: number}} Met
 * @typedef {{id: number, by: string, hand: string, seat: number, spot: string, amount: number, open: boolean,
 *   sure: number | null, result: Met | null}} Wager
 * @typedef {{name: string, amount: number, seats: number[]}} Pot
 * @typedef {{seat: number, name: string, turn: number, turns: number, put_up: number | null, left: number | null}} Bank
 * @typedef {{label: string, pieces: number, composition: string, root: string, version: number}} Promised
 * @typedef {{context: string, house_hash: string, texts: string[], promises: Promised[]}} Proof
 * @typedef {{pieces: number[], order: number[]}} OwnHand
 * @typedef {{name: string, seats: number[], behind: number[], chips: number, out: boolean, leaving: boolean,
 *   hands: Record<string, OwnHand>}} You
 * @typedef {{table: string, round: number, change: number, state: TableState, says: string, seats: Seat[],
 *   behind: Behind[], shared: Hand[], wagers: Wager[], pots: Pot[], bank: Bank | null, money: string[],
 *   others: {account: string, amount: number}[], asked: {who: string, name: string, title?: string, hand: string | null}[],
 *   clock: {seconds: number, until: number} | null, action: {seat: number, button: number}, proof: Proof | null,
 *   you: You | null}} Scene
 *
 * @typedef {{from: string, to: string, amount: number}} Move
 * @typedef {{at: number, kind: string, args: any[], words: string, hand?: string, to?: string, moves?: Move[]}} TableEvent
 * @typedef {{table: string, round: number, since: number, events: TableEvent[]}} Events
 *
 * @typedef {string | number | any[]} Answer
 * @typedef {{answer: Answer, words: string, cost: number}} Option
 * @typedef {{answer: Answer, words: string}} Suggested
 * @typedef {{table: string, round: number, question: string, who: string, name: string, title: string, hint: string,
 *   notes: string[], hand: string | null, default: Suggested | null, suggested: Suggested | null,
 *   seconds: number, until: number | null, answers: Option[], skill?: string}} AskCommon
 * @typedef {AskCommon & {shape: "choose", options: string[]}} AskChoose
 * @typedef {AskCommon & {shape: "amount", low: number, high: number, step: number, least: number}} AskAmount
 * @typedef {AskCommon & {shape: "bet", to_call: number, in_round: number, low: number, high: number, step: number,
 *   stack: number, amounts: number[], may_fold: boolean, may_call: boolean, pot: number}} AskBet
 * @typedef {AskCommon & {shape: "pick", pieces: number[], faces: string[], order: number[], fewest: number,
 *   most: number}} AskPick
 * @typedef {AskCommon & {shape: "arrange", pieces: number[], faces: string[], order: number[], sizes: number[],
 *   words: string[], exact: boolean}} AskArrange
 * @typedef {AskCommon & {shape: "wagers", spots: string[], hands: string[], limits: Record<string, [number, number]>,
 *   chips: number, unit: number}} AskWagers
 * @typedef {AskCommon & {shape: "meld", pieces: number[], faces: string[], order: number[], options: any[][]}} AskMeld
 * @typedef {AskChoose | AskAmount | AskBet | AskPick | AskArrange | AskWagers | AskMeld} Ask
 *
 * @typedef {{code: string, words: string, book: string, heading: string, lines: [number, number]}} Because
 * @typedef {{words: string, mine: boolean, seat?: number, hand?: string, spot?: string, pot?: string, person?: string,
 *   payer?: number, payee?: number, amount?: number, covered?: number, result?: string, pays?: number,
 *   returned?: number, because?: Because | null}} SettledLine
 * @typedef {{table: string, round: number, void: string | null, title: string, net: number | null,
 *   chips: number | null, collection: {you: number, table: number}, lines: SettledLine[],
 *   nets: Record<string, number>}} Settled
 *
 * @typedef {{number: number, at: number, void: string | null, people: Record<string, string>, bank: number,
 *   drop: number, net: Record<string, number>, mine: number | null, shared: Hand[], told: TableEvent[],
 *   corrections: string[]}} RoundLine
 * @typedef {{at: number, said: string, events: TableEvent[]}} Step
 * @typedef {{number: number, of: number, viewer: string | null, void: string | null, agrees: boolean,
 *   differences: string[], proof: Proof | null, settled: Settled, steps: Step[]}} Told
 * @typedef {{at: number, of: number, scene: Scene, events: TableEvent[], said: string}} Frame
 *
 * @typedef {{cost: number, fee: number, words: string, problem: string | null}} Quote
 * @typedef {{answer: Answer, words: string, says: string, odds: {spot: string, edge: number}[] | null}} HintReply
 * @typedef {{late?: boolean, question?: string, words?: string}} Ack
 * @typedef {{table: Table, game: Description, texts: string[], history: RoundLine[]}} TableMessage
 */

export {};
