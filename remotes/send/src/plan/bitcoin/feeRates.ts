import { ModalError } from '@portico/contracts'
import { compare, decimalOf, readDecimal } from '@portico/contracts/money'
import type { FeeSpeed } from '../plan.ts'

/** A fee rate and the expected wait. */
interface FeeRate {
  /** Thousandths of a satoshi per virtual byte. */
  readonly rate: bigint
  /** The number of blocks within which a transaction is expected to confirm; undefined if unknown. */
  readonly blocks?: number
  /** Whether the server's estimate was higher and has been capped. */
  readonly isCut: boolean
}

export type FeeRates = Readonly<Record<FeeSpeed, FeeRate>>

/** The next block, half an hour and an hour. A missing estimate is replaced by the next longer one. */
const BLOCKS_WANTED: Readonly<Record<FeeSpeed, number>> = { fast: 1, normal: 3, slow: 6 }

/** The relay minimum, and the highest rate ever sustained for days. */
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

/** A faster rate that is cheaper also serves the slower speed. */
const unlessDearer = (slower: FeeRate, faster: FeeRate): FeeRate => (slower.rate < faster.rate ? slower : faster)

/**
 * Rates per speed; a faster speed is never cheaper. Without estimates, all rates are the relay minimum.
 * @param estimates satoshis per virtual byte, keyed by number of blocks (Esplora, `/fee-estimates`)
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
