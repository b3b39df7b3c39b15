/** @jest-environment jsdom */
import { ModalError } from '@portico/contracts'
import { ethereum, fakeAdapter, fillBrowserGaps } from '@portico/contracts/testing'
import { evmUser, testEmbedded } from '../../testing/embeddedWallet.ts'
import { outcome } from '../../testing/frame.ts'
import { closed, opened } from '../router/routerSlice.ts'
import type { OpenOptions } from '../site/publicApi.ts'
import { createLogin } from './login.ts'
import { updateEmail } from './updateEmail.ts'

let wallet: ReturnType<typeof testEmbedded>
beforeAll(fillBrowserGaps)
beforeEach(() => {
  jest.useFakeTimers()
  localStorage.clear()
  wallet = testEmbedded({
    networks: [ethereum],
    adapterOf: (namespace) => fakeAdapter({ namespace, connectors: [] }),
    hasSolana: false,
  })
})
afterEach(async () => {
  await wallet.dispose()
  jest.useRealTimers()
})

const login = () => createLogin(wallet.services.storage)

/** A visitor who is signed in. */
async function signedIn(provider = 'email') {
  const connecting = wallet.connect()
  await wallet.load()
  await (await wallet.asked('GET_USER')).succeed(evmUser())
  await connecting
  login().change({ provider })
}

const openCalls: OpenOptions[] = []
const closeWindow = () => void wallet.store.dispatch(closed({ view: 'Connect' }))
function ask(open?: () => Promise<void>) {
  openCalls.length = 0
  const changing = updateEmail({
    ...wallet,
    async open(options) {
      openCalls.push(options)
      if (open) return open()
      wallet.store.dispatch(opened({ view: options.view ?? 'Connect' }))
    },
    close: closeWindow,
  })
  changing.catch(() => {})
  return changing
}

test('the view opens; once the address has changed, the call resolves with the new address and the window closes', async () => {
  await signedIn()
  const changing = ask()
  expect(openCalls).toEqual([{ view: 'UpdateEmailWallet' }])
  login().change({ lastEmailLoginAt: 1 })
  expect(await outcome(changing)).toBe('pending')
  login().change({ email: 'ada@new.example' })
  expect(await changing).toBe('ada@new.example')
  expect(wallet.view()).toBe('closed')
})

test('entering a new address is tracked once the frame has accepted it', async () => {
  await signedIn()
  const commands = await wallet.commands.embeddedWallet()
  const typed = commands.updateEmail('ada@new.example', wallet.life.signal)
  const request = await wallet.asked('UPDATE_EMAIL')
  expect(request.payload).toEqual({ email: 'ada@new.example' })
  expect(wallet.events()).not.toContain('EMAIL_EDIT')
  await request.succeed({ action: 'VERIFY_PRIMARY_OTP' })
  expect(await typed).toBe('VERIFY_PRIMARY_OTP')
  expect(wallet.events().filter((event) => event === 'EMAIL_EDIT')).toHaveLength(1)
})

test('if the window is closed early, the call rejects, whatever happens later', async () => {
  await signedIn()
  const changing = ask()
  closeWindow()
  login().change({ email: 'ada@new.example' })
  await expect(changing).rejects.toMatchObject({ code: 'connection.modalClosed', message: 'Modal closed' })
})

test('a later sign-in with another address does not count as a change', async () => {
  await signedIn()
  const changing = ask()
  login().keep({ provider: 'email', email: 'bob@shop.example' }, true)
  expect(await outcome(changing)).toBe('pending')
})

test.each<[string, () => Promise<void>, string]>([
  ['is closed before it opens', async () => {}, 'connection.modalClosed'],
  ['lacks the view', () => Promise.reject(new ModalError('view.unavailable')), 'view.unavailable'],
])('the call does not wait for a window that %s', async (_, open, code) => {
  await signedIn()
  await expect(ask(open)).rejects.toMatchObject({ code })
})

test('the call rejects when the modal is disposed of', async () => {
  await signedIn()
  const changing = ask()
  wallet.life.abort()
  await expect(changing).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test.each<[string, () => unknown, object]>([
  [
    'no visitor is connected',
    () => {},
    { code: 'connection.notEmbedded', message: 'Not connected to email or social' },
  ],
  ['the visitor used social login', () => signedIn('google'), { code: 'connection.notEmbedded' }],
  [
    'e-mail and social login are off',
    () => wallet.switchFeatures(false),
    { code: 'connection.noAuthConnector', message: 'No auth connector found' },
  ],
])('if %s, nothing is opened', async (_, act, error) => {
  await act()
  await expect(ask()).rejects.toMatchObject(error)
  expect(openCalls).toEqual([])
})
