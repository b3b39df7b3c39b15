import { hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { root } from '../testing/mnemonic.ts'
import { type BitcoinNetworkName, bitcoinNetworks } from './bitcoinNetworks.ts'
import { createBitcoinAddresses } from './createBitcoinAddresses.ts'
import { BITCOIN_DEVELOPMENT_KEYS } from './developmentKeys.ts'

const keyAt = (path: string) => hex.encode(root.derive(path).privateKey ?? new Uint8Array())

test('the development keys are derived from the mnemonic', () => {
  expect(BITCOIN_DEVELOPMENT_KEYS).toEqual(
    [0, 1, 2, 3, 4].map((n) => ({ payment: keyAt(`m/84'/1'/${n}'/0/0`), ordinals: keyAt(`m/86'/1'/${n}'/0/0`) })),
  )
})

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }

test.each<[BitcoinNetworkName, typeof NETWORK]>([
  ['regtest', REGTEST],
  ['testnet', TEST_NETWORK],
  ['mainnet', NETWORK],
])("each account's payment and taproot addresses on %s match those of another library", (name, network) => {
  expect(bitcoinNetworks[name].bech32).toBe(network.bech32)
  for (const [index, keys] of BITCOIN_DEVELOPMENT_KEYS.entries()) {
    const { payment, ordinals } = createBitcoinAddresses(keys, index, name)
    expect(payment.address).toBe(p2wpkh(payment.publicKey, network).address)
    expect(ordinals.address).toBe(p2tr(ordinals.publicKey.slice(1), undefined, network).address)
    expect(keyAt(payment.path)).toBe(keys.payment)
    expect(keyAt(ordinals.path)).toBe(keys.ordinals)
  }
})
