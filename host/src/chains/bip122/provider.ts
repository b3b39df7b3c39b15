import { type CaipNetworkId, type ConnectionChange, ModalError, type Network } from '@portico/contracts'
import { translating } from '../walletErrors.ts'
import { type AccountAddress, addressOf } from './accounts.ts'
import type { Live } from './live.ts'
import { type SendTransferParams, type SignMessageParams, sendTransfer, signMessage } from './requests.ts'
import type { SignedPsbt, SignPsbtParams } from './signPsbt.ts'
import type { BitcoinWallet } from './wallet.ts'

/** The events of the provider. */
interface BitcoinEvents {
  accountsChanged: readonly AccountAddress[]
  networkChanged: CaipNetworkId
  disconnect: undefined
}

type Listener<E extends keyof BitcoinEvents> = (payload: BitcoinEvents[E]) => void

/**
 * A Bitcoin wallet as the site sees it: the same interface for every wallet. Every rejection is a `ModalError`:
 * `connection.requestRejected` when the visitor declined, otherwise `connection.requestFailed` with a `reason` in
 * `details` or with a `cause`.
 */
export interface BitcoinProvider {
  getAccountAddresses(): Promise<readonly AccountAddress[]>
  /** @returns the signature in base64 */
  signMessage(params: SignMessageParams): Promise<string>
  /** @returns the transaction id */
  sendTransfer(params: SendTransferParams): Promise<string>
  signPSBT(params: SignPsbtParams): Promise<SignedPsbt>
  /** Absent if the page cannot switch the network. */
  switchNetwork?(caipNetworkId: CaipNetworkId): Promise<void>
  on<E extends keyof BitcoinEvents>(event: E, listener: Listener<E>): void
  removeListener<E extends keyof BitcoinEvents>(event: E, listener: Listener<E>): void
}

export interface ProviderContext {
  readonly wallet: BitcoinWallet
  readonly live: Live
  network(caipNetworkId: string | undefined): Network | undefined
  switchNetwork(network: Network): Promise<void>
  signPsbt(): Promise<typeof import('./signPsbt.ts')>
}

export function createProvider({ wallet, live, network, switchNetwork, signPsbt }: ProviderContext): BitcoinProvider {
  const listeners: { [E in keyof BitcoinEvents]: Set<Listener<E>> } = {
    accountsChanged: new Set(),
    networkChanged: new Set(),
    disconnect: new Set(),
  }
  let watching: AbortController | undefined

  const tell = <E extends keyof BitcoinEvents>(event: E, payload: BitcoinEvents[E]) => {
    for (const listener of [...listeners[event]]) {
      try {
        listener(payload)
      } catch (error) {
        console.error('[portico] a listener of the page failed', error)
      }
    }
  }
  const onChange = (change: ConnectionChange) => {
    if (change.type === 'accounts') tell('accountsChanged', change.accounts.map(addressOf))
    if (change.type === 'network') tell('networkChanged', change.caipNetworkId)
    if (change.type === 'disconnected') tell('disconnect', undefined)
  }
  /** Listens to the wallet only while the site listens. */
  const sync = () => {
    const isHeard = Object.values(listeners).some(({ size }) => size > 0)
    if (isHeard && !watching) {
      watching = new AbortController()
      live.watch(onChange, watching.signal)
    }
    if (isHeard) return
    watching?.abort()
    watching = undefined
  }

  return {
    getAccountAddresses: async () => (live.connection?.accounts ?? []).map(addressOf),
    signMessage: (params) => translating(() => signMessage(wallet, live.connection, params)),
    sendTransfer: (params) => translating(() => sendTransfer(wallet, live.connection, params)),
    signPSBT: (params) =>
      translating(async () => {
        const { signPsbt: sign } = await signPsbt()
        return sign(wallet, live.connection, params, network(live.connection?.caipNetworkId))
      }),
    ...(wallet.switchNetwork && {
      async switchNetwork(caipNetworkId: CaipNetworkId) {
        const to = network(caipNetworkId)
        if (!to) throw new ModalError('network.notFound', { details: { caipNetworkId } })
        await switchNetwork(to)
      },
    }),
    on(event, listener) {
      listeners[event]?.add(listener)
      sync()
    },
    removeListener(event, listener) {
      listeners[event]?.delete(listener)
      sync()
    },
  }
}
