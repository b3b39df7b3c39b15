import type { CaipNetworkId } from '@portico/contracts'
import { DEVELOPMENT_ADDRESSES } from '@portico/local/chains/evmContracts'
import { type LocalEvmChain, startAnvil } from '@portico/local/chains/startAnvil'
import { type Address, createTestClient, type Hash, http, publicActions, walletActions } from 'viem'
import { freeUrl } from '../../../testing/fakeNode.ts'
import { describeHistory, type HistoryCase } from '../../../testing/historySuite.ts'
import { mined } from '../../../testing/mined.ts'
import { createChains } from '../chains.ts'
import { createTokenDirectory } from '../tokenDirectory.ts'
import { PAGE_ITEMS } from './historySource.ts'
import { indexedHistory } from './indexedHistory.ts'

const LOCAL: CaipNetworkId = 'eip155:31337'
const MAINNET: CaipNetworkId = 'eip155:1'
const tokens = createTokenDirectory()
const indexAt = (url: URL) => indexedHistory({ chains: createChains(new Map([[LOCAL, [url]]])), tokens }, [LOCAL])

let anvil: LocalEvmChain
let unreachable: URL
const [payer] = DEVELOPMENT_ADDRESSES
const recipient: Address = '0x00000000000000000000000000000000DeaDBeef'
const paid: Hash[] = []

beforeAll(async () => {
  unreachable = await freeUrl()
  const { port } = await freeUrl()
  anvil = await startAnvil({ chainId: 31337, port: Number(port) })
  const client = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  for (let count = 0; count < PAGE_ITEMS + 5; count++) {
    const hash = await client.sendTransaction({ account: payer, chain: null, to: recipient, value: BigInt(count + 1) })
    await mined(client, hash)
    paid.unshift(hash)
  }
})
afterAll(async () => {
  anvil?.stop()
  await anvil?.ended
})

describeHistory(
  'an index of an EVM chain',
  (): HistoryCase => ({
    source: indexAt(new URL(anvil.rpcUrl)),
    caipNetworkId: LOCAL,
    unserved: MAINNET,
    owner: recipient,
    hashes: paid,
    newest: {
      metadata: expect.objectContaining({ operationType: 'receive', sentFrom: payer, sentTo: recipient, nonce: 54 }),
      transfers: [
        {
          fungible_info: { name: 'Ether', symbol: 'ETH' },
          direction: 'in',
          quantity: { numeric: '0.000000000000000055' },
        },
      ],
    },
    stranger: '0x0000000000000000000000000000000000000bad',
    nobody: indexAt(unreachable),
  }),
)
