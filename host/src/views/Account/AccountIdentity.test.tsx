/** @jest-environment jsdom */
import { type Account, type Network, selectAccount } from '@portico/contracts'
import {
  ADDRESS,
  connectionWith,
  ethereum,
  fakeAdapter,
  fillBrowserGaps,
  render,
  sepolia,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore, HOST } from '../../../testing/store.ts'
import { connected } from '../../connections/connectionsSlice.ts'
import { AccountIdentity } from './AccountIdentity.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

interface Answer {
  readonly name?: string | null
  readonly avatar?: string | null
}

async function show(answer: Answer | Error, network: Network = ethereum) {
  const asked: string[] = []
  const test = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum, sepolia] })
  Object.assign(test.services, { sdkVersion: 'html-ethers-1.7.19' })
  globalThis.fetch = jest.fn(async (url: string) => {
    asked.push(new URL(url).pathname)
    if (answer instanceof Error) throw answer
    return { ok: true, json: async () => answer }
  }) as never
  test.store.dispatch(connected({ namespace: 'eip155', connection: connectionWith(undefined, network) }))
  const account = selectAccount(test.store.getState()) as Account
  expect(asked).toEqual([])
  const view = await render(inShell(test, <AccountIdentity account={account} network={network} />))
  const picture = () => view.container.querySelector('[data-testid=single-account-avatar]')
  return { ...view, asked, picture }
}

test("the account's name and picture are shown, and requested only when they are shown", async () => {
  const view = await show({ name: 'river.eth', avatar: `${HOST}avatars/river.png` })
  expect(view.asked).toEqual([`/v1/identity/${ADDRESS}`])
  expect(view.text()).toBe('river.eth')
  expect(view.picture()?.getAttribute('src')).toBe(`${HOST}avatars/river.png`)
})

test('without a name, only the avatar drawn from the address is shown', async () => {
  const view = await show({ name: null, avatar: null })
  expect(view.text()).toBe('')
  expect(view.picture()?.tagName).toBe('svg')
})

test('if the service fails, the account counts as having no name', async () => {
  const view = await show(new TypeError('Failed to fetch'))
  expect(view.text()).toBe('')
  expect(view.picture()?.tagName).toBe('svg')
})

test('nothing is requested on a test network', async () => {
  const view = await show({ name: 'river.eth' }, sepolia)
  expect(view.asked).toEqual([])
  expect(view.text()).toBe('')
})

test('a picture from another origin is not fetched', async () => {
  const view = await show({ name: 'river.eth', avatar: 'https://tracker.example/river.png' })
  expect(view.picture()?.tagName).toBe('svg')
})

test('a picture that fails to load is replaced by the avatar drawn from the address', async () => {
  const view = await show({ name: 'river.eth', avatar: `${HOST}gone.png` })
  await act(async () => void view.picture()?.dispatchEvent(new Event('error')))
  expect(view.picture()?.tagName).toBe('svg')
})
