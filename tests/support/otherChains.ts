import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBitcoind } from '../../scripts/bitcoind.mjs'
import { installFixture } from '../../scripts/fixture.mjs'
import { freeUrl } from '../../services/testing/fakeNode'
import { startLocalChain } from '../../services/testing/localChainPart'

const SOLANA_FIXTURE = join(__dirname, '../../services/src/localChains/solana/fixture')

export interface OtherChains {
  readonly solanaUrl: URL
  /** With the user and password of the node. */
  readonly bitcoindUrl: URL
  readonly esploraUrl: URL
  /** Where the packages of Solana are installed. */
  readonly modules: string
  stop(): Promise<void>
}

/** The local chains of Solana and Bitcoin, seeded, on free ports. What they run on is installed first. */
export async function startOtherChains(): Promise<OtherChains> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-chains-'))
  // The Solana chain takes the port after it for its subscriptions.
  const [solanaUrl, bitcoindUrl, esploraUrl] = await Promise.all([freeUrl(), freeUrl(), freeUrl()])
  Object.assign(bitcoindUrl, { username: 'portico', password: 'portico' })
  const [modules, command] = await Promise.all([installFixture(SOLANA_FIXTURE), ensureBitcoind()])
  const parts = await Promise.all([
    startLocalChain('solana/main.ts', { SOLANA_PORT: solanaUrl.port, SOLANA_MODULES: modules }),
    startLocalChain('bitcoin/main.ts', {
      BITCOIND: JSON.stringify(command),
      BITCOIND_URL: bitcoindUrl.href,
      BITCOIN_DATA: join(folder, 'bitcoin'),
      ESPLORA_PORT: esploraUrl.port,
    }),
  ])
  return {
    solanaUrl,
    bitcoindUrl,
    esploraUrl,
    modules,
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
