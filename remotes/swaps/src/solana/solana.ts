import type { SwapFamily } from '../families.ts'
import { most } from './most.ts'
import { planSolana } from './plan.ts'
import { received } from './received.ts'

/** Swaps on Solana: the service builds whole transactions, which are checked before signing. */
export const solana: SwapFamily = { plan: planSolana, most, received }
