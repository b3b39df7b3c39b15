import { freeUrl } from './fakeNode.ts'
import { type LocalChainPart, startLocalChain } from './localChainPart.ts'

/** Somebody's connection may have the port after a free one, which the chain takes for its subscriptions. */
const ATTEMPTS = 5

export interface SolanaPart extends LocalChainPart {
  readonly url: URL
}

/**
 * The local Solana chain on free ports, seeded.
 * @param modules where its packages are installed
 */
export async function startSolana(modules: string): Promise<SolanaPart> {
  for (let attempt = 1; ; attempt++) {
    const url = await freeUrl()
    try {
      return { url, ...(await startLocalChain('solana/main.ts', { SOLANA_PORT: url.port, SOLANA_MODULES: modules })) }
    } catch (error) {
      if (attempt === ATTEMPTS || !String(error).includes('EADDRINUSE')) throw error
    }
  }
}
