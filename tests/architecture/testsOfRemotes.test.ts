import { posix } from 'node:path'
import { type Files, fixture, isCode, readFiles } from './files.ts'
import { readImports } from './imports/readImports.ts'

/** `remotes/x` can be deleted: whatever else needs it is in `tests/testsOfRemotes.json`, and is deleted too. */

const TABLE = 'tests/testsOfRemotes.json'
const CODE = 'tests/support/remoteCode.ts'

/** Support files that are about remotes as a whole: their importers need these remotes. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  'scripts/bench/firstOpen.mjs': ['email', 'socials'],
  'tests/browser/support/emailCapture.ts': ['emailCapture'],
  'tests/browser/support/history.ts': ['activity'],
  'tests/browser/support/pay.ts': ['pay'],
  'tests/browser/support/sending.ts': ['send'],
  'tests/browser/support/swaps.ts': ['swaps'],
}

/**
 * Exports that are about a remote: their importers need that remote. Mail, accounts and the frame exist without a
 * remote.
 */
const NAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'tests/browser/support/embeddedWallet.ts': { email: ['askForCode', 'emailField', 'signIn', 'typeCode'] },
  'tests/browser/support/socialLogin.ts': { socials: ['pressProvider', 'providerButton', 'shownLink', 'signInWith'] },
}

/** Labels that a test presses in a remote's views. */
const WORDS: Readonly<Record<string, RegExp>> = {
  activity: /\btab-activity\b|'tab', \{ name: 'Activity' \}/,
  email: /\bwui-email-input\b/,
  onramp: /\bwallet-features-onramp-button\b/,
  receive:
    /\b(?:receiveButton|receiveView|openReceive|deployReceive|wallet-features-receive-button)\b|'button', \{ name: 'Receive' \}/,
  send: /\bwallet-features-send-button\b/,
  socials: /\bsocial-selector-/,
  swaps: /\bwallet-features-swaps-button\b/,
}
const pressedIn = (text: string) => Object.entries(WORDS).flatMap(([id, words]) => (words.test(text) ? [id] : []))

/** The third-party client has its own views. */
const FOREIGN = 'tests/support/foreignClient/'

/** The remotes whose sources a test reads, from the paths it names. */
const namedIn = (text: string): readonly string[] => [...text.matchAll(/['"`](\w+)\/src\//g)].map(([, id = '']) => id)

const isSupport = (path: string) => path.startsWith('tests/') && path.includes('/support/')
const isScenes = (path: string) => path.startsWith('tests/scenes/')

const targetOf = (path: string, specifier: string) => {
  const file = posix.join(posix.dirname(path), specifier)
  return /\.\w+$/.test(file) ? file : `${file}.ts`
}

/** The remotes that a file needs through its imports, including those of other support files. */
function importedNeeds(files: Files, path: string, seen: readonly string[] = []): readonly string[] {
  if (!files.has(path) || seen.includes(path)) return []
  return readImports(files, path).imports.flatMap(({ specifier, names }) => {
    const file = targetOf(path, specifier)
    const parts = NAMES[file]
    if (parts) return Object.keys(parts).filter((id) => names.some((one) => one === '*' || parts[id]?.includes(one)))
    return [...(ABOUT[file] ?? []), ...(isSupport(file) ? importedNeeds(files, file, [...seen, path]) : [])]
  })
}

/** One sentence for each test, and for each file's scenes, that would fail without a deleted remote. */
function missed(files: Files): readonly string[] {
  const table: Record<string, readonly string[]> = JSON.parse(files.get(TABLE) ?? '{}')
  return [...files].flatMap(([path, text]) => {
    if (!path.startsWith('tests/') || !isCode(path)) return []
    const imports = readImports(files, path).imports.map(({ specifier }) => targetOf(path, specifier))
    const direct = imports.filter((file) => file.startsWith('remotes/'))
    const isOfArchitecture = path.startsWith('tests/architecture/')
    const isForeign = imports.some((file) => file.startsWith(FOREIGN))
    const needed = new Set([
      ...importedNeeds(files, path),
      ...(imports.includes(CODE) ? namedIn(text) : []),
      ...(isOfArchitecture || isForeign ? [] : pressedIn(text)),
    ])
    const unlisted = path.endsWith('.test.ts') ? [...needed].filter((id) => !table[id]?.includes(path)) : []
    const kept = isScenes(path) ? [...needed].filter((id) => !text.includes(`ofRemote('${id}', [`)) : []
    return [
      ...direct.map((file) => `${path} has ${file} without \`remoteCode\``),
      ...unlisted.map((id) => `${path} needs ${id}, and is not listed with it`),
      ...kept.map((id) => `${path} needs ${id}, and none of its scenes goes with it`),
    ]
  })
}

test('everything outside a remote that needs the remote is deleted with it', () => {
  expect(missed(readFiles(['tests']))).toEqual([])
})

test.each<[string, string, readonly string[]]>([
  [
    'imports its code',
    `import { plan } from '../../remotes/send/src/plan'`,
    ['tests/long/a.test.ts has remotes/send/src/plan.ts without `remoteCode`'],
  ],
  [
    'loads its code',
    `import { remoteCode } from '../support/remoteCode.ts'; remoteCode('send/src/plan.ts')`,
    ['tests/long/a.test.ts needs send, and is not listed with it'],
  ],
  [
    'imports a helper for it',
    `import { review } from '../browser/support/swaps.ts'`,
    ['tests/long/a.test.ts needs swaps, and is not listed with it'],
  ],
  [
    'presses its button',
    `visitor.page.getByTestId('wallet-features-send-button').click()`,
    ['tests/long/a.test.ts needs send, and is not listed with it'],
  ],
  [
    'signs in by e-mail',
    `import { mailTo, signIn } from '../browser/support/embeddedWallet.ts'`,
    ['tests/long/a.test.ts needs email, and is not listed with it'],
  ],
  [
    'imports a helper that does',
    `import { guesses } from '../browser/support/codes.ts'`,
    ['tests/long/a.test.ts needs email, and is not listed with it'],
  ],
  ['imports a helper that only reads mail', `import { openWalletPage } from '../browser/support/walletPage.ts'`, []],
  [
    'signs in to a third-party client',
    `import { visit } from '../support/foreignClient/foreignVisit.ts'; visit.press('social-selector-google')`,
    [],
  ],
  ['is listed', `import { pays } from '../browser/support/pay.ts'`, []],
  ['needs no remote', `import { visit } from '../browser/support/visit.ts'; const text = 'send/src/x'`, []],
])('the check: a test that %s', (_, text, problems) => {
  const table = JSON.stringify({ pay: ['tests/long/a.test.ts'] })
  const support = {
    'tests/browser/support/codes.ts': `import { typeCode } from './embeddedWallet.ts'`,
    'tests/browser/support/walletPage.ts': `import { mailTo } from './embeddedWallet.ts'`,
  }
  expect(missed(fixture({ [TABLE]: table, 'tests/long/a.test.ts': text, ...support }))).toEqual(problems)
})

test.each<[string, string, readonly string[]]>([
  ['is deleted with it', `import { ofRemote } from './scene.ts'; ofRemote('swaps', [])`, []],
  ['is not deleted with it', '', ['tests/scenes/aScenes.ts needs swaps, and none of its scenes goes with it']],
])('the check: a scene of a remote that %s', (_, text, problems) => {
  const scenes = `import { review } from '../browser/support/swaps.ts'; ${text}`
  expect(missed(fixture({ 'tests/scenes/aScenes.ts': scenes }))).toEqual(problems)
})
