import { Wallet, WalletId } from '@portico/contracts/services/wallets'
import { is, parse } from 'valibot'
import networks from '../../data/networks.json' with { type: 'json' }
import tokens from '../../data/tokens.json' with { type: 'json' }
import wallets from '../../data/wallets.json' with { type: 'json' }
import { deriveId, deriveImageId, registryWallets } from './registryWallets.ts'

const wires = registryWallets.map(({ wire }) => wire)

/** Drops missing fields, which are read as null. */
const known = (wallet: Wallet) => Object.fromEntries(Object.entries(wallet).filter(([, value]) => value != null))

const twice = (values: readonly unknown[]) => values.filter((value, index) => values.indexOf(value) !== index)

test('every wallet of the data is in the registry, once, in a fixed order', () => {
  expect(wires).toHaveLength(wallets.length)
  expect(twice(registryWallets.flatMap(({ ids }) => [...ids]))).toEqual([])
  expect(twice(wallets.map(({ slug }) => slug))).toEqual([])
  expect(twice(wires.map(({ rdns }) => rdns).filter(Boolean))).toEqual([])
  expect(twice(wires.map(({ order }) => order))).toEqual([])
  expect(twice(registryWallets.map(({ imageId }) => imageId))).toEqual([])
  const orders = wires.map(({ order = 0 }) => order)
  expect([...orders].sort((a, b) => a - b)).toEqual(orders)
})

test('no wallet has a field that the modal would discard', () => {
  for (const wire of wires) {
    expect(known(parse(Wallet, wire))).toEqual(known(wire))
  }
})

test('no link can run code or lead to an unencrypted page', () => {
  const links = wires.flatMap((wire) =>
    Object.entries(wire).flatMap(([key, value]) =>
      /_link$|_store$|^homepage$|^link_mode$/.test(key) && value ? [String(value)] : [],
    ),
  )
  expect(links.length).toBeGreaterThan(wires.length)
  for (const link of links) {
    const { protocol } = new URL(link)
    expect(['http:', 'javascript:', 'data:', 'blob:', 'file:', 'vbscript:']).not.toContain(protocol)
    expect(link).toMatch(/^[a-z][a-z\d+.-]*:\/\//i)
  }
})

test('a wallet without a recorded id keeps its derived id', () => {
  expect(deriveId('wali-wallet')).toBe('c9b9019af308dba038897fc5469f2d948898f3b338e32a517c7d499238508b56')
  expect(deriveImageId('base-account')).toBe('2ca1ca6d-285a-374f-102f-bbaf42310397')
  const nameless = wallets.filter((wallet) => !('id' in wallet))
  expect(nameless.length).toBeGreaterThan(0)
  for (const { slug } of nameless) {
    const found = registryWallets.find(({ ids }) => ids.has(deriveId(slug)))
    expect(is(WalletId, found?.wire.id)).toBe(true)
  }
})

test('logos and icons in the data are names, not paths', () => {
  for (const { images } of registryWallets) {
    for (const name of [images.logo, images.icon, images.icon_fallback?.replace(/^exchanges\//, '')]) {
      if (name) expect(name).toMatch(/^[\w-]+(\.[\w-]+)*$/)
    }
  }
})

test.each([
  ['wallets', 'wallets', wallets.flatMap((wallet) => ('icon' in wallet ? [wallet.icon] : []))],
  [
    'brands of wallets',
    'exchanges',
    wallets.flatMap((wallet) => (wallet.icon_fallback ? [wallet.icon_fallback.replace('exchanges/', '')] : [])),
  ],
  ['tokens', 'tokens', tokens.flatMap((token) => ('icon' in token ? [token.icon] : []))],
  [
    'native currencies',
    'tokens',
    networks.flatMap((network) => ('native_icon' in network ? [network.native_icon] : [])),
  ],
])('every icon in the data for %s is in the icon package', (_, set, icons) => {
  expect(icons.length).toBeGreaterThan(0)
  for (const icon of new Set(icons)) {
    expect(() => require.resolve(`@web3icons/core/svgs/${set}/background/${icon}.svg.js`)).not.toThrow()
  }
})

test('a token is listed only once on its network', () => {
  expect(twice(tokens.map(({ caip2, address }) => `${caip2}:${address.toLowerCase()}`))).toEqual([])
})
