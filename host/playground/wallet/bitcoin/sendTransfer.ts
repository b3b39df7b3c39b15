import { address as addresses, Psbt } from 'bitcoinjs-lib'
import { invalidParams, ProviderError } from '../providerError.ts'
import { type BitcoinNetworkName, bitcoinNetworks } from './bitcoinNetworks.ts'
import type { BitcoinAddress } from './createBitcoinAddresses.ts'
import type { Esplora, Unspent } from './esplora.ts'
import { signPsbt } from './signPsbt.ts'

export interface Recipient {
  readonly address: string
  /** Satoshi. */
  readonly amount: bigint
}

export interface Transfer {
  readonly from: BitcoinAddress
  readonly recipients: readonly Recipient[]
  readonly network: BitcoinNetworkName
  readonly esplora: Esplora
}

/** Satoshi per virtual byte: nodes relay from 1 up. */
const FEE_RATE = 2n
/** Virtual bytes of an empty transaction, of an input and of an output, large enough for every type. */
const OVERHEAD = 11n
const INPUT = 69n
const OUTPUT = 43n
/** Nodes do not relay outputs that cost more to spend than they hold. */
const DUST = 546n

const feeOf = (inputs: number, outputs: number) =>
  FEE_RATE * (OVERHEAD + INPUT * BigInt(inputs) + OUTPUT * BigInt(outputs))

/** Takes the largest outputs first, until they cover everything. */
function choose(unspent: readonly Unspent[], amount: bigint, outputs: number): { chosen: Unspent[]; total: bigint } {
  const chosen: Unspent[] = []
  let total = 0n
  for (const output of [...unspent].sort((a, b) => (a.value < b.value ? 1 : -1))) {
    chosen.push(output)
    total += output.value
    if (total >= amount + feeOf(chosen.length, outputs)) return { chosen, total }
  }
  throw new ProviderError(-32603, 'Insufficient funds.')
}

/** @throws ProviderError -32602 without recipients or amount, or for an address of another network */
function assertRecipients({ recipients, network }: Transfer) {
  if (!recipients.length) throw invalidParams('sendTransfer')
  for (const { address, amount } of recipients) {
    if (amount < DUST) throw invalidParams('sendTransfer')
    try {
      addresses.toOutputScript(address, bitcoinNetworks[network])
    } catch {
      throw invalidParams('sendTransfer')
    }
  }
}

/**
 * Builds, signs and sends a transaction that pays the recipients and returns the change.
 * @returns its id
 * @throws ProviderError -32602, -32603 when funds are insufficient or the node refuses it, 4901 without a node
 */
export async function sendTransfer(transfer: Transfer): Promise<string> {
  assertRecipients(transfer)
  const { from, recipients, network, esplora } = transfer
  const amount = recipients.reduce((sum, recipient) => sum + recipient.amount, 0n)
  const outputs = recipients.length + 1
  const { chosen, total } = choose(await esplora.unspent(from.address), amount, outputs)

  const psbt = new Psbt({ network: bitcoinNetworks[network] })
  for (const { txid, vout, value } of chosen) {
    psbt.addInput({ hash: txid, index: vout, witnessUtxo: { script: from.script, value } })
  }
  for (const recipient of recipients) psbt.addOutput({ address: recipient.address, value: recipient.amount })
  const change = total - amount - feeOf(chosen.length, outputs)
  if (change >= DUST) psbt.addOutput({ address: from.address, value: change })

  signPsbt(psbt, [from])
  return esplora.broadcast(psbt.finalizeAllInputs().extractTransaction().toHex())
}
