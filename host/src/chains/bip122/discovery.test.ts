/** @jest-environment jsdom */
import {
  bitcoin,
  clearPage,
  keysOf,
  leather,
  okx,
  signet,
  site,
  standard,
  unisat,
  xverse,
} from '../../../testing/bitcoinWallets.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
  clearPage()
  jest.useRealTimers()
})

const registered = (name: string) => {
  const wallet = standard({ name })
  cleanups.push(wallet.unregister)
  return wallet
}
const open = () => {
  const page = site()
  cleanups.push(page.end)
  return page
}
const ids = (page: ReturnType<typeof site>) => page.connectors().map(({ id }) => id)

test('chains.md §2.4: every kind of wallet is found, in the documented order', () => {
  registered('Harbor')
  leather().show()
  okx()
  unisat()
  expect(ids(open())).toEqual(['Harbor', 'Leather', 'OKX', 'unisat'])
})

test('a wallet found in two ways is listed once, with the more capable one', async () => {
  const one = registered('Xverse')
  const other = xverse(bitcoin, 'Xverse Wallet')
  const page = open()
  expect(ids(page)).toEqual(['Xverse Wallet'])
  await page.connect('Xverse Wallet')
  expect([one.methods(), other.methods()]).toEqual([[], ['wallet_connect']])
})

test('a connected wallet keeps its provider, even if a better one appears', async () => {
  jest.useFakeTimers()
  const one = registered('Xverse Wallet')
  const page = open()
  await page.connect('Xverse Wallet')
  const other = xverse()
  jest.advanceTimersByTime(200)
  expect(ids(page)).toEqual(['Xverse Wallet'])
  await page.adapter.signMessage('Xverse Wallet', keysOf(bitcoin).payment.address, 'hello')
  expect([one.methods(), other.methods()]).toEqual([['connect', 'signMessage'], []])
})

test('a hidden entry is still found by the id that it was connected with', async () => {
  const one = registered('Xverse')
  xverse()
  await open().connect('Xverse')
  expect(one.methods()).toEqual(['connect'])
})

describe("a script that adds another wallet's name to the registry of sats-connect", () => {
  const page = globalThis as unknown as Record<string, unknown>
  const push = (name: string, id = 'LeatherProvider') => {
    page.btc_providers = [{ id, name }]
  }
  const shown = (of: ReturnType<typeof site>) => of.connectors().map(({ id, name }) => [id, name])

  test('does not hide the wallet of that name', async () => {
    leather().show()
    push('Unisat Wallet')
    const real = unisat()
    const site = open()
    expect(shown(site)).toEqual([
      ['Unisat Wallet', 'Unisat Wallet'],
      ['unisat', 'Unisat Wallet'],
    ])
    await site.connect('unisat')
    expect(real.methods()).toContain('requestAccounts')
  })

  test.each(['Xverse', 'Harbor'])('does not hide the wallet that registered itself as %s', async (name) => {
    const real = registered(name)
    leather().show()
    push(name)
    const site = open()
    expect(shown(site)).toEqual([
      [name, name],
      [`${name} 2`, name],
    ])
    await site.connect(name)
    expect(real.methods()).toEqual(['connect'])
  })

  test('does not get the id reserved for a wallet with a known place, in any spelling', () => {
    leather().show()
    push('UniSat')
    unisat()
    expect(ids(open())).toEqual(['UniSat 2', 'unisat'])
  })

  test('does not get the id of a wallet that is already listed', () => {
    const site = open()
    const first = registered('Harbor')
    expect(ids(site)).toEqual(['Harbor'])
    leather().show()
    push('harbor')
    globalThis.dispatchEvent(new Event('focus'))
    expect(ids(site)).toEqual(['Harbor', 'harbor 2'])
    expect(first.methods()).toEqual([])
  })
})

test('a network that the site adds later is recognized', async () => {
  unisat(signet)
  const networks = [bitcoin]
  const page = site(networks)
  cleanups.push(page.end)
  await page.connect('unisat')
  networks.push(signet)
  await expect(page.provider('unisat').switchNetwork?.(signet.caipNetworkId)).resolves.toBeUndefined()
})

test('two wallets with the same name and source are both shown, because one may be an impersonator', async () => {
  registered('Harbor')
  const second = registered('Harbor')
  const page = open()
  expect(page.connectors()).toMatchObject([
    { id: 'Harbor', name: 'Harbor' },
    { id: 'Harbor 2', name: 'Harbor' },
  ])
  await page.connect('Harbor 2')
  expect(second.methods()).toEqual(['connect'])
})

test('chains.md §2.4: the registry is read three times, 200 ms apart, then whenever the visitor returns', () => {
  jest.useFakeTimers()
  const page = open()
  jest.advanceTimersByTime(400)
  const late = leather()
  late.show()
  jest.advanceTimersByTime(60_000)
  expect(ids(page)).toEqual([])
  globalThis.dispatchEvent(new Event('focus'))
  expect(ids(page)).toEqual(['Leather'])
})

test('the search for wallets ends when the modal is disposed of', () => {
  jest.useFakeTimers()
  const page = site()
  page.end()
  expect(jest.getTimerCount()).toBe(0)
  leather().show()
  globalThis.dispatchEvent(new Event('focus'))
  registered('Harbor')
  expect(page.told).toEqual([[]])
})

test('an unchanged list is reported only once', () => {
  const page = open()
  globalThis.dispatchEvent(new Event('focus'))
  expect(page.told).toEqual([[]])
})
