import { CONTRACT_VERSION, catalogue } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { bitcoinErrors } from '@portico/contracts/bitcoinErrors'
import { developerErrors } from '@portico/contracts/developerErrors'
import { disconnectErrors } from '@portico/contracts/disconnectErrors'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { pairingErrors } from '@portico/contracts/pairingErrors'
import { firstErrors, startErrors } from '@portico/contracts/releaseErrors'
import { releaseTrustErrors } from '@portico/contracts/releaseTrustErrors'
import { restrictionErrors } from '@portico/contracts/restrictionErrors'
import { logErrors } from '@portico/log'
import { catalogue as serviceErrors } from '../../services/src/http/errors.ts'
import { fixture, isTest, type Rule, readFiles } from './files.ts'

const DOCS = 'docs/errors.md'

/** Includes the codes of parts that not every page loads. */
const CODES = Object.keys({
  ...catalogue,
  ...firstErrors,
  ...startErrors,
  ...embeddedWalletErrors,
  ...actingErrors,
  ...bitcoinErrors,
  ...developerErrors,
  ...disconnectErrors,
  ...pairingErrors,
  ...releaseTrustErrors,
  ...restrictionErrors,
  ...logErrors,
})

/** `docs/errors.md` has one heading for each code, and none for codes that do not exist. */
const errorHeadings: Rule = (files) => {
  const headings = [...(files.get(DOCS) ?? '').matchAll(/^#{2,6} +`?([\w.]+)`? *$/gm)].map((match) => match[1] ?? '')
  return [
    ...CODES.map((code) => ({ code, count: headings.filter((heading) => heading === code).length }))
      .filter(({ count }) => count !== 1)
      .map(({ code, count }) => `${code} has ${count} headings`),
    ...headings
      .filter((heading) => heading.includes('.') && !CODES.includes(heading))
      .map((heading) => `${heading} is no code`),
  ]
}

const documented = CODES.map((code) => `## ${code}\n\nWhat to do.\n`)

test('a complete list of errors passes', () => {
  expect(errorHeadings(fixture({ [DOCS]: `# Errors\n\n## Connecting\n\n${documented.join('\n')}` }))).toEqual([])
})

test.each([
  ['a code without a heading', documented.slice(1), 'has 0 headings'],
  ['a code with two headings', [...documented, documented[0]], 'has 2 headings'],
  ['a heading for an unknown code', [...documented, '## wallet.exploded'], 'wallet.exploded is no code'],
])('%s is reported', (_, sections, complaint) => {
  expect(errorHeadings(fixture({ [DOCS]: sections.join('\n') }))).toEqual([expect.stringContaining(complaint)])
})

test('every error code has one heading in docs/errors.md', () => {
  expect(errorHeadings(readFiles(['docs']))).toEqual([])
})

test('the contract version equals the version of its package', () => {
  const manifest = readFiles(['shared-contracts']).get('shared-contracts/package.json') ?? '{}'
  expect(JSON.parse(manifest).version).toBe(CONTRACT_VERSION)
})

const HERE = 'tests/architecture/'

/** Every error of the services occurs in a test. */
const untestedErrors: Rule = (files) => {
  const tests = [...files].filter(
    ([path]) => (isTest(path) && !path.startsWith(HERE)) || path.startsWith('services/testing/'),
  )
  const text = tests.map(([, content]) => content).join('\n')
  return Object.keys(serviceErrors).filter((code) => !text.includes(code))
}

test('every error of the services occurs in a test', () => {
  expect(untestedErrors(fixture({ 'tests/contract/a.test.ts': 'nothing' }))).toHaveLength(
    Object.keys(serviceErrors).length,
  )
  expect(untestedErrors(readFiles(['services', 'local', 'tests']))).toEqual([])
})
