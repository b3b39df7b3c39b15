import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CaipNetworkId } from '@portico/contracts'
import { SOLANA_ACCOUNTS } from '../../local/chains/developmentAccounts'
import { installFixture } from '../../scripts/fixture.mjs'
import { createChains } from '../../services/src/blockchainApi/chains'
import { createPublicFetch } from '../../services/src/blockchainApi/image/fetchPublic'
import { createDescriptions } from '../../services/src/blockchainApi/nfts/createDescriptions'
import { solanaNfts } from '../../services/src/blockchainApi/nfts/solana/solanaNfts'
import { freeUrl } from '../../services/testing/fakeNode'
import { describeNfts, type NftsSource } from '../../services/testing/nftsSuite'

jest.setTimeout(60_000)

const SERVICES = join(__dirname, '../../services')
const CHAIN: CaipNetworkId = 'solana:local'
const [OWNER = '', STRANGER = ''] = SOLANA_ACCOUNTS

let child: ChildProcess
let url: URL
let unreachable: URL
let mints: { readonly classic: string; readonly modern: string }

beforeAll(async () => {
  unreachable = await freeUrl()
  // The chain also uses the next port, for subscriptions.
  url = await freeUrl(2)
  const modules = await installFixture(join(import.meta.dirname, '../../local/chains/solana/fixture'))
  child = fork(join(SERVICES, 'testing/solanaWithCollectibles.ts'), {
    env: { ...process.env, SOLANA_PORT: url.port, SOLANA_MODULES: modules },
    silent: true,
    execArgv: ['--import', 'tsx'],
  })
  let said = ''
  child.stdout?.resume()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(said)
  })
  ended.catch(() => {})
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [typeof mints]
  mints = message
}, 360_000)

afterAll(async () => {
  if (!child || child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
})

const nodeAt = (node: URL) => {
  const fetchPublic = createPublicFetch({ gateway: new URL('https://ipfs.example/ipfs/') })
  return solanaNfts({ chains: createChains(new Map([[CHAIN, [node]]])) }, createDescriptions(fetchPublic))
}

describeNfts('a chain of Solana with collectibles of both token programs', (): NftsSource => {
  const held = (id: string, name: string) => ({
    contract: id,
    id,
    name,
    image: `https://assets.example/${name}.png`,
  })
  return {
    read: nodeAt(url),
    caipNetworkId: CHAIN,
    unserved: 'solana:other',
    owner: OWNER,
    held: [held(mints.classic, 'Classic'), held(mints.modern, 'Modern')].sort((a, b) => (a.id < b.id ? -1 : 1)),
    stranger: STRANGER,
    readFromNobody: nodeAt(unreachable),
  }
})
