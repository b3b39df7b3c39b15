import type { Psbt } from 'bitcoinjs-lib'
import { disconnected, invalidParams } from '../providerError.ts'
import type { WalletCore } from '../walletCore.ts'
import type { BitcoinNetworkName } from './bitcoinNetworks.ts'
import { type BitcoinAddress, type BitcoinAddresses, createBitcoinAddresses } from './createBitcoinAddresses.ts'
import { BITCOIN_DEVELOPMENT_KEYS } from './developmentKeys.ts'
import { createEsplora } from './esplora.ts'
import { type Recipient, sendTransfer } from './sendTransfer.ts'
import { type InputToSign, readPsbt, signPsbt } from './signPsbt.ts'

/** The common core of all Bitcoin wallets, whatever their method names. */
export interface Vault {
  readonly network: BitcoinNetworkName
  setNetwork(network: BitcoinNetworkName): void
  /** The active account's addresses, by default encoded for the wallet's network. */
  active(network?: BitcoinNetworkName): BitcoinAddresses
  /** All of the wallet's payment addresses. */
  all(): readonly string[]
  /** @throws ProviderError -32602 unless it is an address of the active account */
  own(address: string): BitcoinAddress
  send(from: BitcoinAddress, recipients: readonly Recipient[]): Promise<string>
  /** @throws ProviderError -32602 */
  sign(psbt: Uint8Array, inputs?: readonly InputToSign[]): Psbt
  /** Finalizes and sends a PSBT. Returns its id. @throws ProviderError -32602, -32603, 4901 */
  broadcast(psbt: Psbt): Promise<string>
  /** @param transaction in hex */
  push(transaction: string): Promise<string>
}

export function createVault(core: WalletCore, rpcUrl: string | undefined): Vault {
  const esplora = createEsplora(rpcUrl)
  const derived = new Map<string, BitcoinAddresses>()
  let network: BitcoinNetworkName = 'regtest'

  // Derived on first use, to keep page loads fast.
  function at(index: number, of: BitcoinNetworkName): BitcoinAddresses {
    const keys = BITCOIN_DEVELOPMENT_KEYS[index]
    if (!keys) throw new Error(`The wallet has no account ${index}.`)
    const addresses = derived.get(`${of}/${index}`) ?? createBitcoinAddresses(keys, index, of)
    derived.set(`${of}/${index}`, addresses)
    return addresses
  }

  const vault: Vault = {
    get network() {
      return network
    },
    setNetwork(next) {
      network = next
    },
    active: (of = network) => at(core.memory.accountIndex, of),
    all: () => BITCOIN_DEVELOPMENT_KEYS.map((_, index) => at(index, network).payment.address),
    own(address) {
      const own = Object.values<BitcoinAddress>({ ...vault.active() }).find((known) => known.address === address)
      if (!own) throw invalidParams('address')
      return own
    },
    async send(from, recipients) {
      if (network !== 'regtest') throw disconnected(network)
      return sendTransfer({ from, recipients, network, esplora })
    },
    sign(bytes, inputs) {
      const psbt = readPsbt(bytes)
      signPsbt(psbt, Object.values<BitcoinAddress>({ ...vault.active() }), inputs)
      return psbt
    },
    async broadcast(psbt) {
      try {
        psbt.finalizeAllInputs()
      } catch {
        throw invalidParams('broadcast')
      }
      return esplora.broadcast(psbt.extractTransaction().toHex())
    },
    push: (transaction) => esplora.broadcast(transaction),
  }
  return vault
}
