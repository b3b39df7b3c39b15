import type { PreviewContext } from '../context.ts'
import { describeRequest } from '../describeRequest.ts'
import type { Description, Line } from '../description.ts'

export const ACCOUNT = '0x1111111111111111111111111111111111111111'
export const FRIEND = '0x2222222222222222222222222222222222222222'
export const THIEF = '0x3333333333333333333333333333333333333333'
export const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
export const APES = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
export const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
export const UNKNOWN = '0x4444444444444444444444444444444444444444'
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

export const CONTEXT: PreviewContext = {
  caipNetworkId: 'eip155:1',
  account: ACCOUNT,
  native: { symbol: 'ETH', decimals: 18 },
  tokens: {
    [USDC]: { standard: 'fungible', symbol: 'USDC', decimals: 6 },
    [WETH]: { standard: 'fungible', symbol: 'WETH', decimals: 18 },
    [APES]: { standard: 'nft', symbol: 'BAYC' },
  },
  names: { [ROUTER]: 'Uniswap' },
  roles: { [ROUTER]: 'router', [WETH]: 'wrappedNative' },
}

export const describeTransaction = (transaction: object, context = CONTEXT): Description =>
  describeRequest({ method: 'eth_sendTransaction', params: [{ from: context.account, ...transaction }] }, context)

/** The label and the value of each line in short form. `!` marks a warning. */
export const shown = ({ lines }: Pick<Description, 'lines'>): string[] =>
  lines.map((line) => `${line.isWarning ? '!' : ''}${line.labelKey.slice('preview.'.length)}${written(line)}`)

function written({ value }: Line): string {
  switch (value?.type) {
    case undefined:
      return ''
    case 'address':
      return ` ${value.name ?? value.address}`
    case 'amount':
      return ` ${value.amount}${value.decimals === undefined ? '' : `/${value.decimals}`}${value.symbol ? ` ${value.symbol}` : ''}`
    case 'integer':
      return ` ${value.integer}`
    case 'boolean':
      return ` ${value.boolean}`
    case 'text':
      return ` ${value.text}`
    case 'raw':
      return ` ${value.hex}`
    case 'time':
      return ` ${value.seconds}`
    case 'network':
      return ` ${value.caipNetworkId}`
    case 'lookup':
      return ` ${value.table}#${value.index}`
  }
}

/** A description and all its parts. */
export const everyPart = (description: Description): Description[] => [
  description,
  ...(description.parts ?? []).flatMap(everyPart),
]
