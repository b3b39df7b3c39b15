import { ModalError } from '@portico/contracts'
import { compare, decimalOf, readDecimal } from '@portico/contracts/money'
import type { FeeSpeed } from '../plan.ts'

/** What a place in a block costs. */
interface FeeRate {
  /** Thousandths of a satoshi for a virtual byte. */
  readonly rate: bigint
  /** A block within so many is expected to have it. Undefined: nobody has said. */
  readonly blocks?: number
  /** The server asks for more, and does not get it. */
  readonly isCut: boolean
}

export type FeeRates = Readonly<Record<FeeSpeed, FeeRate>>

/** The next block, half an hour and an hour: where nobody speaks of just that, what is said of the next longer time. */
const BLOCKS_WANTED: Readonly<Record<FeeSpeed, number>> = { fast: 1, normal: 3, slow: 6 }

/** What nodes pass on, and the most that blocks have ever been full of for days. */
const RATE_MIN = 1_000n
const RATE_MAX = 1_000_000n
const SATOSHIS_MAX = readDecimal('1000')

/** Rounded up. @throws ModalError `service.invalidAnswer` */
function rateOf(estimate: number): Pick<FeeRate, 'rate' | 'isCut'> {
  const exact = decimalOf(estimate)
  if (!exact || !SATOSHIS_MAX) throw new ModalError('service.invalidAnswer')
  if (compare(exact, SATOSHIS_MAX) > 0) return { rate: RATE_MAX, isCut: true }
  const { digits, scale } = exact
  const unit = 10n ** BigInt(scale)
  const rate = (digits * 1_000n + unit - 1n) / unit
  return { rate: rate > RATE_MIN ? rate : RATE_MIN, isCut: false }
}

/** What suffices for fewer blocks suffices for more of them: nobody waits longer for the same. */
const unlessDearer = (slower: FeeRate, faster: FeeRate): FeeRate => (slower.rate < faster.rate ? slower : faster)

/**
 * Rates for each speed: a faster one is never cheaper. Without any estimates it is what nodes pass on at least.
 * @param estimates satoshis for a virtual byte, by the number of blocks (Esplora, `/fee-estimates`)
 * @throws ModalError `service.invalidAnswer`
 */
export function feeRates(estimates: Readonly<Record<string, number>>): FeeRates {
  const known = Object.entries(estimates)
    .filter(([blocks]) => /^[1-9]\d{0,3}$/.test(blocks))
    .map(([blocks, estimate]) => ({ blocks: Number(blocks), estimate }))
    .sort((one, other) => one.blocks - other.blocks)
  const rateFor = (speed: FeeSpeed): FeeRate => {
    const found = known.find(({ blocks }) => blocks >= BLOCKS_WANTED[speed]) ?? known.at(-1)
    return found ? { blocks: found.blocks, ...rateOf(found.estimate) } : { rate: RATE_MIN, isCut: false }
  }
  const fast = rateFor('fast')
  const normal = unlessDearer(rateFor('normal'), fast)
  return { fast, normal, slow: unlessDearer(rateFor('slow'), normal) }
}
