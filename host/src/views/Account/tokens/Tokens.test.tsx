/** @jest-environment jsdom */
import { ModalError, type RemoteId, transactionConfirmed } from '@portico/contracts'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { connectionWith, ethereum, fakeAdapter, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { dollars, ether, showAccount } from '../../../../testing/account.tsx'

beforeAll(fillBrowserGaps)
beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

type Given = Partial<Parameters<typeof showAccount>[0]>

async function show(given: Given = {}) {
  const view = await showAccount({
    ...given,
    adapter: fakeAdapter(),
    connection: connectionWith(),
    networks: [ethereum],
    render,
  })
  return {
    ...view,
    later: async (ms: number) => {
      await act(async () => jest.advanceTimersByTimeAsync(ms))
      await view.settle()
    },
    async press(name: string) {
      await view.press(name)
      await view.settle()
    },
    alerts: () => view.names('[role=alert]'),
    tokens: () => view.names('[data-testid^=account-token-]'),
  }
}

const action = (
  id: RemoteId,
  view: 'OnRampProviders' | 'WalletReceive',
  namespaces?: readonly string[],
): StaticHalf => ({
  messages: { [`${id}.action`]: `Do ${id}` },
  views: { [view]: { title: `${id}.action` } },
  slots: {
    'account.topUps': [
      { label: `${id}.action`, icon: 'card', view, testId: `top-up-${id}`, ...(namespaces && { namespaces }) },
    ],
  },
})
const nothing = { answer: () => ({ balances: [ether({ quantity: { decimals: '18', numeric: '0' } })] }) }

test('tokens are listed with amount and value, most valuable first', async () => {
  const { tokens, names } = await show({
    answer: () => ({
      balances: [dollars(), ether(), dollars({ name: 'Odd', symbol: 'ODD', address: 'eip155:1:0x3', price: 0 })],
    }),
  })
  expect(tokens()).toEqual(['Ether1.5 ETH$3,000.00', 'Dollar12.5 USD$12.50', 'Odd12.5 ODD'])
  expect(names('ul')).toEqual(['Tokens on Ethereum'])
})

test('§5: a token without decimals is left out', async () => {
  const odd = dollars({ name: 'Stamp', symbol: 'STAMP', quantity: { decimals: '0', numeric: '3' } })
  expect((await show({ answer: () => ({ balances: [ether(), odd] }) })).tokens()).toEqual(['Ether1.5 ETH$3,000.00'])
})

test('a placeholder is shown until the response arrives', async () => {
  const { names, container } = await show({ answer: () => new Promise(() => {}) })
  expect(names('[role=tabpanel] [role=status]')).toEqual(['Loading'])
  expect(container.querySelectorAll('[role=tabpanel] .Skeleton')).toHaveLength(3)
})

test('after a transaction the tokens are reloaded', async () => {
  const { store, service, settle, tokens, asked } = await show()
  service.answer = () => ({ balances: [ether(), dollars({ quantity: { decimals: '6', numeric: '7' } })] })
  await act(async () => void store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x1' })))
  await settle()
  expect([tokens(), asked.length]).toEqual([['Ether1.5 ETH$3,000.00', 'Dollar7 USD$7.00'], 2])
})

describe('tokens that cannot be loaded', () => {
  test("§8: are reported, the network's coin stays, and a click retries", async () => {
    const { service, alerts, tokens, press } = await show({ answer: () => 500 })
    expect(alerts()[0]).toMatch(/^Token Balance Unavailable.*Try again$/)
    expect(tokens()).toEqual(['ETH1.5 ETH'])
    service.answer = () => ({ balances: [ether(), dollars()] })
    await press('Try again')
    expect([alerts(), tokens().length]).toEqual([[], 2])
  })

  test('§8: are not retried automatically before half a minute has passed', async () => {
    const { service, later, alerts, asked } = await show({ answer: () => 500 })
    service.answer = () => ({ balances: [ether()] })
    await later(29_000)
    expect([asked.length, alerts().length]).toEqual([1, 1])
    await later(2_000)
    expect([asked.length, alerts().length]).toEqual([2, 0])
  })

  test.each([400, 503])('are retried only by a click if the service answers %i', async (status) => {
    const { service, later, alerts, asked, press } = await show({ answer: () => status })
    expect(alerts()).toEqual(['Token Balance UnavailableTry again'])
    service.answer = () => ({ balances: [ether()] })
    await later(120_000)
    expect(asked).toHaveLength(1)
    await press('Try again')
    expect([asked.length, alerts()]).toEqual([2, []])
  })

  test('stay listed, marked as out of date, if they were known before', async () => {
    const { service, later, alerts, tokens } = await show()
    service.answer = () => 500
    await later(31_000)
    expect(alerts()[0]).toContain('This list may be out of date')
    expect(tokens()).toHaveLength(2)
  })

  test('are reported, and not retried endlessly, if the code that requests them cannot be loaded', async () => {
    let tries = 0
    const acting = async () => {
      tries++
      throw new ModalError('remote.unreachable')
    }
    const { alerts, tokens, later, press } = await show({ acting })
    expect(alerts()[0]).toContain('Token Balance Unavailable')
    expect(tokens()).toEqual(['ETH1.5 ETH'])
    await later(29_000)
    expect(tries).toBe(1)
    await press('Try again')
    expect(tries).toBe(2)
    await later(31_000)
    expect(tries).toBe(3)
  })
})

describe('an empty account', () => {
  const showNothing = async (on: Given) => {
    const view = await show({ ...nothing, ...on })
    view.adapter.balance = { value: '0', decimals: 18, symbol: 'ETH' }
    await act(async () => void view.store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x1' })))
    await view.settle()
    const ways = () =>
      [...view.container.querySelectorAll<HTMLElement>('[data-testid=empty-tokens] button')].map(
        ({ dataset }) => dataset.testid,
      )
    return { ...view, ways }
  }

  test('offers ways to get something', async () => {
    const on = { receive: action('receive', 'WalletReceive'), onramp: action('onramp', 'OnRampProviders') }
    const { ways, text, container, store } = await showNothing({ on })
    expect(text()).toContain('No tokens yetTokens you receive on Ethereum will appear here.')
    expect(ways()).toEqual(['top-up-receive', 'top-up-onramp'])
    await act(async () => container.querySelector<HTMLElement>('[data-testid=top-up-onramp]')?.click())
    expect(store.getState().router.stack.at(-1)?.view).toBe('OnRampProviders')
  })

  test('does not offer features that are off or belong to other families', async () => {
    const on = { onramp: action('onramp', 'OnRampProviders', ['solana']) }
    expect((await showNothing({ on })).ways()).toEqual([])
  })
})
