import { hex } from '@scure/base'
import {
  array,
  boolean,
  looseObject,
  nullish,
  number,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
  union,
} from 'valibot'
import { invalidParams } from '../providerError.ts'
import { readParams } from '../readParams.ts'
import type { Ask } from '../requestCore.ts'
import type { WalletCore } from '../walletCore.ts'
import type { BitcoinNetworkName } from './bitcoinNetworks.ts'
import type { Vault } from './createVault.ts'
import { fromHex } from './decodeText.ts'
import { signBip322 } from './signMessage.ts'

type Method = (params: unknown, ask: Ask) => unknown

const Network = optional(string())
const GetAddresses = nullish(looseObject({ network: Network }))
const SignMessage = looseObject({
  message: string(),
  paymentType: optional(picklist(['p2wpkh', 'p2tr'])),
  network: Network,
})
/** Satoshi, as text. */
const Amount = pipe(string(), regex(/^\d+$/))
const Recipient = looseObject({ address: string(), amount: Amount })
/** Several recipients, or one. */
const SendTransfer = union([
  pipe(
    looseObject({ recipients: array(Recipient) }),
    transform(({ recipients }) => recipients),
  ),
  pipe(
    Recipient,
    transform((recipient) => [recipient]),
  ),
])
const SignPsbt = looseObject({
  hex: string(),
  signAtIndex: optional(union([number(), array(number())])),
  allowedSighash: optional(array(number())),
  broadcast: optional(boolean()),
  network: Network,
})

const networks: Readonly<Record<string, BitcoinNetworkName>> = {
  mainnet: 'mainnet',
  testnet: 'testnet',
  testnet4: 'testnet',
  signet: 'signet',
  regtest: 'regtest',
  devnet: 'regtest',
  sbtcDevenv: 'regtest',
}

/** Leather's methods. They report an address's type, not its purpose, and sign messages only by BIP-322. */
export function leatherMethods(core: WalletCore, vault: Vault): Record<string, Method> {
  /** The requested network, or the wallet's own. */
  const networkOf = (method: string, name: string | undefined): BitcoinNetworkName => {
    const network = name === undefined ? vault.network : networks[name]
    if (!network) throw invalidParams(method)
    return network
  }

  const addresses = (network: BitcoinNetworkName) => {
    const { payment, ordinals } = vault.active(network)
    return [
      {
        symbol: 'BTC',
        type: 'p2wpkh',
        address: core.shown(payment.address),
        publicKey: hex.encode(payment.publicKey),
        derivationPath: payment.path,
      },
      {
        symbol: 'BTC',
        type: 'p2tr',
        address: core.shown(ordinals.address),
        publicKey: hex.encode(ordinals.publicKey),
        tweakedPublicKey: hex.encode(ordinals.script.slice(2)),
        derivationPath: ordinals.path,
      },
      // Leather lists a Stacks account too; no key exists for this address.
      { symbol: 'STX', address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', publicKey: '' },
    ]
  }

  const methods: Record<string, Method> = {
    getInfo: () => ({ version: '1.0.0', supportedMethods: Object.keys(methods).map((name) => ({ name })) }),

    getAddresses: async (params, ask) => {
      const network = networkOf('getAddresses', readParams('getAddresses', GetAddresses, params)?.network)
      await core.admit(ask)
      return { addresses: addresses(network) }
    },

    signMessage: async (params, ask) => {
      const { message, paymentType = 'p2wpkh', network } = readParams('signMessage', SignMessage, params)
      core.assertAdmitted()
      const { payment, ordinals } = vault.active(networkOf('signMessage', network))
      const own = paymentType === 'p2tr' ? ordinals : payment
      await ask()
      return { signature: signBip322(new TextEncoder().encode(message), own), address: own.address, message }
    },

    sendTransfer: async (params, ask) => {
      const recipients = readParams('sendTransfer', SendTransfer, params)
      core.assertAdmitted()
      await ask()
      const paid = recipients.map(({ address, amount }) => ({ address, amount: BigInt(amount) }))
      return { txid: await vault.send(vault.active().payment, paid) }
    },

    signPsbt: async (params, ask) => {
      const { hex: psbt, signAtIndex, allowedSighash, broadcast } = readParams('signPsbt', SignPsbt, params)
      core.assertAdmitted()
      const indexes = typeof signAtIndex === 'number' ? [signAtIndex] : signAtIndex
      const inputs = indexes?.map((index) => ({ index, sighashTypes: allowedSighash }))
      const signed = vault.sign(fromHex('signPsbt', psbt), inputs)
      await ask()
      const answer = { hex: signed.toHex() }
      return broadcast ? { ...answer, txid: await vault.broadcast(signed) } : answer
    },
  }
  return methods
}
