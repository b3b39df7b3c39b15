/**
 * Payments of SOL and of tokens on Solana, built from a node's answers (chains.md §5.3, and pitfalls 13, 14 and 31).
 * For remotes that pay: each bundles its own copy in the chunk for this family. The errors are those of
 * `@portico/contracts`, of which there is only one copy.
 */
export { addressBytes, associatedAccount, isOnCurve } from './address.ts'
export { PRIORITY_MAX_LAMPORTS } from './budget.ts'
export { openAccount, transfer, transferChecked, unitLimit, unitPrice } from './instructions.ts'
export { compileMessage, type Instruction, unsigned } from './message.ts'
export type { AskingSolana, SolanaNote, SolanaObstacle, SolanaPlan, SolanaTransfer } from './plan.ts'
export { mostOfSolana, planSolana } from './planSolana.ts'
export {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  isTokenProgram,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  TOKEN_PROGRAMS,
} from './programs.ts'
export {
  type AccountInfo,
  CONFIRMED,
  Count,
  IN_BASE64,
  ofValue,
  solanaAsker,
  solanaReads,
  Whole,
} from './reads.ts'
export { solanaReason } from './reason.ts'
export { type Mint, readMint, readTokenAccount, type TokenAccount } from './tokenState.ts'
