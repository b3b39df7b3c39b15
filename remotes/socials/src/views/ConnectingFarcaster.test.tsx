/** @jest-environment jsdom */
import { addErrors, type FarcasterAttempt, ModalError } from '@portico/contracts'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { fakeEmbeddedWallet, fakeHost, renderView, unmountAll } from '@portico/contracts/testing'
import remote from '../remote.ts'
import ConnectingFarcaster from './ConnectingFarcaster.tsx'

addErrors(embeddedWalletErrors)
afterEach(async () => {
  await unmountAll()
  jest.restoreAllMocks()
})

const URL = 'https://farcaster.example/connect?channel=1'
const never = new Promise<never>(() => {})
const ready: FarcasterAttempt = { url: Promise.resolve(URL), answered: never, connected: never }
const preparing: FarcasterAttempt = { ...ready, url: never }

function failed(): FarcasterAttempt {
  const why = () => Promise.reject(new ModalError('farcaster.failed'))
  return { url: why(), answered: why(), connected: why() }
}

async function show(...answers: (() => FarcasterAttempt)[]) {
  let started = 0
  const startFarcaster = () => (answers[started++] ?? (() => ready))()
  const host = fakeHost({ remote, embeddedWallet: fakeEmbeddedWallet({ startFarcaster }) })
  return renderView(ConnectingFarcaster, { host })
}

const onPhone = () =>
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)')

test('a desktop shows a code for the phone', async () => {
  const view = await show(() => ready)
  expect(view.names('[role=img]')).toEqual(['QR code for signing in with Farcaster'])
  expect(view.container.querySelector<HTMLElement>('[data-testid=wui-qr-code]')?.dataset.uri).toBe(URL)
  expect(view.text()).toContain('Scan this QR code with your phone')
})

test('a desktop also shows the link to copy', async () => {
  const view = await show(() => ready)
  expect(view.button('Copy link').dataset.testid).toBe('copy-wc2-uri')
  await view.press('Copy link')
  expect(view.host.asked).toEqual([['copy', URL, 'Link copied']])
})

test('until the link is known, its space is reserved and there is nothing to copy', async () => {
  const view = await show(() => preparing)
  expect(view.names('[role=status]')).toEqual(['Preparing the link'])
  expect(view.button('Copy link').disabled).toBe(true)
})

test('on a phone the app opens without access to the page', async () => {
  onPhone()
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const view = await show(() => ready)
  expect(view.names('p')).toEqual(['Continue in Farcaster', 'Accept the connection request in the app'])
  await view.press('Open Farcaster')
  expect(open.mock.calls).toEqual([[URL, '_blank', 'noopener']])
})

test('on a phone the button waits for the link, and says so', async () => {
  onPhone()
  const view = await show(() => preparing)
  expect(view.button('Open Farcaster').disabled).toBe(true)
  expect(view.text()).toContain('Preparing the link')
})

test('after approval in the app, the code disappears', async () => {
  const view = await show(() => ({ ...ready, answered: Promise.resolve() }))
  expect(view.names('p')).toEqual(['Loading user data', 'Please wait a moment while we load your data.'])
})

test('a failure is shown, and one press requests a new code', async () => {
  const view = await show(failed, () => ready)
  expect(view.names('[role=alert] p')).toEqual(['Something went wrong', 'Failed to connect to farcaster'])
  await view.press('Try again')
  expect(view.names('[role=img]')).toHaveLength(1)
})
