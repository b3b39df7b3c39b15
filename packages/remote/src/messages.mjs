import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { integrityOf } from './integrity.mjs'
import { pseudoLocales } from './pseudoLocale.mjs'

/**
 * A message that could take the place of another remote's, or of the host's. @param {Record<string, string>} messages
 * @param {string} id of the remote @returns {string | undefined} its key
 */
export const foreignKey = (messages, id) => Object.keys(messages).find((key) => !key.startsWith(`${id}.`))

/**
 * Writes a package's catalogs next to its code: every language except English, and the pseudo-locales.
 * @param {string} from the package's `messages` folder
 * @param {string} to
 * @param {Record<string, string>} [more] English texts stored elsewhere
 * @param {string} [id] of the remote to which all messages have to belong
 * @returns {Record<string, { file: string, integrity: string }>} by locale
 */
export function writeMessages(from, to, more = {}, id) {
  if (!existsSync(from)) return {}
  const english = { ...JSON.parse(readFileSync(join(from, 'en.json'), 'utf8')), ...more }
  /** @type {Record<string, Record<string, string>>} */
  const catalogues = pseudoLocales(english)
  for (const file of readdirSync(from).filter((name) => name.endsWith('.json') && name !== 'en.json')) {
    const catalogue = JSON.parse(readFileSync(join(from, file), 'utf8'))
    const foreign = id && foreignKey(catalogue, id)
    if (foreign)
      throw new Error(`${join(from, file)}: the message ${foreign} does not belong to ${id}: keys begin with its id`)
    catalogues[file.replace(/\.json$/, '')] = catalogue
  }
  mkdirSync(join(to, 'messages'), { recursive: true })
  return Object.fromEntries(
    Object.keys(catalogues)
      .sort()
      .map((locale) => {
        const text = JSON.stringify(catalogues[locale])
        const file = `messages/${locale}.json`
        writeFileSync(join(to, file), text)
        return [locale, { file, integrity: integrityOf(text) }]
      }),
  )
}
