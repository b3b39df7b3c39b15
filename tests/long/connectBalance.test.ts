import { type Address, formatUnits, numberToHex, parseEther } from 'viem'
import { askChain, stack } from '../browser/support/stack.ts'
import { succeedsNow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, type Visit, visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** Account 3 of the development mnemonic: no other test relies on its balance. */
const SPARE = { index: 3, address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' } as const

const balanceOf = async (address: Address, url = stack.urls.anvil) =>
  BigInt((await askChain(url, 'eth_getBalance', [address, 'latest'])) as string)

const setBalance = (amount: string) =>
  askChain(stack.urls.anvil, 'anvil_setBalance', [SPARE.address, numberToHex(parseEther(amount))])

/** An amount in the window's format: cut off after three decimals, never rounded up. */
function floored(wei: bigint): string {
  const [whole, fraction = ''] = formatUnits(wei, 18).split('.')
  return `${whole}.${fraction.padEnd(3, '0').slice(0, 3)}`
}

const shown = async (visitor: Visit): Promise<string | null> => {
  const balance = visitor.page.getByTestId('account-balance')
  await balance.waitFor()
  return balance.getAttribute('data-value')
}

const useSpareAccount = async (visitor: Visit) => {
  await visitor.inWallet((wallet, index) => wallet.setAccount(index), SPARE.index)
  await visitor.connect()
  await visitor.reads('address', SPARE.address)
}

test(
  'the balance matches the chain, cut off after three decimals',
  visiting({}, async (visitor) => {
    await setBalance('12.3459999')
    await useSpareAccount(visitor)
    await visitor.openAccount()
    expect(await shown(visitor)).toBe('12.345')
    expect(await shown(visitor)).toBe(floored(await balanceOf(SPARE.address)))
    expect(await visitor.page.getByTestId('account-balance').textContent()).toMatch(/^Balance\s*12\.345\s*ETH$/)
  }),
)

test('a changed balance is shown after half a minute, and on the next visit', async () => {
  await setBalance('1.5')
  const visitor = await visit({ prepare: (_, page) => page.clock.install() })
  try {
    await useSpareAccount(visitor)
    await visitor.openAccount()
    expect(await shown(visitor)).toBe('1.500')
    await visitor.close()

    await setBalance('2.25')
    await visitor.openAccount()
    expect(await shown(visitor)).toBe('1.500')
    await visitor.close()

    const next = await visit()
    await useSpareAccount(next)
    await next.openAccount()
    expect(await shown(next)).toBe('2.250')
    await next.end()

    await visitor.page.clock.fastForward(30_000)
    await visitor.openAccount()
    await visitor.page.locator('[data-testid="account-balance"][data-value="2.250"]').waitFor()
  } finally {
    await visitor.end()
  }
})

test(
  'another account shows its own balance',
  visiting({}, async (visitor) => {
    await setBalance('7')
    await visitor.connect()
    await visitor.openAccount()
    const first = await shown(visitor)
    await visitor.inWallet((wallet, index) => wallet.setAccount(index), SPARE.index)
    await visitor.page.locator('[data-testid="account-balance"][data-value="7.000"]').waitFor()
    expect(first).not.toBe('7.000')
  }),
)

test(
  'a test network shows no amount, and its node gets no request',
  visiting({ query: { options: { networks: [{ ...network(), testnet: true }] } } }, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    expect(await shown(visitor)).toBe('0.00')
    expect(visitor.requests.filter((url) => url.startsWith(stack.urls.anvil))).toEqual([])
  }),
)

test(
  'an unsupported network that the site allows shows no amount',
  visiting({ query: { wallet: 'wrong-chain', options: { allowUnsupportedChain: true } } }, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    expect(await shown(visitor)).toBe('0.00')
    await visitor.reads('chain-id', '1')
  }),
)

test('an unavailable balance is reported, and can be requested again', async () => {
  let isDown = true
  const visitor = await visit({
    // Neither the site's own node nor that of the services responds.
    async prepare(context) {
      for (const url of [`${stack.urls.anvil}/`, `${stack.urls.services}/v1/?*`]) {
        await context.route(url, (route) => (isDown ? route.abort() : route.continue()))
      }
    },
  })
  try {
    await visitor.connect()
    await visitor.openAccount()
    const retry = visitor.page.getByTestId('balance-retry')
    await retry.waitFor()
    isDown = false
    await retry.click()
    expect(await shown(visitor)).toMatch(/^\d+\.\d{3}$/)
    await succeedsNow(visitor, 'eip155')
  } finally {
    await visitor.end()
  }
})

function network() {
  return {
    id: 31337,
    name: 'Portico Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [stack.urls.anvil] } },
  }
}
