import type { Page } from 'playwright-core'
import { WALLET_PROJECT_ID } from '../../../scripts/local.mjs'
import { type FoundMail, readMail } from '../../../services/testing/readMail.ts'
import { mailTo } from './embeddedWallet.ts'
import { stack } from './stack.ts'
import type { Visit } from './visit.ts'

/** The page that the playground's account settings link to. */
export const walletPageUrl = () => `${stack.urls.secureSite}/wallet?projectId=${WALLET_PROJECT_ID}`

/** Opens the page in its own tab. */
export async function openWalletPage({ context }: Pick<Visit, 'context'>): Promise<Page> {
  const page = await context.newPage()
  await page.goto(walletPageUrl())
  return page
}

/** Requests a code on the wallet's page. @returns the mail with the code */
export async function askForCodeThere(page: Page, address: string, after?: FoundMail): Promise<FoundMail> {
  await page.getByLabel('Email address').fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code from the email').waitFor()
  return mailTo(address, after)
}

export async function typeCodeThere(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from the email').fill(code)
  await page.keyboard.press('Enter')
}

/** The recovery store mails one link in 30 s per wallet; earlier requests wait. */
const LINK_PATIENCE_MS = 40_000

/** Follows the recovery store's mailed link. @returns the mail */
export async function followLink(
  { context }: Pick<Visit, 'context'>,
  address: string,
  after: FoundMail,
): Promise<FoundMail> {
  const mail = await readMail(stack.urls.mailbox, address, { after: after.id, patienceMs: LINK_PATIENCE_MS })
  const mailbox = await context.newPage()
  await mailbox.goto(mail.link ?? '')
  await mailbox.getByRole('button', { name: 'Confirm this device' }).click()
  await mailbox.getByText('The device is confirmed.').waitFor()
  await mailbox.close()
  return mail
}

export const isOpen = (page: Page): Promise<void> => page.getByText('Your wallet is open on this page.').waitFor()

/**
 * Signs in on the wallet's page in a browser without the wallet: first the code, then the link. @returns the last mail
 */
export async function signInThere(visitor: Visit, page: Page, address: string, after: FoundMail): Promise<FoundMail> {
  const mail = await askForCodeThere(page, address, after)
  await typeCodeThere(page, mail.code ?? '')
  const followed = await followLink(visitor, address, mail)
  await isOpen(page)
  return followed
}
