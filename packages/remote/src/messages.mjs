import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { integrityOf } from './integrity.mjs'
import { pseudoLocales } from './pseudoLocale.mjs'

/**
 * Writes a package's catalogs next to its code: every language except English, and the pseudo-locales.
 * @param {string} from the package's `messages` folder
 * @param {string} to
 * @param {Record<string, string>} [more] English texts stored elsewhere
 * @returns {Record<string, { file: string, integrity: string }>} by locale
 */
export function writeMessages(from, to, more = {}) {
  if (!existsSync(from)) return {}
  const english = { ...JSON.parse(readFileSync(join(from, 'en.json'), 'utf8')), ...more }
  /** @type {Record<string, Record<string, string>>} */
  const catalogues = pseudoLocales(english)
  for (const file of readdirSync(from).filter((name) => name.endsWith('.json') && name !== 'en.json')) {
    catalogues[file.replace(/\.json$/, '')] = JSON.parse(readFileSync(join(from, file), 'utf8'))
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
