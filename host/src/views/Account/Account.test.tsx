/** @jest-environment jsdom */
import { type Network, transactionConfirmed } from '@portico/contracts'
import {
  connectionWith,
  ethereum,
  fakeAdapter,
  fillBrowserGaps,
  polygon,
  render,
  sepolia,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { dollars, ether, showAccount } from '../../../testing/account.tsx'

beforeAll(fillBrowserGaps)
beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
  jest.restoreAllMocks()
})

const coins = (value: string) => ({ value, decimals: 18, symbol: 'ETH' })

type Given = Partial<Parameters<typeof showAccount>[0]> & { readonly network?: Network }

async function show({ network = ethereum, ...given }: Given = {}) {
  const view = await showAccount({
    ...given,
    adapter: fakeAdapter(),
    connection: connectionWith(undefined, network),
    networks: [ethereum, polygon, sepolia],
    render,
  })
  const { store, adapter, container } = view
  return {
    ...view,
    confirm: async () => {
      await act(async () => void store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x1' })))
      await view.settle()
    },
    later: async (ms: number) => {
      await act(async () => jest.advanceTimersByTimeAsync(ms))
      await view.settle()
    },
    total: () => container.querySelector('[data-testid=account-total]')?.textContent,
    tokens: () => view.names('[data-testid^=account-token-]'),
    tabs: () => view.names('[role=tab]'),
    balance: () => container.querySelector('[data-testid=account-balance]')?.getAttribute('data-value'),
    read: () => adapter.calls.filter(({ method }) => method === 'getBalance').length,
  }
}

test('after a transaction the balance is reloaded', async () => {
  const { adapter, confirm, balance, read } = await show()
  expect([balance(), read()]).toEqual(['1.500', 1])
  adapter.balance = coins('1000000000000000000')
  await confirm()
  expect([balance(), read()]).toEqual(['1.000', 2])
})

test('a transaction that is confirmed during a balance request causes another request', async () => {
  const { adapter, confirm, balance, read } = await show()
  const answer = adapter.hold('getBalance')
  await confirm()
  adapter.balance = coins('7000000000000000000')
  await confirm()
  expect([balance(), read()]).toEqual(['7.000', 3])
  adapter.balance = coins('1')
  await act(async () => answer())
  expect([balance(), read()]).toEqual(['7.000', 3])
})

test('a balance that cannot be read is not requested in a loop', async () => {
  const { adapter, confirm, read } = await show()
  adapter.fail('getBalance', 'unreachable')
  await confirm()
  expect(read()).toBe(2)
})

test('while Account is open, a balance older than half a minute is reloaded', async () => {
  const { adapter, service, later, balance, tokens, read, asked } = await show()
  adapter.balance = coins('3000000000000000000')
  service.answer = () => ({ balances: [ether()] })
  await later(29_000)
  expect([read(), asked.length]).toEqual([1, 1])
  await later(2_000)
  expect([read(), asked.length]).toEqual([2, 2])
  expect([balance(), tokens()]).toEqual(['3.000', ['Ether3 ETH$6,000.00']])
})

test('nothing is requested while the page is hidden', async () => {
  const { later, asked } = await show()
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await later(120_000)
  expect(asked).toHaveLength(1)
})

test('nothing is requested once the window is closed', async () => {
  const { later, asked, read } = await show()
  await unmountAll()
  await later(120_000)
  expect([asked.length, read()]).toEqual([1, 1])
})

describe('the total value', () => {
  test.each([
    ['is the sum', [ether(), dollars()], '$3,012.50 in total'],
    ['says what it excludes', [ether(), dollars({ price: 0 })], '$3,000.00, excluding tokens without a price'],
    ['is missing without prices', [ether({ price: 0 })], 'No prices available'],
  ])('%s', async (_, balances, text) => {
    expect((await show({ answer: () => ({ balances }) })).total()).toBe(text)
  })

  test('is zero for an empty account', async () => {
    const adapterSays = { balances: [] }
    const view = await show({ answer: () => adapterSays })
    view.adapter.balance = coins('0')
    await view.confirm()
    expect(view.total()).toBe('$0.00 in total')
  })

  test('keeps its place while loading', async () => {
    const { container } = await show({ answer: () => new Promise(() => {}) })
    expect(container.querySelector('.AccountTotal [data-skeleton=text]')).not.toBeNull()
  })

  test('is unavailable when the services do not respond, while the balance is still shown', async () => {
    const { total, balance } = await show({ answer: () => 500 })
    expect([total(), balance()]).toEqual(['The total is unavailable right now', '1.500'])
  })

  test("is formatted in the visitor's locale", async () => {
    const { total } = await show({ options: { locale: 'de' } })
    expect(total()).toMatch(/^3\.012,50\s\$ in total$/)
  })

  test('is hidden on a test network, whose coins are worth nothing', async () => {
    expect((await show({ network: sepolia })).total()).toBeUndefined()
  })
})

test('without a project, no tokens are requested, and there are no tabs', async () => {
  for (const options of [{ projectId: '' }, { basic: true }]) {
    const { asked, tabs, total } = await show({ options })
    expect([asked, tabs(), total()]).toEqual([[], [], undefined])
    await unmountAll()
  }
})

test("the tokens listed are those on the account's current network", async () => {
  const balances = [dollars({ chainId: polygon.caipNetworkId }), dollars()]
  const { tokens } = await show({ network: polygon, answer: () => ({ balances }) })
  expect(tokens()).toEqual(['Dollar12.5 USD$12.50', 'POL1.5 POL'])
})
