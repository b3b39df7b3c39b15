import { findFreePort } from './freePort.mjs'
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
  const port = String(await findFreePort(2))
  const chain = await startLocalChain('solana/main.ts', { SOLANA_PORT: port, SOLANA_MODULES: modules })
  return { url: new URL(`http://127.0.0.1:${port}`), ...chain }
}
