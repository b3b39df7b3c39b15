import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeTypes } from '../../scripts/build/types.mjs'

const ROOT = join(import.meta.dirname, '../..')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Compiler errors of a page that imports the ES module, without any of our packages installed. */
function compile(page: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-site-'))
  writeTypes(ROOT, folder)
  for (const name of ['portico', 'siwx', 'siwx-hosted', 'elements']) writeFileSync(join(folder, `${name}.mjs`), '')
  for (const [name, text] of Object.entries({ ...files, 'page.mts': page })) writeFileSync(join(folder, name), text)
  const flags = '--ignoreConfig --noEmit --strict --module nodenext --target es2022 --lib es2023,dom --types'
  return spawnSync(process.execPath, [tsc, ...flags.split(' '), '', 'page.mts'], { cwd: folder, encoding: 'utf8' })
    .stdout
}

test('a site that imports the ES module gets its types without installing anything', () => {
  const said = compile(`
    import { createModal, type PorticoModal } from './portico.mjs'
    const modal: PorticoModal = createModal({
      projectId: 'x',
      networks: [{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: [] } } }],
    })
    const undo: () => void = modal.subscribeAccount((account) => account.caipAddress?.toUpperCase())
    await modal.open({ view: 'Account' })
    undo()
  `)
  expect(said).toBe('')
})

test('a site that signs visitors in gets the types for sign-in without installing anything', () => {
  const said = compile(`
    import { createMessenger, DefaultSIWX, type SIWXConfig } from './siwx.mjs'
    import { hostedAuthentication } from './siwx-hosted.mjs'
    const plugins: SIWXConfig[] = [
      new DefaultSIWX({ statement: 'Welcome', rpcUrls: { 'eip155:1': 'https://node.example' }, required: false }),
      hostedAuthentication({ api: 'https://api.example', projectId: 'x' }),
    ]
    const message = await createMessenger().createMessage({ chainId: 'eip155:1', accountAddress: '0x' })
    const text: string = message.toString()
    const account = await hostedAuthentication({ api: '', projectId: '' }).getSessionAccount()
    const email: string | undefined = account.email
    void [plugins, text, email]
  `)
  expect(said).toBe('')
})

test("a site that uses the buttons gets the buttons' types, and can pass its modal to the buttons", () => {
  const said = compile(`
    import { createModal } from './portico.mjs'
    import { defineElements } from './elements.mjs'
    const undo: () => void = defineElements(createModal({ projectId: 'x', networks: [] }), { labels: { connect: 'Log in' } })
    undo()
  `)
  expect(said).toBe('')
})

test("a wrong option is a compile error in the site's code", () => {
  const said = compile(`
    import { createModal } from './portico.mjs'
    createModal({ projectId: 1, networks: [], themeMode: 'blue' })
  `)
  expect(said).toMatch(/page\.mts.*TS2322[\s\S]*TS2322/)
})

test("a remote's package says which of its views a site can open, and any other name is a compile error", () => {
  const page = (view: string) => `
    import './remote-safety.mjs'
    import { createModal } from './portico.mjs'
    await createModal({ projectId: 'x', networks: [] }).open({ view: '${view}' })
  `
  const files = {
    'remote-safety.mjs': '',
    'remote-safety.d.mts': 'declare global { interface PorticoPublicViews { AccountSafety: undefined } }\nexport {}\n',
  }
  expect(compile(page('AccountSafety'), files)).toBe('')
  expect(compile(page('AccountSafty'), files)).toMatch(/page\.mts.*TS2820/)
  expect(compile(page('AccountSafety'), { ...files, 'remote-safety.d.mts': 'export {}' })).toMatch(/page\.mts.*TS2322/)
})
