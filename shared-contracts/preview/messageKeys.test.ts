import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMessage } from '../src/formatMessage.ts'
import { DESCRIPTION_KINDS } from './description.ts'
import english from './en.json'

/** The folders with the code that creates descriptions, and the code that draws them. */
const sources = [import.meta.dirname, join(import.meta.dirname, '../ui/preview')]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

const VALUES = { amount: 'a', count: 2, id: '1', index: 0, n: 1, nft: 'x', spender: 's', time: 't', token: 'k' }

test('every kind has a title, and every title belongs to a kind', () => {
  const titles = Object.keys(english).filter((key) => key.startsWith('preview.kind.'))
  expect(titles).toEqual(DESCRIPTION_KINDS.map((kind) => `preview.kind.${kind}`))
})

test('every text is used, and can be formatted', () => {
  for (const [key, text] of Object.entries(english)) {
    if (!key.startsWith('preview.kind.')) expect(sources).toContain(`'${key}'`)
    const said = formatMessage(text, VALUES, 'en')
    expect([key, /[{}]/.test(said)]).toEqual([key, false])
  }
})

test('every key in use has a text', () => {
  const asked = Array.from(sources.matchAll(/'(preview\.[A-Za-z.]+)'/g), ([, key]) => key ?? '')
  expect(asked.length).toBeGreaterThan(100)
  for (const key of asked) expect(Object.keys(english)).toContain(key)
})
