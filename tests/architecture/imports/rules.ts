/** Who may import whom: the table of `docs/architecture.md` as data. */

export interface Zone {
  readonly name: string
  /** Path prefix of the zone; `*` stands for one folder. The first matching zone wins. */
  readonly path: string
  /** Names of zones, or `'everything'`. Files of one zone in one package may always import one another. */
  readonly mayImport: readonly string[] | 'everything'
  readonly mayImportTypesOf?: readonly string[]
  /** Additional imports allowed in the zone's `*.test.ts` files. */
  readonly testsMayImport?: readonly string[]
  /** Third-party packages that the zone must not import, including sub-paths. */
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

  // The loader is all that a page downloads before the first click; the public API table is its core.
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
  // The playground knows the modal only by its public API, like any site's page.
  {
    name: 'playground',
    path: 'host/playground/',
    mayImport: [...CONTRACTS, 'testing', 'loader'],
    mayImportTypesOf: ['host', 'public API'],
  },
  { name: 'host files', path: 'host/', mayImport: [] },

  { name: 'remote', path: 'remotes/*/', mayImport: CONTRACTS, testsMayImport: ['testing'] },
  // The embedded wallet's page holds keys, so it imports only what it needs.
  {
    name: 'secure frame',
    path: 'services/secureFrame/',
    mayImport: ['contracts', 'preview'],
    notPackages: [...REACT, '@reduxjs/toolkit', 'hono', 'kysely'],
  },
  // Stand-ins for the outside world on a developer's machine: nothing that is deployed may depend on them.
  ...['local/', 'services/testing/'].map((path) => ({
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
  // A command that verifies a site from outside, with the site's own verification.
  { name: 'command', path: 'packages/portico/', mayImport: ['contracts', 'loader', 'packages', 'packages testing'] },
  // For sites, in browsers and on servers: these packages share only types with the modal.
  {
    name: 'packages',
    path: 'packages/*/src/',
    mayImport: [],
    mayImportTypesOf: ['contracts'],
    testsMayImport: ['packages testing', 'testing'],
    notPackages: [...REACT, '@reduxjs/toolkit'],
  },
  { name: 'packages testing', path: 'packages/*/', mayImport: ['packages'], mayImportTypesOf: ['contracts'] },
  // A remote in a repository of its own.
  { name: 'remote outside', path: 'examples/remote-*/', mayImport: [...CONTRACTS, 'testing'] },
  // Code that a site would write itself.
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
  'local',
  'packages',
  'examples',
  'tests',
  'apps',
  'scripts',
]

/**
 * Layers of `host/src`: a row may import itself and the rows below it. Names are folders and files directly in
 * `host/src`. Files that are not listed belong to the first row; folders must be listed. The loader and the public API
 * are zones.
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
 * Any layer may use the types of these files: the state combines all slices, the services all doors, and a shell both,
 * so listeners, thunks and parts name types that are assembled above them. Types are erased at run time.
 */
export const typesForEveryLayer = ['host/src/store.ts', 'host/src/hostServices.ts', 'host/src/modalShell.ts']

/** Each chain family has its own folder and imports no other family, no store and no view. */
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

/** Code that runs in a visitor's browser: every `import(…)` there is a literal, so that this test can follow it. */
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
