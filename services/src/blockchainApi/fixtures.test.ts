import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Sourced {
  readonly source?: string
  readonly sources?: readonly string[]
}

const files = readdirSync(import.meta.dirname).flatMap((part) => {
  const folder = join(import.meta.dirname, part, 'fixtures')
  return existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []
})

const fixtures = files
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const content: Sourced | readonly Sourced[] = JSON.parse(readFileSync(file, 'utf8'))
    return [file.slice(import.meta.dirname.length + 1), [content].flat() as readonly Sourced[]] as const
  })

test('recorded responses of the public interfaces are found', () => expect(fixtures.length).toBeGreaterThan(15))

test.each(fixtures)('%s names the public page that documents the response', (_, parts) => {
  for (const { source, sources = [source] } of parts) {
    expect(sources.length).toBeGreaterThan(0)
    for (const page of sources) expect(page).toMatch(/^https:\/\/[\w.-]+\.[a-z]+\/\S+/)
  }
})
