import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlayground } from './server.mjs'

const HOST = 'http://localhost:4301'
const API = 'http://localhost:4302'
const REMOTE = 'http://localhost:4311'
const RPC = 'http://localhost:8545'
const RELAY = 'ws://localhost:4302/relay'
const SOLANA = 'http://localhost:8899'
const SOLANA_SOCKET = 'ws://localhost:8900'
const SECURE_SITE = 'http://localhost:4303'
const ESPLORA = 'http://localhost:3002'

const other = { name: 'Local', nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 } }

const sha384 = (bytes: string | Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

test('a page is notified of every build, in development only', async () => {
  const settings = {
    projectId: 'demo',
    endpoints: {} as never,
    chains: [{ id: 31337, name: 'Local', rpcUrl: RPC }] as const,
  }
  const playground = createPlayground({ settings, remoteOrigins: [], loaderFile: '/nothing', isFresh: true })
  const server = createServer(playground.answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  try {
    expect(await (await fetch(url)).text()).toContain('src="/reload.js"')
    const news = await fetch(`${url}/built`)
    playground.built()
    const { value } = (await news.body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('data: built\n\n')
  } finally {
    await playground.close()
    server.closeAllConnections()
    server.close()
  }
})

describe('the playground', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-playground-'))
  const loaderFile = join(folder, 'portico.js')
  const playground = createPlayground({
    settings: {
      projectId: '</script><script>alert(1)</script>',
      endpoints: { host: HOST, api: API, rpc: API, relay: RELAY, secureSite: SECURE_SITE, analytics: API },
      chains: [{ id: 31337, name: 'Portico Local', rpcUrl: RPC }],
      solana: { ...other, caipNetworkId: 'solana:local', rpcUrl: SOLANA, socketUrl: SOLANA_SOCKET },
      bitcoin: { ...other, caipNetworkId: 'bip122:local', rpcUrl: ESPLORA },
    },
    remoteOrigins: [REMOTE],
    loaderFile,
  })
  let server: Server
  let url: string

  const page = async (query = '') => {
    const response = await fetch(`${url}/${query}`)
    return { headers: response.headers, html: await response.text() }
  }

  beforeAll(async () => {
    server = createServer(playground.answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://localhost:${(server.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await playground.close()
    rmSync(folder, { recursive: true })
  })

  test("pins the loader's current version on disk", async () => {
    expect((await page()).html).toContain(`<script src="${HOST}/portico.js" crossorigin defer></script>`)
    for (const loader of ['one', 'another']) {
      writeFileSync(loaderFile, loader)
      expect((await page()).html).toContain(`src="${HOST}/portico.js" crossorigin integrity="${sha384(loader)}"`)
    }
  })

  test('pins its own scripts, including the fixture', async () => {
    const { html } = await page('?fixture=mainnet')
    for (const name of ['style', 'wallet', 'fixtures/mainnet', 'page']) {
      const script = await fetch(`${url}/${name}.js`)
      expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      const code = new Uint8Array(await script.arrayBuffer())
      expect(html).toContain(`<script src="/${name}.js" crossorigin integrity="${sha384(code)}"`)
    }
  })

  test('has no wallet with wallet=none', async () => {
    expect((await page('?wallet=none')).html).not.toContain('wallet.js')
  })

  test('has wallets of other chains only if the query names them', async () => {
    const wallets = ['solanaWallet', 'bitcoinWallets', 'multiWallet']
    const present = async (query: string) => {
      const { html } = await page(query)
      return wallets.filter((name) => html.includes(`<script src="/${name}.js"`))
    }
    expect(await present('?wallet=ok&other=ok&legacy=1')).toEqual([])
    expect(await present('?solana=ok')).toEqual(['solanaWallet'])
    expect(await present('?xverse=ok&unisat=reject')).toEqual(['bitcoinWallets'])
    expect(await present('?wallet=none&bitcoin=ok&solana=late&multi=ok')).toEqual(wallets)
  })

  test('runs each wallet before the page, like an extension', async () => {
    const { html } = await page('?bitcoin&solana&multi')
    for (const name of ['solanaWallet', 'bitcoinWallets', 'multiWallet']) {
      expect(html).toMatch(new RegExp(`<script src="/${name}\\.js" crossorigin integrity="[^"]+"></script>`))
      expect((await fetch(`${url}/${name}.js`)).status).toBe(200)
    }
  })

  test('has no inline code or style, whatever the query', async () => {
    const { html } = await page('?locale="><script>alert(1)</script>&fixture="><script>&modals=2&embed=1&dir=rtl')
    expect(html).not.toContain('alert(1)</script>')
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
    const inline = html.match(/<script(?![^>]* src=)[^>]*>/g)
    expect(inline).toEqual(['<script type="application/json" id="settings">'])
  })

  test("frames a page as a Safe's interface does, without inline code", async () => {
    const html = await (await fetch(`${url}/safe?app=%22><script>alert(1)</script>`)).text()
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script type="application/json" id="settings">',
      '<script src="/safe.js" defer>',
    ])
    expect((await fetch(`${url}/safe.js`)).status).toBe(200)
  })

  test('sends no security policy by default', async () => {
    const { headers } = await page()
    expect(headers.get('content-security-policy')).toBeNull()
    expect(headers.get('integrity-policy')).toBeNull()
  })

  test('csp=strict allows what the modal needs and nothing else', async () => {
    const { headers } = await page('?csp=strict')
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      `default-src 'none'`,
      `script-src ${HOST} 'self' ${REMOTE}`,
      `connect-src ${HOST} ${API} ${SECURE_SITE} ${RPC} ${SOLANA} ${SOLANA_SOCKET} ${ESPLORA} ws://localhost:4302 ${REMOTE} 'self'`,
      `img-src data: ${API}`,
      `frame-src ${SECURE_SITE}`,
      `style-src 'none'`,
      `require-trusted-types-for 'script'`,
      `trusted-types portico 'allow-duplicates'`,
    ])
  })

  test('policy=integrity blocks scripts that are not pinned', async () => {
    const { headers } = await page('?policy=integrity')
    expect(headers.get('integrity-policy')).toBe('blocked-destinations=(script)')
  })

  test.each(['/missing.js', '/fixtures/missing.js', '/server.mjs', '/..%2fsrc%2fstore.js', '/page.ts', '/favicon.ico'])(
    'has no page at %s',
    async (path) => {
      expect((await fetch(`${url}${path}`)).status).toBe(404)
    },
  )
})
