import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58 } from '@portico/contracts/chains/bytes'
import type { SolanaProvider } from '../../host/src/chains/solana/provider.ts'
import { SOLANA_ACCOUNTS } from '../../local/chains/developmentAccounts.ts'
import { SYSTEM_PROGRAM } from '../../local/chains/solana/programs.ts'
import { compileMessage } from '../../shared-contracts/src/chains/solana/message.ts'
import { askChain, describeOn, stack } from '../browser/support/stack.ts'
import { succeedsNow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, type Visit, visit, visiting } from '../browser/support/visit.ts'
import { inSolanaWallet, SOLANA_VISITOR, WALLET_NAMES } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const [, SECOND = ''] = SOLANA_ACCOUNTS
/** A shop with Solana only. */
const shop = { families: 'solana', solana: 'ok' }

const row = (visitor: Visit) => visitor.page.getByTestId(`wallet-selector-${WALLET_NAMES.solana.toLowerCase()}`)

async function connect(visitor: Visit): Promise<void> {
  await visitor.open()
  await row(visitor).click()
  await visitor.dialog.waitFor({ state: 'detached' })
}

/** Requests to the wallet in order, with their `silent` options. */
const asked = (visitor: Visit) =>
  inSolanaWallet(visitor, (wallet) =>
    wallet.log
      .filter(({ method }) => method !== 'standard:events')
      .map(({ method, params }) =>
        (params as { silent?: boolean } | undefined)?.silent ? `${method}, silently` : method,
      ),
  )

/** Verifies ed25519 with Node itself. */
function isSignedBy(address: string, message: string, signature: readonly number[]): boolean {
  const x = Buffer.from(decodeBase58(address) ?? []).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(message), key, Buffer.from(signature))
}

const sign = (visitor: Visit, message: string) =>
  visitor.onPage(async (modal, text) => {
    const provider = modal.getWalletProvider() as SolanaProvider
    return [...(await provider.signMessage(new TextEncoder().encode(text)))]
  }, message)

async function isForgotten(visitor: Visit): Promise<void> {
  await visitor.reads('status', 'disconnected')
  await visitor.reads('address', '–')
  expect(await visitor.storedConnection()).toBeUndefined()
}

test(
  'an installed Solana wallet connects, and the page knows its address',
  visiting({ query: shop }, async (visitor) => {
    await connect(visitor)
    await visitor.reads('status', 'connected')
    await visitor.reads('address', SOLANA_VISITOR)
    const caipNetworkId = await visitor.onPage((modal) => modal.getCaipNetworkId())
    expect(caipNetworkId).toMatch(/^solana:/)
    await visitor.reads('caip-address', `${caipNetworkId}:${SOLANA_VISITOR}`)
    expect(await asked(visitor)).toEqual(['standard:connect'])
    expect(visitor.problems).toEqual([])
  }),
)

const lamportsOf = async (address: string) =>
  ((await askChain(stack.urls.solana, 'getBalance', [address, { commitment: 'confirmed' }])) as { value: number }).value

/** A serialized legacy transaction, unsigned: the visitor pays another account. */
async function payment(to: string, lamports: bigint): Promise<number[]> {
  const { value } = (await askChain(stack.urls.solana, 'getLatestBlockhash')) as { value: { blockhash: string } }
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(lamports, 4)
  const accounts = [
    { address: SOLANA_VISITOR, isSigner: true, isWritable: true },
    { address: to, isWritable: true },
  ]
  const message = compileMessage(SOLANA_VISITOR, value.blockhash, [{ program: SYSTEM_PROGRAM, accounts, data }])
  return [1, ...new Uint8Array(64), ...message]
}

describeOn('solana')('on the local network', () => {
  test(
    'the account shows the balance on the network',
    visiting({ query: shop }, async (visitor) => {
      await connect(visitor)
      await visitor.openAccount()
      const balance = visitor.page.getByTestId('account-balance')
      await balance.waitFor()
      const lamports = await lamportsOf(SOLANA_VISITOR)
      expect(lamports).toBeGreaterThan(0)
      const [, whole, fraction] = /^(.*)(...)$/.exec(String(BigInt(lamports) / 1_000_000n)) ?? []
      expect(await balance.getAttribute('data-value')).toBe(`${whole}.${fraction}`)
      expect(await balance.textContent()).toMatch(/SOL$/)
    }),
  )

  test(
    'a payment of the page is signed and sent, and arrives',
    visiting({ query: shop }, async (visitor) => {
      await connect(visitor)
      const before = await lamportsOf(SECOND)
      const signature = await visitor.onPage(
        (modal, transaction) =>
          (modal.getWalletProvider() as SolanaProvider).signAndSendTransaction(Uint8Array.from(transaction)),
        await payment(SECOND, 1_234n),
      )
      expect(decodeBase58(signature)).toHaveLength(64)
      const { value } = (await askChain(stack.urls.solana, 'getSignatureStatuses', [[signature]])) as {
        value: [{ err: unknown } | null]
      }
      expect(value).toEqual([expect.objectContaining({ err: null })])
      expect((await lamportsOf(SECOND)) - before).toBe(1_234)
    }),
  )

  test(
    'a payment that is only signed is accepted by the network',
    visiting({ query: shop }, async (visitor) => {
      await connect(visitor)
      const before = await lamportsOf(SECOND)
      const signed = await visitor.onPage(
        async (modal, transaction) => [
          ...(await (modal.getWalletProvider() as SolanaProvider).signTransaction(Uint8Array.from(transaction))),
        ],
        await payment(SECOND, 5_678n),
      )
      expect((await lamportsOf(SECOND)) - before).toBe(0)
      const params = [Buffer.from(signed).toString('base64'), { encoding: 'base64' }]
      await askChain(stack.urls.solana, 'sendTransaction', params)
      expect((await lamportsOf(SECOND)) - before).toBe(5_678)
    }),
  )

  test(
    'a payment above the balance fails, and leaves no pending request in the wallet',
    visiting({ query: shop }, async (visitor) => {
      await connect(visitor)
      const reason = await visitor.onPage(
        (modal, transaction) =>
          (modal.getWalletProvider() as SolanaProvider).signAndSendTransaction(Uint8Array.from(transaction)).then(
            () => undefined,
            ({ code }) => code,
          ),
        await payment(SECOND, 10n ** 18n),
      )
      expect(reason).toBe('connection.requestFailed')
    }),
  )
})

test.each(['throws:text', 'throws:nothing', 'throws:proxy', 'garbage:types', 'garbage:huge', 'garbage:foreign'])(
  'a misbehaving wallet does not connect, and the window says so: %s',
  async (behaviour) => {
    const visitor = await visit({ query: { ...shop, solana: behaviour } })
    try {
      await visitor.open()
      await row(visitor).click()
      await visitor.sees('Failed to connect')
      await isForgotten(visitor)
      await visitor.back()
      await row(visitor).waitFor()
      expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
      await succeedsNow(visitor, 'solana')
    } finally {
      await visitor.end()
    }
  },
)

test(
  'a connection survives malformed events of a wallet',
  visiting({ query: shop }, async (visitor) => {
    await connect(visitor)
    await inSolanaWallet(visitor, (wallet) => wallet.emitNoise())
    await visitor.settled()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', SOLANA_VISITOR)
    await succeedsNow(visitor, 'solana')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'going back does not wait for a wallet that never answers',
  visiting({ query: { ...shop, solana: 'mute' } }, async (visitor) => {
    await visitor.open()
    await row(visitor).click()
    await visitor.view('ConnectingExternal').waitFor()
    await visitor.back()
    await row(visitor).waitFor()
    await visitor.reads('status', 'disconnected')
    await succeedsNow(visitor, 'solana')
  }),
)

test(
  "a message is signed with the account's key",
  visiting({ query: shop }, async (visitor) => {
    await connect(visitor)
    const message = 'Grüße aus dem Laden'
    expect(isSignedBy(SOLANA_VISITOR, message, await sign(visitor, message))).toBe(true)
    expect(isSignedBy(SECOND, message, await sign(visitor, message))).toBe(false)
  }),
)

test(
  'a declined signature is reported as such, and the connection stays',
  visiting({ query: shop }, async (visitor) => {
    await connect(visitor)
    await inSolanaWallet(visitor, (wallet) => wallet.setBehaviour('reject'))
    const reason = await visitor.onPage((modal) =>
      (modal.getWalletProvider() as SolanaProvider).signMessage(Uint8Array.of(1)).then(
        () => undefined,
        ({ code }) => code,
      ),
    )
    expect(reason).toBe('connection.requestRejected')
    await visitor.reads('status', 'connected')
  }),
)

test(
  'a returning visitor is reconnected, and the wallet is only asked silently',
  visiting({ query: shop }, async (visitor) => {
    await connect(visitor)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', SOLANA_VISITOR)
    await visitor.reads('open', 'closed')
    expect([...new Set(await asked(visitor))]).toEqual(['standard:connect, silently'])
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a wallet that is locked at the next visit is forgotten silently',
  visiting({ query: shop }, async (visitor) => {
    await connect(visitor)
    await visitor.page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('solana.')) localStorage.removeItem(key)
    })
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    await isForgotten(visitor)
    expect([...new Set(await asked(visitor))]).toEqual(['standard:connect, silently'])
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a rejected connection is reported, and can be retried',
  visiting({ query: { ...shop, solana: 'reject' } }, async (visitor) => {
    await visitor.open()
    await row(visitor).click()
    await visitor.sees('Connection rejected')
    await visitor.reads('status', 'disconnected')
    await inSolanaWallet(visitor, (wallet) => wallet.setBehaviour('ok'))
    await visitor.retry()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('address', SOLANA_VISITOR)
    await succeedsNow(visitor, 'solana')
  }),
)

test(
  'switching the account in the wallet switches the account on the page',
  visiting({ query: shop }, async (visitor) => {
    await connect(visitor)
    await visitor.openAccount()
    await inSolanaWallet(visitor, (wallet) => wallet.setAccount(1))
    await visitor.reads('address', SECOND)
    await visitor.dialog.getByTitle(SECOND).waitFor()
    const message = 'hello'
    expect(isSignedBy(SECOND, message, await sign(visitor, message))).toBe(true)
  }),
)

describe('a connection ends', () => {
  test.each<[string, (visitor: Visit) => Promise<unknown>]>([
    ['by disconnect() of the page', (visitor) => visitor.onPage((modal) => modal.disconnect())],
    ['when the wallet is locked', (visitor) => inSolanaWallet(visitor, (wallet) => wallet.lock())],
    ['when the wallet leaves the browser', (visitor) => inSolanaWallet(visitor, (wallet) => wallet.withdraw())],
  ])('%s: nothing of the connection is left on the page or in storage', async (_, end) => {
    await visiting({ query: shop }, async (visitor) => {
      await connect(visitor)
      await end(visitor)
      await isForgotten(visitor)
      expect(visitor.problems).toEqual([])
    })()
  })

  test(
    'by disconnect(): the wallet is asked to revoke its permission',
    visiting({ query: shop }, async (visitor) => {
      await connect(visitor)
      await visitor.onPage((modal) => modal.disconnect())
      expect(await asked(visitor)).toEqual(['standard:connect', 'standard:disconnect'])
    }),
  )
})

test(
  'a wallet removed from the browser leaves the list, and returns when it is installed again',
  visiting({ query: shop }, async (visitor) => {
    await visitor.open()
    await row(visitor).waitFor()
    await inSolanaWallet(visitor, (wallet) => wallet.withdraw())
    await row(visitor).waitFor({ state: 'detached' })
    await inSolanaWallet(visitor, (wallet) => wallet.announce())
    await row(visitor).waitFor()
  }),
)

describeOn('solana')('a network with two nodes: the service of §8 first, then its own', () => {
  test("§9: the nodes' health is checked while the window is open, and never otherwise", async () => {
    const samples: string[] = []
    const isSample = (body: string | null) => body?.includes('"getHealth"') ?? false
    const visitor = await visit({
      query: shop,
      prepare: async (_, page) => {
        await page.clock.install()
        page.on('request', (request) => {
          if (isSample(request.postData())) samples.push(new URL(request.url()).origin)
        })
      },
    })
    const nodes = [stack.urls.solana, stack.urls.services].map((url) => new URL(url).origin).sort()
    const sampled = () => visitor.page.waitForResponse((response) => isSample(response.request().postData()))
    try {
      await connect(visitor)
      await visitor.page.clock.fastForward(20_000)
      await visitor.settled()
      expect(samples).toEqual([])

      const first = sampled()
      await visitor.openAccount()
      await visitor.page.getByTestId('account-balance').waitFor()
      await first
      expect([...new Set(samples)].sort()).toEqual(nodes)
      const second = sampled()
      await visitor.page.clock.fastForward(4_000)
      await second
      expect(samples.length).toBeGreaterThan(nodes.length)

      await visitor.close()
      const before = samples.length
      await visitor.page.clock.fastForward(20_000)
      await visitor.settled()
      expect(samples).toHaveLength(before)
      expect(visitor.problems).toEqual([])
    } finally {
      await visitor.end()
    }
  })
})

test(
  'a page with another family fetches no Solana code',
  visiting({ query: { wallet: 'ok' } }, async (visitor) => {
    await visitor.connect()
    const scripts = visitor.requests.filter((url) => url.startsWith(stack.urls.host) && url.endsWith('.js'))
    const texts = await Promise.all([...new Set(scripts)].map(async (url) => (await fetch(url)).text()))
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.filter((text) => text.includes('coinbaseSolana'))).toEqual([])
  }),
)
