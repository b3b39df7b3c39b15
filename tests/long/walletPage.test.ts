import { LoginCheckAnswer } from '@portico/contracts/services/login'
import type { Page } from 'playwright-core'
import { parse } from 'valibot'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { WALLET_PROJECT_ID } from '../../scripts/local.mjs'
import { until } from '../../services/testing/until.ts'
import {
  addressOf,
  askForCode,
  mailTo,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { decideNewDevice } from '../browser/support/newDevices.ts'
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

/** The account is the key's own, so that signatures can be compared. */
const ownKey = () => withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })

/** One visitor with two browsers: one with the modal, one on the wallet's page. */
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
/** The token of the session that the next code opens. */
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

test('the account settings open the wallet page, in a tab without access to the site', () =>
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
    // The sign-in of the site does not count here.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('button', { name: 'Export your keys' }).count()).toBe(0)
  })())

test('the page shows the keys of the account only after a code, a link and a warning', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const address = await addressOf(first)

    const page = await openWalletPage(second)
    const mail = await askForCodeThere(page, email, signedUp)
    await typeCodeThere(page, mail.code === '000000' ? '000001' : '000000')
    await page.getByText('Incorrect code. Check it and try again.').waitFor()
    await typeCodeThere(page, mail.code ?? '')
    await page.getByText('This page is a new device for your wallet.').waitFor()
    expect(await page.getByRole('button', { name: 'Export your keys' }).count()).toBe(0)
    await followLink(second, email, mail)
    await isOpen(page)
    await page.getByText(address).waitFor()

    expect(await page.content()).not.toMatch(/0x[\da-f]{64}/)
    await pressOn(page, 'Export your keys')
    await page.getByText('Anyone who has one of these keys controls').waitFor()
    expect(await page.locator('.wallet-secret').count()).toBe(0)
    await pressOn(page, 'Not now')
    expect(await page.locator('.wallet-secret').count()).toBe(0)
    await pressOn(page, 'Export your keys')
    await pressOn(page, 'I understand, export')
    await secretOf(page, 'evm').waitFor()
    expect(await page.content()).not.toMatch(/0x[\da-f]{64}/)

    await pressOn(page, `Show: ${KEY}`)
    const shown = (await secretOf(page, 'evm').textContent()) as `0x${string}`
    expect(privateKeyToAccount(shown).address).toBe(address)
    await pressOn(page, 'Copy: 24-word recovery phrase')
    await page.getByText('24-word recovery phrase copied.').waitFor()
    expect(mnemonicToAccount(await clipboardOf(page)).address).toBe(address)

    await pressOn(page, 'Hide the keys now')
    await page.getByText('The keys are hidden again.').waitFor()
    expect(await page.content()).not.toContain(shown)
  }))

test('leaving the page signs out of it, and returning starts over', () =>
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
    // The site is still signed in.
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
  })())

test('signing out everywhere ends the session of another browser, which needs code and link for the same wallet', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const address = await addressOf(first)
    const page = await openWalletPage(second)
    const mail = await signInThere(second, page, email, signedUp)
    await pressOn(page, 'Sign out everywhere')
    await page.getByText('All other devices are signed out').waitFor()

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

test('a deleted wallet is closed in every browser, its owner is warned, and signing in within seven days restores it', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const address = await addressOf(first)
    const page = await openWalletPage(second)
    const mail = await signInThere(second, page, email, signedUp)

    await pressOn(page, 'Delete this wallet')
    await pressOn(page, 'Delete it')
    await page.getByText('Type “delete” first.').waitFor()
    await page.getByLabel('Type “delete” to confirm').fill('Delete')
    await page.keyboard.press('Enter')
    await page.getByText('To get it back, sign in with the same account within 7 days.').waitFor()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const warning = await mailTo(email, mail)
    expect([warning.subject, warning.text]).toEqual([
      'Your wallet is about to be deleted',
      expect.stringContaining('To keep it, sign in with this address within 7 days'),
    ])

    await first.page.reload()
    await first.reads('status', 'disconnected')
    await signIn(first, email, warning)
    expect(await addressOf(first)).toBe(address)
    await first.page.reload()
    await first.reads('address', address)
  }))

test('on the page itself, a returning owner learns that the wallet is kept, after the link for new devices', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const address = await addressOf(first)
    const page = await openWalletPage(second)
    const mail = await signInThere(second, page, email, signedUp)
    await pressOn(page, 'Delete this wallet')
    await page.getByLabel('Type “delete” to confirm').fill('delete')
    await pressOn(page, 'Delete it')
    await page.getByText('To get it back, sign in with the same account within 7 days.').waitFor()
    const warning = await mailTo(email, mail)

    const code = await askForCodeThere(page, email, warning)
    await typeCodeThere(page, code.code ?? '')
    await followLink(second, email, code)
    await page.getByText('This wallet was about to be deleted. You signed in, so it’s kept').waitFor()
    await page.getByText(address).waitFor()
  }))

test('the mail names the site, the page behind its link also the time; a device refused there gets nothing', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const page = await openWalletPage(second)
    const host = new URL(stack.urls.secureSite).host
    const mail = await askForCodeThere(page, email, signedUp)
    await typeCodeThere(page, mail.code ?? '')
    const link = await mailTo(email, mail)
    expect(link.text).toContain(`Someone signed in to your wallet at ${host} on a new device`)

    const mailbox = await first.context.newPage()
    await mailbox.goto(link.link ?? '')
    await mailbox.getByText(new RegExp(`^${host} asked to sign you in at \\d\\d:\\d\\d UTC on `)).waitFor()
    await mailbox.getByRole('button', { name: 'Deny' }).click()
    await mailbox.getByText('The device was denied access.').waitFor()
    await page.getByText('This device was denied or not confirmed in time.').waitFor()
    expect(await page.getByRole('button', { name: 'Export your keys' }).count()).toBe(0)
  }))

test('waiting for the link does not fill the console with errors', () =>
  withTwo(async (first, second) => {
    const email = newAddress()
    const signedUp = await signIn(first, email)
    const page = await openWalletPage(second)
    const refusals: string[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/shares') && response.status() >= 400)
        refusals.push(response.url())
    })
    let looks = 0
    page.on('response', (response) => {
      if (response.url().endsWith('/shares/links/look') && response.request().method() === 'POST') looks += 1
    })
    const mail = await askForCodeThere(page, email, signedUp)
    await typeCodeThere(page, mail.code ?? '')
    await until(async () => looks >= 3)
    await followLink(second, email, mail)
    await isOpen(page)
    // Browsers log the refusal once for each read from the store, but not for each poll of the link.
    expect(refusals.length).toBeLessThanOrEqual(2)
  }))

test('social login in its window signs in to the same wallet', () =>
  withTwo(async (first, second) => {
    const person = newPerson()
    await signInWith(first, 'google', person)
    await isConnected(first)
    const address = await addressOf(first)
    const page = await openWalletPage(second)
    const seen = new Visit(second.context, page)
    const [popup] = await Promise.all([page.waitForEvent('popup'), pressOn(page, 'Google')])
    await Promise.all([popup.waitForEvent('close'), signInAs(popup, person)])
    await page.getByText('confirm this device there').waitFor()
    await decideNewDevice(first, 'confirm')
    await isOpen(page)
    await page.getByText(address).waitFor()
    // The browser logs the refusal of the unknown device once.
    expect(seen.problems).toEqual(['Failed to load resource: the server responded with a status of 403 (Forbidden)'])
  }))

test('with Farcaster the phone approves the sign-in', () =>
  visiting(ownKey(), async (visitor) => {
    const page = await openWalletPage(visitor)
    await pressOn(page, 'Farcaster')
    const link = (await page.locator('a.wallet-link').getAttribute('href')) ?? ''
    await agreeElsewhere(visitor, link, 'joan')
    await isOpen(page)
  })())

test('a closed provider window is reported, and another one can be opened', () =>
  visiting(ownKey(), async (visitor) => {
    const page = await openWalletPage(visitor)
    const [popup] = await Promise.all([page.waitForEvent('popup'), pressOn(page, 'GitHub')])
    await popup.getByLabel('Email address').waitFor()
    await popup.close()
    await page.getByText('The window was closed before you signed in.').waitFor()
    const [again] = await Promise.all([page.waitForEvent('popup'), pressOn(page, 'GitHub')])
    await again.getByLabel('Email address').waitFor()
  })())

test('neither pages of this project nor others can frame the wallet page', () =>
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

test('the previous URL of the wallet page no longer exists', async () => {
  expect((await fetch(`${stack.urls.secureSite}/export`)).status).toBe(404)
})
