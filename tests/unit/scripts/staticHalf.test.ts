import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Remote } from '@portico/contracts'
import { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { readStaticHalf } from '@portico/remote/staticHalf'
import { parse } from 'valibot'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-remote-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return join(folder, 'remote.ts')
}

const ids = readdirSync('remotes').filter((id) => existsSync(`remotes/${id}/src/remote.ts`))

test.each(ids)('the static half of %s matches the remote, without its code', async (id) => {
  const remote: Remote = (await import(join(process.cwd(), 'remotes', id, 'src/remote.ts'))).default
  const { half, requests } = await readStaticHalf(`remotes/${id}/src/remote.ts`)
  expect(parse(StaticHalf, half)).toEqual(half)
  // Only the messages of the remote's titles and slots; the others come with its code.
  const { messages = {}, views = {}, slots = {} } = remote
  expect(messages).toMatchObject(half.messages)
  expect(Object.keys(half.messages).length).toBeLessThan(Object.keys(messages).length)
  expect(half.slots).toEqual(slots)
  const withoutCode = Object.entries(views).map(([name, { load, ...rest }]) => [name, rest])
  expect(half.views).toEqual(Object.fromEntries(withoutCode))
  for (const { title } of Object.values(views)) expect(half.messages[title]).toBe(messages[title])
  expect(Object.keys(requests)).toEqual(Object.keys(views))
  for (const [name, path] of Object.entries(requests)) expect(path).toBe(`./views/${name}.tsx`)
})

test('views are left out, so that an unreadable view does no harm', async () => {
  const entry = write({
    'remote.ts': `export default { views: { Swap: { title: 'swaps.title', load: () => import('./views/Swap.tsx') } } }`,
    'views/Swap.tsx': 'this is no program',
  })
  expect(await readStaticHalf(entry)).toEqual({
    half: { messages: {}, views: { Swap: { title: 'swaps.title' } }, slots: {} },
    requests: { Swap: './views/Swap.tsx' },
  })
})

test('state, functions and self-starting parts are dropped', async () => {
  const entry = write({
    'remote.ts': `
      import { slice } from './slice.ts'
      export default {
        state: [slice],
        slots: { 'account.actions': [{ label: 'swaps.action', icon: 'swap', view: 'Swap', testId: 'swap', isShown: () => true }] },
        start() { throw new Error('not while it is built') },
      }`,
    'slice.ts': `export const slice = { reducerPath: 'swaps', reducer: (state = {}) => state }`,
  })
  const { half } = await readStaticHalf(entry)
  expect(half).toEqual({
    messages: {},
    views: {},
    slots: { 'account.actions': [{ label: 'swaps.action', icon: 'swap', view: 'Swap', testId: 'swap' }] },
  })
})

test('an imported style sheet is left out', async () => {
  const entry = write({ 'remote.ts': `import './remote.css'; export default {}`, 'remote.css': '.a {}' })
  expect((await readStaticHalf(entry)).half).toEqual({ messages: {}, views: {}, slots: {} })
})

test('the same source gives the same half, so that a release can be rebuilt', async () => {
  const read = async () => JSON.stringify(await readStaticHalf(`remotes/${ids[0]}/src/remote.ts`))
  expect(await read()).toBe(await read())
})

test.each([
  [
    'nothing is exported',
    'export const remote = {}',
    'has no default export: write `export default defineRemote({ … })`',
  ],
  [
    'a view is not loaded lazily',
    `const view = { default: () => null }
     export default { views: { Swap: { title: 'a', load: async () => view } } }`,
    "the view Swap must load by `() => import('./views/…')`",
  ],
])('%s: the error says what to write', async (_, source, message) => {
  await expect(readStaticHalf(write({ 'remote.ts': source }))).rejects.toThrow(message)
})

test.each([
  ['no list', { 'account.rows': {} }, 'the slot account.rows must be a list'],
  ['no object', { 'account.rows': ['x'] }, 'an entry of account.rows must be an object'],
  [
    'without what the host needs',
    { 'connect.badges': [{ label: 'safety.a' }] },
    'an entry of connect.badges has no wallets',
  ],
  ['with another kind', { 'networks.badges': [{ label: 'safety.a', networks: 'all' }] }, 'has a wrong networks'],
])('an entry of a slot that is %s is refused, because it would break a view of the host', async (_, slots, reason) => {
  const entry = write({ 'remote.ts': `export default { slots: ${JSON.stringify(slots)} }` })
  await expect(readStaticHalf(entry)).rejects.toThrow(reason)
})

test("a message that belongs to another remote is refused, because it could replace that remote's text", async () => {
  const entry = write({ 'remote.ts': `export default { messages: { 'send.title': 'Give everything away' } }` })
  await expect(readStaticHalf(entry, 'safety')).rejects.toThrow('the message send.title does not belong to safety')
})
