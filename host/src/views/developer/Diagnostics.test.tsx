/** @jest-environment jsdom */
import { fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore, HOST } from '../../../testing/store.ts'
import { overrideChanged, remoteAnnounced, remoteStatusChanged, remoteUnavailable } from '../../kernel/remotesSlice.ts'
import { diagnose } from '../../releases/diagnose.ts'
import { diagnoseRemotes } from '../../releases/diagnoseRemotes.ts'
import { Diagnostics } from './Diagnostics.tsx'

beforeAll(() => {
  fillBrowserGaps()
  performance.getEntriesByType = () => []
  Object.assign(globalThis, { __SHELL_VERSION__: '0.1.0' })
})
afterEach(unmountAll)

const INTEGRITY = `sha384-${'A'.repeat(64)}`
const half = { messages: {}, views: {}, slots: {} }
const source = { url: 'https://safety.example/1.2.0/', integrity: INTEGRITY }

async function show() {
  const test = createTestStore({ options: { endpoints: { api: 'https://api.example/' } } })
  const copied: string[] = []
  const shell = {
    diagnose: () =>
      diagnose(test.store.getState(), HOST, {
        deferred: () => ({ diagnoseRemotes }) as never,
        refused: () => undefined,
      }),
  }
  const commands = { ...test.commands, copy: async (text: string) => void copied.push(text) }
  return { ...(await render(inShell({ ...test, commands }, <Diagnostics />, { shell }))), ...test, copied }
}

test('every remote is listed with version, hash, state and time, or with its error in words', async () => {
  const { store, text } = await show()
  await act(async () => {
    store.dispatch(remoteAnnounced({ id: 'safety', version: '1.2.0', half, source }))
    store.dispatch(remoteStatusChanged({ id: 'safety', status: 'ready', loadMs: 140 }))
    store.dispatch(remoteUnavailable({ id: 'games', name: 'Games', error: { code: 'remote.contract', message: 'x' } }))
  })
  for (const said of ['safety 1.2.0', 'Running', '140 ms', INTEGRITY, 'games', 'Not offered', '(remote.contract)'])
    expect(text()).toContain(said)
})

test('every host in use is listed with the reason', async () => {
  const { text } = await show()
  expect(text()).toMatch(/https:\/\/api\.example.*endpoints\.api/)
  expect(text()).toContain('No remote is switched on')
})

test("a developer's remote is named with its state and the reason for a refusal", async () => {
  const { store, text } = await show()
  const error = { code: 'override.forbidden', message: 'x' } as const
  await act(async () => {
    store.dispatch(overrideChanged({ id: 'safety', origin: 'http://localhost:4399', state: 'refused', error }))
  })
  for (const said of ['http://localhost:4399', 'Refused', 'override.forbidden']) expect(text()).toContain(said)
})

test('“Copy” puts all of it into the clipboard as text', async () => {
  const { store, press, copied } = await show()
  await act(async () => void store.dispatch(remoteAnnounced({ id: 'safety', version: '1.2.0', half, source })))
  await press('Copy')
  expect(copied[0]).toContain(`# Remotes\n\nsafety 1.2.0\n  State: Not needed yet\n  Hash: ${INTEGRITY}`)
  expect(copied[0]).toContain('# Hosts in use\n\nhttps://api.example')
})
