/**
 * What the odds lab is told: the shapes of docs/protocol.md. Nothing runs here.
 *
 * @typedef {{outcome: string, pays: string, combinations: number, probability: number, return: number}} Row
 * @typedef {{spot: string, method: string, edge: number, edge_player_dealer: number, numerator?: number,
 *   denominator?: number, interval: [number, number] | null, hit: number, sd: number, element_of_risk: number,
 *   rounds: number, strategy: string, rows: Row[]}} WagerOdds
 * @typedef {{ruling: string, reading: string, edges: Record<string, number>}} Reading
 * @typedef {{wagers: WagerOdds[], readings: Reading[], not_as_approved: string[], edge_of: string, version: string,
 *   data: string, strategy?: string, seconds: number, rulings: Record<string, string>}} Odds
 *
 * @typedef {{situation: string[], best: string, worth: Record<string, number>, share: number, often: number}} Decision
 * @typedef {{name: string, columns: string[], choices: string[], note: string, decisions: Decision[]}} Chart
 *
 * @typedef {{mean: number, sd: number, interval: [number, number]}} Figure
 * @typedef {{option: string, limit: string, asked: boolean, fees: {player_dealer: number, players: number},
 *   fee_share: number, net_round: number, net_hour: number, sd_hour: number, risk_capital: number | null,
 *   break_even: number | null, break_even_action: number | null, losing: [number, number][]}} OptionLine
 * @typedef {{options: string[], bets: number[], action: number[], net: number[]}} Curve
 * @typedef {{spot: string, stake: number, edge: number, exact: boolean, expected: number}} SpotShare
 * @typedef {{game: string, name: string, option: string, limit: string, players: number, bet: string, action: number,
 *   spots: SpotShare[], strategy: string, correlation: number, gross: Figure, fee_share: number, net: Figure,
 *   fees: {player_dealer: number, players: number, room: number}, players_net: number, hour: Figure,
 *   room_hour: number, players_hour: number, costs_hour: number, options: OptionLine[], bankroll: number | null,
 *   shift: {hours: number, rounds: number, mean: number, sd: number, loses: number, percentiles: Record<string, number>},
 *   ruin: number, cover_all: number, worst_seen: number, curves: Curve[], outcomes: [number, number][], rounds: number,
 *   limited: {amount: number, rounds: number, mean: number, mean_unlimited: number, uncovered: number,
 *     runs_short: number} | null, rounds_per_hour: number}} Banking
 */

export {};
