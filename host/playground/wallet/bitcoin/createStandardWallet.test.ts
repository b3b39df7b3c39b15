import { base64, hex } from '@scure/base'
import type { WalletAccount } from '@wallet-standard/base'
import type { StandardDisconnectFeature, StandardEventsFeature } from '@wallet-standard/features'
import { first, second } from '../testing/bitcoinAccounts.ts'
import { psbtSpending, signedInputs } from '../testing/bitcoinNode.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { isValidBip322 } from '../testing/verifyBitcoinMessage.ts'
import type { BitcoinFeatures } from './bitcoinFeatures.ts'
import { createStandardWallet } from './createStandardWallet.ts'

type Features = BitcoinFeatures & StandardEventsFeature & StandardDisconnectFeature

const message = new TextEncoder().encode('a text')

function open({ behaviour = 'ok', storage = memoryStorage() } = {}) {
  const { wallet, controls } = createStandardWallet({ behaviour, storage, name: 'A wallet', page: new EventTarget() })
  const features = wallet.features as unknown as Features
  const changes: unknown[] = []
  features['standard:events'].on('change', ({ accounts }) => changes.push(accounts?.map(({ address }) => address)))
  return { wallet, controls, features, changes }
}

async function openConnected(settings?: Parameters<typeof open>[0]) {
  const opened = open(settings)
  const { accounts } = await opened.features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] })
  const [payment, ordinals] = accounts
  if (!payment || !ordinals) throw new Error('The wallet has shown no accounts.')
  opened.changes.length = 0
  return { ...opened, payment, ordinals }
}

test("returns an account for each purpose, in the order of the site's request", async () => {
  const { features, wallet } = open()
  expect(wallet.accounts).toEqual([])
  const { accounts } = await features['bitcoin:connect'].connect({ purposes: ['ordinals', 'payment'] })
  expect(accounts).toMatchObject([
    { address: first.ordinals.address, purpose: 'ordinals', chains: ['bitcoin:regtest'] },
    { address: first.payment.address, purpose: 'payment', publicKey: first.payment.publicKey },
  ])
  expect(wallet.accounts).toBe(accounts)
})

test('prompts the visitor once, also across reloads', async () => {
  const storage = memoryStorage()
  await openConnected({ storage })
  expect(await openConnected({ storage, behaviour: 'reject' })).toBeDefined()
  await expect(openConnected({ behaviour: 'reject' })).rejects.toMatchObject({ code: 4001 })
})

test('signs messages by BIP-322 as bytes', async () => {
  const { features, payment, ordinals } = await openConnected()
  const inputs = [payment, ordinals].map((account) => ({ account, message }))
  const [one, other] = await features['bitcoin:signMessage'].signMessage(...inputs)
  const isValid = (signature: Uint8Array | undefined, script: Uint8Array) =>
    isValidBip322('a text', base64.encode(signature ?? new Uint8Array()), hex.encode(script))
  expect(isValid(one?.signature, first.payment.script)).toBe(true)
  expect(isValid(other?.signature, first.ordinals.script)).toBe(true)
})

test('signs the requested inputs of a PSBT', async () => {
  const { features, payment, ordinals } = await openConnected()
  const psbt = psbtSpending(first.payment.script, first.ordinals.script)
  const sign = async (...inputsToSign: { account: WalletAccount; signingIndexes: number[]; sigHash?: string }[]) => {
    const [signed] = await features['bitcoin:signTransaction'].signTransaction({ psbt, inputsToSign })
    return signedInputs(signed?.signedPsbt ?? new Uint8Array())
  }
  expect(await sign({ account: ordinals, signingIndexes: [1] })).toEqual([1])
  expect(await sign({ account: payment, signingIndexes: [0] }, { account: ordinals, signingIndexes: [1] })).toEqual([
    0, 1,
  ])
  expect(await sign({ account: payment, signingIndexes: [0], sigHash: 'ALL' })).toEqual([0])
  const unknown = sign({ account: payment, signingIndexes: [0], sigHash: 'SOME' })
  await expect(unknown).rejects.toMatchObject({ code: -32602 })
})

test('signs nothing without permission, nor with another account', async () => {
  const { features, payment, controls } = await openConnected()
  controls.setAccount(1)
  const { signMessage } = features['bitcoin:signMessage']
  await expect(signMessage({ account: payment, message })).rejects.toMatchObject({ code: -32602 })
  controls.lock()
  await expect(signMessage({ account: payment, message })).rejects.toMatchObject({ code: 4100 })
})

test('a quiet wallet has no events', () => {
  const storage = memoryStorage()
  const page = new EventTarget()
  const { wallet } = createStandardWallet({ behaviour: 'quiet', storage, page, name: 'A wallet' })
  expect(wallet.features).not.toHaveProperty('standard:events')
})

test('reports another account, another network, and a disconnect', async () => {
  const { features, controls, changes } = await openConnected()
  controls.setAccount(1)
  await features['bitcoin:switchNetwork'].switchNetwork({ chain: 'bitcoin:mainnet' })
  await features['standard:disconnect'].disconnect()
  expect(changes).toEqual([
    [second.payment.address, second.ordinals.address],
    [expect.stringMatching(/^bc1q/), expect.stringMatching(/^bc1p/)],
    [],
  ])
  const moon = features['bitcoin:switchNetwork'].switchNetwork({ chain: 'bitcoin:moon' })
  await expect(moon).rejects.toMatchObject({ code: 4901 })
})
