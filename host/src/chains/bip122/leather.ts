import type { Connector } from '@portico/contracts'
import { encodeHex } from '@portico/contracts/chains/bytes'
import { PURPOSES, readGrant, request, satsConnectWallet } from './satsConnect.ts'
import { field } from './untrusted.ts'
import type { BitcoinWallet, Grant } from './wallet.ts'

/** The provider's name in the registry of sats-connect. */
export const LEATHER_ID = 'LeatherProvider'

/**
 * Leather prompts whenever it is asked for addresses. They are therefore kept until the page reloads; after that,
 * nothing can be restored without a prompt. Its network can be switched only in its own settings.
 */
export function leatherWallet(connector: Connector, provider: unknown): BitcoinWallet {
  let known: Grant | undefined
  const { switchNetwork: _, ...common } = satsConnectWallet(connector, provider)

  return {
    ...common,
    psbt: { sighash: 'any', tweaks: [], broadcastsItself: true },
    serves: ({ leather }) => leather !== undefined,
    async connect({ leather }) {
      known = readGrant(await request(provider, 'getAddresses', { purposes: PURPOSES, network: leather }))
      return known
    },
    read: async () => known,
    async disconnect() {
      known = undefined
    },
    /** Without `paymentType`, Leather signs with the segwit key, whatever the address. */
    async signMessage({ message, address, type, protocol, network }) {
      const paymentType = type === 'p2tr' ? 'p2tr' : 'p2wpkh'
      const params = { message, address, paymentType, protocol: protocol.toUpperCase(), network: network.leather }
      const result = await request(provider, 'signMessage', params)
      const signer = field(result, 'address')
      if (typeof signer === 'string' && signer !== address) throw new Error('the wallet signed with another address')
      return field(result, 'signature')
    },
    async sendTransfer({ recipient, satoshi, network }) {
      const recipients = [{ address: recipient, amount: satoshi.toString() }]
      return field(await request(provider, 'sendTransfer', { recipients, network: network.leather }), 'txid')
    },
    async signPsbt({ psbt, inputs, broadcast, network }) {
      const allowedSighash = [...new Set(inputs.flatMap(({ sighashTypes = [] }) => sighashTypes))]
      const result = await request(provider, 'signPsbt', {
        hex: encodeHex(psbt),
        network: network.leather,
        broadcast,
        signAtIndex: inputs.map(({ index }) => index),
        ...(allowedSighash.length && { allowedSighash }),
      })
      return { psbt: field(result, 'hex'), txid: field(result, 'txid') }
    },
  }
}
