import { type CaipNetworkId, ModalError, type Network } from '@portico/contracts'
import { createEmitter } from '../async/emitter.ts'
import { within } from '../async/within.ts'
import { evmRpc } from '../chains/eip155/balance.ts'
import { hexOfText } from '../chains/eip155/hexOfText.ts'
import { askToSwitch } from '../chains/eip155/switchChain.ts'
import type { Sessions } from './sessions.ts'

const FAMILY = 'eip155'

/** Whether any node can answer a method. Methods that need a key can be answered only by the wallet. */
const isForNodes = (method: string): boolean =>
  /^(eth|net|web3)_/.test(method) && !/^eth_(sign|sendTransaction$)/.test(method)

const hexOf = (caipNetworkId: CaipNetworkId) => `0x${Number(caipNetworkId.split(':')[1]).toString(16)}`

export interface FamilyOptions {
  readonly sessions: Sessions
  networks(): readonly Network[]
  readonly switchWaitMs: number
}

/** A paired wallet's EVM accounts. */
export function createEip155Family({ sessions, networks, switchWaitMs }: FamilyOptions) {
  const { on, removeListener, emit } = createEmitter()

  /** The wallet's id for the family's network; undefined if its session does not cover this network. */
  function chainHere(): CaipNetworkId | undefined {
    const here = sessions.networkOf(FAMILY)
    return here && sessions.chainOf(FAMILY, here)
  }

  /**
   * Sends a request on the network that the page shows, and on no other (pitfalls 5 and 46).
   * @throws an error with the EIP-1193 code 4901 when the wallet has gone to a network that its session does not cover
   */
  async function ask(method: string, params: unknown): Promise<unknown> {
    const [here, chain] = [sessions.networkOf(FAMILY), chainHere()]
    if (here && !chain) throw Object.assign(new Error(`The wallet has not agreed to ${here}`), { code: 4901 })
    return sessions.request(FAMILY, sessions.placeOf(FAMILY).chain, method, params)
  }

  /** Sends a request that concerns networks, on any network that the wallet has agreed to. */
  async function askForNetwork(method: string, params: unknown): Promise<unknown> {
    const chain = chainHere() ?? sessions.access(FAMILY)?.accounts[0]?.chain
    if (!chain) throw new ModalError('connection.providerMissing')
    return sessions.request(FAMILY, chain, method, params)
  }

  /** Resolves once the wallet has agreed to the network: only then can it get requests. Being on it is not enough. */
  function arrival({ caipNetworkId }: Network, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        if (sessions.chainOf(FAMILY, caipNetworkId)) resolve(true)
      }
      sessions.changes.add(look, signal)
      look()
    })
  }

  /** Moves to a network: without asking, if the wallet has agreed to it; otherwise once it agrees (pitfall 5). */
  async function switchNetwork(_connectorId: string, network: Network): Promise<void> {
    if (!sessions.chainOf(FAMILY, network.caipNetworkId)) {
      const methods = sessions.access(FAMILY)?.methods ?? []
      if (!methods.includes('wallet_switchEthereumChain')) throw new ModalError('chain.unsupported')
      const watch = new AbortController()
      const arrived = arrival(network, watch.signal)
      try {
        const canAdd = methods.includes('wallet_addEthereumChain')
        await askToSwitch(network, { request: askForNetwork, chainId: hexOf(network.caipNetworkId), canAdd })
        if (!(await within(arrived, switchWaitMs, () => false))) {
          const isThere = sessions.networkOf(FAMILY) === network.caipNetworkId
          throw new ModalError(isThere ? 'chain.unsupported' : 'chain.switchDeclined')
        }
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

  /** Uses our own node for a read request that the wallet has not agreed to serve. */
  function read(method: string, params: unknown): Promise<unknown> {
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === sessions.networkOf(FAMILY))
    if (!network?.rpcUrls.length || !isForNodes(method)) {
      throw Object.assign(new Error(`The wallet has not agreed to ${method}`), { code: 4200 })
    }
    return evmRpc(network).request({ method, params: Array.isArray(params) ? params : [] })
  }

  async function answer(method: string, params: unknown): Promise<unknown> {
    if (!sessions.access(FAMILY)?.methods.includes(method)) return read(method, params)
    if (/^wallet_\w+EthereumChain$/.test(method)) return askForNetwork(method, params)
    // A read request goes to our own node if the wallet does not serve this network.
    return !chainHere() && isForNodes(method) ? read(method, params) : ask(method, params)
  }

  const addresses = () => sessions.accountsOf(FAMILY).map(({ address }) => address)

  /** EIP-1193. Errors are passed on as the wallet sent them. */
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
      return answer(method, params)
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
