import { freeUrl } from './fakeNode.ts'
import { type LocalChainPart, startLocalChain } from './localChainPart.ts'

export interface SolanaPart extends LocalChainPart {
  readonly url: URL
}

/**
 * The local Solana chain on free ports, seeded.
 * @param modules the folder of its packages
 */
export async function startSolana(modules: string): Promise<SolanaPart> {
  // It also takes the next port, for subscriptions.
  const url = await freeUrl(2)
  return { url, ...(await startLocalChain('solana/main.ts', { SOLANA_PORT: url.port, SOLANA_MODULES: modules })) }
}
