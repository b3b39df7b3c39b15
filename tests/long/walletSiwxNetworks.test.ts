import { createPublicClient, type Hex, http } from 'viem'
import { SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { answerTo, approval, asks, isApprovable, outcome } from '../browser/support/approvals.ts'
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
import { describeOn, stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

/** Visitors without a wallet of their own sign in to a site, and switch networks. */

jest.setTimeout(120_000)

afterAll(closeBrowser)

const FIRST = 'eip155:31337'
/** A network without smart accounts. */
const SECOND = 'eip155:31338'
const AS_ITSELF = { defaultAccountTypes: { eip155: 'eoa' } }

/** A shop with `DefaultSIWX`. */
const withSiwx = (options: object = {}, more: object = {}): VisitOptions => ({
  query: {
    ...withoutWallet({ ...options }).query,
    fixture: 'siwx',
    // Contract signatures are verified on their chain.
    siwx: { rpcUrls: { [FIRST]: stack.urls?.anvil } },
    ...more,
  },
})
/** A shop with `siweConfig` that verifies signatures itself. */
const withSiwe = (options: object = {}, more: object = {}): VisitOptions => ({
  query: { ...withoutWallet({ ...options }).query, fixture: 'siwxLegacy', siwe: {}, ...more },
})

const goTo = (visitor: Visit, id: 31337 | 31338) => visitor.onPage((modal, wanted) => modal.switchNetwork(wanted), id)

/** Approves the request that appears over the question, and waits until the window has closed. */
async function signs(visitor: Visit): Promise<void> {
  await signButton(visitor).click()
  await approve(visitor)
  await visitor.dialog.waitFor({ state: 'detached' })
}

async function cancels(visitor: Visit): Promise<void> {
  await cancelButton(visitor).click()
  await visitor.dialog.waitFor({ state: 'detached' })
}

/** Expects that after a reload the visitor is connected, without a question. */
async function comesBack(visitor: Visit): Promise<void> {
  await visitor.page.reload()
  await visitor.reads('status', 'connected')
  await visitor.page.waitForFunction(() => window.portico?.getSIWX())
  await visitor.settled()
  expect([await visitor.dialog.count(), await isLetIn(visitor)]).toEqual([0, true])
}

/** Signs a message with the account on the page, and verifies the signature independently. */
async function signsMessage(visitor: Visit, url: string): Promise<void> {
  const asked = await asks(visitor, 'personal_sign', 'three pots')
  await isApprovable(visitor)
  await approve(visitor)
  const signature = (await outcome(visitor, asked)) as Hex
  const address = (await addressOf(visitor)) as Hex
  const chain = createPublicClient({ transport: http(url) })
  expect(await chain.verifyMessage({ address, message: 'three pots', signature })).toBe(true)
  await visitor.dialog.waitFor({ state: 'detached' })
}

/** The session of the shop with `siweConfig`. */
const session = ({ page }: Visit) => page.evaluate(() => JSON.parse(localStorage.getItem('shop-session') ?? 'null'))
const log = ({ page }: Visit) => page.evaluate(() => (window as { shopLog?: string[] }).shopLog)

test(
  'switching networks asks; canceling keeps the session, signing adds one, and a reload asks nothing (§27, 71)',
  visiting(withSiwx(AS_ITSELF), async (visitor) => {
    await signIn(visitor, newAddress())
    const address = await addressOf(visitor)
    await goTo(visitor, 31338)
    await isAsked(visitor)
    await cancels(visitor)
    await visitor.reads('caip-address', `${FIRST}:${address}`)
    expect(await signedIn(visitor)).toEqual([`${FIRST}:${address}`])

    await goTo(visitor, 31338)
    await isAsked(visitor)
    await signButton(visitor).click()
    await reject(visitor)
    await isAsked(visitor)
    await signs(visitor)
    await visitor.reads('caip-address', `${SECOND}:${address}`)
    expect(await signedIn(visitor)).toEqual([`${FIRST}:${address}`, `${SECOND}:${address}`])
    await comesBack(visitor)
    await visitor.onPage((modal) => modal.disconnect())
    await isSignedOut(visitor)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  "on a network without smart accounts the EOA signs in; canceling restores the smart account's session (§27, 70)",
  visiting(withSiwx(), async (visitor) => {
    await signIn(visitor, newAddress())
    const safe = await addressOf(visitor)
    const [, owner = ''] = (await answerTo(visitor, 'eth_accounts')) as string[]
    await signsMessage(visitor, stack.urls.anvil)

    await goTo(visitor, 31338)
    await isAsked(visitor)
    await visitor.reads('caip-address', `${SECOND}:${owner}`)
    await cancels(visitor)
    await visitor.reads('caip-address', `${FIRST}:${safe}`)
    expect(await signedIn(visitor)).toEqual([`${FIRST}:${safe}`])

    await goTo(visitor, 31338)
    await isAsked(visitor)
    await signs(visitor)
    expect(await signedIn(visitor)).toEqual([`${FIRST}:${safe}`, `${SECOND}:${owner}`])
    await signsMessage(visitor, stack.urls.secondAnvil)
    await goTo(visitor, 31337)
    await visitor.reads('caip-address', `${FIRST}:${safe}`)
    await visitor.settled()
    expect([await visitor.dialog.count(), await isLetIn(visitor)]).toEqual([0, true])
    await visitor.onPage((modal) => modal.disconnect())
    await isSignedOut(visitor)
  }),
)

test(
  'siweConfig: one code also signs in to the site; switching networks asks, disconnecting signs out (§27, 69)',
  visiting(withSiwe(AS_ITSELF), async (visitor) => {
    await signIn(visitor, newAddress())
    const address = await addressOf(visitor)
    expect([await session(visitor), await log(visitor)]).toEqual([{ address, chainId: 31337 }, ['signed in']])
    await signsMessage(visitor, stack.urls.anvil)
    const rejected = await asks(visitor, 'personal_sign', 'no pots')
    await isApprovable(visitor)
    await reject(visitor)
    expect(await outcome(visitor, rejected)).toMatchObject({ code: 4001 })
    await approval(visitor).waitFor({ state: 'detached' })

    await goTo(visitor, 31338)
    await isAsked(visitor)
    await cancels(visitor)
    await visitor.reads('chain-id', '31337')
    expect(await session(visitor)).toEqual({ address, chainId: 31337 })
    await goTo(visitor, 31338)
    await isAsked(visitor)
    await signs(visitor)
    expect(await session(visitor)).toEqual({ address, chainId: 31338 })
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.page.waitForFunction(() => localStorage.getItem('shop-session') === null)
    expect(await log(visitor)).toEqual(['signed in', 'signed in', 'signed out'])
  }),
)

test(
  'siweConfig: one code signs in a smart account; on a network without any the EOA is asked and signs (§27, 70)',
  visiting(withSiwe(), async (visitor) => {
    await signIn(visitor, newAddress())
    const safe = await addressOf(visitor)
    const [, owner] = (await answerTo(visitor, 'eth_accounts')) as string[]
    expect(await session(visitor)).toEqual({ address: safe, chainId: 31337 })
    await goTo(visitor, 31338)
    await isAsked(visitor)
    await signs(visitor)
    expect(await session(visitor)).toEqual({ address: owner, chainId: 31338 })
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.page.waitForFunction(() => localStorage.getItem('shop-session') === null)
    await visitor.reads('status', 'disconnected')
  }),
)

describeOn('solana')('with Solana', () => {
  const toSolana = (visitor: Visit) => visitor.onPage((modal, id) => modal.switchNetwork(id), SOLANA_CAIP_ID)
  const onSolana = (visitor: Visit) =>
    visitor.page.waitForFunction((id) => window.portico?.getCaipNetworkId() === id, SOLANA_CAIP_ID)
  const both = { families: 'eip155,solana' }
  /** The account of the other family follows shortly after sign-in. */
  const hasBoth = (visitor: Visit) => visitor.page.waitForFunction(() => window.portico?.getAddress('solana'))

  test(
    'a site on Solana asks after the login, shows the message, and verifies the signature; a reload asks nothing',
    visiting(withSiwx({}, { families: 'solana' }), async (visitor) => {
      await visitor.open()
      const mail = await askForCode(visitor, newAddress())
      await typeCode(visitor, mail.code ?? '')
      await isAsked(visitor)
      expect(await signedIn(visitor)).toEqual([])
      await signs(visitor)
      expect(await signedIn(visitor)).toEqual([`${SOLANA_CAIP_ID}:${await addressOf(visitor)}`])
      await comesBack(visitor)
    }),
  )

  test(
    'on a site with both families the login signs in on EVM; switching to Solana asks, switching back does not',
    visiting(withSiwx(AS_ITSELF, both), async (visitor) => {
      await signIn(visitor, newAddress())
      const evm = `${FIRST}:${await addressOf(visitor)}`
      await hasBoth(visitor)
      await toSolana(visitor)
      await isAsked(visitor)
      await signs(visitor)
      await onSolana(visitor)
      expect(await signedIn(visitor)).toEqual([evm, `${SOLANA_CAIP_ID}:${await addressOf(visitor)}`])
      await goTo(visitor, 31337)
      await visitor.reads('caip-address', evm)
      await visitor.settled()
      expect([await visitor.dialog.count(), await isLetIn(visitor)]).toEqual([0, true])
    }),
  )

  test(
    'siweConfig and Solana: every switch of the EVM network asks, switching to Solana does not (§27, 99)',
    visiting(withSiwe(AS_ITSELF, both), async (visitor) => {
      await signIn(visitor, newAddress())
      const address = await addressOf(visitor)
      await hasBoth(visitor)
      await goTo(visitor, 31338)
      await isAsked(visitor)
      await signs(visitor)
      expect(await session(visitor)).toEqual({ address, chainId: 31338 })
      await signsMessage(visitor, stack.urls.secondAnvil)
      await toSolana(visitor)
      await onSolana(visitor)
      await visitor.settled()
      expect(await visitor.dialog.count()).toBe(0)
      await goTo(visitor, 31337)
      await isAsked(visitor)
      await signs(visitor)
      await visitor.reads('caip-address', `${FIRST}:${address}`)
      expect(await session(visitor)).toEqual({ address, chainId: 31337 })
      expect(await log(visitor)).toEqual(['signed in', 'signed in', 'signed in'])
    }),
  )
})
