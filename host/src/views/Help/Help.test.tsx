/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import type { ReactNode } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { Networks } from '../Networks/Networks.tsx'
import { WhatIsANetwork, WhatIsAWallet } from './Help.tsx'

beforeAll(fillBrowserGaps)
afterEach(async () => {
  await unmountAll()
  jest.restoreAllMocks()
})

async function show(view: ReactNode) {
  const test = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum] })
  const events = () => test.told.map(({ event }) => event)
  const at = () => test.store.getState().router.stack.at(-1)?.view
  return { ...(await render(inShell(test, view))), events, at }
}

test('the explanation of networks links to a page without advertising', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const { press } = await show(<WhatIsANetwork />)
  await press('Learn more')
  expect(open.mock.calls).toEqual([['https://ethereum.org/developers/docs/networks/', '_blank', 'noopener,noreferrer']])
})

test('opening the explanation of networks from the list of networks is tracked', async () => {
  const { press, events, at } = await show(<Networks />)
  await press('What is a network?')
  expect([events(), at()]).toEqual([['CLICK_NETWORK_HELP'], 'WhatIsANetwork'])
})

test('going from the explanation of wallets to GetWallet is tracked', async () => {
  const { press, events, at } = await show(<WhatIsAWallet />)
  await press('Get a wallet')
  expect([events(), at()]).toEqual([['CLICK_GET_WALLET_HELP'], 'GetWallet'])
})
