/** Who may import whom: the table of `docs/architecture.md` as data. */

export interface Zone {
  readonly name: string
  /** A path that begins like this belongs to the zone; `*` stands for one folder. The first zone that fits is taken. */
  readonly path: string
  /** Names of zones, or `'everything'`. Files of one zone in one package may always import one another. */
  readonly mayImport: readonly string[] | 'everything'
  readonly mayImportTypesOf?: readonly string[]
  /** What its `*.test.ts` files may import besides. */
  readonly testsMayImport?: readonly string[]
  /** Packages of others that it must not import, sub-paths included. */
  readonly notPackages?: readonly string[]
}

const CONTRACTS = ['contracts', 'kit', 'kit of previews', 'preview', 'socials']
const REACT = ['react', 'react-dom', 'react-redux']

export const zones: readonly Zone[] = [
  {
    name: 'contracts',
    path: 'shared-contracts/src/',
    mayImport: [],
    testsMayImport: ['testing'],
    notPackages: REACT,
  },
  {
    name: 'kit of previews',
    path: 'shared-contracts/ui/preview/',
    mayImport: ['contracts', 'kit', 'preview'],
    testsMayImport: ['testing'],
  },
  { name: 'kit', path: 'shared-contracts/ui/', mayImport: ['contracts'], testsMayImport: ['testing'] },
  {
    name: 'preview',
    path: 'shared-contracts/preview/',
    mayImport: ['contracts'],
    notPackages: [...REACT, '@reduxjs/toolkit', 'viem'],
  },
  {
    name: 'socials',
    path: 'shared-contracts/socials/',
    mayImport: ['contracts'],
    notPackages: ['react-redux', '@reduxjs/toolkit', 'valibot'],
  },
  { name: 'testing', path: 'shared-contracts/testing/', mayImport: ['contracts', 'kit'] },

  // The loader is all that a page downloads before anybody clicks; the table of the public API is what it is made of.
  { name: 'public API', path: 'host/src/site/publicApi.ts', mayImport: ['contracts'], mayImportTypesOf: ['host'] },
  {
    name: 'loader',
    path: 'host/src/loader/',
    mayImport: ['contracts', 'public API'],
    mayImportTypesOf: ['host'],
    testsMayImport: ['testing'],
    notPackages: [...REACT, '@reduxjs/toolkit', 'valibot'],
  },
  {
    name: 'host',
    path: 'host/src/',
    mayImport: [...CONTRACTS, 'loader', 'public API', 'host files', 'packages'],
    testsMayImport: ['testing', 'host testing', 'packages testing'],
  },
  {
    name: 'host testing',
    path: 'host/testing/',
    mayImport: [...CONTRACTS, 'host', 'loader', 'public API', 'host files', 'testing', 'packages testing'],
  },
  // A page like that of any site: it knows the modal by its public API.
  {
    name: 'playground',
    path: 'host/playground/',
    mayImport: [...CONTRACTS, 'testing', 'loader'],
    mayImportTypesOf: ['host', 'public API'],
  },
  { name: 'host files', path: 'host/', mayImport: [] },

  { name: 'remote', path: 'remotes/*/', mayImport: CONTRACTS, testsMayImport: ['testing'] },
  // The embedded wallet's page: keys are in it, so nothing is that it can do without.
  {
    name: 'secure frame',
    path: 'services/secureFrame/',
    mayImport: ['contracts', 'preview'],
    notPackages: [...REACT, '@reduxjs/toolkit', 'hono', 'kysely'],
  },
  // What stands in for the world on a developer's machine: nothing that is deployed may need it.
  ...['services/src/local*/', 'services/src/mailbox/', 'services/testing/'].map((path) => ({
    name: 'instruments',
    path,
    mayImport: [...CONTRACTS, 'instruments', 'services', 'packages', 'testing', 'packages testing'],
  })),
  {
    name: 'services',
    path: 'services/',
    mayImport: [...CONTRACTS, 'packages'],
    testsMayImport: ['instruments', 'testing', 'packages testing'],
  },
  { name: 'apps', path: 'apps/*/', mayImport: [...CONTRACTS, 'loader'], testsMayImport: ['testing'] },
  // For sites, in the browser and on servers: they bring nothing of the modal along, only types that it has too.
  {
    name: 'packages',
    path: 'packages/*/src/',
    mayImport: [],
    mayImportTypesOf: ['contracts'],
    testsMayImport: ['packages testing', 'testing'],
    notPackages: [...REACT, '@reduxjs/toolkit'],
  },
  { name: 'packages testing', path: 'packages/*/', mayImport: ['packages'], mayImportTypesOf: ['contracts'] },
  // What a site of its own would write.
  {
    name: 'examples',
    path: 'examples/*/',
    mayImport: ['packages'],
    mayImportTypesOf: ['contracts'],
    testsMayImport: ['packages testing'],
  },
  { name: 'tests', path: 'tests/', mayImport: 'everything' },
  { name: 'scripts', path: 'scripts/', mayImport: 'everything' },
]

/** The folders whose imports are read. */
export const READ = [
  'shared-contracts',
  'host',
  'remotes',
  'services',
  'packages',
  'examples',
  'tests',
  'apps',
  'scripts',
]

/**
 * Inside `host/src`: a row may import its own and those below it. Names are folders and files directly in `host/src`. A
 * file that is not named stands in the first row; a folder has to be named. The loader and the public API are zones.
 */
export const hostLayers: readonly (readonly string[])[] = [
  ['shell'],
  ['site', 'opening'],
  ['views', 'frame', 'shellContext.ts'],
  ['siwx', 'analytics'],
  ['connections', 'directory', 'project', 'releases', 'embeddedWallet', 'account', 'acting'],
  ['kernel', 'router', 'chains', 'pairing', 'texts'],
  ['settingsSlice.ts', 'feedbackSlice.ts', 'options'],
  ['storage.ts', 'storage', 'async'],
]

/**
 * Their types are for every layer: the state is the sum of all slices, the services the sum of all doors, and a shell the
 * sum of both, so listeners, thunks and parts name a type that is put together above them. Nothing of it is left at run
 * time.
 */
export const typesForEveryLayer = ['host/src/store.ts', 'host/src/hostServices.ts', 'host/src/modalShell.ts']

/** A chain family is its own folder. It knows no other family, no store and no view. */
export const families = {
  path: 'host/src/chains/*/',
  mayImport: [
    /^host\/src\/chains\/[^/]+$/,
    /^host\/src\/async\//,
    /^host\/src\/storage(\.ts$|\/)/,
    /^shared-contracts\/src\//,
  ],
  notPackages: [...REACT, '@reduxjs/toolkit'],
}

/** What runs in a visitor's browser: there every `import(…)` is a literal, so that this test can follow it. */
export const browserZones = [
  'contracts',
  'kit',
  'public API',
  'loader',
  'host',
  'remote',
  'secure frame',
  'packages',
  'apps',
]
