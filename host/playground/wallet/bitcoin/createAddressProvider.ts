import { hex } from '@scure/base'
import { array, boolean, integer, looseObject, minValue, number, optional, picklist, pipe, string } from 'valibot'
import type { Listener } from '../createEmitter.ts'
import { readParams } from '../readParams.ts'
import type { Ask } from '../requestCore.ts'
import type { WalletCore } from '../walletCore.ts'
import type { BitcoinNetworkName } from './bitcoinNetworks.ts'
import type { Vault } from './createVault.ts'
import { fromHex } from './decodeText.ts'
import { signBip322, signLegacy } from './signMessage.ts'
import { readPsbt } from './signPsbt.ts'

const Text = string()
const MessageType = optional(picklist(['ecdsa', 'bip322-simple']), 'ecdsa')
/** Satoshi. */
const Amount = pipe(number(), integer(), minValue(0))
const SignOptions = optional(
  looseObject({
    autoFinalized: optional(boolean()),
    toSignInputs: optional(
      array(
        looseObject({
          index: number(),
          address: optional(string()),
          publicKey: optional(string()),
          sighashTypes: optional(array(number())),
          disableTweakSigner: optional(boolean()),
          useTweakedSigner: optional(boolean()),
        }),
      ),
    ),
  }),
)

/** These wallets call the mainnet `livenet`. */
const networkNames: Readonly<Record<BitcoinNetworkName, string>> = {
  mainnet: 'livenet',
  testnet: 'testnet',
  signet: 'signet',
  regtest: 'regtest',
}

/** The common part of UniSat, OKX and their imitators: one address at a time, transactions in hex, EIP-1193 codes. */
export function createAddressProvider(core: WalletCore, vault: Vault) {
  const own = () => vault.active().payment
  const shown = () => core.shown(own().address)
  const exposed = () => (core.memory.isExposed ? [shown()] : [])

  const call = <T>(method: string, params: readonly unknown[], run: (ask: Ask) => T | Promise<T>): Promise<T> =>
    core.answer(method, params, run)
  /** Like `call`, for methods that need permission. */
  const callAdmitted = <T>(method: string, params: readonly unknown[], run: (ask: Ask) => T | Promise<T>) =>
    call(method, params, (ask) => {
      core.assertAdmitted()
      return run(ask)
    })

  function sign(psbtHex: unknown, options: unknown): string {
    const { autoFinalized = true, toSignInputs } = readParams('signPsbt', SignOptions, options) ?? {}
    const psbt = vault.sign(fromHex('signPsbt', readParams('signPsbt', Text, psbtHex)), toSignInputs)
    const indexes = toSignInputs?.map(({ index }) => index) ?? psbt.data.inputs.keys()
    if (autoFinalized) for (const index of indexes) psbt.finalizeInput(index)
    return psbt.toHex()
  }

  const provider = {
    requestAccounts: () =>
      call('requestAccounts', [], async (ask) => {
        await core.admit(ask)
        return exposed()
      }),
    getAccounts: () => call('getAccounts', [], exposed),
    getPublicKey: () => callAdmitted('getPublicKey', [], () => hex.encode(own().publicKey)),
    getNetwork: () => call('getNetwork', [], () => networkNames[vault.network]),

    signMessage: (message: unknown, type?: unknown) =>
      callAdmitted('signMessage', [message, type], async (ask) => {
        const bytes = new TextEncoder().encode(readParams('signMessage', Text, message))
        const protocol = readParams('signMessage', MessageType, type)
        await ask()
        return protocol === 'ecdsa' ? signLegacy(bytes, own(), 31) : signBip322(bytes, own())
      }),

    sendBitcoin: (to: unknown, satoshis: unknown, options?: unknown) =>
      callAdmitted('sendBitcoin', [to, satoshis, options], async (ask) => {
        const address = readParams('sendBitcoin', Text, to)
        const amount = BigInt(readParams('sendBitcoin', Amount, satoshis))
        await ask()
        return vault.send(own(), [{ address, amount }])
      }),

    signPsbt: (psbtHex: unknown, options?: unknown) =>
      callAdmitted('signPsbt', [psbtHex, options], async (ask) => {
        const signed = sign(psbtHex, options)
        await ask()
        return signed
      }),

    pushPsbt: (psbtHex: unknown) =>
      callAdmitted('pushPsbt', [psbtHex], () => {
        const psbt = readPsbt(fromHex('pushPsbt', readParams('pushPsbt', Text, psbtHex)))
        return vault.push(psbt.extractTransaction().toHex())
      }),

    on(event: string, listener: Listener): void {
      core.events.on(event, listener)
    },
    removeListener(event: string, listener: Listener): void {
      core.events.off(event, listener)
    },
  }

  return { provider, call, callAdmitted, exposed, own, shown }
}
