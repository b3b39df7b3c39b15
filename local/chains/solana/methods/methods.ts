import type { SolanaChain } from '../createChain.ts'
import type { Faucet } from '../faucet.ts'

export interface MethodContext {
  readonly chain: SolanaChain
  readonly faucet: Faucet
}

/** @throws RpcError */
type Method = (params: unknown) => unknown
export type Methods = Readonly<Record<string, Method>>

/** State-dependent results name their slot. */
export const withContext = <T>({ slot }: SolanaChain, value: T) => ({ context: { apiVersion: '2.3.0', slot }, value })
