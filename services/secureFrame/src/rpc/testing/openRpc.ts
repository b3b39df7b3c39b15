import type { CaipNetworkId } from '@portico/contracts'
import type { EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import { createReceivers } from '../../approval/receivers.ts'
import { createFakeObserver, point } from '../../approval/testing/fakeSight.ts'
import type { Place } from '../../interfaces.ts'
import type { Asking, Handlers } from '../../messages/channel.ts'
import type { AccountTable } from '../../smartAccount/accountDatabase.ts'
import type { SmartAccounts } from '../../smartAccount/createSmartAccounts.ts'
import { createOwnAccounts } from '../../smartAccount/ownAccounts.ts'
import { createRpcHandlers } from '../createRpcHandlers.ts'
import type { RpcDependencies } from '../rpcDependencies.ts'
import { type Answers, createFakeNode, PLACE, QUIET } from './fakeNode.ts'
import { createTestWallet } from './testWallet.ts'

export const SHOP = 'https://shop.example'

/** A browser that stores nothing. */
function memoryTables() {
  const table = <Value>(): AccountTable<Value> => {
    const kept = new Map<string, Value>()
    return { get: async (key) => kept.get(key), set: async (key, value) => void kept.set(key, value) }
  }
  return { preferred: table<EmbeddedAccountType>(), batches: table<string>() }
}

type Payload = Parameters<Handlers['RPC_REQUEST']>[0]

interface Options {
  readonly network?: CaipNetworkId
  readonly answers?: Answers
  readonly siteName?: string
  /** A real service, used instead of `answers`. */
  readonly service?: { readonly place: Place; readonly fetch: typeof fetch }
  readonly smart?: SmartAccounts
  /** Bundlers of the networks with smart accounts; if absent, the key's own account is preferred. */
  readonly bundlers?: Readonly<Record<string, string>>
  readonly keys?: Parameters<typeof createTestWallet>[0]
  /** The frame's window, if the visitor decides in another window. */
  readonly frame?: Window & typeof globalThis
  readonly onWindow?: RpcDependencies['onWindow']
  /** The receivers that this browser remembers; by default none, and new ones only until the page is closed. */
  readonly receivers?: RpcDependencies['receivers']
  /** The subject of the owner's wallet. */
  readonly owner?: string
}

/** A frame in jsdom's window, with a visitor who presses when the test says so. The test controls the timers. */
export function openRpc({
  network = 'eip155:1',
  answers = {},
  siteName,
  service,
  keys,
  smart,
  bundlers = {},
  frame,
  onWindow,
  receivers = createReceivers(),
  owner = 'ada',
}: Options = {}) {
  document.body.replaceChildren()
  const sight = createFakeObserver({ isV2: !frame })
  window.IntersectionObserver = sight.Observer
  const node = createFakeNode({ ...QUIET, ...answers })
  const own = createTestWallet(keys)
  const page = new AbortController()
  const { preferred, batches } = memoryTables()
  const accounts = smart && createOwnAccounts({ bundlers, smart: async () => smart, preferred })
  const handlers = createRpcHandlers({
    place: service?.place ?? PLACE,
    wallet: own.wallet,
    signers: own.signers,
    network: { current: () => network },
    window: frame ?? (window as Window & typeof globalThis),
    siteName: () => siteName,
    fetch: service?.fetch ?? node.fetch,
    onWindow,
    isReal: () => true,
    smart,
    accounts,
    batches,
    receivers,
    owner: async () => owner,
  })
  const asking: Asking = { origin: SHOP, signal: page.signal }
  const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)

  return {
    ...own,
    accounts,
    node,
    sight,
    page,
    find,
    text: () => document.body.textContent ?? '',
    /** The answer to the page: the result, or the name of the failure. */
    ask: (method: string, params?: unknown, rest: object = {}): Promise<unknown> =>
      handlers.RPC_REQUEST({ method, params, ...rest } as unknown as Payload, asking).catch((error) => {
        if (error.failure) return { failure: error.failure }
        throw error
      }),
    abort: () => handlers.RPC_ABORT(undefined, asking),
    /** Keeps the whole screen in sight for long enough, and presses Approve. */
    async approve() {
      sight.see()
      await jest.advanceTimersByTimeAsync(500)
      const button = find('approve')
      if (!button) throw new Error('There is nothing to approve.')
      point(button, 'pointerdown')
      point(button, 'pointerup')
    },
    reject: () => find('reject')?.click(),
  }
}

/** Waits for everything that needs no timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 300; turn++) await Promise.resolve()
}

/** Waits until a request is on the screen. */
export async function shown({ find }: Pick<ReturnType<typeof openRpc>, 'find'>): Promise<HTMLElement> {
  for (let turn = 0; turn < 20; turn++) {
    await jest.advanceTimersByTimeAsync(0)
    await settle()
    const screen = find('approval')
    if (screen) return screen
  }
  throw new Error('Nothing is shown.')
}
