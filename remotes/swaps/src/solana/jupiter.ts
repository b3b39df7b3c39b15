import { numberAt } from './bytes.ts'
import type { Instruction } from './transaction.ts'

/** A Jupiter route, with the limits that its program enforces. */
export interface JupiterStep {
  readonly type: 'jupiter'
  readonly program: string
  readonly authority: string
  readonly source: string
  readonly destination: string
  /** The account that receives the output instead of `destination`. */
  readonly elsewhere: string | undefined
  readonly sourceMint: string
  readonly destinationMint: string
  readonly amount: bigint
  readonly quoted: bigint
  readonly slippageBps: bigint
  readonly feeBps: bigint
}

/**
 * `route_v2` and `shared_accounts_route_v2`, whose amounts come first. Version 1 is not supported: its amounts follow
 * the route, whose length only the program knows, and trailing bytes are ignored, so a builder could append fake
 * amounts.
 */
const ROUTE = 'bb64facc31c4af14'
const SHARED_ROUTE = 'd19853937cfed8e9'

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Discriminator, amounts, and the length of a route with at least one step. */
const LEAST_BYTES = 8 + 8 + 8 + 2 + 2 + 2 + 4

/** @returns undefined for any other call of its program */
export function readJupiter({ program, accounts, data }: Instruction): JupiterStep | undefined {
  const name = hex(data.subarray(0, 8))
  const isShared = name === SHARED_ROUTE
  if (!isShared && name !== ROUTE) return undefined
  // Shared routes start with the index of the program's accounts.
  const at = isShared ? 9 : 8
  if (data.length < LEAST_BYTES + at - 8) return undefined
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = accounts
  if (!first || !second || !third || !fourth || !fifth || !sixth || !seventh || !eighth) return undefined
  const ends = isShared
    ? { authority: second, source: third, destination: sixth, sourceMint: seventh, destinationMint: eighth }
    : { authority: first, source: second, destination: third, sourceMint: fourth, destinationMint: fifth }
  return {
    type: 'jupiter',
    program,
    ...ends,
    // The program id stands for an omitted account.
    elsewhere: isShared || eighth === program ? undefined : eighth,
    amount: numberAt(data, at),
    quoted: numberAt(data, at + 8),
    slippageBps: numberAt(data, at + 16, 2),
    feeBps: numberAt(data, at + 18, 2),
  }
}
