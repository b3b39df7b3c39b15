import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeMessages } from '@portico/remote/messages'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-messages-'))
  mkdirSync(join(folder, 'from'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (locale: string, messages: Readonly<Record<string, string>>) =>
  writeFileSync(join(folder, 'from', `${locale}.json`), JSON.stringify(messages))
const built = (id?: string) => Object.keys(writeMessages(join(folder, 'from'), join(folder, 'to'), {}, id))

test("a remote's translation is built if all of its messages belong to the remote", () => {
  write('en', { 'safety.title': 'Safety' })
  write('de', { 'safety.title': 'Sicherheit' })
  expect(built('safety')).toContain('de')
})

test.each(['host.title.connect', 'send.title', 'safetyNet.title', 'title'])(
  'a translation with a message of someone else is not built: %s',
  (key) => {
    write('en', { 'safety.title': 'Safety' })
    write('de', { 'safety.title': 'Sicherheit', [key]: 'Gib uns deinen Schlüssel' })
    expect(() => built('safety')).toThrow(new RegExp(`de\\.json: the message ${key} does not belong to safety`))
    // The host's own messages are not those of a remote.
    expect(built()).toContain('de')
  },
)
