import { LoginCheckAnswer } from '@portico/contracts/services/login'
import type { Page } from 'playwright-core'
import { parse } from 'valibot'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { WALLET_PROJECT_ID } from '../../scripts/local.mjs'
import { until } from '../../services/testing/until.ts'
import {
  addressOf,
  askForCode,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { agreeElsewhere, isConnected, newPerson, signInAs, signInWith } from '../browser/support/socialLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, Visit, visit, visiting } from '../browser/support/visit.ts'
import {
  askForCodeThere,
  followLink,
  isOpen,
  openWalletPage,
  signInThere,
  typeCodeThere,
  walletPageUrl,
} from '../browser/support/walletPage.ts'

jest.setTimeout(120_000)

afterAll(closeBrowser)

/** The key of its owner is the account, so what it signs can be compared. */
const ownKey = () => withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })

/** One visitor with two browsers: one with the modal, one on the page of the wallet. */
async function withTwo(run: (first: Visit, second: Visit) => Promise<void>): Promise<void> {
  const [first, second] = await Promise.all([visit(ownKey()), visit(ownKey())])
  try {
    await run(first, second)
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}

const KEY = 'Private key for Ethereum and other EVM networks'
const pressOn = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const secretOf = (page: Page, kind: string) => page.locator(`[data-kind=${kind}] code`)
/** Of the session that the next code opens. */
async function tokenOf(page: Page): Promise<string> {
  const answer = await page.waitForResponse((response) => response.url().includes('/login/v1/codes/check'))
  const read = parse(LoginCheckAnswer, await answer.json())
  return read.outcome === 'accepted' ? read.session.token : ''
}
async function statusOf(token: string): Promise<number> {
  const headers = { origin: stack.urls.secureSite, authorization: `Bearer ${token}` }
  return (await fetch(`${stack.urls.services}/login/v1/session?projectId=${WALLET_PROJECT_ID}`, { headers })).status
}
const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('the settings of the account lead to the page, in a tab that has no hold of the site', () =>
  visiting(ownKey(), async (visitor) => {
    const email = newAddress()
    await signIn(visitor, email)
    await visitor.openAccount()
    await visitor.page.getByTestId('account-settings-button').click()
    const [page] = await Promise.all([
      visitor.context.waitForEvent('page'),
      visitor.page.getByTestId('account-manage-wallet-button').click(),
    ])
    await page.getByRole('heading', { level: 1, name: 'Your wallet' }).waitFor()
    expect(page.url()).toBe(walletPageUrl())
    expect(await page.evaluate(() => window.opener)).toBeNull()
    // Whoever is signed in on the site is nobody here.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('button', { name: 'Export your keys' }).count()).toBe(0)
  })())

test('after a code, a link and a warning the page shows keys that are those of the account, and nothing before', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const address = await addressOf(first)

    const page = await openWalletPage(second)
    const mail = await askForCodeThere(page, email, signedUp)
    await typeCodeThere(page, mail.code === '000000' ? '000001' : '000000')
    await page.getByText('This code is wrong. Look again.').waitFor()
    await typeCodeThere(page, mail.code ?? '')
    await page.getByText('This page is a new device for your wallet.').waitFor()
    expect(await page.getByRole('button', { name: 'Export your keys' }).count()).toBe(0)
    await followLink(second, email, mail)
    await isOpen(page)
    await page.getByText(address).waitFor()

    expect(await page.content()).not.toMatch(/0x[\da-f]{64}/)
    await pressOn(page, 'Export your keys')
    await page.getByText('Whoever has one of these keys has everything').waitFor()
    expect(await page.locator('.wallet-secret').count()).toBe(0)
    await pressOn(page, 'Not now')
    expect(await page.locator('.wallet-secret').count()).toBe(0)
    await pressOn(page, 'Export your keys')
    await pressOn(page, 'I have understood, export')
    await secretOf(page, 'evm').waitFor()
    expect(await page.content()).not.toMatch(/0x[\da-f]{64}/)

    await pressOn(page, `Show: ${KEY}`)
    const shown = (await secretOf(page, 'evm').textContent()) as `0x${string}`
    expect(privateKeyToAccount(shown).address).toBe(address)
    await pressOn(page, 'Copy: 24 words')
    await page.getByText('24 words: copied.').waitFor()
    expect(mnemonicToAccount(await clipboardOf(page)).address).toBe(address)

    await pressOn(page, 'Take the keys away now')
    await page.getByText('The keys are taken away again.').waitFor()
    expect(await page.content()).not.toContain(shown)
  }))

test('whoever leaves the page is signed out of it, and begins anew when coming back', () =>
  visiting(ownKey(), async (visitor) => {
    const email = newAddress()
    const mail = await signIn(visitor, email)
    const page = await openWalletPage(visitor)
    const code = await askForCodeThere(page, email, mail)
    const token = tokenOf(page)
    await typeCodeThere(page, code.code ?? '')
    await isOpen(page)
    expect(await statusOf(await token)).toBe(200)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await until(async () => (await statusOf(await token)) === 401)
    // The site is signed in as before.
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
  })())

test('signing out everywhere ends the session of another browser, which has to be confirmed again and finds the same wallet', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const address = await addressOf(first)
    const page = await openWalletPage(second)
    const mail = await signInThere(second, page, email, signedUp)
    await pressOn(page, 'Sign out everywhere')
    await page.getByText('Every other device is signed out').waitFor()

    await first.page.reload()
    await first.reads('status', 'disconnected')
    await first.open()
    const code = await askForCode(first, email, mail)
    await typeCode(first, code.code ?? '')
    await first.sees(email)
    await followLink(first, email, code)
    await first.dialog.waitFor({ state: 'detached' })
    await first.reads('status', 'connected')
    await first.reads('address', address)
  }))

test('a deleted wallet is gone for every browser; the same address begins another one, without a link', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const address = await addressOf(first)
    const page = await openWalletPage(second)
    const mail = await signInThere(second, page, email, signedUp)

    await pressOn(page, 'Delete this wallet')
    await pressOn(page, 'Delete it for good')
    await page.getByText('Type “delete” first.').waitFor()
    await page.getByLabel('Type “delete” to confirm').fill('Delete')
    await page.keyboard.press('Enter')
    await page.getByText('The wallet is deleted.').waitFor()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    // This browser still has the share of the wallet that is gone.
    await first.page.reload()
    await first.reads('status', 'disconnected')
    await signIn(first, email, mail)
    const another = await addressOf(first)
    expect(another).not.toBe(address)
    await first.page.reload()
    await first.reads('address', another)
  }))

test('with an account elsewhere its window signs in, to the same wallet', () =>
  withTwo(async (first, second) => {
    const person = newPerson()
    await signInWith(first, 'google', person)
    await isConnected(first)
    const address = await addressOf(first)
    const page = await openWalletPage(second)
    const seen = new Visit(second.context, page)
    const [popup] = await Promise.all([page.waitForEvent('popup'), pressOn(page, 'Google')])
    await Promise.all([popup.waitForEvent('close'), signInAs(popup, person)])
    await isOpen(page)
    await page.getByText(address).waitFor()
    expect(seen.problems).toEqual([])
  }))

test('with Farcaster it is the phone that agrees', () =>
  visiting(ownKey(), async (visitor) => {
    const page = await openWalletPage(visitor)
    await pressOn(page, 'Farcaster')
    const link = (await page.locator('a.wallet-link').getAttribute('href')) ?? ''
    await agreeElsewhere(visitor, link, 'ada')
    await isOpen(page)
  })())

test('a window of a provider that is closed says so, and another one can be opened', () =>
  visiting(ownKey(), async (visitor) => {
    const page = await openWalletPage(visitor)
    const [popup] = await Promise.all([page.waitForEvent('popup'), pressOn(page, 'GitHub')])
    await popup.getByLabel('E-mail address').waitFor()
    await popup.close()
    await page.getByText('The window was closed before you had signed in.').waitFor()
    const [again] = await Promise.all([page.waitForEvent('popup'), pressOn(page, 'GitHub')])
    await again.getByLabel('E-mail address').waitFor()
  })())

test('no page can frame it, of this project or not', () =>
  visiting(ownKey(), async (visitor) => {
    const scripts = ({ requests }: Visit) =>
      requests.filter((url) => url.startsWith(`${stack.urls.secureSite}/assets/`)).length
    const refused = visitor.page.waitForEvent('console', (said) => said.text().includes("frame-ancestors 'none'"))
    await visitor.page.evaluate((url) => {
      const frame = document.createElement('iframe')
      frame.src = url
      document.body.append(frame)
    }, walletPageUrl())
    await refused
    await visitor.settled()
    expect(scripts(visitor)).toBe(0)

    const tab = new Visit(visitor.context, await visitor.context.newPage())
    await tab.page.goto(walletPageUrl())
    await tab.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(scripts(tab)).toBeGreaterThan(0)
  })())

test('the address of the page before is gone', async () => {
  expect((await fetch(`${stack.urls.secureSite}/export`)).status).toBe(404)
})
