import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LOCAL_PROJECT_ID } from '../../scripts/local.mjs'
import { shellUrl } from './support/deployment.ts'
import { stack } from './support/stack.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

/**
 * Visitors of a site may post HTML without scripts. Elements named like a property of `document` or `window` shadow
 * that property (DOM clobbering); they must not redirect the modal.
 */

const listen = (server: Server) => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Requests to the attacker's own server. */
const stolen: string[] = []
const attacker = createServer(({ url = '' }, response) => {
  stolen.push(url)
  response.setHeader('access-control-allow-origin', '*').end()
})

/** The site: posted HTML, then its owner's markup. */
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

/** The browser requests `/portico.js` for the pictures; all other requests are the loader's. */
const isOfLoader = (url: string) => url !== '/portico.js'

test.each<[what: string, html: () => string]>([
  ['a picture', () => `<img name="currentScript" src="${evil('/portico.js')}">`],
  ['a form with a field', () => `<form name="currentScript"><input name="src" value="${evil('/portico.js')}"></form>`],
  ['two pictures', () => `<img name="currentScript" src="${evil('/portico.js')}"><img name="currentScript">`],
])('%s named like the running script does not move the modal to another host', (_, html) =>
  visiting({}, async (visitor) => {
    await press(visitor, html())
    while (!stolen.some(isOfLoader) && !(await visitor.dialog.isVisible())) await visitor.settled()
    expect(stolen.filter(isOfLoader)).toEqual([])
    await visitor.dialog.waitFor()
    expect(visitor.requests).toContain(shellUrl('shell.js'))
  })(),
)

/** Every word in the code of some files, which includes every name that the code reads. */
function wordsIn(files: readonly string[]): string[] {
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return [...new Set(code.match(/[A-Za-z_$][\w$]*/g))]
}
const loader = () => [join(stack.dist, 'host/portico.js')]
const ofDocument = (visitor: Visit) =>
  visitor.page.evaluate(() => {
    const names: string[] = []
    for (let from = Document.prototype; from !== Object.prototype; from = Object.getPrototypeOf(from)) {
      names.push(...Object.getOwnPropertyNames(from))
    }
    return names
  })

describe('every name that the loader reads is taken by an element of the page', () => {
  test(
    'the loader is not misled: it still starts the shell of its own host',
    visiting({}, async (visitor) => {
      const documents = new Set(await ofDocument(visitor))
      const read = wordsIn(loader()).filter((word) => documents.has(word))
      expect(read).toEqual(expect.arrayContaining(['createElement', 'addEventListener', 'readyState', 'head']))
      await press(visitor, read.map((name) => `<img name="${name}" src="${evil('/portico.js')}">`).join(''))
      const started = visitor.page.waitForRequest(shellUrl('shell.js'))
      await visitor.page.evaluate('void window.portico.ready().catch(() => {})')
      await started
      expect(stolen.filter(isOfLoader)).toEqual([])
    }),
  )
})

/** All of the host's scripts: the loader, the shell and the files that the shell fetches. */
const ofHost = () => {
  const folder = join(stack.dist, 'host')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /\.m?js$/.test(file)).map((file) => join(folder, file))
}

test(
  'elements shadow every name of `window` that the modal reads: it still opens, and contacts only its own hosts',
  visiting({}, async (visitor) => {
    // Own properties of `window` and `Window.prototype` win over named elements, `EventTarget.prototype` does not.
    const words = wordsIn(ofHost())
    const free = await visitor.page.evaluate(
      (names) => names.filter((name) => !Object.hasOwn(window, name) && !Object.hasOwn(Window.prototype, name)),
      words,
    )
    expect(free).toEqual(
      expect.arrayContaining(['addEventListener', 'ethereum', expect.stringMatching(/^rspackChunk/)]),
    )
    await press(visitor, free.map((name) => `<a id="${name}" href="${evil('/stolen')}"></a>`).join(''))
    await visitor.dialog.waitFor()
    expect(stolen).toEqual([])
  }),
)
