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
import { isPending, isRejection, isUnknownChain, translate } from '../walletErrors.ts'
import type { Eip1193Provider } from './provider.ts'

const CONNECT = { rejected: 'connection.rejected', otherwise: 'connection.failed' } as const
const REQUEST = { rejected: 'connection.requestRejected', otherwise: 'connection.requestFailed' } as const

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

/** The accounts of an answer; whatever else a wallet puts there is left out. */
function accountsOf(answer: unknown): ConnectionAccount[] {
  try {
    return Array.isArray(answer) ? answer.filter(isAddress).map((address) => ({ address })) : []
  } catch {
    return [] // a proxy that throws holds no address
  }
}

/** Wallets answer with a hex quantity; some with a number or decimal text. @throws ModalError `connection.failed` */
export function networkIdOf(chainId: unknown): CaipNetworkId {
  const number = typeof chainId === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(chainId) ? Number(chainId) : chainId
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number <= 0) {
    const told = typeof chainId === 'string' ? chainId : typeof chainId
    throw new ModalError('connection.failed', { details: { chainId: told } })
  }
  return `eip155:${number}`
}

async function connectionOf(connectorId: string, provider: Eip1193Provider, answer: unknown): Promise<Connection> {
  const [first, ...rest] = accountsOf(answer)
  if (!first) throw new ModalError('connection.failed', { details: { reason: 'the wallet gave no account' } })
  const caipNetworkId = networkIdOf(await provider.request({ method: 'eth_chainId' }))
  return { connectorId, accounts: [first, ...rest], caipNetworkId }
}

/** A wallet that says nothing to the switch is connected where it is; when it goes along later, it says so. */
const SWITCH_WAIT_MS = 30_000

/**
 * A wallet that is on another network than the one that was asked for is asked, once, to go there. Whatever comes of that,
 * it is connected: a visitor who declines, or whose wallet cannot, stays where the wallet is (chains.md, pitfall 2).
 */
export async function connect(
  connectorId: string,
  provider: Eip1193Provider,
  { network, isWanted = false, signal }: ConnectOptions,
): Promise<Connection> {
  try {
    const accounts = await unlessAborted(provider.request({ method: 'eth_requestAccounts' }), signal)
    const connection = await connectionOf(connectorId, provider, accounts)
    if (!isWanted || connection.caipNetworkId === network.caipNetworkId) return connection
    const going = unlessAborted(switchNetwork(provider, network), signal)
    await inTime(going, SWITCH_WAIT_MS).catch(() => {})
    if (signal?.aborted) throw new ModalError('connection.modalClosed')
    return await connectionOf(connectorId, provider, accounts).catch(() => connection)
  } catch (error) {
    throw translate(error, CONNECT)
  }
}

/** `eth_accounts` never prompts (chains.md, pitfall 7). A wallet that is locked or gone means: no connection. */
export async function restore(connectorId: string, provider: Eip1193Provider): Promise<Connection | undefined> {
  try {
    const accounts = await provider.request({ method: 'eth_accounts' })
    return accountsOf(accounts).length ? await connectionOf(connectorId, provider, accounts) : undefined
  } catch {
    return undefined
  }
}

/**
 * EIP-2255. Wallets without it just forget us when we stop asking. One that does not answer is not waited for: the
 * connection is forgotten on our side all the same.
 */
export async function revoke(provider: Eip1193Provider): Promise<void> {
  try {
    const params = [{ eth_accounts: {} }]
    await inTime(provider.request({ method: 'wallet_revokePermissions', params }), DISCONNECT_WAIT_MS)
  } catch {
    // Not every wallet can.
  }
}

/** What the wallet grants at this moment, without a prompt; nothing when it does not say. */
async function accountsNow(provider: Eip1193Provider): Promise<ConnectionAccount[]> {
  try {
    return accountsOf(await inTime(provider.request({ method: 'eth_accounts' }), SILENT_WAIT_MS))
  } catch {
    return []
  }
}

function isEnd(accounts: unknown): boolean {
  try {
    return Array.isArray(accounts) && accounts.length === 0
  } catch {
    return false // a proxy that throws says nothing
  }
}

/**
 * EIP-1193 events. The same functions are removed that were added, so that no listener of the page is touched. An empty
 * list of accounts is the end; anything else that tells of no account is none yet. That holds for `disconnect` too: wallets
 * say it when no node can be reached (4900, MetaMask's 1013), and still grant what they did.
 */
export function watch(
  provider: Eip1193Provider,
  onChange: (change: ConnectionChange) => void,
  signal: AbortSignal,
): void {
  /** Counts what has been heard of accounts: a late answer about older ones is nobody's. */
  let heard = 0

  function tell(accounts: unknown): void {
    heard++
    const [first, ...rest] = accountsOf(accounts)
    onChange(first ? { type: 'accounts', accounts: [first, ...rest] } : { type: 'disconnected' })
  }

  /** The connection ends when the wallet grants nothing any more, or does not say what it grants. */
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
        // A chain id that cannot be read changes nothing.
      }
    },
    disconnect: () => void look(),
  }
  const each = (run: (event: string, listener: (payload: unknown) => void) => void) => {
    for (const [event, listener] of Object.entries(listeners)) {
      try {
        run(event, listener)
      } catch {
        // A wallet whose events do not work is one that says nothing of its own accord.
      }
    }
  }
  each((event, listener) => provider.on?.(event, listener))
  signal.addEventListener('abort', () => each((event, listener) => provider.removeListener?.(event, listener)))
}

const hexOf = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

export async function signMessage(provider: Eip1193Provider, address: string, message: string): Promise<string> {
  try {
    const signature = await provider.request({ method: 'personal_sign', params: [hexOf(message), address] })
    if (typeof signature !== 'string') throw new Error('the signature is no text')
    return signature
  } catch (error) {
    throw translate(error, REQUEST)
  }
}

const hexChainId = (network: Network) => `0x${Number(network.id).toString(16)}`

/** EIP-3085: absent fields are left out, because wallets refuse arrays with nothing in them (chains.md, pitfall 6). */
const addChainParameter = (network: Network) => ({
  chainId: hexChainId(network),
  chainName: network.name,
  nativeCurrency: network.nativeCurrency,
  rpcUrls: network.walletRpcUrls,
  ...(network.blockExplorerUrl && { blockExplorerUrls: [network.blockExplorerUrl] }),
})

async function isOn(provider: Eip1193Provider, network: Network): Promise<boolean> {
  return networkIdOf(await provider.request({ method: 'eth_chainId' })) === network.caipNetworkId
}

function refusal(error: unknown): ModalError {
  if (isRejection(error)) return new ModalError('chain.switchDeclined', { cause: error })
  if (isPending(error)) return new ModalError('connection.pending', { cause: error })
  return translate(error, REQUEST)
}

/**
 * EIP-3326; a network that the wallet does not know is added (EIP-3085). Resolves only when the wallet says that it is
 * there: some add without switching.
 * @throws ModalError `chain.switchDeclined`, `chain.unsupported`, `connection.pending`, `connection.requestFailed`
 */
export async function switchNetwork(provider: Eip1193Provider, network: Network): Promise<void> {
  const ask = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: hexChainId(network) }] })
  try {
    await ask()
  } catch (error) {
    if (!isUnknownChain(error)) throw refusal(error)
    try {
      await provider.request({ method: 'wallet_addEthereumChain', params: [addChainParameter(network)] })
      if (!(await isOn(provider, network))) await ask()
    } catch (failure) {
      if (isRejection(failure) || isPending(failure)) throw refusal(failure)
      throw new ModalError('chain.unsupported', { cause: failure })
    }
  }
  if (!(await isOn(provider, network).catch(() => true))) throw new ModalError('chain.switchDeclined')
}
