import type { ActingCommands, EvmTransactionRequest, Network } from '@portico/contracts'
import {
  type Description,
  type Descriptor,
  describeRequest,
  knownContracts,
  type Outcome,
  type PreviewContext,
  readDescriptor,
  simulateCalls,
  toQuantity,
} from '@portico/contracts/preview'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import type { Token } from './token.ts'

/** A plan's request and its context. */
interface ReadyPlan {
  readonly wish: { readonly network: Network; readonly account: string; readonly from: Token; readonly to: Token }
  readonly request: EvmTransactionRequest
  readonly router: SwapRouter
}

const ONE_INCH_SWAP =
  'swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)'

/** An ERC-7730 descriptor for the only 1inch router call that is sent from here. */
const oneInchDescriptor = (chainId: number, address: string): readonly Descriptor[] =>
  readDescriptor(
    {
      context: { contract: { deployments: [{ chainId, address }] } },
      display: {
        formats: {
          [ONE_INCH_SWAP]: {
            intent: 'Swap',
            fields: [
              { path: 'desc.amount', label: 'You pay', format: 'tokenAmount', params: { tokenPath: 'desc.srcToken' } },
              {
                path: 'desc.minReturnAmount',
                label: 'You receive at least',
                format: 'tokenAmount',
                params: { tokenPath: 'desc.dstToken' },
              },
              { path: 'desc.dstReceiver', label: 'Recipient', format: 'addressName' },
            ],
          },
        },
      },
    },
    () => '0x07ed2379',
  )

/** A plan's context: both tokens, and the router's name from the signed index. */
export function contextOf({ wish, router }: ReadyPlan): PreviewContext {
  const { network, account, from, to } = wish
  const known = knownContracts(network.caipNetworkId, !network.testnet)
  const tokens = [from, to].flatMap(({ address, symbol, decimals }) =>
    address ? [[address.toLowerCase(), { standard: 'fungible' as const, symbol, decimals }] as const] : [],
  )
  return {
    caipNetworkId: network.caipNetworkId,
    account: account.toLowerCase(),
    native: network.nativeCurrency,
    tokens: Object.fromEntries(tokens),
    genuine: known.genuine,
    names: { ...known.names, [router.address]: router.name },
    ...(router.kind === 'oneInchV6' && { descriptors: oneInchDescriptor(Number(network.id), router.address) }),
    roles: { ...known.roles, ...(router.kind === 'uniswapV2' && { [router.address]: 'router' as const }) },
  }
}

/** Describes the exact data that the wallet is asked to sign. */
export function describePlan({ request }: Pick<ReadyPlan, 'request'>, context: PreviewContext): Description {
  const { from, to, value, data } = request
  const params = [{ from, to, value: toQuantity(value), ...(data && { data }) }]
  return describeRequest({ method: 'eth_sendTransaction', params }, context)
}

/** Simulates the plan. Never rejects, because a failed simulation is also a result. */
export async function tryPlan(
  { request }: Pick<ReadyPlan, 'request'>,
  { account, roles }: PreviewContext,
  { askNode }: Pick<ActingCommands, 'askNode'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { caipNetworkId, from, to, value, data = '0x' } = request
  const ask = (method: string, params: unknown) =>
    askNode({ caipNetworkId, method, params: params as readonly unknown[] }, signal)
  const found = await simulateCalls([{ from, to, value, data }], account, roles, ask).catch(() => undefined)
  return found ?? { status: 'notSimulated' }
}
