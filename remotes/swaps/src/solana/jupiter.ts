import { numberAt } from './bytes.ts'
import type { Instruction } from './transaction.ts'

/** A route of Jupiter, as its program itself holds to it. */
export interface JupiterStep {
  readonly type: 'jupiter'
  readonly program: string
  readonly authority: string
  readonly source: string
  readonly destination: string
  /** Where what is received goes instead of `destination`. */
  readonly elsewhere: string | undefined
  readonly sourceMint: string
  readonly destinationMint: string
  readonly amount: bigint
  readonly quoted: bigint
  readonly slippageBps: bigint
  readonly feeBps: bigint
}

/**
 * `route_v2` and `shared_accounts_route_v2`: their amounts come first. Those of the first version come behind the route, whose
 * length only the program knows, and the program reads nothing that follows: whoever builds one could put other amounts at its
 * end than those that count. So these are not read.
 */
const ROUTE = 'bb64facc31c4af14'
const SHARED_ROUTE = 'd19853937cfed8e9'

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Name, amounts, and the length of a route of at least one step. */
const LEAST_BYTES = 8 + 8 + 8 + 2 + 2 + 2 + 4

/** @returns undefined for every other call of its program */
export function readJupiter({ program, accounts, data }: Instruction): JupiterStep | undefined {
  const name = hex(data.subarray(0, 8))
  const isShared = name === SHARED_ROUTE
  if (!isShared && name !== ROUTE) return undefined
  // In front of the amounts of the shared one: which of the program's own accounts are used.
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
    // An account that is left out is written as the program itself.
    elsewhere: isShared || eighth === program ? undefined : eighth,
    amount: numberAt(data, at),
    quoted: numberAt(data, at + 8),
    slippageBps: numberAt(data, at + 16, 2),
    feeBps: numberAt(data, at + 18, 2),
  }
}
