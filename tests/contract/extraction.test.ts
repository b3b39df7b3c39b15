import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Remote, RemoteId } from '@portico/contracts'
import { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { readStaticHalf } from '@portico/remote/staticHalf'
import { parse } from 'valibot'

/** The host draws a remote from its extracted half; the code that loads later must agree with it. */

const FOLDER = join(import.meta.dirname, '../../remotes')
const ids = readdirSync(FOLDER).filter((id) => existsSync(join(FOLDER, id, 'src/remote.ts'))) as RemoteId[]
const entryOf = (id: RemoteId) => join(FOLDER, id, 'src/remote.ts')

/** A remote's data, without its messages. */
const dataOf = ({ views = {}, slots = {}, isOnByDefault, isRestricted }: Remote) => ({
  views: Object.fromEntries(Object.entries(views).map(([name, { load: _, ...data }]) => [name, data])),
  slots,
  ...(isOnByDefault && { isOnByDefault }),
  ...(isRestricted && { isRestricted }),
})

describe.each(ids)('%s', (id) => {
  test('the extracted half matches the installed remote', async () => {
    const {
      half: { messages, ...data },
    } = await readStaticHalf(entryOf(id))
    const { default: remote } = (await import(entryOf(id))) as { default: Remote }
    expect(data).toEqual(dataOf(remote))
    // Messages that show before the code has loaded; the others come with the code.
    expect(remote.messages).toMatchObject(messages)
    const titles = Object.values(remote.views ?? {}).map(({ title }) => title)
    expect(Object.keys(messages)).toEqual(expect.arrayContaining(titles))
  })

  test("the extracted half fits the index's schema without loss", async () => {
    const { half } = await readStaticHalf(entryOf(id))
    expect(parse(StaticHalf, JSON.parse(JSON.stringify(half)))).toEqual(half)
  })

  test('each view names the file that it loads', async () => {
    const { requests, half } = await readStaticHalf(entryOf(id))
    expect(Object.keys(requests)).toEqual(Object.keys(half.views))
    for (const request of Object.values(requests)) expect(existsSync(join(FOLDER, id, 'src', request))).toBe(true)
  })
})

describe('an unreadable remote is named', () => {
  let folder: string
  beforeAll(() => {
    // Inside the repository, so that it finds the contracts.
    const cache = join(FOLDER, '../.cache')
    mkdirSync(cache, { recursive: true })
    folder = mkdtempSync(join(cache, 'extraction-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([
    ['without a default export', 'export const remote = {}', 'has no default export'],
    [
      'with a view that is not loaded by import()',
      `import { defineRemote } from '@portico/contracts'
       const view = { default: () => null }
       export default defineRemote({ views: { WalletReceive: { title: 't', load: async () => view } } })`,
      'must load by',
    ],
    ['that is not TypeScript', 'export default {', 'found end of file'],
  ])('%s', async (_, source, why) => {
    const entry = join(folder, 'remote.ts')
    writeFileSync(entry, source)
    await expect(readStaticHalf(entry)).rejects.toThrow(why)
  })
})
