/** @jest-config-loader esbuild-register */
import { existsSync, readFileSync } from 'node:fs'
import type { Config } from 'jest'

type Project = Exclude<NonNullable<Config['projects']>[number], string>

/** Published as ES modules only, or with an `import()` that jest's realm refuses; the rest of node_modules is left alone. */
const esmOnly = [
  '@electric-sql',
  '@formatjs',
  '@hono',
  '@noble',
  '@scure',
  '@simplewebauthn',
  '@web3icons',
  'base-x',
  'bech32',
  'bip174',
  'bs58',
  'bs58check',
  'hono',
  'idb',
  'intl-messageformat',
  'jose',
  'kysely',
  'micro-packed',
  'mipd',
  'oauth4webapi',
  'postal-mime',
  'shamir-secret-sharing',
  'superstruct',
  'uint8array-tools',
  'uncrypto',
  'uuid',
  'valibot',
  'varuint-bitcoin',
]

/** swc also turns `import.meta.url`, `.dirname` and `.filename` of our sources into their CommonJS equals. */
const swc = (syntax: 'typescript' | 'ecmascript') => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax, [syntax === 'typescript' ? 'tsx' : 'jsx']: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
  },
]

/** The tests of remotes that are not there (`scripts/testsOfRemotes.mjs`). */
const testsOfRemotes: Record<string, string[]> = JSON.parse(
  readFileSync(`${__dirname}/tests/testsOfRemotes.json`, 'utf8'),
)
const away = Object.entries(testsOfRemotes)
  .filter(([id]) => !existsSync(`${__dirname}/remotes/${id}/src/remote.ts`))
  .flatMap(([, tests]) => tests.map((test) => `<rootDir>/${test.replace(/\./g, '\\.')}$`))

/** `node scripts/test.mjs --profile` measures each file. */
const profiled = process.env.PORTICO_PROFILE ? ['<rootDir>/tests/jest/profile.cjs'] : []

const project = (displayName: string, testMatch: string[], settings: Partial<Project> = {}): Project => ({
  displayName,
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
  testEnvironment: 'node',
  // jsdom's own condition is `browser`: with it a test would load other files than the rest of the suite.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
  transform: { '\\.tsx?$': swc('typescript'), '\\.[cm]?js$': swc('ecmascript') } as Project['transform'],
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  setupFiles: ['<rootDir>/packages/remote/src/domGlobals.cjs'],
  setupFilesAfterEnv: ['<rootDir>/tests/jest/busyMachine.cjs', ...profiled],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/packages/remote/src/cssStub.cjs',
    '^fast-check$': '<rootDir>/tests/jest/fastCheck.cjs',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/\\.cache/', '<rootDir>/\\.portico/'],
  testPathIgnorePatterns: ['/node_modules/', ...away],
  ...settings,
})

const ifThere = (key: 'globalSetup' | 'globalTeardown', file: string): Partial<Project> =>
  existsSync(`${__dirname}/${file}`) ? { [key]: `<rootDir>/${file}` } : {}

/** The stacks start once for all browser tests; where those are only counted, or none is among what runs, nothing starts. */
const stack = process.env.PORTICO_WITHOUT_STACK
  ? {}
  : { ...ifThere('globalSetup', 'tests/browser/setup.ts'), ...ifThere('globalTeardown', 'tests/browser/teardown.ts') }

const config: Config = {
  // As many as every machine of ours has cores; jest would leave one idle.
  maxWorkers: 2,
  projects: [
    project('unit', [
      '{shared-contracts,host,remotes,services,local,packages,examples,apps}/**/*.test.{ts,tsx}',
      'tests/unit/**/*.test.{ts,tsx}',
    ]),
    project('contract', ['tests/contract/**/*.test.{ts,tsx}']),
    project('architecture', ['tests/architecture/**/*.test.{ts,tsx}']),
    project('browser', ['tests/browser/**/*.test.{ts,tsx}'], {
      ...stack,
      runner: '<rootDir>/tests/jest/lanes.cjs',
      setupFilesAfterEnv: ['<rootDir>/tests/jest/patience.cjs', ...profiled],
    }),
    project('long', ['tests/long/**/*.test.{ts,tsx}'], {
      ...stack,
      runner: '<rootDir>/tests/jest/lanes.cjs',
      setupFilesAfterEnv: ['<rootDir>/tests/jest/patience.cjs', ...profiled],
    }),
  ],
}
export default config
