import { createPublicClient, type Hex, http, verifyMessage } from 'viem'
import {
  addressOf,
  approve,
  askForCode,
  newAddress,
  reject,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { cancelButton, isAsked, isLetIn, isSignedOut, signButton, signedIn } from '../browser/support/signIn.ts'
import { withFixture } from '../browser/support/siwxServers.ts'
import { newPerson, signInWith } from '../browser/support/socialLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

/** For visitors without a wallet, one code is enough to sign in to a site that requires a sign-in. */

jest.setTimeout(90_000)

afterAll(closeBrowser)

const AS_ITSELF = { defaultAccountTypes: { eip155: 'eoa' } }

/** A shop whose visitors sign in at the authentication service, which verifies every signature itself. */
function atService(options: Readonly<Record<string, unknown>> = {}): VisitOptions {
  const { query } = withoutWallet(options)
  return {
    query: { ...query, fixture: 'siwxHosted', service: stack.urls.services },
    prepare: (context) => withFixture(context, 'siwxHosted'),
  }
}

/** A shop with `DefaultSIWX` and these options. */
const inBrowser = (siwx: object, options: Readonly<Record<string, unknown>> = {}): VisitOptions => ({
  query: { ...withoutWallet(options).query, fixture: 'siwx', siwx },
})

/** The service's record of the visitor; undefined when signed out. */
const account = ({ page }: Visit) =>
  page.evaluate(async () => (await window.hosted)?.getSessionAccount().catch(() => undefined))

type Hearing = typeof window & { heard?: string[] }

/** The page's sign-in events, in order. */
const hear = (visitor: Visit) =>
  visitor.onPage((modal) => {
    const heard: string[] = []
    Object.assign(window, { heard })
    modal.subscribeEvents(({ data }) => data.event.includes('SIWX') && heard.push(data.event))
  })
const heard = ({ page }: Visit) => page.evaluate(() => (window as Hearing).heard)

const session = ({
  page,
}: Visit): Promise<{ message: string; signature: string; data: { accountAddress: string } }[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('@portico/siwx') ?? '{}').data ?? [])

test.each([
  ['with the EOA', AS_ITSELF],
  ['with a smart account that is not deployed yet', {}],
])(
  'signing up by e-mail also signs in to the site, %s: one code, no press, and the service verifies the signature',
  (_, options) =>
    visiting(atService(options), async (visitor) => {
      await hear(visitor)
      await signIn(visitor, newAddress())
      expect(await heard(visitor)).toEqual(['SIWX_AUTH_SUCCESS'])
      expect(await account(visitor)).toMatchObject({
        address: await addressOf(visitor),
        caip2Network: 'eip155:31337',
        domain: new URL(visitor.page.url()).host,
      })

      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      await visitor.page.waitForFunction(() => window.portico?.getSIWX())
      await visitor.settled()
      expect([await visitor.dialog.count(), (await account(visitor))?.address]).toEqual([0, await addressOf(visitor)])
      expect(visitor.problems).toEqual([])
    })(),
)

test(
  'social login also signs in to the site',
  visiting(atService(), async (visitor) => {
    await signInWith(visitor, 'google', newPerson())
    expect((await account(visitor))?.address).toBe(await addressOf(visitor))
  }),
)

test(
  'a session of a smart account in the browser is verifiable (ERC-6492)',
  visiting(
    inBrowser({ statement: 'I accept the terms.', rpcUrls: { 'eip155:31337': stack.urls?.anvil } }),
    async (visitor) => {
      await signIn(visitor, newAddress())
      const address = await addressOf(visitor)
      expect(await signedIn(visitor)).toEqual([`eip155:31337:${address}`])
      const [{ message = '', signature = '' } = {}] = await session(visitor)
      expect(message).toContain(`\n${address}\n\nI accept the terms.\n\nURI: `)
      const chain = createPublicClient({ transport: http(stack.urls.anvil) })
      const signed = { address: address as Hex, message, signature: signature as Hex }
      expect(await chain.verifyMessage(signed)).toBe(true)
      expect(await chain.getCode({ address: address as Hex })).toBeUndefined()
    },
  ),
)

test(
  'a site that has lost its session asks again after a reload: without a fresh login nothing is signed silently',
  visiting(inBrowser({}, AS_ITSELF), async (visitor) => {
    await signIn(visitor, newAddress())
    expect(await signedIn(visitor)).toHaveLength(1)
    await visitor.page.evaluate(() => localStorage.removeItem('@portico/siwx'))
    await visitor.page.reload()
    await isAsked(visitor)
    expect(await signedIn(visitor)).toEqual([])
    await cancelButton(visitor).click()
    await isSignedOut(visitor)
  }),
)

test(
  'the request is shown over the question; a rejection returns to the question, an approval closes the window',
  visiting(inBrowser({}, AS_ITSELF), async (visitor) => {
    await signIn(visitor, newAddress())
    await visitor.page.evaluate(() => localStorage.removeItem('@portico/siwx'))
    await visitor.page.reload()
    await isAsked(visitor)

    await signButton(visitor).click()
    await reject(visitor)
    await isAsked(visitor)
    expect(await signedIn(visitor)).toEqual([])

    await signButton(visitor).click()
    await approve(visitor)
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await signedIn(visitor)).toEqual([`eip155:31337:${await addressOf(visitor)}`])
    expect(await isLetIn(visitor)).toBe(true)
  }),
)

test.each([
  ['for another domain', { domain: 'bank.example' }],
  ['to another address', { uri: 'https://bank.example/' }],
  ['with a permission for someone else (ERC-5573)', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }],
])('a page that would sign its visitor in %s gets no silent signature', (_, siwx) =>
  visiting(inBrowser(siwx, AS_ITSELF), async (visitor) => {
    await visitor.open()
    const mail = await askForCode(visitor, newAddress())
    await typeCode(visitor, mail.code ?? '')
    await isAsked(visitor)
    await visitor.reads('status', 'connected')
    expect(await session(visitor)).toEqual([])
    await cancelButton(visitor).click()
    await isSignedOut(visitor)
  })(),
)

/** The response to a page's own script that messages the frame directly, bypassing the modal. */
const asksItself = ({ page }: Visit, changes: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(async (changed) => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[name=w3m-secure-iframe]')
    const id = crypto.randomUUID()
    const siwxMessage = {
      accountAddress: '<<AccountAddress>>',
      chainId: 'eip155:31337',
      domain: location.host,
      uri: location.origin,
      version: '1',
      nonce: id.replaceAll('-', ''),
      issuedAt: new Date().toISOString(),
      ...changed,
    }
    const answer = new Promise<{ message?: string; signature?: string; address?: string }>((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        if (data?.id !== id) return
        removeEventListener('message', hear)
        resolve(data.payload)
      }
      addEventListener('message', hear)
    })
    const payload = { chainId: 31337, siwxMessage }
    frame?.contentWindow?.postMessage({ type: '@w3m-app/GET_USER', id, payload }, new URL(frame.src).origin)
    return answer
  }, changes)

test(
  'a page that messages the wallet directly gets its own sign-in once after a login, and nothing else',
  visiting(withoutWallet(AS_ITSELF), async (visitor) => {
    await signIn(visitor, newAddress())
    const address = await addressOf(visitor)
    expect(await asksItself(visitor, { domain: 'bank.example' })).toMatchObject({ address })
    for (const changes of [{ domain: 'bank.example' }, { uri: 'https://bank.example/' }, { chainId: 'eip155:1' }]) {
      expect(await asksItself(visitor, changes)).not.toHaveProperty('signature')
    }
    const { message = '', signature = '' } = await asksItself(visitor)
    expect(await verifyMessage({ address: address as Hex, message, signature: signature as Hex })).toBe(true)
    expect(await asksItself(visitor)).not.toHaveProperty('signature')
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    expect(await asksItself(visitor)).not.toHaveProperty('signature')
    expect(await visitor.dialog.count()).toBe(0)
  }),
)
