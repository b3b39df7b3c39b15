/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fakePairing, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { testPaired } from '../../../testing/paired.tsx'
import { preparePairing } from '../../connections/pair.ts'
import { usePairing } from './usePairing.ts'

beforeAll(fillBrowserGaps)
beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 })
})
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

const RENEWED_AFTER_MS = 230_000

function Waiting() {
  const { uri, failure, retry } = usePairing()
  return (
    <button type="button" onClick={retry}>
      {failure?.code ?? uri ?? 'none'}
    </button>
  )
}

/** A pairing service that, like the real one, makes a new pairing when the waiting one is about to expire. */
async function show() {
  const pairing = fakePairing()
  const prepare = pairing.prepare
  pairing.prepare = async () => {
    if (pairing.isWaiting) pairing.refuse('pairing.expired')
    return prepare()
  }
  const paired = testPaired({ pairing, adapters: [fakeAdapter()], networks: [ethereum] })
  return { ...(await render(paired.within(<Waiting />))), ...paired }
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

test('every view gets the same pairing', async () => {
  const view = await show()
  expect(view.text()).toBe('wc:1@2')
  await act(() => view.store.dispatch(preparePairing()))
  expect(view.text()).toBe('wc:1@2')
  expect(view.pairing.calls).toEqual(['prepare'])
})

test('a pairing is replaced by a new one before it expires, again and again', async () => {
  const view = await show()
  await pass(RENEWED_AFTER_MS - 1)
  expect(view.text()).toBe('wc:1@2')
  await pass(1)
  expect(view.text()).toBe('wc:2@2')
  await pass(RENEWED_AFTER_MS)
  expect(view.text()).toBe('wc:3@2')
})

test('setting the clock back only delays the renewal', async () => {
  const view = await show()
  jest.setSystemTime(1_000_000 - 60_000)
  await pass(RENEWED_AFTER_MS)
  expect(view.text()).toBe('wc:1@2')
  await pass(60_000)
  expect(view.text()).toBe('wc:2@2')
})

test('nothing is renewed once the view is closed', async () => {
  const view = await show()
  await unmountAll()
  await pass(RENEWED_AFTER_MS * 2)
  expect(view.pairing.calls).toEqual(['prepare'])
})

test('the expiry of a pairing is not a failure: a new pairing follows', async () => {
  const view = await show()
  await view.refuse('pairing.expired')
  expect(view.text()).toBe('wc:2@2')
})

test('a refusal is shown until the visitor tries again', async () => {
  const view = await show()
  await view.refuse()
  expect(view.text()).toBe('connection.rejected')
  await pass(RENEWED_AFTER_MS)
  expect(view.text()).toBe('connection.rejected')
  await view.press('connection.rejected')
  expect(view.text()).toBe('wc:2@2')
})

test('a failed pairing is retried when the view opens again', async () => {
  const view = await show()
  await view.refuse()
  const { store } = view
  await view.rerender(null)
  expect(store.getState().pairing.error?.code).toBe('connection.rejected')
  await view.rerender(view.within(<Waiting />))
  expect(view.text()).toBe('wc:2@2')
})
