import { ModalError, type Remote, type RemoteId, type ViewModule } from '@portico/contracts'
import type { RemoteRelease } from '@portico/contracts/services/releaseIndex'
import { ethereum } from '@portico/contracts/testing'
import { HostProvider, useCommands } from '@portico/contracts/ui'
import { createSlice } from '@reduxjs/toolkit'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRemotes, type RemoteCode } from '../../host/src/kernel/createRemotes.ts'
import type { Choice } from '../../host/src/kernel/planRemotes.ts'
import { opened } from '../../host/src/router/routerSlice.ts'
import { createTestStore } from '../../host/testing/store.ts'

/** A remote is loaded, used and removed, as project configuration and index decide. */

const slice = createSlice({ name: 'receive.test', initialState: {}, reducers: {} })

const release = (version: string): RemoteRelease => ({
  url: `receive/${version}/`,
  integrity: `sha384-${version.padEnd(64, 'A').replace(/\./g, 'B')}`,
  contract: '^2.0.0',
  static: {
    messages: { 'receive.title': 'Receive' },
    views: { WalletReceive: { title: 'receive.title' } },
    slots: {},
  },
})
const on = (version = '1.0.0'): Choice => ({ kind: 'on', version, release: release(version) })
const off: Choice = { kind: 'off' }
const wants = (choice: Choice): ReadonlyMap<RemoteId, Choice> => new Map([['receive', choice]])

type Gate = { resolve(remote: Remote): void; reject(error: Error): void }

function setUp() {
  const kernel = createTestStore({ networks: [ethereum] })
  const loads: ({ version: string } & Gate)[] = []
  const code: RemoteCode = {
    load: (_id, version) => new Promise<Remote>((resolve, reject) => void loads.push({ version, resolve, reject })),
    messages: async () => ({}),
  }
  const remotes = createRemotes(kernel, code, () => 'Account')
  const view = (text: string): ViewModule => ({ default: () => text as never })
  const remote = (text: string): Remote => ({
    state: [slice],
    views: { WalletReceive: { title: 'receive.title', load: async () => view(text) } },
  })
  const keys = () => Object.keys(kernel.store.getState())
  const receive = () => kernel.store.getState().remotes.byId.receive
  return { kernel, remotes, loads, remote, keys, receive }
}

test('code is fetched only when needed, and only once', async () => {
  const { remotes, loads, remote, receive } = setUp()
  await remotes.reconcile(wants(on()))
  expect(receive()).toMatchObject({ status: 'available', version: '1.0.0' })
  expect(loads).toEqual([])
  const both = [remotes.prepare('WalletReceive'), remotes.load('WalletReceive')]
  expect(receive()?.status).toBe('loading')
  loads[0]?.resolve(remote('one'))
  await Promise.all(both)
  expect(loads).toHaveLength(1)
  expect(receive()?.status).toBe('ready')
})

test('a failure is reported and not cached: the next attempt starts afresh', async () => {
  const { remotes, loads, remote, receive, keys } = setUp()
  await remotes.reconcile(wants(on()))
  const first = remotes.load('WalletReceive')
  loads[0]?.reject(new ModalError('remote.blocked'))
  await expect(first).rejects.toMatchObject({ code: 'remote.blocked' })
  expect(receive()).toMatchObject({ status: 'failed', error: { code: 'remote.blocked' } })
  const second = remotes.load('WalletReceive')
  expect(receive()).not.toHaveProperty('error')
  loads[1]?.resolve(remote('two'))
  await second
  expect(keys()).toContain('receive.test')
})

test('a remote that is switched off while its code is loading is not installed when the code arrives', async () => {
  const { remotes, loads, remote, keys, receive } = setUp()
  const before = keys()
  await remotes.reconcile(wants(on()))
  const loading = remotes.load('WalletReceive')
  await remotes.reconcile(wants(off))
  loads[0]?.resolve(remote('late'))
  await expect(loading).rejects.toMatchObject({ code: 'remote.off' })
  expect(receive()).toBeUndefined()
  expect(keys()).toEqual(before)
  expect(remotes.loaded('WalletReceive')).toBeUndefined()
})

test('switching off, on and off quickly takes effect in that order', async () => {
  const { remotes, loads, remote, keys, receive } = setUp()
  const before = keys()
  await remotes.reconcile(wants(on()))
  const loading = remotes.load('WalletReceive')
  loads[0]?.resolve(remote('one'))
  await loading
  await Promise.all([off, on(), off].map((choice) => remotes.reconcile(wants(choice))))
  expect(receive()).toBeUndefined()
  expect(keys()).toEqual(before)

  await Promise.all([on(), off, on()].map((choice) => remotes.reconcile(wants(choice))))
  const again = remotes.load('WalletReceive')
  loads[1]?.resolve(remote('two'))
  await again
  expect(receive()?.status).toBe('ready')
})

test("an open version stays, and the next version replaces it once the open version's views have closed", async () => {
  const { kernel, remotes, loads, remote, receive } = setUp()
  await remotes.reconcile(wants(on('1.0.0')))
  const loading = remotes.load('WalletReceive')
  loads[0]?.resolve(remote('one'))
  await loading
  kernel.store.dispatch(opened({ view: 'WalletReceive' }))
  await remotes.reconcile(wants(on('1.0.1')))
  expect(receive()).toMatchObject({ version: '1.0.0', status: 'ready' })
  kernel.commands.close()
  await remotes.reconcile(wants(on('1.0.1')))
  expect(receive()).toMatchObject({ version: '1.0.1', status: 'available' })
  expect(Object.keys(kernel.store.getState())).not.toContain('receive.test')
})

test('when an open remote is switched off, the visitor lands on another view and learns why', async () => {
  const { kernel, remotes, loads, remote } = setUp()
  await remotes.reconcile(wants(on()))
  const loading = remotes.load('WalletReceive')
  loads[0]?.resolve(remote('one'))
  await loading
  kernel.store.dispatch(opened({ view: 'WalletReceive' }))
  await remotes.reconcile(wants(off))
  const { router, feedback } = kernel.store.getState()
  expect(router.stack.map(({ view }) => view)).toEqual(['Account'])
  expect(feedback.snack).toMatchObject({ key: 'host.featureOff' })
})

test('transactions that a view has started are canceled silently when its remote is uninstalled', async () => {
  const { kernel, remotes, loads } = setUp()
  const cancelled: string[] = []
  function Pushing() {
    useCommands().pushTransaction({ onCancel: () => cancelled.push('heard') })
    return null
  }
  await remotes.reconcile(wants(on()))
  const loading = remotes.load('WalletReceive')
  loads[0]?.resolve({
    views: { WalletReceive: { title: 'receive.title', load: async () => ({ default: Pushing }) } },
  } as Remote)
  const { default: View } = await loading
  const value = { commands: kernel.commands, t: (key: string) => key, locale: 'en', adopt: () => () => {} }
  renderToStaticMarkup(createElement(HostProvider, { value: value as never }, createElement(View as never)))
  expect(kernel.store.getState().router.transactions).toHaveLength(1)
  await remotes.reconcile(wants(off))
  expect(kernel.store.getState().router.transactions).toEqual([])
  kernel.commands.close()
  expect(cancelled).toEqual([])
})

test('an unavailable remote reports why, and nothing of it is fetched', async () => {
  const { kernel, remotes, loads } = setUp()
  await remotes.reconcile(wants({ kind: 'unavailable', name: 'Receive', error: new ModalError('remote.contract') }))
  expect(kernel.store.getState().remotes.unavailable.receive?.code).toBe('remote.contract')
  await expect(remotes.load('WalletReceive')).rejects.toMatchObject({ code: 'remote.off' })
  expect(loads).toEqual([])
})

test('disposing the modal uninstalls every remote', async () => {
  const { remotes, loads, remote, keys } = setUp()
  const before = keys()
  await remotes.reconcile(wants(on()))
  const loading = remotes.load('WalletReceive')
  loads[0]?.resolve(remote('one'))
  await loading
  await remotes.dispose()
  expect(keys()).toEqual(before)
})

test("a remote with a view of the host's name cannot take its place, and does not take it away when it is switched off", async () => {
  const kernel = createTestStore({ networks: [ethereum] })
  const code: RemoteCode = { load: () => Promise.reject(new Error('not needed')), messages: async () => ({}) }
  const remotes = createRemotes(
    kernel,
    code,
    () => 'Account',
    (view) => view === 'Account',
  )
  const views = { Account: { title: 'safety.title' }, Safety: { title: 'safety.title' } } as object
  const named = { ...release('1.0.0'), static: { messages: {}, views, slots: {} } } as RemoteRelease
  await remotes.reconcile(new Map([['safety', { kind: 'on', version: '1.0.0', release: named }]]))
  expect(remotes.find('Account')).toBeUndefined()
  expect(Object.keys(kernel.store.getState().remotes.byId.safety?.static.views ?? {})).toEqual(['Safety'])
  kernel.store.dispatch(opened({ view: 'Account' }))
  await remotes.reconcile(new Map([['safety', off]]))
  expect(kernel.store.getState().router.stack.map(({ view }) => view)).toEqual(['Account'])
  expect(kernel.store.getState().feedback.snack).toBeNull()
})
