import { mostOfSolana, planSolana } from '@portico/contracts/solana'
import type { SendFamily } from './plan.ts'

/** As every remote that pays on Solana. */
export const solana: SendFamily = { plan: planSolana, most: mostOfSolana }
