import { hex } from '@scure/base'
import {
  array,
  boolean,
  integer,
  looseObject,
  maxLength,
  minValue,
  nullish,
  number,
  optional,
  picklist,
  pipe,
  record,
  string,
} from 'valibot'
import { invalidParams } from '../providerError.ts'
import { readParams } from '../readParams.ts'
import type { Ask } from '../requestCore.ts'
import type { WalletCore } from '../walletCore.ts'
import type { BitcoinNetworkName } from './bitcoinNetworks.ts'
import type { Vault } from './createVault.ts'
import { fromBase64 } from './decodeText.ts'
import { legacyMessageHash, signBip322, signLegacy } from './signMessage.ts'
import { type XverseAccount, xverseNetworkNames } from './xverseAccount.ts'

type Method = (params: unknown, ask: Ask) => unknown

const Purposes = looseObject({ purposes: array(string()), message: optional(pipe(string(), maxLength(80))) })
const Connect = nullish(looseObject({ addresses: optional(array(string())), network: optional(string()) }))
const ChangeNetwork = looseObject({ name: string() })
const SignMessage = looseObject({
  address: string(),
  message: string(),
  protocol: optional(picklist(['ECDSA', 'BIP322'])),
})
const Index = pipe(number(), integer(), minValue(0))
const SendTransfer = looseObject({ recipients: array(looseObject({ address: string(), amount: Index })) })
const SignPsbt = looseObject({
  psbt: string(),
  signInputs: optional(record(string(), array(Index))),
  broadcast: optional(boolean()),
})

function networkNamed(name: string): BitcoinNetworkName {
  const known = (Object.keys(xverseNetworkNames) as BitcoinNetworkName[]).find((of) => xverseNetworkNames[of] === name)
  if (!known) throw invalidParams('wallet_changeNetwork')
  return known
}

/** Xverse's methods, with the documented results and the parameters of `sats-connect`. */
export function xverseMethods(
  core: WalletCore,
  vault: Vault,
  account: XverseAccount,
  setNetwork: (network: BitcoinNetworkName) => void,
): Record<string, Method> {
  const whole = (purposes?: readonly string[]) => ({
    id: `account-${core.memory.accountIndex}`,
    walletType: 'software',
    addresses: account.addresses(purposes),
    network: account.network(),
  })
  /** For the methods that, unlike `wallet_connect`, prompt each time. */
  const askForAccess = async (ask: Ask) => {
    await ask()
    core.memory.permit()
  }

  const revoke = () => {
    core.memory.revoke()
    return null
  }

  const methods: Record<string, Method> = {
    getInfo: () => ({ version: '1.0.0', platform: 'web', methods: Object.keys(methods), supports: ['WBIP004'] }),

    getAddresses: async (params, ask) => {
      const { purposes } = readParams('getAddresses', Purposes, params)
      await askForAccess(ask)
      return { addresses: account.addresses(purposes), network: account.network() }
    },

    getAccounts: async (params, ask) => {
      const { purposes } = readParams('getAccounts', Purposes, params)
      await askForAccess(ask)
      return account.addresses(purposes)
    },

    wallet_connect: async (params, ask) => {
      const wanted = readParams('wallet_connect', Connect, params)
      const network = wanted?.network && networkNamed(wanted.network)
      await core.admit(ask)
      if (network) setNetwork(network)
      return whole(wanted?.addresses)
    },

    wallet_getAccount: () => {
      core.assertAdmitted()
      return whole()
    },

    wallet_getNetwork: () => {
      core.assertAdmitted()
      return account.network()
    },

    wallet_changeNetwork: async (params, ask) => {
      core.assertAdmitted()
      const network = networkNamed(readParams('wallet_changeNetwork', ChangeNetwork, params).name)
      await ask()
      setNetwork(network)
      return null
    },

    wallet_disconnect: revoke,
    wallet_renouncePermissions: revoke,

    signMessage: async (params, ask) => {
      const { address, message, protocol } = readParams('signMessage', SignMessage, params)
      core.assertAdmitted()
      const own = vault.own(address)
      const bytes = new TextEncoder().encode(message)
      // ECDSA does not apply to taproot addresses.
      const used = own.addressType === 'p2tr' ? 'BIP322' : (protocol ?? 'ECDSA')
      await ask()
      const signature = used === 'BIP322' ? signBip322(bytes, own) : signLegacy(bytes, own, 39)
      return { signature, messageHash: hex.encode(legacyMessageHash(bytes)), address, protocol: used }
    },

    sendTransfer: async (params, ask) => {
      const { recipients } = readParams('sendTransfer', SendTransfer, params)
      core.assertAdmitted()
      await ask()
      const paid = recipients.map(({ address, amount }) => ({ address, amount: BigInt(amount) }))
      return { txid: await vault.send(vault.active().payment, paid) }
    },

    signPsbt: async (params, ask) => {
      const { psbt, signInputs, broadcast } = readParams('signPsbt', SignPsbt, params)
      core.assertAdmitted()
      const inputs =
        signInputs &&
        Object.entries(signInputs).flatMap(([address, indexes]) => {
          vault.own(address)
          return indexes.map((index) => ({ index }))
        })
      const signed = vault.sign(fromBase64('signPsbt', psbt), inputs)
      await ask()
      const answer = { psbt: signed.toBase64() }
      return broadcast ? { ...answer, txid: await vault.broadcast(signed) } : answer
    },
  }
  return methods
}
