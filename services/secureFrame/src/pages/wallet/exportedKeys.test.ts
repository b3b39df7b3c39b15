import { createPrivateKey, createPublicKey } from 'node:crypto'
import { base58 } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { bytesToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { createFakeDevice, newSession } from '../../../testing/fakeDevice.ts'
import { createFakeStores } from '../../../testing/fakeStores.ts'
import { settled } from '../../../testing/settled.ts'
import { deriveEd25519 } from '../../keys/slip10.ts'
import { takeKeys } from './exportedKeys.ts'

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }))
afterEach(() => jest.useRealTimers())

async function exported() {
  const wallet = createFakeDevice(createFakeStores(), newSession()).openPage()
  const addresses = await settled(wallet.addresses())
  const { keys, wipe } = await settled(takeKeys({ wallet }))
  const read = (wanted: string) => keys.find(({ kind }) => kind === wanted)?.read() ?? ''
  return { addresses, read, wipe }
}

/** RFC 8410 §7: the prefix of an Ed25519 private key's 32 bytes in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The public key of 32 secret bytes, from a library other than the one under test. */
function publicKeyOf(secret: Uint8Array): Uint8Array {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
}

test('the EVM key belongs to the wallet', async () => {
  const { addresses, read } = await exported()
  expect(read('evm')).toMatch(/^0x[\da-f]{64}$/)
  expect(privateKeyToAccount(read('evm') as `0x${string}`).address).toBe(addresses.eip155)
})

test('the Solana key is the 64 bytes that wallets import: the secret, then the public key, which is the address', async () => {
  const { addresses, read } = await exported()
  const bytes = base58.decode(read('solana'))
  expect(bytes).toHaveLength(64)
  const [secret, publicKey] = [bytes.subarray(0, 32), bytes.subarray(32)]
  expect(base58.encode(publicKey)).toBe(addresses.solana)
  expect(base58.encode(publicKeyOf(secret))).toBe(addresses.solana)
})

test('other wallets derive the same first accounts from the words', async () => {
  const { addresses, read } = await exported()
  const words = read('words')
  expect(words.split(' ')).toHaveLength(24)
  expect(mnemonicToAccount(words).address).toBe(addresses.eip155)
  const secret = deriveEd25519(mnemonicToSeedSync(words), [44, 501, 0, 0])
  expect(base58.encode(publicKeyOf(secret))).toBe(addresses.solana)
})

test('overwritten keys can no longer be read', async () => {
  const { read, wipe } = await exported()
  const before = read('evm')
  wipe()
  expect(['words', 'evm', 'solana'].map(read)).toEqual(['', '', ''])
  expect(before).not.toBe(bytesToHex(new Uint8Array(32)))
})
