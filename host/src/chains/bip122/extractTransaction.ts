import { INPUT_FIELD, type Psbt, spentOutput } from '@portico/contracts/chains/bitcoin/psbt'
import { hashOfTransaction } from '@portico/contracts/chains/bitcoin/transaction'
import { decodeHex, encodeHex, isSame, joinBytes as join } from '@portico/contracts/chains/bytes'

type Input = Psbt['inputs'][number]

/** What unlocks an output: the script, and the witness items with their count, serialized as in a transaction. */
interface Unlocking {
  readonly script: Uint8Array
  readonly witness: Uint8Array
}

const NOTHING = new Uint8Array()
const NO_WITNESS = Uint8Array.of(0)

const sizeOf = (count: number): Uint8Array =>
  count < 0xfd ? Uint8Array.of(count) : Uint8Array.of(0xfd, count & 0xff, count >> 8)

const sized = (bytes: Uint8Array) => join(sizeOf(bytes.length), bytes)
const witnessOf = (...items: readonly Uint8Array[]) => join(sizeOf(items.length), ...items.map(sized))

const begins = (script: Uint8Array | undefined, length: number, ...bytes: readonly number[]): script is Uint8Array =>
  script?.length === length && bytes.every((byte, index) => script[index] === byte)

const isWitnessKeyHash = (script: Uint8Array | undefined) => begins(script, 22, 0x00, 0x14)
const isKeyHash = (script: Uint8Array | undefined) => begins(script, 25, 0x76, 0xa9, 0x14)

/** BIP-174's finalizer for a single key: P2WPKH (also within P2SH), P2PKH, and the taproot key path. */
function unlock(psbt: Psbt, input: Input, index: number): Unlocking | undefined {
  const [script, witness] = [input.get(INPUT_FIELD.finalScript), input.get(INPUT_FIELD.finalWitness)]
  if (script || witness) return { script: script ?? NOTHING, witness: witness ?? NO_WITNESS }

  const taproot = input.get(INPUT_FIELD.taprootSignature)
  if (taproot) return { script: NOTHING, witness: witnessOf(taproot) }

  const [partial, ...others] = [...input].filter(([key]) => key.startsWith('02'))
  if (!partial || others.length) return undefined
  const [name, signature] = partial
  const publicKey = decodeHex(name.slice(2))
  const spent = spentOutput(psbt, index)?.script
  const redeem = input.get(INPUT_FIELD.redeemScript)
  if (redeem && isWitnessKeyHash(redeem)) return { script: sized(redeem), witness: witnessOf(signature, publicKey) }
  if (isWitnessKeyHash(spent)) return { script: NOTHING, witness: witnessOf(signature, publicKey) }
  // Signature and key are so short that their length byte is also the push opcode.
  if (isKeyHash(spent)) return { script: join(sized(signature), sized(publicKey)), witness: NO_WITNESS }
  return undefined
}

/** A witness program is a version and 2 to 40 bytes in one push (BIP-141): only the witness unlocks it. */
const isWitnessProgram = (script: Uint8Array) =>
  script.length >= 4 && script.length <= 42 && script[1] === script.length - 2 && (!script[0] || script[0] > 0x50)

/** The script that unlocks an input: known before the signatures are complete if they are in the witness. */
function scriptOf(psbt: Psbt, input: Input, index: number): Uint8Array {
  const redeem = input.get(INPUT_FIELD.redeemScript)
  if (!input.has(INPUT_FIELD.finalScript) && redeem && isWitnessProgram(redeem)) return sized(redeem)
  const spent = spentOutput(psbt, index)?.script
  if (!input.has(INPUT_FIELD.finalScript) && spent && isWitnessProgram(spent)) return NOTHING
  return unlockedBy(psbt, input, index).script
}

function unlockedBy(psbt: Psbt, input: Input, index: number): Unlocking {
  const found = unlock(psbt, input, index)
  if (!found) throw new Error(`input ${index} is not complete`)
  return found
}

const complete = (psbt: Psbt): Unlocking[] => psbt.inputs.map((input, index) => unlockedBy(psbt, input, index))

const inputsOf = ({ transaction: { inputs } }: Psbt, scripts: readonly Uint8Array[]): Uint8Array =>
  join(
    sizeOf(inputs.length),
    ...inputs.map(({ outpoint, sequence }, index) => join(outpoint, sized(scripts[index] ?? NOTHING), sequence)),
  )

/**
 * The transaction id of this PSBT, whether a wallet sends it or we do: the hash without the witness (BIP-141), in
 * display order.
 * @throws Error when an input without a witness needs more than a single key's signature
 */
export function transactionId(psbt: Psbt): string {
  const { version, outputBytes, lockTime } = psbt.transaction
  const scripts = psbt.inputs.map((input, index) => scriptOf(psbt, input, index))
  const bytes = join(version, inputsOf(psbt, scripts), outputBytes, lockTime)
  return encodeHex(hashOfTransaction(bytes).reverse())
}

/**
 * The final transaction of a fully signed PSBT. Mistakes here are harmless: the network rejects bad signatures, and the
 * signed contents were checked.
 * @throws Error when an input needs more than a single key's signature
 */
export function extractTransaction(psbt: Psbt): Uint8Array {
  const { version, outputBytes, lockTime } = psbt.transaction
  const unlocked = complete(psbt)
  const hasWitness = unlocked.some(({ witness }) => !isSame(witness, NO_WITNESS))
  return join(
    version,
    hasWitness ? Uint8Array.of(0, 1) : NOTHING,
    inputsOf(
      psbt,
      unlocked.map(({ script }) => script),
    ),
    outputBytes,
    ...(hasWitness ? unlocked.map(({ witness }) => witness) : []),
    lockTime,
  )
}
