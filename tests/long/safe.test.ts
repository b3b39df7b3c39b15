import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { Frame, Locator } from 'playwright-core'
import { createPublicClient, type Hex, hashMessage, http, parseAbi, stringToHex } from 'viem'
import type { Eip1193Provider } from '../../host/src/chains/eip155/provider.ts'
import type { PorticoModal } from '../../host/src/site/publicApi.ts'
import { LOCAL_SAFE } from '../../local/chains/safeContracts.ts'
import { shellFile } from '../browser/support/deployment.ts'
import { askChain, stack } from '../browser/support/stack.ts'
import { closeBrowser, playgroundUrl, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** The message that the playground asks the wallet to sign. */
const MESSAGE = 'Fern & Fable: a hello from the playground'
/** An address without a known key, used by this test only. */
const RECIPIENT = '0x00000000000000000000000000000000005afe01'
const MESSAGE_HEX = stringToHex(MESSAGE)
const TYPED_DATA = {
  domain: { name: 'Fern & Fable', chainId: 31337 },
  types: { Order: [{ name: 'plant', type: 'string' }] },
  primaryType: 'Order',
  message: { plant: 'moss' },
} as const

/** The playground at another port. It is another origin of the same site, so the framed shop has storage. */
const server = createServer(async (request, response) => {
  const { status, headers, body } = await fetch(new URL(request.url ?? '/', stack.urls.playground))
  response.writeHead(status, { 'content-type': headers.get('content-type') ?? '' })
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]).pipe(response)
})
let interfaceOrigin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  interfaceOrigin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The same server by its other name, which is another site: frames there get no storage. */
const OTHER_SITE = new URL(stack.urls.playground.replace('localhost', '127.0.0.1')).origin

interface SafeVisit {
  /** Options of the shop; the interface's origin is trusted unless they say otherwise. */
  readonly options?: object
  /** How the interface behaves. */
  readonly safe?: string
  /** Origin of the interface. */
  readonly origin?: string
  /** Additional parameters of the shop's query. */
  readonly query?: object
}

interface Shop {
  readonly frame: Frame
  readonly dialog: Locator
  reads(name: string, text: string): Promise<void>
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** The shop's requests to its parent window, in order. */
  asked(): Promise<readonly string[]>
  ready(): Promise<void>
  press(testId: string): Promise<void>
}

/** The shop in a frame of a Safe's interface. */
async function enterSafe(visitor: Visit, { options, query, safe = 'ok', origin = interfaceOrigin }: SafeVisit = {}) {
  const { page } = visitor
  // "At the start" means here: as soon as the page is idle.
  const shopOptions = { prefetch: 'idle', safeOrigins: [origin], ...options }
  const url = new URL('/safe', origin)
  url.searchParams.set('app', playgroundUrl({ ...query, options: shopOptions }))
  url.searchParams.set('safe', safe)
  await page.goto(url.href)
  const element = await page.getByTestId('safe-app').elementHandle()
  const frame = (await element?.contentFrame()) as Frame
  await frame.waitForFunction(() => window.portico !== undefined)
  const shop: Shop = {
    frame,
    dialog: frame.getByRole('dialog'),
    reads: (name, text) =>
      frame
        .getByTestId(`w3m-${name}`)
        .and(frame.getByText(text, { exact: true }))
        .waitFor(),
    ask: (method, ...params) =>
      frame.evaluate(
        (request) => ((window.portico as PorticoModal).getWalletProvider() as Eip1193Provider).request(request),
        {
          method,
          params,
        },
      ),
    asked: () => page.evaluate(() => [...(window.safeLog ?? [])]),
    ready: () => frame.evaluate(() => window.portico?.ready()),
    press: (testId) => frame.getByTestId(testId).click(),
  }
  return shop
}

const inSafe = (more: SafeVisit, run: (shop: Shop, visitor: Visit) => Promise<void>) =>
  visiting({}, async (visitor) => run(await enterSafe(visitor, more), visitor))

const chain = () => createPublicClient({ transport: http(stack.urls.anvil) })
const isConnected = ({ reads }: Shop) => reads('address', LOCAL_SAFE.address)

test(
  'inside a Safe the page connects to it at the start, without a prompt',
  inSafe({}, async (shop, visitor) => {
    await shop.reads('status', 'connected')
    await shop.reads('address', LOCAL_SAFE.address)
    await shop.reads('chain-id', '31337')
    await shop.reads('open', 'closed')
    expect(new Set(await shop.asked())).toEqual(new Set(['getSafeInfo']))
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'inside a Safe the page also connects where the browser gives framed pages no storage',
  inSafe({ origin: OTHER_SITE, query: { wallet: 'none' } }, async (shop, visitor) => {
    await isConnected(shop)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  "a payment is executed by the Safe's contract, and the page gets the hash of the transaction on the chain",
  inSafe({}, async (shop) => {
    await isConnected(shop)
    const before = await chain().getBalance({ address: RECIPIENT })
    const payment = { from: LOCAL_SAFE.address, to: RECIPIENT, value: '0x5', gas: '0x5208' }
    const hash = (await shop.ask('eth_sendTransaction', payment)) as Hex
    const receipt = await chain().getTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', to: LOCAL_SAFE.address.toLowerCase() })
    expect((await chain().getBalance({ address: RECIPIENT })) - before).toBe(5n)
    expect(await shop.ask('eth_getTransactionReceipt', hash)).toMatchObject({ transactionHash: hash })
  }),
)

test(
  "a Safe's signatures of text and of typed data verify with its contract (EIP-1271)",
  inSafe({}, async (shop) => {
    await isConnected(shop)
    await shop.press('sign-message-button')
    const shown = shop.frame.getByTestId('signature').filter({ hasText: /^0x/ })
    const signature = (await shown.textContent()) as Hex
    const { address } = LOCAL_SAFE
    expect(await chain().verifyMessage({ address, message: MESSAGE, signature })).toBe(true)
    expect(await chain().verifyMessage({ address, message: `${MESSAGE}.`, signature })).toBe(false)

    const typed = (await shop.ask('eth_signTypedData_v4', address, JSON.stringify(TYPED_DATA))) as Hex
    expect(await chain().verifyTypedData({ address, ...TYPED_DATA, signature: typed })).toBe(true)
  }),
)

test(
  'a Safe that signs on the chain returns an empty signature once executed, and its contract confirms the message',
  inSafe({ safe: 'onchain' }, async (shop) => {
    await isConnected(shop)
    expect(await shop.ask('personal_sign', MESSAGE_HEX, LOCAL_SAFE.address)).toBe('0x')
    const signed = await chain().readContract({
      abi: parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']),
      address: LOCAL_SAFE.address,
      functionName: 'isValidSignature',
      args: [hashMessage({ raw: MESSAGE_HEX }), '0x'],
    })
    expect(signed).toBe('0x1626ba7e')
  }),
)

test(
  'a payment refused by the owners counts as refused by the visitor',
  inSafe({ safe: 'reject' }, async (shop) => {
    await isConnected(shop)
    const refused = await shop.frame.evaluate(async (to) => {
      const provider = (window.portico as PorticoModal).getWalletProvider() as Eip1193Provider
      return provider.request({ method: 'eth_sendTransaction', params: [{ to, value: '0x5' }] }).then(
        () => 'sent',
        (error: { code: unknown }) => error.code,
      )
    }, RECIPIENT)
    expect(refused).toBe(4001)
    await shop.reads('status', 'connected')
  }),
)

test(
  'a Safe stays on its network, and a page that tries to switch is told so',
  inSafe({}, async (shop) => {
    await isConnected(shop)
    await shop.press('switch-network-31338')
    await shop.frame.getByTestId('page-error').filter({ hasText: 'not supported' }).waitFor()
    await shop.reads('chain-id', '31337')
    await shop.reads('status', 'connected')
  }),
)

test(
  'the Safe takes precedence over a wallet connected at the last visit',
  inSafe({}, async (shop, visitor) => {
    await isConnected(shop)
    await shop.press('disconnect-button')
    await shop.reads('status', 'disconnected')
    await shop.press('connect-button')
    await shop.dialog.waitFor()
    await shop.press('wallet-selector-dev.portico.wallet')
    await shop.dialog.waitFor({ state: 'detached' })
    await shop.reads('status', 'connected')
    await isConnected(await enterSafe(visitor))
  }),
)

test(
  'without reconnection nothing connects by itself: the Safe is in the list, and a press connects it',
  inSafe({ options: { enableReconnect: false } }, async (shop) => {
    await shop.ready()
    await shop.reads('status', 'disconnected')
    await shop.press('connect-button')
    await shop.press('wallet-selector-safe')
    await shop.dialog.waitFor({ state: 'detached' })
    await isConnected(shop)
  }),
)

test(
  'a parent that the site does not name is not trusted, and gets no request',
  inSafe({ options: { safeOrigins: null } }, async (shop) => {
    await shop.ready()
    await shop.reads('status', 'disconnected')
    expect(await shop.asked()).toEqual([])
    await shop.press('connect-button')
    await shop.frame.getByTestId('wallet-selector-dev.portico.wallet').waitFor()
    expect(await shop.frame.getByTestId('wallet-selector-safe').count()).toBe(0)
  }),
)

test.each([
  ['that does not answer', 'silent'],
  ['that answers with garbage', 'garbage'],
])('a parent %s does not count as a Safe: nothing hangs, and other wallets connect', async (_, safe) => {
  await inSafe({ safe }, async (shop) => {
    await shop.ready()
    await shop.reads('status', 'disconnected')
    expect(await shop.asked()).toContain('getSafeInfo')
    await shop.press('connect-button')
    await shop.press('wallet-selector-dev.portico.wallet')
    await shop.dialog.waitFor({ state: 'detached' })
    await shop.reads('status', 'connected')
    expect(await shop.frame.getByTestId('wallet-selector-safe').count()).toBe(0)
  })()
})

test(
  'a page outside a frame posts nothing and fetches no Safe code',
  visiting(
    {
      query: { options: { prefetch: 'idle', safeOrigins: [new URL(playgroundUrl()).origin] } },
      prepare: (_, page) =>
        page.addInitScript(() => {
          const posted: unknown[] = []
          Object.assign(window, { posted })
          window.addEventListener('message', ({ data }) => posted.push(data))
        }),
    },
    async (visitor) => {
      await visitor.onPage((modal) => modal.ready())
      await visitor.settled()
      const posted = await visitor.page.evaluate(() => (window as unknown as { posted: { env?: unknown }[] }).posted)
      expect(posted.filter((message) => message?.env)).toEqual([])
      const code = shellFile('chunk:chain-eip155-safe')
      expect(code).toMatch(/\.js$/)
      expect(visitor.requests.filter((url) => url.endsWith(code))).toEqual([])
    },
  ),
)

test(
  'a wallet provided by the site is in the list, connects and signs',
  visiting({ query: { fixture: 'ownConnector' } }, async (visitor) => {
    await visitor.open()
    await visitor.dialog.getByText('Shop Wallet').waitFor()
    await visitor.page.getByTestId('wallet-selector-shop.wallet').click()
    await visitor.dialog.waitFor({ state: 'detached' })
    const [, address] = (await askChain(stack.urls.anvil, 'eth_accounts')) as Hex[]
    await visitor.page.getByTestId('sign-message-button').click()
    const shown = visitor.page.getByTestId('signature').filter({ hasText: /^0x/ })
    const signature = (await shown.textContent()) as Hex
    expect(await chain().verifyMessage({ address: address as Hex, message: MESSAGE, signature })).toBe(true)
    expect(visitor.problems).toEqual([])

    // Like other wallets, it reconnects at the next visit.
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
  }),
)
