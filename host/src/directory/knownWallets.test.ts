import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isImpersonator, KNOWN_WALLETS } from './knownWallets.ts'

const REGISTRY: readonly { readonly name: string; readonly rdns?: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../services/data/wallets.json'), 'utf8'),
)

test.each(Object.entries(KNOWN_WALLETS))('%s is in the registry, and its own name is not impersonation', (rdns) => {
  const wallet = REGISTRY.find((one) => one.rdns === rdns)
  expect(wallet).toBeDefined()
  expect(isImpersonator({ rdns, name: wallet?.name ?? '' })).toBe(false)
})

test('no wallet of the registry counts as an impersonator of another', () => {
  const flagged = REGISTRY.filter(({ name, rdns }) => isImpersonator({ name, ...(rdns && { rdns }) }))
  expect(flagged.map(({ name, rdns }) => [name, rdns])).toEqual([])
})

test.each([
  ['a known name under an rdns of its own', 'MetaMask', 'io.evil', true],
  ['a known name in look-alike letters', 'МеtаМаsk', 'io.evil', true],
  ['a known name without the word "wallet"', 'Trust', 'com.evil.wallet', true],
  ['a known rdns under a foreign name', 'Free Coins', 'io.metamask', true],
  ['the wallet itself', 'MetaMask', 'io.metamask', false],
  ['the wallet on a phone', 'MetaMask', 'io.metamask.mobile', false],
  ['its edition for developers', 'MetaMask Flask', 'io.metamask.flask', false],
  ['its rdns in another case', 'MetaMask', 'IO.MetaMask', false],
  ['the wallet under a new name', 'Base', 'com.coinbase.wallet', false],
  ['the wallet with one word more', 'Crypto.com Onchain', 'com.crypto.wallet', false],
  ['a wallet whose rdns is a JavaScript property', 'Harbor', 'constructor', false],
  ['an unknown wallet', 'Harbor', 'io.harbor', false],
  ['a wallet without an rdns', 'MetaMask', undefined, false],
])('whether %s (%s, %s) is an impersonator: %p', (_, name, rdns, isIt) => {
  expect(isImpersonator({ name, ...(rdns !== undefined && { rdns }) })).toBe(isIt)
})
