import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { bodyOf, listen } from './listen.ts'

/** The part of Esplora's REST interface that wallets use: every address has one output of 1 BTC. */
export async function bitcoinNode() {
  const sent: Transaction[] = []
  const { url, close } = await listen(async (request, response) => {
    if (request.url?.endsWith('/utxo')) {
      const unspent = [{ txid: 'ab'.repeat(32), vout: 0, value: 100_000_000, status: { confirmed: true } }]
      return response.end(JSON.stringify(unspent))
    }
    const transaction = Transaction.fromRaw(hex.decode(await bodyOf(request)), { allowUnknownInputs: true })
    sent.push(transaction)
    return response.end(transaction.id)
  })
  return { rpcUrl: url, sent, close }
}

export const ANYBODY = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** A PSBT that spends 10,000 satoshi from each script, built by a library that the wallets do not use. */
export function psbtSpending(...scripts: readonly Uint8Array[]): Uint8Array {
  const transaction = new Transaction()
  for (const [index, script] of scripts.entries()) {
    transaction.addInput({ txid: 'aa'.repeat(32), index, witnessUtxo: { script, amount: 10_000n } })
  }
  const [script = new Uint8Array()] = scripts
  transaction.addOutput({ script, amount: 9_000n * BigInt(scripts.length) })
  return transaction.toPSBT()
}

/** Indexes of the signed inputs. */
export const signedInputs = (psbt: Uint8Array): number[] => {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownInputs: true })
  return Array.from({ length: transaction.inputsLength }, (_, index) => index).filter((index) => {
    const { partialSig, tapKeySig, finalScriptWitness } = transaction.getInput(index)
    return Boolean(partialSig ?? tapKeySig ?? finalScriptWitness)
  })
}
