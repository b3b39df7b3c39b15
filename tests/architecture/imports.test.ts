import { type Files, fixture, readFiles } from './files.ts'
import { wrongArrows, wrongLayers } from './imports/arrows.ts'
import { cycles } from './imports/cycles.ts'
import { readGraph } from './imports/graph.ts'
import { READ } from './imports/rules.ts'

const manifest = (name: string, exports: Record<string, string> = {}) => JSON.stringify({ name, exports })

/** A small product that keeps every rule; each case below breaks one. */
const sound = {
  'shared-contracts/package.json': manifest('@portico/contracts', {
    '.': './src/index.ts',
    './ui': './ui/index.ts',
    './services/*': './src/services/*.ts',
    './testing': './testing/index.ts',
  }),
  'shared-contracts/src/index.ts': `export * from './views.ts'; export * from './remote.ts'`,
  'shared-contracts/src/views.ts': `import type { Remote } from './remote.ts'; export type View = Remote`,
  'shared-contracts/src/remote.ts': `import type { View } from './views.ts'; export type Remote = { view: View }`,
  'shared-contracts/src/services/config.ts': `export const Config = 1`,
  'shared-contracts/ui/index.ts': `import { x } from '@portico/contracts'; import 'react'; import './Button.css'`,
  'shared-contracts/ui/Button.css': '',
  'shared-contracts/testing/index.ts': `import '@portico/contracts/ui'`,
  'host/package.json': manifest('@portico/host', { '.': './src/loader/index.ts' }),
  'host/src/site/publicApi.ts': `import type { Store } from '../store.ts'; export const publicApi = {}`,
  'host/src/loader/index.ts': `import type { Options } from '../options/types.ts'; import '../site/publicApi.ts'`,
  'host/src/options/types.ts': `export interface Options {}`,
  'host/src/shell.ts': `import './store.ts'; import './views/Connect.tsx'; import '@portico/contracts/services/config'`,
  'host/src/store.ts': `import './router/routerSlice.ts'; export interface Store {}`,
  'host/src/views/Connect.tsx': `import '../connections/connect.ts'; import '../frame/Header.tsx'; export const C = () => <b />`,
  'host/src/frame/Header.tsx': '',
  'host/src/connections/connect.ts': `import '../router/routerSlice.ts'; import type { Store } from '../store.ts'`,
  'host/src/router/routerSlice.ts': `import '../storage.ts'; import '@reduxjs/toolkit'`,
  'host/src/storage.ts': '',
  'host/src/chains/walletErrors.ts': '',
  'host/src/chains/eip155/adapter.ts': `import '../walletErrors.ts'; import '@portico/contracts'; import 'viem'`,
  'host/src/chains/solana/adapter.ts': '',
  'host/src/views/Connect.test.tsx': `import '@portico/contracts/testing'; import '../shell.ts'`,
  'host/playground/page.ts': `import type { Options } from '../src/options/types.ts'`,
  'remotes/swaps/package.json': manifest('@portico/remote-swaps'),
  'remotes/swaps/src/remote.ts': `import '@portico/contracts'; export default { load: () => import('./views/Swap.tsx') }`,
  'remotes/swaps/src/views/Swap.tsx': '',
  'remotes/send/package.json': manifest('@portico/remote-send', { '.': './src/remote.ts' }),
  'remotes/send/src/remote.ts': '',
  'services/package.json': manifest('@portico/services', { '.': './src/index.ts' }),
  'services/src/index.ts': `import '@portico/contracts/services/config'`,
  'local/package.json': manifest('@portico/local', { './*': './*.ts' }),
  'local/chains/main.ts': `import '@portico/services'`,
  'apps/phone/page.ts': `import '@portico/contracts'; import '@portico/host'`,
  'tests/contract/remotes.test.ts': `import '../../host/src/store.ts'; import '../../remotes/swaps/src/remote.ts'`,
}

const problemsOf = (files: Files) => {
  const graph = readGraph(files)
  return [
    ...wrongArrows(graph, files),
    ...wrongLayers(graph),
    ...cycles(graph, files).map((circle) => `circle: ${circle}`),
  ]
}

test('a product that keeps every rule passes', () => {
  expect(problemsOf(fixture(sound))).toEqual([])
})

test.each([
  [
    'the contracts import the kit',
    'shared-contracts/src/index.ts',
    `import '@portico/contracts/ui'`,
    'contracts may not import kit',
  ],
  [
    'the contracts import the host',
    'shared-contracts/src/index.ts',
    `import '@portico/host'`,
    'contracts may not import loader',
  ],
  [
    'the contracts import React',
    'shared-contracts/src/index.ts',
    `import 'react/jsx-runtime'`,
    'contracts does without react',
  ],
  [
    'the kit imports the fakes',
    'shared-contracts/ui/index.ts',
    `import '../testing/index.ts'`,
    'kit may not import testing',
  ],
  [
    'a remote imports another',
    'remotes/swaps/src/remote.ts',
    `import '@portico/remote-send'`,
    'remote may not import remote',
  ],
  [
    'a remote lazily imports another',
    'remotes/swaps/src/remote.ts',
    `const x = () => import('@portico/remote-send')`,
    'remote may not import remote',
  ],
  [
    'a remote re-exports the host',
    'remotes/swaps/src/remote.ts',
    `export * from '@portico/host'`,
    'remote may not import loader',
  ],
  [
    'a remote reaches into the host by path',
    'remotes/swaps/src/remote.ts',
    `import '../../../host/src/store.ts'`,
    'imported by its name',
  ],
  [
    'a remote knows a type of the host',
    'remotes/swaps/src/remote.ts',
    `type S = import('../../../host/src/store.ts').Store`,
    'imported by its name',
  ],
  [
    'a remote imports the services',
    'remotes/swaps/src/remote.ts',
    `import '@portico/services'`,
    'remote may not import services',
  ],
  [
    'a remote ships the fakes',
    'remotes/swaps/src/remote.ts',
    `import '@portico/contracts/testing'`,
    'remote may not import testing',
  ],
  ['the host imports a remote', 'host/src/shell.ts', `import '@portico/remote-send'`, 'host may not import remote'],
  ['the host requires a remote', 'host/src/shell.ts', `require('@portico/remote-send')`, 'host may not import remote'],
  [
    'a test of the host mocks a remote',
    'host/src/views/Connect.test.tsx',
    `jest.mock('@portico/remote-send')`,
    'host may not import remote',
  ],
  [
    'the host imports the services',
    'host/src/shell.ts',
    `import type { A } from '@portico/services'`,
    'host may not import services',
  ],
  [
    'a service imports an instrument',
    'services/src/index.ts',
    `import '@portico/local/chains/main'`,
    'services may not import instruments',
  ],
  ['a service imports the host', 'services/src/index.ts', `import '@portico/host'`, 'services may not import loader'],
  [
    'an app reaches behind the public API',
    'apps/phone/page.ts',
    `import '../../host/src/store.ts'`,
    'imported by its name',
  ],
  [
    'an imported file is not exported',
    'services/src/index.ts',
    `import '@portico/contracts/src/index.ts'`,
    'there is no',
  ],
  [
    'an imported file does not exist',
    'services/src/index.ts',
    `import './gone.ts'`,
    'there is no services/src/gone.ts',
  ],
  ['an import path is computed', 'host/src/shell.ts', 'const load = (name) => import(name)', 'not written out'],
  ['the loader imports the shell', 'host/src/loader/index.ts', `import '../store.ts'`, 'loader may not import host'],
  [
    'the loader imports a value beside a type',
    'host/src/loader/index.ts',
    `import { type Options } from '../options/types.ts'`,
    'loader may not import host',
  ],
  [
    'the loader imports valibot',
    'host/src/loader/index.ts',
    `import { object } from 'valibot'`,
    'loader does without valibot',
  ],
  [
    'the playground runs code of the host',
    'host/playground/page.ts',
    `import '../src/store.ts'`,
    'playground may not import host',
  ],
  [
    'connections import a view',
    'host/src/connections/connect.ts',
    `import '../views/Connect.tsx'`,
    'stands to the left',
  ],
  [
    'the router imports connections',
    'host/src/router/routerSlice.ts',
    `import '../connections/connect.ts'`,
    'stands to the left',
  ],
  [
    'the router knows a type of a view',
    'host/src/router/routerSlice.ts',
    `import type { C } from '../views/Connect.tsx'`,
    'stands to the left',
  ],
  ['storage imports the router', 'host/src/storage.ts', `import './router/routerSlice.ts'`, 'stands to the left'],
  ['connections create the store', 'host/src/connections/connect.ts', `import '../store.ts'`, 'stands to the left'],
  [
    'a new part of the host has no place',
    'host/src/shell.ts',
    `import './manager/thing.ts'`,
    'host/src/manager/thing.ts is in no layer',
  ],
  [
    'a family imports another',
    'host/src/chains/eip155/adapter.ts',
    `import '../solana/adapter.ts'`,
    'a chain family knows',
  ],
  [
    'a family imports the router',
    'host/src/chains/eip155/adapter.ts',
    `import '../../router/routerSlice.ts'`,
    'a chain family knows',
  ],
  [
    'a family imports the toolkit',
    'host/src/chains/eip155/adapter.ts',
    `import '@reduxjs/toolkit'`,
    'a chain family knows',
  ],
  [
    'a family knows the type of the store',
    'host/src/chains/eip155/adapter.ts',
    `import type { Store } from '../../store.ts'`,
    'a chain family knows',
  ],
  ['two files import each other', 'host/src/frame/Header.tsx', `import '../views/Connect.tsx'`, 'circle: '],
  [
    'two files import each other, one of them lazily',
    'host/src/frame/Header.tsx',
    `import('../views/Connect.tsx')`,
    'circle: ',
  ],
  ['a file imports itself', 'host/src/storage.ts', `import './storage.ts'`, 'circle: host/src/storage.ts'],
])('a violation is reported when %s', (_, path, source, complaint) => {
  const broken = { 'host/src/manager/thing.ts': '', ...sound, [path]: source }
  expect(problemsOf(fixture(broken))).toContainEqual(expect.stringContaining(complaint))
})

describe('this repository', () => {
  const files = readFiles(READ)
  const graph = readGraph(files)

  test('is read', () => {
    expect(graph.size).toBeGreaterThan(20)
    expect(graph.edges.length).toBeGreaterThan(20)
    for (const folder of ['shared-contracts/src/', 'host/src/', 'services/src/', 'tests/']) {
      expect(graph.edges.some(({ from }) => from.startsWith(folder))).toBe(true)
    }
  })

  test('imports only where the table allows it', () => {
    expect(wrongArrows(graph, files)).toEqual([])
  })

  test('keeps the layers of the host', () => {
    expect(wrongLayers(graph)).toEqual([])
  })

  test('has no import cycles', () => {
    expect(cycles(graph, files)).toEqual([])
  })
})
