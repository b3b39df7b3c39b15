import { addErrors, type Connection, ModalError, type Network } from '@portico/contracts'
import { bitcoinErrors } from '@portico/contracts/bitcoinErrors'
import { isFinal, type Psbt, readPsbt, sighashOf, signaturesOf } from '@portico/contracts/chains/bitcoin/psbt'
import { encodeBase64, isSame } from '@portico/contracts/chains/bytes'
import { safely } from '../announced.ts'
import { translating } from '../walletErrors.ts'
import { broadcastBy } from './broadcast.ts'
import { refusal } from './connection.ts'
import { readBytes } from './encoding.ts'
import { transactionId } from './extractTransaction.ts'
import { networkOfConnection, readTransactionId } from './requests.ts'
import { field, list } from './untrusted.ts'
import type { BitcoinWallet, InputToSign } from './wallet.ts'

export interface SignPsbtParams {
  /** Base64 or hexadecimal. */
  readonly psbt: string
  /** All inputs that the wallet should sign. */
  readonly signInputs: readonly InputToSign[]
  /** Whether to broadcast the signed transaction; every input must then be signed. */
  readonly broadcast?: boolean
}

export interface SignedPsbt {
  /** Base64. */
  readonly psbt: string
  /** Present if the transaction was broadcast. */
  readonly txid?: string
}

/** The default sighash types, used when an input states none: ALL, and taproot's own DEFAULT. */
const USUAL_SIGHASHES: readonly number[] = [0, 1]

/** The PSBT methods of a wallet, whether installed or paired. */
export type PsbtSigner = Pick<BitcoinWallet, 'psbt' | 'signPsbt' | 'pushPsbt'>

function readInput(given: unknown, psbt: Psbt, { psbt: abilities }: PsbtSigner): InputToSign {
  const { address, index, sighashTypes, publicKey, ...tweaks } = given as InputToSign
  if (typeof address !== 'string' || !address) throw refusal('an input has no address')
  const input = Number.isSafeInteger(index) ? psbt.inputs[index] : undefined
  if (!input) throw refusal(`the transaction has no input ${String(index)}`)

  const types = sighashTypes === undefined ? [] : list(sighashTypes)
  if (!types.every((type): type is number => Number.isSafeInteger(type))) throw refusal('a sighash type is no number')
  const stated = sighashOf(input)
  const isSaid = types.every((type) => (stated === undefined ? USUAL_SIGHASHES.includes(type) : type === stated))
  if (!isSaid && (abilities.sighash === 'none' || (abilities.sighash === 'one' && types.length > 1))) {
    throw refusal('the wallet takes its sighash type from the PSBT: state it there')
  }
  for (const tweak of ['disableTweakSigner', 'useTweakedSigner'] as const) {
    if (tweaks[tweak] && !abilities.tweaks.includes(tweak)) throw refusal(`the wallet has no ${tweak}`)
  }
  return {
    address,
    index,
    ...(types.length && { sighashTypes: types }),
    ...(typeof publicKey === 'string' && { publicKey }),
    ...(tweaks.disableTweakSigner && { disableTweakSigner: true }),
    ...(tweaks.useTweakedSigner && { useTweakedSigner: true }),
  }
}

function readInputs(given: unknown, psbt: Psbt, wallet: PsbtSigner, broadcast: boolean): InputToSign[] {
  const inputs = list(given, psbt.inputs.length + 1).map((input) => readInput(Object(input), psbt, wallet))
  if (!inputs.length) throw refusal('no input is to be signed')
  const indexes = new Set(inputs.map(({ index }) => index))
  if (indexes.size !== inputs.length) throw refusal('an input is listed twice')
  const missing = psbt.inputs.findIndex((input, index) => !indexes.has(index) && !signaturesOf(input).length)
  if (broadcast && missing >= 0) throw refusal(`input ${missing} is not signed: it cannot be sent`)
  return inputs
}

/** Signatures that were there before do not count, unless the input was already final. */
function isNewlySigned(input: Psbt['inputs'][number] | undefined, before: Psbt['inputs'][number] | undefined): boolean {
  const known = signaturesOf(before)
  return signaturesOf(input).some((key) => !known.includes(key)) || (isFinal(before) && isFinal(input))
}

/** The wallet's signed PSBT, if it matches the given one. @throws ModalError `bitcoin.otherTransaction`, Error */
function readSigned(answer: unknown, given: Psbt, inputs: readonly InputToSign[]): { bytes: Uint8Array; psbt: Psbt } {
  const bytes = readBytes(answer)
  if (!bytes) throw new Error('the wallet gave no PSBT')
  const psbt = readPsbt(bytes)
  if (!isSame(psbt.unsigned, given.unsigned)) throw new ModalError('bitcoin.otherTransaction')
  const missing = inputs.find(({ index }) => !isNewlySigned(psbt.inputs[index], given.inputs[index]))
  if (missing) throw new Error(`the wallet did not sign input ${missing.index}`)
  return { bytes, psbt }
}

/**
 * The id of the transaction that the wallet has sent: computed from what it signed, because it may return no readable
 * id.
 * @throws ModalError `bitcoin.otherTransactionId` if the wallet returns the id of another transaction
 */
function idOf(claimed: unknown, psbt: Psbt): string {
  const expected = transactionId(psbt)
  const named = safely(() => readTransactionId(claimed)) ?? expected
  if (named === expected) return expected
  throw new ModalError('bitcoin.otherTransactionId', { details: { told: named, expected } })
}

/**
 * Has a wallet sign inputs of a transaction, verifies that it signed exactly these, and broadcasts the result if
 * requested. The only such check, both for installed and for paired wallets.
 * @param configured the site's network that the wallet is on, used for broadcasting if the wallet does not broadcast
 * @throws ModalError `bitcoin.otherTransaction`, `bitcoin.otherTransactionId`, `connection.requestRejected`,
 *   `connection.requestFailed`, `service.unreachable`
 */
export async function signPsbt(
  wallet: PsbtSigner,
  connection: Pick<Connection, 'caipNetworkId'> | undefined,
  params: SignPsbtParams,
  configured: Network | undefined,
): Promise<SignedPsbt> {
  addErrors(bitcoinErrors)
  const network = networkOfConnection(connection)
  const broadcast = field(params, 'broadcast') === true
  const bytes = readBytes(field(params, 'psbt'))
  if (!bytes) throw refusal('the PSBT is neither base64 nor hexadecimal')
  let given: Psbt
  try {
    given = readPsbt(bytes)
  } catch (cause) {
    throw refusal(cause instanceof Error ? cause.message : 'it is no PSBT')
  }
  const inputs = readInputs(field(params, 'signInputs'), given, wallet, broadcast)
  if (broadcast && !wallet.psbt.broadcastsItself && !wallet.pushPsbt && !configured?.rpcUrls.length) {
    throw refusal('neither the wallet nor the network can send it')
  }
  return translating(async () => {
    // A copy, because a wallet that modifies its input must not change what its answer is compared with.
    const answer = await wallet.signPsbt({ psbt: bytes.slice(), inputs, broadcast, network })
    const signed = readSigned(answer.psbt, given, inputs)
    const psbt = encodeBase64(signed.bytes)
    if (!broadcast) return { psbt }
    if (wallet.psbt.broadcastsItself) return { psbt, txid: idOf(answer.txid, signed.psbt) }
    if (wallet.pushPsbt) return { psbt, txid: idOf(await wallet.pushPsbt(signed.bytes, network), signed.psbt) }
    await broadcastBy(configured, signed.psbt)
    return { psbt, txid: transactionId(signed.psbt) }
  })
}
