import { sha256 } from '@noble/hashes/sha2.js'
import { readPsbt, sighashOf, signaturesOf } from '@portico/contracts/chains/bitcoin/psbt'
import { hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils'
import fc from 'fast-check'
import {
  bitcoin,
  idOf,
  KEY,
  keysOf,
  OTHER_KEY,
  openPsbt,
  sign,
  TXID,
  toBase64,
} from '../../../testing/bitcoinWallets.ts'
import { extractTransaction, transactionId } from './extractTransaction.ts'
import { NETWORKS } from './networks.ts'
import { signPsbt } from './signPsbt.ts'
import type { BitcoinWallet, PsbtAbilities, PsbtRequest } from './wallet.ts'

const { payment, ordinals } = keysOf(bitcoin)
const connection = {
  connectorId: 'x',
  accounts: [{ address: payment.address }] as const,
  caipNetworkId: bitcoin.caipNetworkId,
}
const PAYMENT = { address: payment.address, index: 0 }
const ORDINALS = { address: ordinals.address, index: 1 }

function walletWith(answer: (request: PsbtRequest) => unknown, psbt: Partial<PsbtAbilities> = {}) {
  const requests: PsbtRequest[] = []
  const wallet = {
    psbt: { sighash: 'any', tweaks: [], broadcastsItself: false, ...psbt },
    async signPsbt(request: PsbtRequest) {
      requests.push(request)
      return { psbt: answer(request), txid: TXID }
    },
  } as unknown as BitcoinWallet
  return { wallet, requests }
}
const signs = ({ psbt, inputs }: PsbtRequest) =>
  sign(
    psbt,
    inputs.map(({ index }) => index),
  )

describe("a site's request", () => {
  const psbt = toBase64(openPsbt())
  test.each<[string, unknown, string]>([
    ['an invalid PSBT', { psbt: 'aGVsbG8=', signInputs: [PAYMENT] }, 'it is no PSBT'],
    ['a PSBT that is not text', { psbt: 5, signInputs: [PAYMENT] }, 'the PSBT is neither base64 nor hexadecimal'],
    ['a truncated PSBT', { psbt: toBase64(openPsbt().slice(0, 90)), signInputs: [PAYMENT] }, 'it ends too early'],
    ['an empty list of inputs', { psbt, signInputs: [] }, 'no input is to be signed'],
    [
      'an input index beyond the last',
      { psbt, signInputs: [{ ...PAYMENT, index: 2 }] },
      'the transaction has no input 2',
    ],
    ['a negative input index', { psbt, signInputs: [{ ...PAYMENT, index: -1 }] }, 'the transaction has no input -1'],
    [
      'a fractional input index',
      { psbt, signInputs: [{ ...PAYMENT, index: 0.5 }] },
      'the transaction has no input 0.5',
    ],
    ['an input listed twice', { psbt, signInputs: [PAYMENT, PAYMENT] }, 'an input is listed twice'],
    ['an input without an address', { psbt, signInputs: [{ index: 0 }] }, 'an input has no address'],
    [
      'an unsupported tweak option',
      { psbt, signInputs: [{ ...PAYMENT, disableTweakSigner: true }] },
      'the wallet has no disableTweakSigner',
    ],
    [
      'broadcasting a half-signed PSBT',
      { psbt, signInputs: [PAYMENT], broadcast: true },
      'input 1 is not signed: it cannot be sent',
    ],
  ])('chains.md, pitfall 22: %s is refused before the wallet is asked', async (_, params, reason) => {
    const { wallet, requests } = walletWith(signs)
    await expect(signPsbt(wallet, connection, params as never, bitcoin)).rejects.toMatchObject({
      code: 'connection.requestFailed',
      details: { reason },
    })
    expect(requests).toEqual([])
  })

  test('a sighash type that the wallet cannot take is refused, unless it is the default or in the PSBT', async () => {
    const { wallet } = walletWith(signs, { sighash: 'none' })
    const ask = (stated: number | undefined, type: number) =>
      signPsbt(
        wallet,
        connection,
        { psbt: toBase64(openPsbt(bitcoin, 1n, stated)), signInputs: [{ ...PAYMENT, sighashTypes: [type] }] },
        bitcoin,
      )
    await expect(ask(undefined, 0x83)).rejects.toMatchObject({ code: 'connection.requestFailed' })
    await expect(ask(1, 0x83)).rejects.toMatchObject({ code: 'connection.requestFailed' })
    await expect(ask(undefined, 1)).resolves.toBeDefined()
    await expect(ask(0x83, 0x83)).resolves.toBeDefined()
  })

  test('hexadecimal is accepted, and base64 returned', async () => {
    const { wallet } = walletWith((request) => hex.encode(signs(request)))
    const params = { psbt: hex.encode(openPsbt()), signInputs: [PAYMENT] }
    expect(await signPsbt(wallet, connection, params, bitcoin)).toEqual({ psbt: toBase64(sign(openPsbt(), [0])) })
  })

  test('without a connection the request is refused', async () => {
    const { wallet } = walletWith(signs)
    await expect(signPsbt(wallet, undefined, { psbt, signInputs: [PAYMENT] }, bitcoin)).rejects.toMatchObject({
      details: { reason: 'the wallet is not connected' },
    })
  })
})

describe("a wallet's answer", () => {
  const REQUEST_FAILED = 'connection.requestFailed'
  const OTHER = 'bitcoin.otherTransaction'
  test.each<[string, (request: PsbtRequest) => unknown, string]>([
    ['an empty answer', () => undefined, REQUEST_FAILED],
    ['a text that is not a PSBT', () => 'hello', REQUEST_FAILED],
    ['the unsigned PSBT that it was given', ({ psbt }) => psbt, REQUEST_FAILED],
    ['a PSBT with only one of two inputs signed', ({ psbt }) => sign(psbt, [0]), REQUEST_FAILED],
    ['another transaction', () => sign(openPsbt(bitcoin, 14_000n), [0, 1]), OTHER],
    [
      'another transaction, written over the given one',
      ({ psbt }) => {
        const other = sign(openPsbt(bitcoin, 14_000n), [0, 1])
        psbt.set(openPsbt(bitcoin, 14_000n))
        return other
      },
      OTHER,
    ],
    [
      'the extracted transaction instead of a PSBT',
      ({ psbt }) => Transaction.fromPSBT(sign(psbt, [0, 1], true)).extract(),
      REQUEST_FAILED,
    ],
  ])('chains.md, pitfall 22: %s is rejected, and nothing is sent', async (_, answer, code) => {
    globalThis.fetch = jest.fn()
    const { wallet } = walletWith(answer)
    const params = { psbt: toBase64(openPsbt()), signInputs: [PAYMENT, ORDINALS], broadcast: true }
    await expect(signPsbt(wallet, connection, params, bitcoin)).rejects.toMatchObject({ code })
    expect(globalThis.fetch).not.toHaveBeenCalled()
  })

  test("a signature that was already in the PSBT does not count as the wallet's", async () => {
    const { wallet } = walletWith(({ psbt }) => psbt)
    const params = { psbt: toBase64(sign(openPsbt(), [0])), signInputs: [PAYMENT] }
    await expect(signPsbt(wallet, connection, params, bitcoin)).rejects.toMatchObject({
      cause: { message: 'the wallet did not sign input 0' },
    })
  })

  test('inputs signed by others are sent as well', async () => {
    globalThis.fetch = jest.fn(async () => new Response(TXID)) as never
    const { wallet } = walletWith(signs)
    const params = { psbt: toBase64(sign(openPsbt(), [1])), signInputs: [PAYMENT], broadcast: true }
    const { psbt, txid } = await signPsbt(wallet, connection, params, bitcoin)
    expect(txid).toBe(idOf(psbt))
  })

  test('if a server refuses the transaction, the error contains its reason', async () => {
    globalThis.fetch = jest.fn(async () => new Response('min relay fee not met', { status: 400 })) as never
    const { wallet } = walletWith(signs)
    const params = { psbt: toBase64(openPsbt()), signInputs: [PAYMENT, ORDINALS], broadcast: true }
    const failure: unknown = await signPsbt(wallet, connection, params, bitcoin).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'connection.requestFailed', cause: { message: 'min relay fee not met' } })
  })

  test('another server is used when the first is too busy', async () => {
    const fetched = jest.fn(async (url: string) =>
      url.startsWith('https://one') ? new Response('', { status: 503 }) : new Response(`${TXID}\n`),
    )
    globalThis.fetch = fetched as never
    const { wallet } = walletWith(signs)
    const params = { psbt: toBase64(openPsbt()), signInputs: [PAYMENT, ORDINALS], broadcast: true }
    const two = { ...bitcoin, rpcUrls: ['https://one.example', 'https://two.example'] }
    const { psbt, txid } = await signPsbt(wallet, connection, params, two)
    expect(txid).toBe(idOf(psbt))
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['https://one.example/tx', 'https://two.example/tx'])
  })

  test.each<[string, (url: string) => Response | Error]>([
    ['no server answers', () => new TypeError('Failed to fetch')],
    ['the answer is unreadable', () => new Response('<html>')],
    [
      'a server already has the transaction',
      () => new Response('sendrawtransaction RPC error: txn-already-in-mempool', { status: 400 }),
    ],
    [
      'a block already includes the transaction',
      () => new Response('RPC error -27: Transaction outputs already in utxo set', { status: 400 }),
    ],
    [
      'the first server times out and the second reports its inputs as spent',
      (url) =>
        url.startsWith('https://one')
          ? new Response('', { status: 504 })
          : new Response('bad-txns-inputs-missingorspent', { status: 400 }),
    ],
  ])('if %s, the transaction id is still returned, to prevent a second payment', async (_, answer) => {
    globalThis.fetch = jest.fn(async (url: string) => {
      const given = answer(url)
      if (given instanceof Error) throw given
      return given
    }) as never
    const { wallet } = walletWith(signs)
    const params = { psbt: toBase64(openPsbt()), signInputs: [PAYMENT, ORDINALS], broadcast: true }
    const two = { ...bitcoin, rpcUrls: ['https://one.example', 'https://two.example'] }
    const { psbt, txid } = await signPsbt(wallet, connection, params, two)
    expect(txid).toBe(idOf(psbt))
  })

  test('if every server limits requests, nothing counts as sent', async () => {
    globalThis.fetch = jest.fn(async () => new Response('', { status: 429 })) as never
    const { wallet } = walletWith(signs)
    const params = { psbt: toBase64(openPsbt()), signInputs: [PAYMENT, ORDINALS], broadcast: true }
    await expect(signPsbt(wallet, connection, params, bitcoin)).rejects.toMatchObject({ code: 'service.unreachable' })
  })

  test.each<[string, Partial<BitcoinWallet>]>([
    ['broadcasts by itself', { psbt: { sighash: 'any', tweaks: [], broadcastsItself: true } }],
    ['is asked to broadcast what it has signed', { pushPsbt: async () => TXID }],
  ])('if a wallet that %s returns the id of another transaction, this is reported', async (_, more) => {
    const wallet = { ...walletWith(signs).wallet, ...more } as BitcoinWallet
    const params = { psbt: toBase64(openPsbt()), signInputs: [PAYMENT, ORDINALS], broadcast: true }
    await expect(signPsbt(wallet, connection, params, bitcoin)).rejects.toMatchObject({
      code: 'bitcoin.otherTransactionId',
      details: { told: TXID, expected: idOf(sign(openPsbt(), [0, 1])) },
    })
  })

  test('a wallet that broadcasts without returning an id does not make the visitor pay twice', async () => {
    const { wallet } = walletWith(signs, { broadcastsItself: true })
    const mute = { ...wallet, signPsbt: async (request: PsbtRequest) => ({ psbt: signs(request) }) } as BitcoinWallet
    const params = { psbt: toBase64(openPsbt()), signInputs: [PAYMENT, ORDINALS], broadcast: true }
    const { psbt, txid } = await signPsbt(mute, connection, params, bitcoin)
    expect(txid).toBe(idOf(psbt))
  })
})

describe('the broadcast transaction', () => {
  const publicKey = pubECDSA(KEY)
  const previous = () => {
    const transaction = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true })
    transaction.addInput({ txid: 'ef'.repeat(32), index: 0 })
    return transaction
  }
  const legacy = p2pkh(publicKey)
  const nested = p2sh(p2wpkh(publicKey))
  const native = p2wpkh(publicKey)
  const taproot = p2tr(pubSchnorr(KEY))

  /** Spends one output of a type, built and signed by an independent library. */
  function spend(type: 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr'): Transaction {
    const transaction = new Transaction()
    const paid = previous()
    const { script } = { p2pkh: legacy, 'p2sh-p2wpkh': nested, p2wpkh: native, p2tr: taproot }[type]
    paid.addOutput({ script: native.script, amount: 5n })
    paid.addOutput({ script, amount: 10_000n })
    const spent = { txid: hex.encode(sha256(sha256(paid.unsignedTx)).reverse()), index: 1 }
    const witnessUtxo = { script, amount: 10_000n }
    if (type === 'p2pkh') transaction.addInput({ ...spent, nonWitnessUtxo: paid.unsignedTx })
    else if (type === 'p2tr') transaction.addInput({ ...spent, witnessUtxo, tapInternalKey: pubSchnorr(KEY) })
    else if (type === 'p2wpkh') transaction.addInput({ ...spent, witnessUtxo })
    else transaction.addInput({ ...spent, witnessUtxo, redeemScript: native.script })
    transaction.addOutputAddress(keysOf(bitcoin, OTHER_KEY).payment.address, 9_000n)
    transaction.sign(KEY)
    return transaction
  }

  test.each(['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const)(
    "for an input of type %s, the transaction that we or the wallet finalize equals another library's",
    (type) => {
      const open = readPsbt(spend(type).toPSBT(0))
      const transaction = spend(type)
      transaction.finalize()
      const closed = readPsbt(transaction.toPSBT(0))
      expect(open.inputs.map((input) => signaturesOf(input).length)).toEqual([1])
      // Taproot signatures are randomized.
      if (type !== 'p2tr') expect(hex.encode(extractTransaction(open))).toBe(hex.encode(transaction.extract()))
      else expect(Transaction.fromRaw(extractTransaction(open)).id).toBe(transaction.id)
      expect(hex.encode(extractTransaction(closed))).toBe(hex.encode(transaction.extract()))
      expect([transactionId(open), transactionId(closed)]).toEqual([transaction.id, transaction.id])
    },
  )

  test("a PSBT with an input that needs more than a single key's signature is left to the site to finalize", () => {
    const script = p2wsh(p2pkh(publicKey))
    const transaction = new Transaction()
    const witnessUtxo = { script: script.script, amount: 10_000n }
    transaction.addInput({ txid: TXID, index: 0, witnessUtxo, witnessScript: p2pkh(publicKey).script })
    transaction.addOutputAddress(payment.address, 9_000n)
    transaction.sign(KEY)
    const psbt = readPsbt(transaction.toPSBT(0))
    expect(() => extractTransaction(psbt)).toThrow('input 0 is not complete')
    // The id is known all the same, because it does not depend on the witness.
    expect(transactionId(psbt)).toBe(hex.encode(sha256(sha256(transaction.unsignedTx)).reverse()))
  })

  test('the sighash type stated in an input is read', () => {
    expect(sighashOf(readPsbt(openPsbt(bitcoin, 1n, 0x83)).inputs[0])).toBe(0x83)
    expect(sighashOf(readPsbt(openPsbt()).inputs[0])).toBeUndefined()
  })

  test('a version 2 PSBT is reported as unsupported', () => {
    const versionTwo = hex.decode('70736274ff01fb040200000000')
    expect(() => readPsbt(versionTwo)).toThrow('it is no PSBT of version 0')
  })
})

test('parsing any bytes ends with a PSBT or an error', () => {
  const whole = sign(openPsbt(), [0, 1])
  const broken = fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => {
    const bytes = whole.slice()
    bytes[at] = byte
    return bytes
  })
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), broken), (bytes) => {
      try {
        extractTransaction(readPsbt(bytes))
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
  )
})

test('every known network can be configured by its CAIP-2 id alone', () => {
  expect(new Set(NETWORKS.map(({ caipNetworkId }) => caipNetworkId)).size).toBe(NETWORKS.length)
})
