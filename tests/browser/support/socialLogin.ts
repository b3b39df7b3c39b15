import type { Locator, Page } from 'playwright-core'
import type { SocialProvider } from '../../../shared-contracts/src/socialProviders.ts'
import { newAddress } from './embeddedWallet.ts'
import type { Visit } from './visit.ts'

/** A person with an account at every provider. */
export interface Person {
  readonly name: string
  readonly email: string
}

/** A person that no other test uses. */
export const newPerson = (): Person => ({ name: 'Mary Somerville', email: newAddress() })

/** A provider's button, wherever it is. For providers without a button on Connect, presses `more` first. */
export async function providerButton({ page }: Visit, provider: SocialProvider): Promise<Locator> {
  const button = page.getByTestId(`social-selector-${provider}`)
  const more = page.getByTestId('social-selector-more')
  await button.or(more).first().waitFor()
  if (await button.isVisible()) return button
  await more.click()
  await button.waitFor()
  return button
}

/** Runs `act`, which opens a window, and returns that window. */
export async function windowOf({ page }: Visit, act: () => Promise<unknown>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), act()])
  return popup
}

/** Presses a provider in an open modal. @returns its window */
export async function pressProvider(visitor: Visit, provider: SocialProvider): Promise<Page> {
  const button = await providerButton(visitor, provider)
  return windowOf(visitor, () => button.click())
}

/** Signs in on the provider's page. */
export async function signInAs(page: Page, { name, email }: Person): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in in the provider's window, and waits until it has closed and the page is connected. */
export async function finishIn(popup: Page, visitor: Visit, person: Person): Promise<void> {
  await Promise.all([popup.waitForEvent('close'), signInAs(popup, person)])
  await isConnected(visitor)
}

/** Signs in, from the page's own button to a connected page. */
export async function signInWith(visitor: Visit, provider: SocialProvider, person: Person): Promise<void> {
  await visitor.open()
  await finishIn(await pressProvider(visitor, provider), visitor, person)
}

export async function isConnected(visitor: Visit): Promise<void> {
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('status', 'connected')
}

/** Approves in the Farcaster app that a link opens. */
export async function agreeInApp(app: Page, userName: string): Promise<void> {
  await app.getByRole('button', { name: `Sign in as ${userName}` }).click()
  await app.getByText('You are signed in').waitFor()
}

/** The link in the code on the screen. */
export async function shownLink({ page }: Visit): Promise<string> {
  const code = page.getByTestId('wui-qr-code').and(page.locator('[data-uri^="http"]'))
  await code.waitFor()
  return (await code.getAttribute('data-uri')) ?? ''
}

/** Scans a code with another device and approves there. */
export async function agreeElsewhere({ context }: Visit, url: string, userName: string): Promise<void> {
  const phone = await context.browser()?.newContext()
  if (!phone) throw new Error('Another device needs a browser of its own.')
  try {
    const app = await phone.newPage()
    await app.goto(url)
    await agreeInApp(app, userName)
  } finally {
    await phone.close()
  }
}
