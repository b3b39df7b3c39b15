/** @jest-environment jsdom */
import { type AccountType, type ChainNamespace, ModalError } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  fillBrowserGaps,
  OTHER_ADDRESS,
  polygon,
  render,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { testEmbedded } from '../../../testing/embeddedVisitor.tsx'
import { connectionChanged } from '../../connections/connectionsSlice.ts'
import { SmartAccountSettings } from './SmartAccountSettings.tsx'

beforeAll(fillBrowserGaps)
afterEach(async () => {
  await unmountAll()
  jest.restoreAllMocks()
})

const TOGGLE = 'account-toggle-preferred-account-type'
const smart = { address: ADDRESS, type: 'smartAccount' as const }
const eoa = { address: OTHER_ADDRESS, type: 'eoa' as const }

type Given = Partial<Parameters<typeof testEmbedded<FakeAdapter>>[0]>

/** A visitor whose smart account is active, unless the test says otherwise. */
const visitorWith = (given: Given = {}) =>
  testEmbedded({ adapter: fakeAdapter(), networks: [ethereum, polygon], accounts: [smart, eoa], ...given })

async function show(given: Given = {}) {
  const requests: [ChainNamespace, AccountType][] = []
  let open = () => {}
  const visitor = visitorWith({
    async setAccountType(namespace, type) {
      requests.push([namespace, type])
      await new Promise<void>((done) => {
        open = done
      })
      const accounts = type === 'eoa' ? ([eoa, smart] as const) : ([smart, eoa] as const)
      visitor.store.dispatch(connectionChanged({ namespace, accounts }))
    },
    ...given,
  })
  const life = new AbortController()
  const shown = await visitor.show(render, <SmartAccountSettings params={undefined} signal={life.signal} />)
  const toggle = () => shown.find(TOGGLE)
  return { ...visitor, ...shown, life, requests, toggle, answer: () => act(async () => open()) }
}

test('§11.3: the visitor can switch from the smart account to the EOA, and back', async () => {
  const { pressId, requests, answer, toggle, text } = await show()
  expect(toggle()?.textContent?.trim()).toBe('Switch to your EOA')
  await pressId(TOGGLE)
  expect(toggle()?.getAttribute('aria-busy')).toBe('true')
  expect(toggle()?.textContent?.trim()).toBe('Switching…')
  await pressId(TOGGLE)
  await answer()
  expect(requests).toEqual([['eip155', 'eoa']])
  expect(text()).toContain('You are using your EOA')
  expect(toggle()?.textContent?.trim()).toBe('Switch to your Smart Account')
  await pressId(TOGGLE)
  await answer()
  expect(requests.at(-1)).toEqual(['eip155', 'smartAccount'])
  expect(text()).toContain('You are using your smart account')
})

test('a failed switch changes nothing and is reported', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {})
  const error = new ModalError('connection.requestFailed')
  const { pressId, toggle, snack } = await show({ setAccountType: () => Promise.reject(error) })
  await pressId(TOGGLE)
  expect(snack()).toBe('Couldn’t switch accounts')
  expect(toggle()?.textContent?.trim()).toBe('Switch to your EOA')
  expect(logged).toHaveBeenCalledWith('[portico]', error)
})

test('a visitor who has left the view sees no message', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  const { life, pressId, snack } = await show({ setAccountType: () => Promise.reject(new Error('late')) })
  life.abort()
  await pressId(TOGGLE)
  expect(snack()).toBeUndefined()
})

test('on a network without smart accounts there is nothing to switch', async () => {
  const { text, toggle } = await show({ caipNetworkId: polygon.caipNetworkId })
  expect(text()).toContain('No smart accountSmart accounts aren’t available on this network.')
  expect(toggle()).toBeNull()
})
