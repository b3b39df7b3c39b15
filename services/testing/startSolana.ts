import { freeUrl } from './fakeNode.ts'
import { type LocalChainPart, startLocalChain } from './localChainPart.ts'

export interface SolanaPart extends LocalChainPart {
  readonly url: URL
}

/**
 * Starts the local Solana chain on free ports, and seeds it.
 * @param modules the folder of its packages
 */
export async function startSolana(modules: string): Promise<SolanaPart> {
  // The chain also takes the next port, for subscriptions.
  const url = await freeUrl(2)
  return { url, ...(await startLocalChain('solana/main.ts', { SOLANA_PORT: url.port, SOLANA_MODULES: modules })) }
}
