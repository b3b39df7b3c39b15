import type { Wallet } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import type { BitcoinFeatures } from '../bitcoin/bitcoinFeatures.ts'
import { createStandardWallet } from '../bitcoin/createStandardWallet.ts'
import { createSolanaWallet } from '../solana/createSolanaWallet.ts'
import { first } from '../testing/bitcoinAccounts.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { combineWallets } from './combineWallets.ts'

const SOLANA_ADDRESS = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

type Features = BitcoinFeatures & StandardConnectFeature & StandardDisconnectFeature & StandardEventsFeature

function open() {
  const setup = () => ({ behaviour: 'ok', storage: memoryStorage(), name: 'A wallet', page: new EventTarget() })
  const solana = createSolanaWallet(setup())
  const bitcoin = createStandardWallet(setup())
  const wallet = combineWallets([solana.wallet, bitcoin.wallet])
  return { wallet, features: wallet.features as unknown as Features, solana, bitcoin }
}

const addressesOf = ({ accounts }: Pick<Wallet, 'accounts'>) => accounts.map(({ address }) => address)

test('has the chains and features of all families', () => {
  const { wallet } = open()
  expect(wallet).toMatchObject({
    name: 'A wallet',
    chains: expect.arrayContaining(['solana:devnet', 'bitcoin:regtest']),
  })
  for (const feature of ['solana:signMessage', 'bitcoin:signMessage', 'standard:connect', 'standard:events']) {
    expect(wallet.features).toHaveProperty(feature)
  }
})

test('lists the accounts of all connected families, and returns the same list object until it changes', async () => {
  const { wallet, features } = open()
  expect(addressesOf(await features['standard:connect'].connect())).toEqual([SOLANA_ADDRESS])
  await features['bitcoin:connect'].connect({ purposes: ['payment'] })
  expect(addressesOf(wallet)).toEqual([SOLANA_ADDRESS, first.payment.address])
  expect(wallet.accounts).toBe(wallet.accounts)
  await features['standard:disconnect'].disconnect()
  expect(wallet.accounts).toEqual([])
})

test('a change in one family is reported with the accounts of all families', async () => {
  const { features, solana, bitcoin } = open()
  await features['standard:connect'].connect()
  await features['bitcoin:connect'].connect({ purposes: ['payment'] })
  const heard: unknown[] = []
  const stop = features['standard:events'].on('change', ({ accounts }) =>
    heard.push(accounts && addressesOf({ accounts })),
  )
  solana.controls.lock()
  bitcoin.controls.lock()
  stop()
  await features['standard:connect'].connect()
  expect(heard).toEqual([[first.payment.address], []])
})
