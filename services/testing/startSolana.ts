import { freeUrl } from './fakeNode.ts'
import { type LocalChainPart, startLocalChain } from './localChainPart.ts'

export interface SolanaPart extends LocalChainPart {
  readonly url: URL
}

/**
 * The local Solana chain on free ports, seeded.
 * @param modules where its packages are installed
 */
export async function startSolana(modules: string): Promise<SolanaPart> {
  // It takes the next port as well, for its subscriptions.
  const url = await freeUrl(2)
  return { url, ...(await startLocalChain('solana/main.ts', { SOLANA_PORT: url.port, SOLANA_MODULES: modules })) }
}
