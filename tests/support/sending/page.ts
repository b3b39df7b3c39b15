import {
  type ActingCommands,
  type CaipNetworkId,
  type Holding,
  type Network,
  type SentTransaction,
  selectTransactions,
  type TransactionPhase,
  type TransactionRequest,
} from '@portico/contracts'
import { fakeAdapter, harbor } from '@portico/contracts/testing'
import { createActing } from '../../../host/src/acting/client'
import { connected } from '../../../host/src/connections/connectionsSlice'
import { createTestStore } from '../../../host/testing/store.ts'
import { until } from '../../../services/testing/until'
import { remoteCode } from '../remoteCode'

interface PageOptions {
  readonly network: Network
  readonly from: string
  readonly publicKey?: string
  /** The wallet, in the form of the family's host adapter. */
  readonly provider: unknown
}

/** The transfer, without the fields that are the same for all transfers. */
interface What {
  readonly to: string
  readonly token: Pick<Holding, 'address' | 'decimals'>
  readonly amount: bigint
  /** Bitcoin only; `normal` if absent. */
  readonly speed?: 'slow' | 'normal' | 'fast'
}

/** The remote's own plans, as far as tests use them. */
interface Costs {
  readonly fee: bigint
  readonly notes: readonly { readonly type: string; readonly amount: bigint }[]
  readonly speeds?: readonly {
    readonly speed: string
    readonly rate: bigint
    readonly blocks: number
    readonly fee: bigint
  }[]
}
interface ReadyPlan extends Costs {
  readonly request: TransactionRequest
}
interface BlockedPlan extends Costs {
  readonly obstacle: { readonly type: string }
}
type Plan = ReadyPlan | BlockedPlan
interface Family {
  plan(transfer: object, ask: ActingCommands, signal: AbortSignal): Promise<Plan>
  most(transfer: object, ask: ActingCommands, signal: AbortSignal): Promise<bigint>
}
interface Code {
  familyFor(network: Network): Promise<Family>
}
const code = () => remoteCode<Code>('send/src/plan/families.ts')

/** A page with a connected visitor and a wallet with a real key: transactions reach the chain. */
export function sendingPage({ network, from, publicKey, provider }: PageOptions) {
  const namespace = network.chainNamespace
  const adapter = { ...fakeAdapter({ namespace } as never), namespace, getProvider: () => provider }
  const test = createTestStore({ adapters: [adapter as never], networks: [network], chosenId: network.caipNetworkId })
  const connection = { connectorId: harbor.id, accounts: [{ address: from }], caipNetworkId: network.caipNetworkId }
  test.store.dispatch(connected({ namespace, connection } as never))
  const acting = createActing({
    store: test.store,
    reducers: test.reducers,
    services: test.services,
    swapRouters: () => undefined,
  })
  const { signal } = test.life
  const phaseOf = ({ hash }: SentTransaction) =>
    selectTransactions(test.store.getState()).find((one) => one.hash === hash)?.phase
  const base = { network, from, publicKey }
  const plan = async (what: What): Promise<Plan> =>
    (await (await code()).familyFor(network)).plan({ ...base, ...what }, acting, signal)
  return {
    plan,
    /** @throws Error with the obstacle */
    async ready(what: What): Promise<ReadyPlan> {
      const made = await plan(what)
      if ('obstacle' in made) throw new Error(`it cannot be sent: ${made.obstacle.type}`)
      return made
    },
    async blocked(what: What): Promise<BlockedPlan> {
      const made = await plan(what)
      if ('request' in made) throw new Error('nothing stands in the way')
      return made
    },
    most: async (what: Omit<What, 'to'> & { readonly to?: string }) =>
      (await (await code()).familyFor(network)).most({ ...base, ...what }, acting, signal),
    send: ({ request }: ReadyPlan) => acting.send(request),
    isConfirmed: (sent: SentTransaction) => until(() => phaseOf(sent) === 'confirmed'),
    /** EVM: waits until a node has reported the transaction, with its nonce. */
    isSeen: ({ hash }: SentTransaction) =>
      until(() => test.store.getState().transactions?.some((one) => one.hash === hash && 'nonce' in one) ?? false),
    became: (sent: SentTransaction, phase: TransactionPhase) => until(() => phaseOf(sent) === phase),
    close: () => test.life.abort(),
  }
}

/** A network with one server. */
export const networkAt = (
  caipNetworkId: CaipNetworkId,
  url: URL,
  nativeCurrency: Network['nativeCurrency'],
): Network => {
  const [chainNamespace = '', id = ''] = caipNetworkId.split(':')
  return {
    id,
    name: nativeCurrency.name,
    chainNamespace: chainNamespace as Network['chainNamespace'],
    caipNetworkId,
    nativeCurrency,
    rpcUrls: [url.href],
    walletRpcUrls: [url.href],
    testnet: true,
  }
}
