import { KNOWN_IDS } from '@portico/contracts/services/knownRemotes'
import { fixture, isCode, isTest, type Rule, readFiles } from './files.ts'

/*
 * Anyone can add a remote: shell, contracts, services and scripts have no list of ids. One table maps the features that
 * project configurations and sites know by name.
 */

const TABLE = 'shared-contracts/src/services/knownRemotes.ts'

/** Names that mean nothing but a remote, and where they mean something else. */
const UNMISTAKABLE = ['emailCapture', 'onramp', 'socials', 'swaps']
const OTHER_MEANINGS: Readonly<Record<string, readonly string[]>> = {
  // A command of the host.
  'host/src/router/createCommands.ts': ['emailCapture'],
  // An entry of the project configuration.
  'shared-contracts/src/services/projectConfig.ts': ['onramp'],
  // The embedded wallet and e-mail capture are the host's own. Their remotes only draw the way to them.
  'host/src/frame/useTitle.ts': ['email'],
  'host/src/siwx/siwxSlice.ts': ['emailCapture'],
  'host/src/embeddedWallet/client.ts': ['emailCapture'],
  'host/src/embeddedWallet/createEmbeddedWallet.ts': ['email', 'socials'],
  'host/src/project/createProject.ts': ['email', 'socials'],
  'shared-contracts/src/hostState.ts': ['socials'],
}

const NAMES = KNOWN_IDS.join('|')
const QUOTED = new RegExp(`(?<=['"\`])(?:${NAMES})(?=['"\`])`, 'g')
/** What is keyed by the id of a remote. */
const KEYED = '(?:byId|features|others|remotes|switches)'
/** Accesses such as `remotes.byId.send` and `switches['send']`, and comparisons such as `remoteId === 'send'`. */
const ACCESS = new RegExp(`\\b${KEYED}(?:\\?\\.|\\.|\\?\\.\\[['"]|\\[['"])(${NAMES})\\b`, 'g')
/** The same as a pattern: `const { send } = project.features`, or `const { features: { send } } = project`. */
const UNPACKED = [
  new RegExp(`\\{([^{}]*)\\}\\s*=\\s*[^;\\n]*\\b${KEYED}\\s*(?:$|[;,)\\n])`, 'g'),
  new RegExp(`\\b${KEYED}:\\s*\\{([^{}]*)\\}[\\s}]*=[^=]`, 'g'),
]
const NAME = new RegExp(`\\b(${NAMES})\\b`, 'g')
const COMPARISON = new RegExp(`\\b(?:id|remoteId|remote)\\s*[!=]==\\s*['"](${NAMES})['"]`, 'g')
const LIST = /\[[^[\]]*\]/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g

/** A list of two or more ids is a list of remotes, unless the list is of something else, too. */
const isListOfIds = (list: string) => {
  const quoted = list.match(/['"`][^'"`]*['"`]/g) ?? []
  const ids = list.match(QUOTED) ?? []
  return ids.length > 1 && ids.length === quoted.length
}

const hasNamesOfRemotes: Rule = (files) =>
  [...files].flatMap(([path, text]) => {
    const isOurs = /^(host|shared-contracts|services|local|scripts|packages|apps)\//.test(path)
    if (!isOurs || !isCode(path) || isTest(path) || path.includes('/testing/') || path === TABLE) return []
    const code = text.replace(COMMENT, '')
    const others = OTHER_MEANINGS[path] ?? []
    const literals = (code.match(QUOTED) ?? []).filter((name) => UNMISTAKABLE.includes(name) && !others.includes(name))
    const unpacked = UNPACKED.flatMap((pattern) => [...code.matchAll(pattern)]).flatMap(([, names = '']) => [
      ...names.matchAll(NAME),
    ])
    const used = [...code.matchAll(ACCESS), ...unpacked, ...code.matchAll(COMPARISON)].flatMap(([, name = '']) =>
      others.includes(name) ? [] : [name],
    )
    const lists = [...code.matchAll(LIST)].flatMap(([list]) => (isListOfIds(list) ? [list.replace(/\s+/g, ' ')] : []))
    return [...new Set([...literals, ...used, ...lists])].map((name) => `${path}: ${name}`)
  })

test('no part of the product except one table knows a remote by its id', () => {
  expect(hasNamesOfRemotes(readFiles())).toEqual([])
})

test.each([
  ["const WITHHELD = ['send', 'pay']", "['send', 'pay']"],
  ['const first = remotes.byId.receive', 'receive'],
  ["const pinned = switches['activity']?.version", 'activity'],
  ["if (remoteId === 'email') return", 'email'],
  ['const isOn = state.project.features.send !== false', 'send'],
  ["const isOn = project.others?.['pay']", 'pay'],
  ['const { receive } = store.getState().project.features', 'receive'],
  ['const { features: { activity } } = project', 'activity'],
  ["const shown = state.on('socials')", 'socials'],
])('is caught: %s', (code, name) => {
  expect(hasNamesOfRemotes(fixture({ 'host/src/x.ts': code }))).toEqual([`host/src/x.ts: ${name}`])
})

test.each([
  ['the same word for something else', "type Kind = 'send' | 'receive'; const scopes = ['openid', 'email']"],
  ['a field of something else', 'const { email, pay } = account; const { send } = createFeatures(); wallet.send()'],
  ['a remark', "// like remotes.byId.receive and ['send', 'pay']"],
])('is allowed: %s', (_, code) => {
  expect(hasNamesOfRemotes(fixture({ 'host/src/x.ts': code }))).toEqual([])
})

test.each(['tests/x.ts', 'host/src/x.test.ts', 'remotes/send/src/x.ts', 'host/testing/x.ts', TABLE])(
  'is allowed in %s',
  (path) => {
    expect(hasNamesOfRemotes(fixture({ [path]: "const all = ['send', 'pay']" }))).toEqual([])
  },
)
