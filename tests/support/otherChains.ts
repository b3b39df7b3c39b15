import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBitcoind } from '../../scripts/bitcoind.mjs'
import { installFixture } from '../../scripts/fixture.mjs'
import { freeUrl } from '../../services/testing/fakeNode'
import { startLocalChain } from '../../services/testing/localChainPart'
import { startSolana } from '../../services/testing/startSolana'

const SOLANA_FIXTURE = join(__dirname, '../../local/chains/solana/fixture')

export interface OtherChains {
  readonly solanaUrl: URL
  /** The URL, with the node's user and password. */
  readonly bitcoindUrl: URL
  readonly esploraUrl: URL
  /** Folder with the installed Solana packages. */
  readonly modules: string
  stop(): Promise<void>
}

/** Starts the local Solana and Bitcoin chains, seeded, on free ports, after installing their packages. */
export async function startOtherChains(): Promise<OtherChains> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-chains-'))
  const [bitcoindUrl, esploraUrl] = await Promise.all([freeUrl(), freeUrl()])
  Object.assign(bitcoindUrl, { username: 'portico', password: 'portico' })
  const [modules, command] = await Promise.all([installFixture(SOLANA_FIXTURE), ensureBitcoind()])
  const [solana, bitcoin] = await Promise.all([
    startSolana(modules),
    startLocalChain('bitcoin/main.ts', {
      BITCOIND: JSON.stringify(command),
      BITCOIND_URL: bitcoindUrl.href,
      BITCOIN_DATA: join(folder, 'bitcoin'),
      ESPLORA_PORT: esploraUrl.port,
    }),
  ])
  return {
    solanaUrl: solana.url,
    bitcoindUrl,
    esploraUrl,
    modules,
    async stop() {
      await Promise.all([solana.stop(), bitcoin.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
