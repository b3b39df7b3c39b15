import { type CaipNetworkId, ModalError, type Network } from '@portico/contracts'
import { callNode } from '../chains/rpcCall.ts'
import { isPending, isRejection, isUnknownChain, translate } from '../chains/walletErrors.ts'
import { createEmitter } from './listeners.ts'
import type { Sessions } from './sessions.ts'
import { within } from './within.ts'

const FAMILY = 'eip155'
const READ_WAIT_MS = 10_000

const hexOf = (caipNetworkId: CaipNetworkId) => `0x${Number(caipNetworkId.split(':')[1]).toString(16)}`

const hexOfText = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** EIP-3085 */
const addChainParameter = ({ caipNetworkId, name, nativeCurrency, walletRpcUrls, blockExplorerUrl }: Network) => ({
  chainId: hexOf(caipNetworkId),
  chainName: name,
  nativeCurrency,
  rpcUrls: walletRpcUrls,
  ...(blockExplorerUrl && { blockExplorerUrls: [blockExplorerUrl] }),
})

export interface FamilyOptions {
  readonly sessions: Sessions
  networks(): readonly Network[]
  readonly switchWaitMs: number
}

/** EVM accounts of a paired wallet. */
export function createEip155Family({ sessions, networks, switchWaitMs }: FamilyOptions) {
  const { on, removeListener, emit } = createEmitter()

  /** Where a request is sent: the family's network if the wallet has agreed to it, else one to which it has. */
  function chainToAsk(): CaipNetworkId {
    const here = sessions.networkOf(FAMILY)
    const chain = (here && sessions.chainOf(FAMILY, here)) ?? sessions.access(FAMILY)?.accounts[0]?.chain
    if (!chain) throw new ModalError('connection.providerMissing')
    return chain
  }

  const ask = async (method: string, params: unknown) => sessions.request(FAMILY, chainToAsk(), method, params)

  /** Resolves to whether the wallet has said that it is there, or has agreed to that network. */
  function arrival({ caipNetworkId }: Network, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        const isThere = sessions.networkOf(FAMILY) === caipNetworkId
        if (isThere || sessions.chainOf(FAMILY, caipNetworkId)) resolve(true)
      }
      sessions.changes.add(look, signal)
      look()
    })
  }

  function refusal(error: unknown): ModalError {
    if (isRejection(error)) return new ModalError('chain.switchDeclined', { cause: error })
    if (isPending(error)) return new ModalError('connection.pending', { cause: error })
    return translate(error, { rejected: 'connection.requestRejected', otherwise: 'connection.requestFailed' })
  }

  async function askToSwitch(network: Network): Promise<void> {
    const methods = sessions.access(FAMILY)?.methods ?? []
    const params = [{ chainId: hexOf(network.caipNetworkId) }]
    if (!methods.includes('wallet_switchEthereumChain')) throw new ModalError('chain.unsupported')
    try {
      await ask('wallet_switchEthereumChain', params)
    } catch (error) {
      if (!isUnknownChain(error)) throw refusal(error)
      if (!methods.includes('wallet_addEthereumChain')) throw new ModalError('chain.unsupported', { cause: error })
      try {
        await ask('wallet_addEthereumChain', [addChainParameter(network)])
      } catch (failure) {
        if (isRejection(failure) || isPending(failure)) throw refusal(failure)
        throw new ModalError('chain.unsupported', { cause: failure })
      }
    }
  }

  /**
   * Pitfall 5: a network that the wallet has agreed to is ours to choose; for any other it is asked, and nothing changes
   * before it says that it is there.
   */
  async function switchNetwork(_connectorId: string, network: Network): Promise<void> {
    if (!sessions.chainOf(FAMILY, network.caipNetworkId)) {
      const watch = new AbortController()
      const arrived = arrival(network, watch.signal)
      try {
        await askToSwitch(network)
        if (!(await within(arrived, switchWaitMs, () => false))) throw new ModalError('chain.switchDeclined')
      } finally {
        watch.abort()
      }
    }
    sessions.setNetwork(FAMILY, network.caipNetworkId)
  }

  function networkByHex(params: unknown): Network {
    const [{ chainId = '' } = {}] = (Array.isArray(params) ? params : []) as { chainId?: unknown }[]
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === `${FAMILY}:${Number(chainId)}`)
    if (network) return network
    throw Object.assign(new Error('The page has no such network'), { code: 4902 })
  }

  /** What the wallet has not agreed to is asked of a node of ours, of nobody else's. */
  function read(method: string, params: unknown): Promise<unknown> {
    const url = networks().find(({ caipNetworkId }) => caipNetworkId === sessions.networkOf(FAMILY))?.rpcUrls[0]
    if (!url || !/^eth_|^net_|^web3_/.test(method)) {
      throw Object.assign(new Error(`The wallet has not agreed to ${method}`), { code: 4200 })
    }
    return callNode(url, { method, params: Array.isArray(params) ? params : [] }, { timeoutMs: READ_WAIT_MS })
  }

  const addresses = () => sessions.accountsOf(FAMILY).map(({ address }) => address)

  /** EIP-1193. Errors are the wallet's own. */
  const provider = {
    on,
    removeListener,
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return addresses()
      const here = sessions.networkOf(FAMILY)
      if (method === 'eth_chainId' && here) return hexOf(here)
      if (method === 'wallet_switchEthereumChain') {
        await switchNetwork('', networkByHex(params))
        return null
      }
      return sessions.access(FAMILY)?.methods.includes(method) ? ask(method, params) : read(method, params)
    },
  }

  sessions.changes.add(({ namespace, change }) => {
    if (namespace !== FAMILY) return
    if (change.type === 'accounts') emit('accountsChanged', addresses())
    else if (change.type === 'network') emit('chainChanged', hexOf(change.caipNetworkId))
    else if (change.type === 'disconnected') {
      emit('accountsChanged', [])
      emit('disconnect', Object.assign(new Error('The wallet has ended the session'), { code: 4900 }))
    }
  })

  return {
    provider,
    switchNetwork,
    async signMessage(address: string, message: string): Promise<string> {
      const account = sessions.accountOf(FAMILY, address)
      if (!account) throw new ModalError('connection.requestFailed', { details: { reason: 'no such account' } })
      const signature = await sessions.request(FAMILY, account.chain, 'personal_sign', [
        hexOfText(message),
        account.address,
      ])
      if (typeof signature !== 'string') throw new Error('the signature is no text')
      return signature
    },
  }
}
