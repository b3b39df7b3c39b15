import type { SwapFamily } from '../families.ts'
import { most } from './most.ts'
import { planSolana } from './plan.ts'
import { received } from './received.ts'

/** Swaps on a cluster: whole transactions of a service, read before they are signed. */
export const solana: SwapFamily = { plan: planSolana, most, received }
