import { readFileSync, readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LOCAL_PROJECT_ID } from '../../scripts/local.mjs'
import { shellFolder, shellUrl } from './support/deployment.ts'
import { stack } from './support/stack.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

/**
 * A visitor of a site may post HTML without scripts there. Elements of it that are named like a property of `document` or
 * `window` stand before that property (DOM clobbering): they must not lead the modal anywhere else.
 */

const listen = (server: Server) => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
const portOf = (server: Server) => (server.address() as AddressInfo).port

/** What the attacker's own server was asked for. */
const stolen: string[] = []
const attacker = createServer(({ url = '' }, response) => {
  stolen.push(url)
  response.setHeader('access-control-allow-origin', '*').end()
})

/** The site: posted HTML, then what its owner has written. */
let posted = ''
const site = createServer((_, response) => {
  const options = {
    projectId: LOCAL_PROJECT_ID,
    networks: [
      {
        id: 31337,
        name: 'Portico Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [stack.urls.anvil] } },
      },
    ],
  }
  response.setHeader('content-type', 'text/html').end(`<!doctype html><title>A site</title>
    <div hidden>${posted}</div>
    <button data-portico>Connect wallet</button>
    <script src="${stack.urls.host}/portico.js"></script>
    <script>window.portico = window.Portico.createModal(${JSON.stringify(options)})</script>`)
})

beforeAll(() => Promise.all([listen(attacker), listen(site)]))
afterAll(() => {
  attacker.close()
  site.close()
})
afterAll(closeBrowser)

const evil = (path: string) => `http://localhost:${portOf(attacker)}${path}`

/** Opens the site with this HTML in it, and presses its button. */
async function press(visitor: Visit, html: string): Promise<void> {
  posted = html
  stolen.length = 0
  visitor.requests.length = 0
  await visitor.page.goto(`http://localhost:${portOf(site)}/`)
  await visitor.page.getByRole('button', { name: 'Connect wallet' }).click()
}

/** The pictures are asked for by the browser. */
const isOfLoader = (url: string) => url !== '/portico.js'

test.each<[what: string, html: () => string]>([
  ['a picture', () => `<img name="currentScript" src="${evil('/portico.js')}">`],
  ['a form with a field', () => `<form name="currentScript"><input name="src" value="${evil('/portico.js')}"></form>`],
  ['two pictures', () => `<img name="currentScript" src="${evil('/portico.js')}"><img name="currentScript">`],
])('%s that is named like the running script does not move the modal to another host', (_, html) =>
  visiting({}, async (visitor) => {
    await press(visitor, html())
    while (!stolen.some(isOfLoader) && !(await visitor.dialog.isVisible())) await visitor.settled()
    expect(stolen.filter(isOfLoader)).toEqual([])
    await visitor.dialog.waitFor()
    expect(visitor.requests).toContain(shellUrl('shell.js'))
  })(),
)

/** Every word in the code of loader and shell: all names that it reads, of whatever, are among them. */
function wordsIn(files: readonly string[]): string[] {
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return [...new Set(code.match(/[A-Za-z_$][\w$]*/g))]
}
const loader = () => [join(stack.dist, 'host/portico.js')]
const shell = () =>
  readdirSync(shellFolder())
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(shellFolder(), name))

/** Named both for `document` and for `window`. */
const named = (name: string) => `<img name="${name}" id="${name}">`

const ofDocument = (visitor: Visit) =>
  visitor.page.evaluate(() => {
    const names: string[] = []
    for (let from = Document.prototype; from !== Object.prototype; from = Object.getPrototypeOf(from)) {
      names.push(...Object.getOwnPropertyNames(from))
    }
    return names
  })

describe('every name that the code reads is taken by an element of the page', () => {
  test(
    'what the loader reads of the document, and what all of it reads of the window: everything works',
    visiting({}, async (visitor) => {
      const documents = new Set(await ofDocument(visitor))
      const clobbered = [
        ...wordsIn(loader()).filter((word) => documents.has(word) && !READ_BY_REACT.includes(word)),
        ...wordsIn([...loader(), ...shell()]).filter((word) => !documents.has(word)),
      ]
      await press(visitor, clobbered.map(named).join(''))
      await visitor.dialog.waitFor()
      await visitor.page.getByTestId('wallet-selector-more-wallets').or(visitor.devWallet).first().waitFor()
      expect(visitor.problems).toEqual([])
    }),
  )
})
const READ_BY_REACT: readonly string[] = []
