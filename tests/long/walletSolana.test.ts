import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'
import type { Route } from 'playwright-core'
import type { SolanaProvider } from '../../host/src/chains/solana/provider.ts'
import { approval, isApprovable, outcome } from '../browser/support/approvals.ts'
import { approve, inFrame, newAddress, reject, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { lamportsOf, messageOf, signatureIn, solanaPayment } from '../browser/support/solanaPayments.ts'
import { askChain, describeOn, stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/** The embedded wallet's Solana account, from the page's provider to the local chain. */

jest.setTimeout(90_000)
afterAll(closeBrowser)

const MESSAGE = 'Grüße from a wallet without a browser extension'
const SOL = 1_000_000_000n

const onFamilies = (families: string) => {
  const { query } = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
  return { query: { ...query, families } }
}

/** An empty account. */
const newOwner = () => encodeBase58(crypto.getRandomValues(new Uint8Array(32)))

/** Verifies ed25519 with Node itself. */
function isSigned(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(decodeBase58(address) ?? []).toString('base64url')
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}

type Act = 'signMessage' | 'signTransaction' | 'signAllTransactions' | 'signAndSendTransaction'
type Asking = Window & { outcomes?: Promise<unknown>[] }

/**
 * Makes the page send a request to the Solana account. Resolves once the request is sent. @returns its index, for
 * `outcome`
 */
const asksSolana = ({ page }: Visit, act: Act, ...given: readonly (readonly number[])[]): Promise<number> =>
  page.evaluate(
    ([name, list]) => {
      const provider = window.portico?.getProvider('solana') as SolanaProvider
      const all = list.map((bytes) => Uint8Array.from(bytes))
      const [first = new Uint8Array()] = all
      const asked: Promise<unknown> =
        name === 'signAllTransactions' ? provider.signAllTransactions(all) : provider[name](first)
      const plain = (value: unknown): unknown =>
        value instanceof Uint8Array ? [...value] : Array.isArray(value) ? value.map(plain) : value
      const asking = window as Asking
      asking.outcomes ??= []
      return asking.outcomes.push(asked.then(plain).catch(({ code, message }) => ({ code, message }))) - 1
    },
    [act, given] as const,
  )

const textOf = async (visitor: Visit) => (await approval(visitor).textContent()) ?? ''

/** Sends a request, and waits until it can be approved. */
async function shows(visitor: Visit, act: Act, ...given: readonly (readonly number[])[]): Promise<number> {
  const asked = await asksSolana(visitor, act, ...given)
  await isApprovable(visitor)
  return asked
}

describeOn('solana')('a visitor of a site on Solana has signed up', () => {
  /** The visitor of all tests, who signs in once because codes per client and hour are limited. */
  let visitor: Visit
  let owner: string
  beforeAll(async () => {
    visitor = await visit(onFamilies('solana'))
    await signIn(visitor, newAddress())
    owner = (await visitor.onPage((modal) => modal.getAddress())) ?? ''
    await askChain(stack.urls.solana, 'requestAirdrop', [owner, Number(10n * SOL)])
  })
  afterAll(() => visitor?.end())

  test('the account is on Solana, and stays after a reload', async () => {
    expect(decodeBase58(owner)).toHaveLength(32)
    expect(await visitor.onPage((modal) => modal.getCaipNetworkId())).toMatch(/^solana:/)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', owner)
  })

  test('a message is shown as text, and the account signs it', async () => {
    const bytes = [...new TextEncoder().encode(MESSAGE)]
    const asked = await shows(visitor, 'signMessage', bytes)
    expect(await textOf(visitor)).toContain(MESSAGE)
    expect(await textOf(visitor)).toContain(new URL(visitor.page.url()).origin)
    await approve(visitor)
    const signature = (await outcome(visitor, asked)) as number[]
    expect(isSigned(owner, Uint8Array.from(bytes), Uint8Array.from(signature))).toBe(true)
    await visitor.dialog.waitFor({ state: 'detached' })
  })

  test('a payment shows recipient and amount, is simulated, and arrives', async () => {
    const friend = newOwner()
    const before = await lamportsOf(owner)
    const transaction = await solanaPayment(owner, friend, (3n * SOL) / 2n)
    const asked = await shows(visitor, 'signAndSendTransaction', transaction)
    const text = await textOf(visitor)
    expect(text).toContain(friend)
    expect(text).toContain('1.5 SOL')
    expect(text).toContain('0.000005 SOL')
    expect(text).toMatch(/What changes−\s1\.500005 SOL/)
    expect(await lamportsOf(friend)).toBe(0n)
    await approve(visitor)
    const signature = (await outcome(visitor, asked)) as string
    const { value } = (await askChain(stack.urls.solana, 'getSignatureStatuses', [[signature]])) as { value: unknown }
    expect(value).toEqual([expect.objectContaining({ err: null })])
    expect(await lamportsOf(friend)).toBe((3n * SOL) / 2n)
    expect(before - (await lamportsOf(owner))).toBe((3n * SOL) / 2n + 5_000n)
    await visitor.dialog.waitFor({ state: 'detached' })
  })

  test('a payment that is only signed is not sent, and the network accepts it', async () => {
    const friend = newOwner()
    const transaction = await solanaPayment(owner, friend, SOL)
    const asked = await shows(visitor, 'signTransaction', transaction)
    expect(await textOf(visitor)).toContain('1 SOL')
    await approve(visitor)
    const signed = (await outcome(visitor, asked)) as number[]
    expect(messageOf(signed)).toEqual(messageOf(transaction))
    expect(await lamportsOf(friend)).toBe(0n)
    await askChain(stack.urls.solana, 'sendTransaction', [
      Buffer.from(signed).toString('base64'),
      { encoding: 'base64' },
    ])
    expect(await lamportsOf(friend)).toBe(SOL)
  })

  test('several payments are each shown, and all returned signed, in order', async () => {
    const friends = [newOwner(), newOwner(), newOwner()]
    const transactions = await Promise.all(
      friends.map((friend, index) => solanaPayment(owner, friend, BigInt(index + 1) * SOL)),
    )
    const asked = await shows(visitor, 'signAllTransactions', ...transactions)
    const text = await textOf(visitor)
    expect(text).toContain('This couldn’t be simulated.')
    expect(text).toContain('0.000015 SOL')
    for (const [index, friend] of friends.entries()) {
      expect(text).toContain(`${index + 1} SOL`)
      expect(text).toContain(friend)
    }
    await approve(visitor)
    const signed = (await outcome(visitor, asked)) as number[][]
    expect(signed.map(messageOf)).toEqual(transactions.map(messageOf))
    expect(signed.map((one) => isSigned(owner, messageOf(one), signatureIn(one)))).toEqual([true, true, true])
  })

  test('if a transaction would fail, the screen says so before it is signed', async () => {
    const asked = await shows(visitor, 'signTransaction', await solanaPayment(owner, newOwner(), 1_000n * SOL))
    expect(await textOf(visitor)).toContain('It would fail, and')
    await reject(visitor)
    expect(await outcome(visitor, asked)).toMatchObject({ code: 'connection.requestRejected' })
  })

  test('if a transaction cannot be simulated, the screen says so, and it can still be signed', async () => {
    const down = (route: Route) =>
      route.request().postData()?.includes('"simulateTransaction"') ? route.abort() : route.fallback()
    await visitor.context.route(`${stack.urls.services}/**`, down)
    try {
      const transaction = await solanaPayment(owner, newOwner(), SOL)
      const asked = await shows(visitor, 'signTransaction', transaction)
      expect(await textOf(visitor)).toContain('This couldn’t be simulated.')
      await approve(visitor)
      const signed = (await outcome(visitor, asked)) as number[]
      expect(isSigned(owner, messageOf(transaction), signatureIn(signed))).toBe(true)
    } finally {
      await visitor.context.unroute(`${stack.urls.services}/**`, down)
    }
  })

  test.each<[string, (of: Visit) => Promise<unknown>, object]>([
    ['rejected', reject, { code: 'connection.requestRejected' }],
    [
      'left by closing the window',
      (of) => of.close(),
      { code: 'frame.requestAborted', message: 'Request was aborted' },
    ],
  ])('a payment that is %s does not happen, and the next one can be approved', async (_, end, error) => {
    const friend = newOwner()
    const asked = await shows(visitor, 'signAndSendTransaction', await solanaPayment(owner, friend, SOL))
    await end(visitor)
    expect(await outcome(visitor, asked)).toMatchObject(error)
    await visitor.dialog.waitFor({ state: 'detached' })
    await approval(visitor).waitFor({ state: 'detached' })
    expect(await lamportsOf(friend)).toBe(0n)
    const next = await shows(visitor, 'signAndSendTransaction', await solanaPayment(owner, friend, SOL))
    await approve(visitor)
    expect(await outcome(visitor, next)).toEqual(expect.any(String))
    expect(await lamportsOf(friend)).toBe(SOL)
  })
})

describeOn('solana')('on a site with both families one wallet has an account in each', () => {
  const FAMILIES = ['eip155', 'solana'] as const
  /** Their names in the playground. */
  const NETWORKS = { eip155: 'Portico Local', solana: 'Portico Solana' } as const
  let visitor: Visit
  let accounts: Record<(typeof FAMILIES)[number], string>
  beforeAll(async () => {
    visitor = await visit(onFamilies('eip155,solana'))
    await signIn(visitor, newAddress())
    const addressIn = async (family: (typeof FAMILIES)[number]) =>
      (await visitor.page
        .waitForFunction((name) => window.portico?.getAccount(name).caipAddress, family)
        .then((found) => found.jsonValue())) ?? ''
    accounts = { eip155: await addressIn('eip155'), solana: await addressIn('solana') }
  })
  afterAll(() => visitor?.end())

  const addressOf = (family: (typeof FAMILIES)[number]) => accounts[family].split(':').at(-1) ?? ''
  async function signs(family: (typeof FAMILIES)[number]): Promise<void> {
    const signing = sign(visitor, family, MESSAGE)
    await inFrame(visitor).getByText(MESSAGE).waitFor()
    await approve(visitor)
    expect(await isSignedBy(accounts[family], MESSAGE, await signing)).toBe(true)
    await visitor.dialog.waitFor({ state: 'detached' })
  }
  async function goesTo(family: (typeof FAMILIES)[number]): Promise<void> {
    await visitor.openNetworks()
    await visitor.choose(NETWORKS[family])
    await visitor.reads('address', addressOf(family))
    await visitor.onPage((modal) => modal.close())
    await visitor.dialog.waitFor({ state: 'detached' })
  }

  test('the page starts with the first family, and each account signs', async () => {
    await visitor.reads('address', addressOf('eip155'))
    for (const family of FAMILIES) await signs(family)
  })

  test('after a switch to Solana and back in the window, the page has the right account each time, and each signs', async () => {
    for (const family of ['solana', 'eip155'] as const) {
      await goesTo(family)
      await signs(family)
    }
  })

  test('eth_chainId is a hex number after each switch', async () => {
    const chainId = () =>
      visitor.onPage((modal) =>
        (modal.getProvider('eip155') as { request(asked: object): Promise<unknown> }).request({
          method: 'eth_chainId',
        }),
      )
    const [, reference = ''] = accounts.eip155.split(':')
    const hex = `0x${Number(reference).toString(16)}`
    expect(await chainId()).toBe(hex)
    await goesTo('solana')
    expect(await chainId()).toBe(hex)
    await visitor.page.reload()
    await visitor.reads('address', addressOf('solana'))
    // Each family is restored separately.
    await visitor.page.waitForFunction(() => window.portico?.getProvider('eip155'))
    expect(await chainId()).toBe(hex)
  })

  test('a site with Solana only gets the same Solana account', async () => {
    await visitor.goto(onFamilies('solana').query)
    await visitor.reads('status', 'connected')
    await visitor.reads('address', addressOf('solana'))
  })

  test('signing out of one account signs out of both, for good', async () => {
    await visitor.goto(onFamilies('eip155,solana').query)
    await visitor.reads('status', 'connected')
    await visitor.onPage((modal) => modal.disconnect('solana'))
    const isConnected = (family: (typeof FAMILIES)[number]) =>
      visitor.onPage((modal, of) => modal.getAccount(of).isConnected, family)
    await visitor.reads('status', 'disconnected')
    expect([await isConnected('eip155'), await isConnected('solana')]).toEqual([false, false])
    await visitor.page.reload()
    await visitor.reads('status', 'disconnected')
    expect([await isConnected('eip155'), await isConnected('solana')]).toEqual([false, false])
  })
})
