import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMessage } from '../src/formatMessage.ts'
import { DESCRIPTION_KINDS } from './description.ts'
import english from './en.json'

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path))
  .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  .join('\n')

test('every kind has a title, and no other has', () => {
  const titles = Object.keys(english).filter((key) => key.startsWith('preview.kind.'))
  expect(titles).toEqual(DESCRIPTION_KINDS.map((kind) => `preview.kind.${kind}`))
})

test('every text is asked for, and can be formatted', () => {
  for (const [key, text] of Object.entries(english)) {
    if (!key.startsWith('preview.kind.')) expect(sources).toContain(`'${key}'`)
    expect(formatMessage(text, {}, 'en')).toBe(text)
  }
})
