import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { accountOf, inputsOf } from './inputs.ts'
import type { BitcoinServer } from './server.ts'

/** BIP-86, first address of the test vectors: the internal key, and the output key. */
const INTERNAL = 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115'
const OUTPUT = 'a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c'
/** The test vector of BIP-49. */
const NESTED_KEY = '03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f'
const NESTED_HASH = '336caa13e08b96080a32b5d818d59b4ab3b36742'

const taproot = { type: 'p2tr', script: hex.decode(`5120${OUTPUT}`), text: '' } as const
const nested = { type: 'p2sh', script: hex.decode(`a914${NESTED_HASH}87`), text: '' } as const

test.each([
  ['the internal key', INTERNAL, INTERNAL],
  ['the internal key with its sign byte', `02${INTERNAL}`, INTERNAL],
  ['the output key', OUTPUT, undefined],
  ['a key that is not on the curve', 'ff'.repeat(32), undefined],
  ['no key', undefined, undefined],
])('a taproot key is used only if it is the internal key: the wallet reports %s', async (_, told, expected) => {
  const account = await accountOf(taproot, told)
  expect(account?.internalKey && hex.encode(account.internalKey)).toBe(expected)
  expect(account?.type).toBe('p2tr')
})

test('a nested SegWit address is spent with the redeem script derived from its key', async () => {
  const account = await accountOf(nested, NESTED_KEY)
  expect(account?.redeemScript && hex.encode(account.redeemScript)).toBe('001438971f73930f6c141d977ac4fd4a727c854935b3')
  expect(await accountOf(nested, `02${INTERNAL}`)).toBeUndefined()
  expect(await accountOf(nested)).toBeUndefined()
  expect(await accountOf({ type: 'p2wsh', script: hex.decode(`0020${OUTPUT}`), text: '' }, NESTED_KEY)).toBeUndefined()
})

/** A signed SegWit transaction whose second output pays `script`. */
const script = hex.decode(`76a914${'11'.repeat(20)}88ac`)
const value = 7_000n
const body = `01${'22'.repeat(32)}00000000${'00'}ffffffff02${'0100000000000000'}0151${'581b000000000000'}19${hex.encode(script)}`
const whole = `02000000${'0001'}${body}${'0101aa'}${'00000000'}`
const txid = hex.encode(sha256(sha256(hex.decode(`02000000${body}00000000`))).reverse())
const serverWith = (answer: string) => ({ transaction: async () => answer }) as unknown as BitcoinServer
const account = { type: 'p2pkh', script } as const

test('a legacy input carries its previous transaction, found by its txid', async () => {
  const [input] = await inputsOf([{ txid, vout: 1, value }], account, serverWith(whole))
  expect(input?.previous && hex.encode(input.previous)).toBe(whole)
})

test.each([
  ['another value', { txid, vout: 1, value: value + 1n }, whole],
  ['another output', { txid, vout: 0, value }, whole],
  ['another transaction', { txid: '33'.repeat(32), vout: 1, value }, whole],
  ['half of the transaction', { txid, vout: 1, value }, whole.slice(0, 100)],
])('a server that reports %s is not believed', async (_, coin, answer) => {
  await expect(inputsOf([coin], account, serverWith(answer))).rejects.toMatchObject({ code: 'service.invalidAnswer' })
})
