import { knownContracts, type PreviewContext, type PreviewRequest } from '../../../shared-contracts/preview/index.ts'
import { ACCOUNT, APES, THIEF, UNKNOWN, USDC, WETH } from '../../../shared-contracts/preview/testing/evmRequests.ts'
import {
  ape,
  blurOrder,
  blurRoot,
  cowOrder,
  dollars,
  ether,
  oneInchOrder,
  seaportBulk,
  seaportComponents,
  seaportOrder,
  type TestOrder,
  uniswapExclusive,
  uniswapV2,
  zeroExLimit,
  zeroExOtc,
  zeroExRfq,
} from '../../../shared-contracts/preview/testing/orders.ts'

/** Ethereum, with an account that has dollars, wrapped ether and an ape. */
export const TRADER: PreviewContext = {
  caipNetworkId: 'eip155:1',
  account: ACCOUNT,
  native: { symbol: 'ETH', decimals: 18 },
  ...knownContracts('eip155:1', true),
  tokens: {
    [USDC]: { standard: 'fungible', symbol: 'USDC', decimals: 6 },
    [WETH]: { standard: 'fungible', symbol: 'WETH', decimals: 18 },
    [APES]: { standard: 'nft', symbol: 'BAYC' },
  },
}

const signs = (name: string, order: TestOrder): PreviewRequest & { readonly name: string } => ({
  name,
  method: 'eth_signTypedData_v4',
  params: [ACCOUNT, order],
})
const sale = seaportComponents(
  [ape('7')],
  [
    [ether('9750000000000000000'), ACCOUNT],
    [ether('250000000000000000'), UNKNOWN],
  ],
)
const theft = seaportComponents([dollars('1000000000000')], [[ether('1'), THIEF]])

/** Orders that a site wants signed, grouped by the exchange that executes them. */
export const orderRequests = [
  signs('a sale at Seaport', { ...seaportOrder([], []), message: sale }),
  signs('a million dollars for nothing at Seaport', seaportOrder([dollars('1000000000000')], [])),
  signs('a million dollars for one wei at Seaport', seaportOrder([dollars('1000000000000')], [[ether('1'), ACCOUNT]])),
  signs(
    'any ape of the account at Seaport',
    seaportOrder([[4, APES, '0', '1']], [[ether('1000000000000000000'), ACCOUNT]]),
  ),
  signs('a sale and a theft with one signature at Seaport', seaportBulk(sale, theft)),
  signs('a sale at Blur', blurOrder()),
  signs('orders at Blur known only by their hash', blurRoot()),
  signs('a sale at CoW Protocol', cowOrder()),
  signs('a sale at CoW Protocol for someone else', cowOrder({ receiver: THIEF })),
  signs('an order at 1inch', oneInchOrder()),
  signs('an order at 1inch with an extension', oneInchOrder({ makerTraits: (1n << 249n).toString() })),
  signs('a limit order at 0x', zeroExLimit()),
  signs('an order for one quote at 0x', zeroExRfq()),
  signs('an order at 0x that the taker signs', zeroExOtc()),
  signs('an auction at UniswapX', uniswapV2()),
  signs('an exclusive auction at UniswapX', uniswapExclusive()),
  signs('an order for a contract that is not an exchange', {
    ...cowOrder(),
    domain: { ...cowOrder().domain, verifyingContract: UNKNOWN },
  }),
] as const
