import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isOpenSource } from './dependencies/licences.ts'
import { inexactVersions, lockedProblems, staleOwnVersions } from './dependencies/rules.ts'
import { fixture, ROOT, readFiles } from './files.ts'

const locked = (name: string, version: string, license?: string) =>
  fixture({ 'package-lock.json': JSON.stringify({ packages: { [`node_modules/${name}`]: { version, license } } }) })
const notInstalled = () => undefined

test.each([
  ['@walletconnect/universal-provider', '2.21.8'],
  ['@walletconnect/core', '2.21.7'],
  ['@walletconnect/ethereum-provider', '2.22.0'],
  ['@reown/walletkit', '1.2.10'],
  ['@reown/appkit', '1.7.19'],
  ['viem', '2.57.1'],
])('%s %s is allowed', (name, version) => {
  expect(lockedProblems(locked(name, version, 'MIT'), notInstalled)).toEqual([])
})

test.each([
  ['@walletconnect/universal-provider', '2.21.9'],
  ['@walletconnect/core', '2.22.0'],
  ['@walletconnect/sign-client', '3.0.0'],
  ['@walletconnect/types', '2.21.10'],
  ['@walletconnect/utils', '2.100.0'],
  ['@reown/walletkit', '1.2.11'],
  ['@reown/appkit', '1.8.0'],
  ['@reown/appkit-ui', '1.8.0-beta.1'],
  ['@reown/appkit', '2.0.0'],
])('%s %s is forbidden, whatever licence it names', (name, version) => {
  expect(lockedProblems(locked(name, version, 'Apache-2.0'), notInstalled)).toEqual([
    expect.stringContaining(`${name} ${version}: `),
  ])
})

test('a forbidden version is found inside another package and under an alias', () => {
  const files = fixture({
    'tests/fixtures/x/package-lock.json': JSON.stringify({
      packages: {
        'node_modules/a/node_modules/@walletconnect/core': { version: '2.22.0', license: 'MIT' },
        'node_modules/core': { name: '@walletconnect/core', version: '2.22.1', license: 'MIT' },
      },
    }),
  })
  expect(lockedProblems(files, notInstalled)).toEqual([
    expect.stringContaining('@walletconnect/core 2.22.0'),
    expect.stringContaining('@walletconnect/core 2.22.1'),
  ])
})

test.each(['MIT', '(MIT OR CC0-1.0)', 'MIT AND (ISC OR SSPL-1.0)', 'Apache-2.0 WITH LLVM-exception', 'LGPL-2.1+'])(
  'a package under "%s" is allowed',
  (licence) => {
    expect(isOpenSource(licence)).toBe(true)
    expect(lockedProblems(locked('thing', '1.0.0', licence), notInstalled)).toEqual([])
  },
)

test.each([
  'SEE LICENSE IN LICENSE.md',
  'UNLICENSED',
  'BUSL-1.1',
  'SSPL-1.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'MIT AND BUSL-1.1',
  'MIT OR',
  '(MIT',
  'MIT BUSL-1.1',
  '',
])('a package under "%s" is forbidden', (licence) => {
  expect(isOpenSource(licence)).toBe(false)
  expect(lockedProblems(locked('thing', '1.0.0', licence), notInstalled)).toHaveLength(1)
})

test('a licence that the lockfile leaves out is read from the package', () => {
  expect(lockedProblems(locked('thing', '1.0.0'), () => 'MIT')).toEqual([])
  expect(lockedProblems(locked('thing', '1.0.0'), () => 'BUSL-1.1')).toHaveLength(1)
  expect(lockedProblems(locked('thing', '1.0.0'), notInstalled)).toEqual([
    'package-lock.json: thing 1.0.0: licence unknown',
  ])
})

test.each(['^1.0.0', '~1.0.0', '1.x', '*', 'latest', '>=1', 'file:../x', 'github:a/b', 'npm:b@^1.0.0'])(
  'the range "%s" is found in every kind of dependency except peers',
  (version) => {
    const fields = {
      dependencies: { a: version },
      devDependencies: { b: version },
      optionalDependencies: { c: version },
      overrides: { d: { '.': version } },
    }
    const files = fixture({ 'host/package.json': JSON.stringify({ ...fields, peerDependencies: { e: version } }) })
    expect(inexactVersions(files)).toHaveLength(4)
  },
)

describe('this repository', () => {
  const files = readFiles()
  const installedLicence = (lockfile: string, entry: string): string | undefined => {
    const manifest = join(ROOT, dirname(lockfile), entry, 'package.json')
    if (!existsSync(manifest)) return undefined
    interface Manifest {
      readonly license?: unknown
      /** The field's old form: all of them apply. */
      readonly licenses?: readonly { readonly type: string }[]
    }
    const { license, licenses }: Manifest = JSON.parse(readFileSync(manifest, 'utf8'))
    return typeof license === 'string' ? license : licenses?.map(({ type }) => type).join(' AND ')
  }

  test('is read', () => {
    expect(Object.keys(JSON.parse(files.get('package-lock.json') ?? '{}').packages).length).toBeGreaterThan(100)
    expect([...files.keys()].filter((path) => path.endsWith('package.json')).length).toBeGreaterThan(4)
  })

  test('uses only permitted versions and licences', () => {
    expect(lockedProblems(files, installedLicence)).toEqual([])
  })

  test('pins exact versions', () => {
    expect(inexactVersions(files)).toEqual([])
  })
})

test('packages of this repository require each other in the versions that they have', () => {
  expect(staleOwnVersions(readFiles())).toEqual([])
  const [contracts, host] = [
    { name: '@portico/contracts', version: '2.1.0' },
    { name: '@portico/host', version: '0.1.0', dependencies: { '@portico/contracts': '2.0.0', react: '19.3.1' } },
  ]
  const files = fixture({ 'a/package.json': JSON.stringify(contracts), 'b/package.json': JSON.stringify(host) })
  expect(staleOwnVersions(files)).toEqual(['b/package.json: @portico/contracts 2.0.0 is 2.1.0'])
})
