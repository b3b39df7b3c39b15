import type { Connector } from '@portico/contracts'
import { encodeBase64 } from '@portico/contracts/chains/bytes'
import { safely } from '../announced.ts'
import { isPending, isRejection } from '../walletErrors.ts'
import { readAccounts } from './accounts.ts'
import { networkNamed } from './networks.ts'
import { ask, field, method, text } from './untrusted.ts'
import type { BitcoinWallet, Grant, InputToSign, WalletEvent } from './wallet.ts'

export const PURPOSES = ['payment', 'ordinals'] as const

/** Error codes of sats-connect. There, -32002 means a missing permission, not a pending request as in EIP-1474. */
const USER_REJECTION = -32000
const ACCESS_DENIED = -32002
const REJECTED = 4001

function failure(error: unknown): Error {
  const code = field(error, 'code')
  const message = text(field(error, 'message')) ?? 'the wallet gave an error without a text'
  if (code === ACCESS_DENIED) return new Error(message)
  return Object.assign(new Error(message), { code: code === USER_REJECTION ? REJECTED : code })
}

/** JSON-RPC 2.0 as in WBIP-001. Some wallets resolve with the error, others reject with it. */
export async function request(provider: unknown, name: string, params: unknown = null): Promise<unknown> {
  let response: unknown
  try {
    response = await ask(provider, 'request', name, params)
  } catch (error) {
    throw failure(field(error, 'error') ?? error)
  }
  const error = field(response, 'error')
  if (error !== undefined && error !== null) throw failure(error)
  return field(response, 'result')
}

export function readGrant(result: unknown): Grant {
  const network = networkNamed('satsConnect', field(field(field(result, 'network'), 'bitcoin'), 'name'))
  return {
    accounts: readAccounts(field(result, 'addresses') ?? result),
    ...(network && { network }),
  }
}

/** Input indexes, keyed by address: `{ <address>: [<index>] }`. */
function indexesByAddress(inputs: readonly InputToSign[]): Record<string, number[]> {
  const byAddress: Record<string, number[]> = {}
  for (const { address, index } of inputs) byAddress[address] = [...(byAddress[address] ?? []), index]
  return byAddress
}

function readEvent(payload: unknown): WalletEvent {
  const addresses = field(payload, 'addresses')
  const network = networkNamed('satsConnect', field(field(payload, 'bitcoin'), 'name'))
  const isWhole = Array.isArray(addresses)
  return isWhole || network
    ? { ...(isWhole && { accounts: readAccounts(addresses) }), ...(network && { network }) }
    : undefined
}

/** Calls `addListener` like sats-connect 3 and later. Returns a function that removes the listener. */
function listen(provider: unknown, eventName: string, listener: (payload: unknown) => void): () => void {
  let isOver = false
  const cb = (payload: unknown) => {
    if (!isOver) listener(payload)
  }
  // A wallet with broken events counts as one without events.
  const stop = safely(() => method(provider, 'addListener')?.({ eventName, cb }))
  return () => {
    isOver = true
    safely(() => typeof stop === 'function' && stop())
  }
}

/** Xverse and other wallets in the registry of sats-connect, used without that library, whose size is 69 kB. */
export function satsConnectWallet(connector: Connector, provider: unknown): BitcoinWallet {
  return {
    connector,
    psbt: { sighash: 'none', tweaks: [], broadcastsItself: true },
    serves: () => true,

    // `wallet_connect` makes silent reads possible later; older wallets support only `getAddresses`.
    async connect(network) {
      try {
        return readGrant(
          await request(provider, 'wallet_connect', { addresses: PURPOSES, network: network.satsConnect }),
        )
      } catch (error) {
        if (isRejection(error) || isPending(error)) throw error
        return readGrant(await request(provider, 'getAddresses', { purposes: PURPOSES }))
      }
    },
    /** The wallet answers with an error if the permission is missing. */
    read: async () => readGrant(await request(provider, 'wallet_getAccount')),
    disconnect: async () => void (await request(provider, 'wallet_disconnect')),
    subscribe(onEvent) {
      if (!method(provider, 'addListener')) return undefined
      const stops = [
        listen(provider, 'accountChange', (payload) => onEvent(readEvent(payload))),
        listen(provider, 'networkChange', (payload) => onEvent(readEvent(payload))),
        listen(provider, 'disconnect', (payload) =>
          onEvent(field(payload, 'type') === 'disconnect' ? 'gone' : undefined),
        ),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    switchNetwork: async ({ satsConnect }) => {
      await request(provider, 'wallet_changeNetwork', { name: satsConnect })
    },

    async signMessage({ message, address, protocol }) {
      const params = { message, address, protocol: protocol.toUpperCase() }
      return field(await request(provider, 'signMessage', params), 'signature')
    },
    async sendTransfer({ recipient, satoshi }) {
      const recipients = [{ address: recipient, amount: Number(satoshi) }]
      return field(await request(provider, 'sendTransfer', { recipients }), 'txid')
    },
    async signPsbt({ psbt, inputs, broadcast }) {
      const params = { psbt: encodeBase64(psbt), signInputs: indexesByAddress(inputs), broadcast }
      const result = await request(provider, 'signPsbt', params)
      return { psbt: field(result, 'psbt'), txid: field(result, 'txid') }
    },
  }
}
