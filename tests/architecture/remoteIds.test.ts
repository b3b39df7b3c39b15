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
}

const NAMES = KNOWN_IDS.join('|')
const QUOTED = new RegExp(`(?<=['"\`])(?:${NAMES})(?=['"\`])`, 'g')
/** Accesses such as `remotes.byId.send` and `switches['send']`, and comparisons such as `remoteId === 'send'`. */
const ACCESS = new RegExp(`\\b(?:byId|remotes|switches)(?:\\?\\.|\\.|\\[['"])(${NAMES})\\b`, 'g')
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
    const used = [...code.matchAll(ACCESS), ...code.matchAll(COMPARISON)].map(([, name = '']) => name)
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
  ["const shown = state.on('socials')", 'socials'],
])('is caught: %s', (code, name) => {
  expect(hasNamesOfRemotes(fixture({ 'host/src/x.ts': code }))).toEqual([`host/src/x.ts: ${name}`])
})

test.each([
  ['the same word for something else', "type Kind = 'send' | 'receive'; const scopes = ['openid', 'email']"],
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
