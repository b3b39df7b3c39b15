import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indexIn } from '../../scripts/build/releaseIndex.mjs'
import { commandsOf, isPrinted, play } from '../support/playGuide.ts'
import { type SmallSite, startSmallSite } from '../support/smallSite.ts'

/** Every command of the guide to the log, in its order, prints what the guide says. */

let site: SmallSite
let folder: string

beforeAll(async () => {
  site = await startSmallSite()
  rmSync(join(site.dist, 'host/log'), { recursive: true })
  folder = mkdtempSync(join(tmpdir(), 'portico-guide-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await site.stop()
})

const KEY = /(wallet\.example\/log|witness\.example)\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}/g
const FILE = /\b(my-log-key\.txt|my-witness-key\.txt|wallet\.json|witness\.json|cosigned\.txt)/g

/** What differs from run to run, beyond what `isPrinted` knows. */
const steady = (text: string) =>
  text
    .replaceAll(site.url, 'https://wallet.example')
    .replace(KEY, '$1+<key>')
    .replace(/(— \S+) \S+/g, '$1 <signature>')
    .replace(/^[A-Za-z0-9+/]{43}=$/gm, '<root>')
    .replace(/serial \d+/g, 'serial <number>')
    .replace(/\S*\/release-index\.txt/g, '…/release-index.txt')

test('every command of the guide prints what the guide says', async () => {
  const commands = commandsOf('log.md')
  expect(commands.length).toBe(7)
  const env = { PORTICO_RELEASE_INDEX: indexIn(site.dist), PORTICO_ORIGIN: site.url }
  /** The keys that earlier commands have printed, by their names. */
  const keys = new Map<string, string>()
  const wrong: string[] = []
  for (const { command, output } of commands) {
    const there = command
      .replace(/https:\/\/wallet\.example/g, site.url)
      .replace(FILE, (file) => join(folder, file))
      .replace(KEY, (key, name) => keys.get(name) ?? key)
    const printed = await play(there, env)
    for (const [key, name = ''] of printed.matchAll(KEY)) keys.set(name, key)
    if (!isPrinted(steady(printed), steady(output))) wrong.push(`$ ${there}\n${printed}`)
  }
  expect(wrong.join('\n\n')).toBe('')
}, 120_000)
