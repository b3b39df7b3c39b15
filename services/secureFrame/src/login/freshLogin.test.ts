import type { OpenedSession } from '@portico/contracts/services/login'
import { createHandlers, type HandlerParts } from '../handlers/createHandlers.ts'
import { createNetwork } from '../handlers/networks.ts'
import { createFreshLogin } from './freshLogin.ts'
import { openFor } from './signIn.ts'

const asking = { origin: 'https://shop.example', signal: new AbortController().signal }

function frame() {
  const freshLogin = createFreshLogin(() => 1_000)
  const sessions = {
    open: async () => {},
    end: async () => {},
    check: async () => true,
    current: async () => undefined,
  }
  const parts = {
    login: { ask: () => Promise.reject(new Error('offline')) },
    sessions,
    wallet: { forget: () => {}, addresses: async () => ({}) },
    network: createNetwork('eip155:1'),
    rpc: { RPC_REQUEST: async () => null, RPC_ABORT: async () => undefined },
    site: {},
    origin: 'https://secure.example',
    onEmailChanged: async () => {},
    freshLogin,
  } as unknown as HandlerParts & Parameters<typeof openFor>[0]
  return {
    freshLogin,
    signIn: () => openFor(parts, { provider: 'email' } as OpenedSession, 'email'),
    handlers: createHandlers(parts),
  }
}

test('a sign-in counts as fresh only once', async () => {
  const { freshLogin, signIn } = frame()
  expect(freshLogin.take()).toBe(false)
  await signIn()
  expect([freshLogin.take(), freshLogin.take()]).toEqual([true, false])
})

test.each(['SIGN_OUT', 'RELOAD'] as const)('after %s the sign-in no longer counts as fresh', async (name) => {
  const { freshLogin, signIn, handlers } = frame()
  await signIn()
  await handlers[name](undefined, asking)
  expect(freshLogin.take()).toBe(false)
})

test('a page that checks for a connected visitor does not count as a sign-in', async () => {
  const { freshLogin, handlers } = frame()
  await handlers.IS_CONNECTED(undefined, asking)
  await handlers.GET_USER(undefined, asking).catch(() => {})
  expect(freshLogin.take()).toBe(false)
})
