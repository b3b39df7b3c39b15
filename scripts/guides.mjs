/**
 * Writes the tables of variables in the self-hosting guide, from the code that reads them: `npm run guides`. A test
 * compares them with the guide.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TestMoneyEnvironment } from '../local/testMoney/environment.ts'
import { VARIABLES } from '../services/src/environment.ts'
import { SecureSiteEnvironment } from '../services/src/secureSite/environment.ts'
import { ShareEnvironment } from '../services/src/shares/environment.ts'
import { rowsOf } from '../services/src/variables.ts'
import { isMain } from './main.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
export const GUIDE = 'docs/guides/self-hosting.md'

/** The variables that every process reads; the first table describes them. */
const OF_EVERY_PROCESS = ['HOST', 'LOG_LEVEL', 'CLIENT_REQUESTS_PER_SECOND', 'TRUSTED_PROXIES']

/**
 * @param {readonly (readonly string[])[]} rows the first one is the head
 * @returns {string} a Markdown table with aligned columns
 */
function tableOf(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}

/** @param {readonly import('../services/src/serviceNames.ts').ServiceName[]} services */
const readersOf = (services) => services.map((name) => `\`${name}\``).join(', ') || 'all'

/** @returns {string} */
function tableOfServices() {
  const rows = VARIABLES.flatMap(({ services, entries }) =>
    rowsOf(entries).map(({ name, standard, says }) => [`\`${name}\``, standard, readersOf(services), says]),
  )
  return tableOf([['variable', 'default', 'read by', 'meaning'], ...rows])
}

/** @param {string} head @param {import('valibot').ObjectEntries} entries */
function tableOfProcess(head, entries) {
  const rows = rowsOf(entries).filter(({ name }) => !OF_EVERY_PROCESS.includes(name))
  return tableOf([
    [head, 'default', 'meaning'],
    ...rows.map(({ name, standard, says }) => [`\`${name}\``, standard, says]),
  ])
}

/** The tables, keyed by the first words of their heads. @returns {Readonly<Record<string, string>>} */
export const variableTables = () => ({
  variable: tableOfServices(),
  'of the secure site': tableOfProcess('of the secure site', SecureSiteEnvironment.entries),
  'of a share store': tableOfProcess('of a share store', ShareEnvironment.entries),
  'of test money': tableOfProcess('of test money', TestMoneyEnvironment.entries),
})

/** @param {string} guide @throws Error if the guide does not have each table once */
export function withVariableTables(guide) {
  return Object.entries(variableTables()).reduce((text, [head, table]) => {
    const place = new RegExp(`^\\| ${head} .*\\n(?:\\|.*\\n?)+`, 'gm')
    if (text.match(place)?.length !== 1) throw new Error(`${GUIDE} must have one table that begins with "${head}".`)
    return text.replace(place, () => `${table}\n`)
  }, guide)
}

if (isMain(import.meta.url)) {
  const path = join(ROOT, GUIDE)
  writeFileSync(path, withVariableTables(readFileSync(path, 'utf8')))
}
