import {
  type CaipNetworkId,
  type Connection,
  type ConnectionAccount,
  type ConnectionChange,
  type ConnectOptions,
  DISCONNECT_WAIT_MS,
  ModalError,
  type Network,
} from '@portico/contracts'
import { unlessAborted } from '../../async/unlessAborted.ts'
import { inTime, SILENT_WAIT_MS } from '../../async/within.ts'
import { safely } from '../announced.ts'
import { CONNECT, translating } from '../walletErrors.ts'
import { hexOfText } from './hexOfText.ts'
import type { Eip1193Provider } from './provider.ts'
import { askToSwitch } from './switchChain.ts'

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

/** The accounts in a wallet's answer; everything else is dropped. */
const accountsOf = (answer: unknown): ConnectionAccount[] =>
  safely(() => (Array.isArray(answer) ? answer.filter(isAddress).map((address) => ({ address })) : undefined)) ?? []

/** Most wallets give a hex quantity, some a number or decimal text. @throws ModalError `connection.failed` */
export function networkIdOf(chainId: unknown): CaipNetworkId {
  const number = typeof chainId === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(chainId) ? Number(chainId) : chainId
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number <= 0) {
    const shown = typeof chainId === 'string' ? chainId : typeof chainId
    throw new ModalError('connection.failed', { details: { chainId: shown } })
  }
  return `eip155:${number}`
}

async function connectionOf(connectorId: string, provider: Eip1193Provider, answer: unknown): Promise<Connection> {
  const [first, ...rest] = accountsOf(answer)
  if (!first) throw new ModalError('connection.failed', { details: { reason: 'the wallet gave no account' } })
  const caipNetworkId = networkIdOf(await provider.request({ method: 'eth_chainId' }))
  return { connectorId, accounts: [first, ...rest], caipNetworkId }
}

/** A wallet that does not answer the switch in this time is connected on its own network. */
const SWITCH_WAIT_MS = 30_000

/**
 * Asks a wallet once to switch if it is not on the requested network, and connects it in any case: if the visitor
 * declines, or the wallet cannot switch, the connection is on the wallet's own network (chains.md, pitfall 2).
 */
export const connect = (
  connectorId: string,
  provider: Eip1193Provider,
  { network, isWanted = false, signal }: ConnectOptions,
): Promise<Connection> =>
  translating(async () => {
    const accounts = await unlessAborted(provider.request({ method: 'eth_requestAccounts' }), signal)
    const connection = await connectionOf(connectorId, provider, accounts)
    if (!isWanted || connection.caipNetworkId === network.caipNetworkId) return connection
    const going = unlessAborted(switchNetwork(provider, network), signal)
    await inTime(going, SWITCH_WAIT_MS).catch(() => {})
    if (signal?.aborted) throw new ModalError('connection.modalClosed')
    return connectionOf(connectorId, provider, accounts).catch(() => connection)
  }, CONNECT)

/** `eth_accounts` never prompts (chains.md, pitfall 7). Undefined if the wallet is locked or gone. */
export async function restore(connectorId: string, provider: Eip1193Provider): Promise<Connection | undefined> {
  try {
    const accounts = await provider.request({ method: 'eth_accounts' })
    return accountsOf(accounts).length ? await connectionOf(connectorId, provider, accounts) : undefined
  } catch {
    return undefined
  }
}

/** EIP-2255, which not every wallet supports. Does not wait for a silent wallet: the connection is forgotten anyway. */
export async function revoke(provider: Eip1193Provider): Promise<void> {
  try {
    const params = [{ eth_accounts: {} }]
    await inTime(provider.request({ method: 'wallet_revokePermissions', params }), DISCONNECT_WAIT_MS)
  } catch {
    // Not every wallet can revoke permissions.
  }
}

/** The currently granted accounts, without a prompt; none if the wallet does not answer. */
async function accountsNow(provider: Eip1193Provider): Promise<ConnectionAccount[]> {
  try {
    return accountsOf(await inTime(provider.request({ method: 'eth_accounts' }), SILENT_WAIT_MS))
  } catch {
    return []
  }
}

const isEnd = (accounts: unknown): boolean => safely(() => Array.isArray(accounts) && accounts.length === 0) ?? false

/**
 * Watches EIP-1193 events. Removes exactly the listeners that it added, so that the page's listeners stay. An empty
 * account list ends the connection; other values without an account are ignored. `disconnect` alone does not end it:
 * wallets emit that event when no node is reachable (4900, MetaMask's 1013), and still grant their accounts.
 */
export function watch(
  provider: Eip1193Provider,
  onChange: (change: ConnectionChange) => void,
  signal: AbortSignal,
): void {
  /** Counts account updates, so that late answers can be dropped. */
  let heard = 0

  function tell(accounts: unknown): void {
    heard++
    const [first, ...rest] = accountsOf(accounts)
    onChange(first ? { type: 'accounts', accounts: [first, ...rest] } : { type: 'disconnected' })
  }

  /** Ends the connection if the wallet no longer grants any account, or does not answer. */
  async function look(): Promise<void> {
    const turn = ++heard
    const granted = await accountsNow(provider)
    if (turn === heard && !signal.aborted && !granted.length) tell(granted)
  }

  const listeners: Record<string, (payload: unknown) => void> = {
    accountsChanged: (accounts) => (isEnd(accounts) || accountsOf(accounts).length ? tell(accounts) : void look()),
    chainChanged(chainId) {
      try {
        onChange({ type: 'network', caipNetworkId: networkIdOf(chainId) })
      } catch {
        // An unreadable chain id changes nothing.
      }
    },
    disconnect: () => void look(),
  }
  const each = (run: (event: string, listener: (payload: unknown) => void) => void) => {
    // A wallet with broken events counts as one without events.
    for (const [event, listener] of Object.entries(listeners)) safely(() => run(event, listener))
  }
  each((event, listener) => provider.on?.(event, listener))
  signal.addEventListener('abort', () => each((event, listener) => provider.removeListener?.(event, listener)))
}

export const signMessage = (provider: Eip1193Provider, address: string, message: string): Promise<string> =>
  translating(async () => {
    const signature = await provider.request({ method: 'personal_sign', params: [hexOfText(message), address] })
    if (typeof signature !== 'string') throw new Error('the signature is no text')
    return signature
  })

async function isOn(provider: Eip1193Provider, network: Network): Promise<boolean> {
  return networkIdOf(await provider.request({ method: 'eth_chainId' })) === network.caipNetworkId
}

/** Resolves once the wallet reports the network: some wallets add it without switching. @throws as `askToSwitch` */
export async function switchNetwork(provider: Eip1193Provider, network: Network): Promise<void> {
  const chainId = `0x${Number(network.id).toString(16)}`
  const switchTo = { method: 'wallet_switchEthereumChain', params: [{ chainId }] }
  await askToSwitch(network, {
    request: (method, params) => provider.request({ method, params }),
    chainId,
    canAdd: true,
    onAdded: async () => (await isOn(provider, network)) || provider.request(switchTo),
  })
  if (!(await isOn(provider, network).catch(() => true))) throw new ModalError('chain.switchDeclined')
}
