import { compare } from '@portico/contracts/money'
import type { Limits } from './offer.ts'

/** chains.md, appendix H */
const PRESETS = ['100', '250', '500', '1000'] as const

/** The preset amounts within the limits. */
export const presetsWithin = ({ min, max }: Limits): readonly string[] =>
  PRESETS.filter((text) => {
    const amount = { digits: BigInt(text), scale: 0 }
    return compare(amount, min) >= 0 && compare(amount, max) <= 0
  })
