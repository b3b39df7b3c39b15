import { safeParse } from 'valibot'
import type { CaipNetworkId } from '../caip.ts'
import { SUPPORTED_CHAINS_PATH } from './supportedChains.ts'
import { swapNetworks } from './swapNetworks.ts'
import { SwapRouters } from './swapRouters.ts'

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const PAGE: readonly CaipNetworkId[] = ['eip155:1', 'eip155:5', MAINNET, DEVNET]

const evm = { address: `0x${'1a'.repeat(20)}`, name: 'Pools', kind: 'uniswapV2', networks: ['eip155:1'] } as const
const program = {
  address: `JUP${'6'.repeat(40)}`,
  name: 'Jupiter',
  kind: 'jupiterV6',
  networks: [MAINNET, DEVNET],
} as const

function asking(routers: ReturnType<Parameters<typeof swapNetworks>[1]['swapRouters']>, answer: () => unknown) {
  const asked: string[] = []
  const ask = {
    swapRouters: () => routers,
    async askService({ path }: { readonly path: string }) {
      asked.push(path)
      return answer()
    },
  }
  return { ask, asked }
}

test('on EVM, the index alone decides where swaps are available', async () => {
  const { ask, asked } = asking([evm], () => undefined)
  expect([await swapNetworks(PAGE, ask), asked]).toEqual([['eip155:1'], []])
})

test('on Solana, the services have to list the cluster as well', async () => {
  const { ask, asked } = asking([evm, program], () => ({ http: [], ws: [], swap: [MAINNET] }))
  expect([await swapNetworks(PAGE, ask), asked]).toEqual([['eip155:1', MAINNET], [SUPPORTED_CHAINS_PATH]])
})

test.each([
  ['list no clusters', () => ({ http: [], ws: [] })],
  ['answer something else', () => 'nothing'],
  [
    'do not answer',
    () => {
      throw new Error('offline')
    },
  ],
])('if the services %s, swaps on Solana are unavailable, and those on EVM remain', async (_, answer) => {
  expect(await swapNetworks(PAGE, asking([evm, program], answer).ask)).toEqual(['eip155:1'])
})

test.each([
  ['an EVM router on a cluster', { ...evm, networks: [MAINNET] }],
  ['a program on an EVM network', { ...program, networks: ['eip155:1'] }],
  ['capital letters on EVM', { ...evm, address: evm.address.toUpperCase() }],
  ['an address with a character outside base58', { ...program, address: `JUP0${'6'.repeat(40)}` }],
])('a list of routers with %s is invalid', (_, router) => {
  expect(safeParse(SwapRouters, [router]).success).toBe(false)
  expect(safeParse(SwapRouters, [evm, program]).success).toBe(true)
})
