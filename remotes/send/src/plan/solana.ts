import { mostOfSolana, planSolana } from '@portico/contracts/solana'
import type { SendFamily } from './plan.ts'

/** Shared with the other remotes that pay on Solana. */
export const solana: SendFamily = { plan: planSolana, most: mostOfSolana }
