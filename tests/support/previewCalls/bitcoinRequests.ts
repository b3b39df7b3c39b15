import { p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import type { PreviewContext, PreviewRequest } from '../../../shared-contracts/preview/index.ts'

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
const addressOf = (seed: number) => p2wpkh(pubECDSA(new Uint8Array(32).fill(seed)), REGTEST)
const [own, friend, thief] = [addressOf(1), addressOf(2), addressOf(5)] as const
const taproot = p2tr(pubSchnorr(new Uint8Array(32).fill(3)), undefined, REGTEST)

/** A local Bitcoin network. */
export const BITCOIN: PreviewContext = {
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  account: own.address ?? '',
  native: { symbol: 'BTC', decimals: 8 },
  origin: 'https://shop.example',
  familiar: [friend.address ?? ''],
}

interface Coin {
  readonly script: Uint8Array
  readonly value: bigint
}
const coin = ({ script }: { readonly script: Uint8Array }, value: bigint): Coin => ({ script, value })

function psbt(inputs: readonly Coin[], outputs: readonly Coin[]): Uint8Array {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  inputs.forEach(({ script, value }, index) => {
    transaction.addInput({ txid: 'ab'.repeat(32), index, witnessUtxo: { script, amount: value } })
  })
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value })
  return transaction.toPSBT(0)
}

interface Asked extends PreviewRequest {
  readonly name: string
}
const signs = (name: string, inputs: readonly Coin[], outputs: readonly Coin[], coding: BufferEncoding = 'base64') => ({
  name,
  method: 'signPsbt',
  params: { psbt: Buffer.from(psbt(inputs, outputs)).toString(coding), signInputs: [] },
})
const note = Uint8Array.from([0x6a, 3, 1, 2, 3])

/** Bitcoin requests. */
export const bitcoinRequests: readonly Asked[] = [
  signs('satoshi to a friend, with change', [coin(own, 100_000n)], [coin(friend, 60_000n), coin(own, 39_000n)]),
  signs('satoshi to a taproot address', [coin(own, 100_000n)], [coin(taproot, 99_000n)]),
  signs('the same in hexadecimal', [coin(own, 100_000n)], [coin(taproot, 99_000n)], 'hex'),
  signs('two payments of Bitcoin', [coin(own, 100_000n)], [coin(friend, 60_000n), coin(thief, 39_000n)]),
  signs('coins consolidated', [coin(own, 60_000n), coin(own, 40_000n)], [coin(own, 99_500n)]),
  signs('a fee of almost everything', [coin(own, 100_000n)], [coin(friend, 1_000n)]),
  signs('a payment with data', [coin(own, 100_000n)], [coin(friend, 60_000n), { script: note, value: 0n }]),
  signs(
    'coins of others besides the account’s own',
    [coin(own, 100_000n), coin(thief, 5_000n)],
    [coin(friend, 104_000n)],
  ),
  signs('a payment of more than the inputs', [coin(own, 1_000n)], [coin(friend, 5_000n)]),
  { name: 'an unreadable PSBT', method: 'signPsbt', params: { psbt: 'cHNidP8=', signInputs: [] } },
  {
    name: 'a payment that the wallet builds',
    method: 'sendTransfer',
    params: { recipient: friend.address, amount: '60000' },
  },
  {
    name: 'a payment of a fraction of a satoshi',
    method: 'sendTransfer',
    params: { recipient: friend.address, amount: '0.5' },
  },
  { name: 'a message of Bitcoin', method: 'signMessage', params: { address: own.address, message: 'Hello, fern.' } },
  {
    name: 'a message for another address',
    method: 'signMessage',
    params: { address: thief.address, message: 'Hello, fern.' },
  },
]
