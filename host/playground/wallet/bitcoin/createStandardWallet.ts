import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { Transaction } from 'bitcoinjs-lib'
import { appearance } from '../hostility.ts'
import { disconnected, invalidParams } from '../providerError.ts'
import { WalletCore } from '../walletCore.ts'
import { registerWallet } from '../walletStandard/registerWallet.ts'
import { disconnectFeature, eventsFeature } from '../walletStandard/standardFeatures.ts'
import { type BitcoinControls, type BitcoinSetup, bitcoinControls } from './bitcoinControls.ts'
import type { BitcoinFeatures, BitcoinPurpose, SignTransactionInput } from './bitcoinFeatures.ts'
import type { BitcoinAddress } from './createBitcoinAddresses.ts'
import { createVault } from './createVault.ts'
import { bip322Witness } from './signMessage.ts'
import type { InputToSign } from './signPsbt.ts'

const CHAINS = ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:regtest'] as const
const FEATURES = ['bitcoin:signMessage', 'bitcoin:signTransaction'] as const
const sighashTypes: Readonly<Record<string, number>> = {
  ALL: Transaction.SIGHASH_ALL,
  NONE: Transaction.SIGHASH_NONE,
  SINGLE: Transaction.SIGHASH_SINGLE,
  ANYONECANPAY: Transaction.SIGHASH_ANYONECANPAY,
}

function readSighash(names: string | undefined): readonly number[] | undefined {
  if (names === undefined) return undefined
  const types = names.split('|').map((name) => sighashTypes[name])
  return [
    types.reduce<number>((all, type) => {
      if (type === undefined) throw invalidParams('bitcoin:signTransaction')
      return all | type
    }, 0),
  ]
}

/** A Bitcoin wallet of the Wallet Standard. It signs, but cannot send. */
export function createStandardWallet({ name, rpcUrl, page, ...setup }: BitcoinSetup): {
  wallet: Wallet
  controls: BitcoinControls
} {
  const core = new WalletCore(setup)
  const vault = createVault(core, rpcUrl)
  /** The purposes that the site requested; empty before its request, and again after a reload. */
  let purposes: readonly BitcoinPurpose[] = []
  let accounts: readonly WalletAccount[] = []

  const accountOf = ({ address, publicKey, purpose }: BitcoinAddress): WalletAccount & { purpose: BitcoinPurpose } => ({
    address: core.shown(address),
    publicKey,
    chains: [`bitcoin:${vault.network}`],
    features: FEATURES,
    purpose,
  })
  const refresh = () => {
    accounts = core.memory.isExposed ? purposes.map((purpose) => accountOf(vault.active()[purpose])) : []
  }
  core.watchSite(refresh)

  function toSign({ inputsToSign }: SignTransactionInput): InputToSign[] {
    return inputsToSign.flatMap(({ account, signingIndexes, sigHash }) => {
      vault.own(account.address)
      return signingIndexes.map((index) => ({ index, sighashTypes: readSighash(sigHash) }))
    })
  }

  const features: BitcoinFeatures = {
    'bitcoin:connect': {
      version: '1.0.0',
      connect: (input) =>
        core.answer('bitcoin:connect', input, async (ask) => {
          purposes = input.purposes
          await core.admit(ask)
          refresh()
          return { accounts }
        }),
    },

    'bitcoin:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs) =>
        core.answer('bitcoin:signMessage', inputs, async (ask) => {
          core.assertAdmitted()
          const signers = inputs.map(({ account, message }) => ({ message, own: vault.own(account.address) }))
          await ask()
          return signers.map(({ message, own }) => ({ signedMessage: message, signature: bip322Witness(message, own) }))
        }),
    },

    'bitcoin:signTransaction': {
      version: '1.0.0',
      signTransaction: (...inputs) =>
        core.answer('bitcoin:signTransaction', inputs, async (ask) => {
          core.assertAdmitted()
          const signed = inputs.map((input) => vault.sign(input.psbt, toSign(input)))
          await ask()
          return signed.map((psbt) => ({ signedPsbt: psbt.toBuffer() }))
        }),
    },

    'bitcoin:switchNetwork': {
      version: '1.0.0',
      switchNetwork: (input) =>
        core.answer('bitcoin:switchNetwork', input, async (ask) => {
          const chain = CHAINS.find((known) => known === input.chain)
          if (!chain) throw disconnected(input.chain)
          await ask()
          controls.setNetwork(
            chain === 'bitcoin:mainnet' ? 'mainnet' : chain === 'bitcoin:testnet' ? 'testnet' : 'regtest',
          )
        }),
    },
  }

  const wallet = {
    version: '1.0.0' as const,
    ...appearance(name, core.behaviour.hostility),
    chains: CHAINS,
    get accounts() {
      return accounts
    },
    features: {
      ...features,
      ...disconnectFeature(core),
      // Most Bitcoin wallets of this standard have no events.
      ...(core.behaviour.isQuiet ? {} : eventsFeature(core, () => accounts)),
    },
  }

  const controls = bitcoinControls(
    core,
    vault,
    () => registerWallet(wallet, page),
    () => {
      refresh()
      core.events.emit('change', { accounts })
    },
  )
  return { wallet, controls }
}
