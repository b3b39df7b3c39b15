import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '../errors.ts'
import { announcements } from './answers/announcements.ts'
import { answers } from './answers.ts'
import { embeddedWalletErrors } from './errorTexts.ts'
import { FRAME_FAILURES } from './failures.ts'
import { frameAnswer, frameFailure, frameRequest } from './messages.ts'
import { readFrameEvent } from './readFrameEvent.ts'
import { readFrameRequest } from './readFrameRequest.ts'
import { type RequestName, requests } from './requests.ts'

/** The protocol's requests, written out independently of the code. */
const NAMES = [
  'SWITCH_NETWORK',
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'GET_FARCASTER_URI',
  'CONNECT_FARCASTER',
  'GET_USER',
  'GET_SOCIAL_REDIRECT_URI',
  'SIGN_OUT',
  'IS_CONNECTED',
  'GET_CHAIN_ID',
  'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
  'INIT_SMART_ACCOUNT',
  'SET_PREFERRED_ACCOUNT',
  'RPC_REQUEST',
  'UPDATE_EMAIL',
  'UPDATE_EMAIL_PRIMARY_OTP',
  'UPDATE_EMAIL_SECONDARY_OTP',
  'SYNC_THEME',
  'SYNC_DAPP_DATA',
  'RELOAD',
  'RPC_ABORT',

  // Our own extensions, which other clients do not send.
  'GET_NEW_DEVICES',
  'REVIEW_NEW_DEVICES',
].sort()

test('every request of the protocol has a payload and an answer', () => {
  expect(Object.keys(requests).sort()).toEqual(NAMES)
  expect(Object.keys(answers).sort()).toEqual(NAMES)
  expect(Object.keys(announcements).sort()).toEqual(['READY', 'SESSION_UPDATE'])
})

test('no name can be mistaken for the answer to a different request', () => {
  for (const name of [...NAMES, ...Object.keys(announcements)]) expect(name).not.toMatch(/_(SUCCESS|ERROR)$/)
  for (const name of Object.keys(announcements)) expect(NAMES).not.toContain(name)
})

test('each request belongs to one group, and its answer belongs to the same group', () => {
  const groups = ['accounts', 'email', 'rpc', 'session', 'site', 'social']
  const namesIn = (file: string) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    return NAMES.filter((name) => new RegExp(`^  ${name}:`, 'm').test(source))
  }
  for (const group of groups) expect(namesIn(`requests/${group}.ts`)).toEqual(namesIn(`answers/${group}.ts`))
  expect(groups.flatMap((group) => namesIn(`requests/${group}.ts`)).sort()).toEqual(NAMES)
})

test.each(NAMES as RequestName[])('a failure of %s is read as the answer to that request', (name) => {
  for (const failure of ['rejected', 'codeWrong', 'internal'] as const) {
    expect(readFrameEvent(structuredClone(frameFailure(name, 'k', failure)))?.message).toEqual({
      type: `@w3m-frame/${name}_ERROR`,
      id: 'k',
      payload: FRAME_FAILURES[failure],
    })
  }
})

test('each side reads what the other side writes', () => {
  const posted = [
    frameRequest('CONNECT_EMAIL', 'k', { email: 'ada@shop.example' }),
    frameRequest('GET_USER', 'k'),
    frameRequest('SIGN_OUT', 'k'),
    frameRequest('SWITCH_NETWORK', 'k', { chainId: 'eip155:1' }),
    frameRequest('RPC_REQUEST', 'k', { method: 'eth_call', params: [] }),
  ]
  for (const request of posted) expect(readFrameRequest(structuredClone(request))?.message?.type).toBe(request.type)
  const answered = [
    frameAnswer('CONNECT_EMAIL', 'k', { action: 'CONNECT' }),
    frameAnswer('SIGN_OUT', undefined),
    frameAnswer('RPC_REQUEST', 'k', '0x1'),
    frameAnswer('IS_CONNECTED', 'k', { isConnected: true }),
  ]
  for (const answer of answered) expect(readFrameEvent(structuredClone(answer))?.message?.type).toBe(answer.type)
})

test('every failure has a code of its own, and contains the words that other clients look for', () => {
  const codes = Object.values(FRAME_FAILURES).map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(FRAME_FAILURES.emailInvalid.message).toContain('Invalid email')
  expect(FRAME_FAILURES.methodNotAllowed.message).toBe(embeddedWalletErrors['frame.methodNotAllowed'].message)
})

test("the embedded wallet's errors have the specification's texts and alerts, and no code is used twice", () => {
  const texts = Object.values(embeddedWalletErrors).map(({ message }) => message)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Unable to load email login dependency',
      'Request was aborted',
      'Something went wrong',
      'An error occurred',
      'Please try again after {seconds} seconds',
      'Requested RPC call is not allowed',
      'Popup closed',
      'Failed to connect to farcaster',
      'Failed to initiate social connection',
      'Not connected to email or social',
    ]),
  )
  // This error is logged on pages without an embedded wallet, where the embedded wallet's texts never load.
  expect(catalogue['connection.noAuthConnector'].message).toBe('No auth connector found')
  expect(embeddedWalletErrors['frame.loadFailed'].alert).toBe('APKT003')
  expect(embeddedWalletErrors['frame.requestTimedOut'].alert).toBe('APKT004')
  expect(embeddedWalletErrors['frame.domainUnverified'].alert).toBe('APKT005')
  const known: Readonly<Record<string, { readonly message: string }>> = catalogue
  for (const [code, entry] of Object.entries(embeddedWalletErrors)) {
    if (Object.hasOwn(known, code)) expect(known[code]).toEqual(entry) // once the catalogue includes them
  }
})
