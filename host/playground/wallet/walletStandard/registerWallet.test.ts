/** @jest-environment jsdom */
import type { Wallet } from '@wallet-standard/base'
import { registerWallet } from './registerWallet.ts'

const wallet: Wallet = {
  version: '1.0.0',
  name: 'A wallet',
  icon: 'data:image/png;base64,',
  chains: [],
  accounts: [],
  features: {},
}

/** The page's side, from the standard's own package: a fresh copy per page, because the package has state. */
function openPage() {
  let wallets: ReturnType<typeof import('@wallet-standard/app').getWallets> | undefined
  jest.isolateModules(() => {
    const { getWallets } = require('@wallet-standard/app') as typeof import('@wallet-standard/app')
    wallets = getWallets()
  })
  if (!wallets) throw new Error('The package did not load.')
  const heard: string[] = []
  wallets.on('register', ({ name }) => heard.push(`register ${name}`))
  wallets.on('unregister', ({ name }) => heard.push(`unregister ${name}`))
  return { wallets, heard }
}

test('an open page learns of the wallet and its removal', () => {
  const { wallets, heard } = openPage()
  const unregister = registerWallet(wallet, window)
  expect(wallets.get()).toContain(wallet)
  unregister()
  expect(wallets.get()).not.toContain(wallet)
  expect(heard).toEqual(['register A wallet', 'unregister A wallet'])
})

test('a page that loads later finds the wallet and learns of its removal', () => {
  const unregister = registerWallet(wallet, window)
  const { wallets, heard } = openPage()
  expect(wallets.get()).toEqual([wallet])
  unregister()
  expect(heard).toEqual(['unregister A wallet'])
  expect(openPage().wallets.get()).toEqual([])
})

test('a wallet can register again', () => {
  const { wallets } = openPage()
  registerWallet(wallet, window)()
  const unregister = registerWallet(wallet, window)
  expect(wallets.get()).toEqual([wallet])
  unregister()
})
