import { readFileSync } from 'node:fs'
import {
  describeRequest,
  knownContracts,
  type PreviewContext,
  type PreviewRequest,
} from '../../shared-contracts/preview/index.ts'
import { BITCOIN, bitcoinRequests } from '../support/previewCalls/bitcoinRequests.ts'
import { decoded } from '../support/previewCalls/decoded.ts'
import { executable } from '../support/previewCalls/executable.ts'
import { orderRequests, TRADER } from '../support/previewCalls/orderRequests.ts'
import { screenLines } from '../support/previewCalls/screenLines.ts'
import { SOLANA, solanaRequests } from '../support/previewCalls/solanaRequests.ts'
import { ALSO, MAINNET } from '../support/previewCalls/world.ts'

/** Every call with the words on the screen; review `tests/support/previewCalls/sentences.txt`. */

const { me, friend, dollar, dai, weth, nft, many, safe, router } = MAINNET
const known = knownContracts('eip155:1', true)
const CONTEXT: PreviewContext = {
  caipNetworkId: 'eip155:1',
  account: me,
  native: { symbol: 'ETH', decimals: 18 },
  ...known,
  origin: 'https://shop.example',
  familiar: [friend],
  withoutCode: [ALSO.thief],
  tokens: {
    [dollar]: { standard: 'fungible', symbol: 'USDC', decimals: 6 },
    [dai]: { standard: 'fungible', symbol: 'DAI', decimals: 18 },
    [weth]: { standard: 'fungible', symbol: 'WETH', decimals: 18 },
    [ALSO.tether]: { standard: 'fungible', symbol: 'USDT', decimals: 6 },
    [ALSO.cyrillic]: { standard: 'fungible', symbol: 'USDС', decimals: 6 },
    [ALSO.coinLike]: { standard: 'fungible', symbol: 'ETH', decimals: 18 },
    [nft]: { standard: 'nft', symbol: 'BAYC' },
    [many]: { standard: 'nft' },
  },
}

interface Row extends PreviewRequest {
  readonly name: string
  readonly context: PreviewContext
}

const rows = [
  ...executable.map(({ name, call }) => {
    const { to, data, value = 0n } = call(MAINNET)
    return { name, method: 'eth_sendTransaction', params: [{ from: me, to, data, value: `0x${value.toString(16)}` }] }
  }),
  ...decoded.map(({ name, method = 'eth_sendTransaction', params }) => ({ name, method, params })),
]
  .map((row): Row => ({ ...row, context: CONTEXT }))
  .concat(
    orderRequests.map((row) => ({ ...row, context: TRADER })),
    solanaRequests.map((row) => ({ ...row, context: SOLANA })),
    bitcoinRequests.map((row) => ({ ...row, context: BITCOIN })),
  )
  .map((row) => [row.name, row] as const)

const said = ({ method, params, context }: Row) => screenLines(describeRequest({ method, params }, context))

/** The sentences by name, as in the file. */
const sentences = new Map(
  readFileSync(new URL('../support/previewCalls/sentences.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\n\n(?=# )/)
    .map((block) => {
      const [title = '', ...lines] = block.split('\n')
      return [title.replace(/^# /, ''), lines.join('\n')] as const
    }),
)

test('there are at least 60 EVM calls, and some of Solana and Bitcoin, each with its own words', () => {
  expect(executable.length + decoded.length).toBeGreaterThanOrEqual(60)
  expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length)
  expect([...sentences.keys()]).toEqual(rows.map(([name]) => name))
})

test.each(rows)('%s is described in exactly these words', (name, row) => {
  expect(said(row).join('\n')).toBe(sentences.get(name))
})

test("the table's Safe and router are the real contracts on Ethereum", () => {
  expect(CONTEXT.names?.[router]).toBe('Uniswap V2 Router')
  expect(CONTEXT.names?.[safe]).toBeUndefined()
})
