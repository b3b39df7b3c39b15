import type { Page } from 'playwright-core'
import type { FoundMail } from '../../../services/testing/readMail.ts'
import { until } from '../../../services/testing/until.ts'
import { mailTo } from '../../browser/support/embeddedWallet.ts'
import type { Shop } from '../../fixtures/foreignClient/page.ts'
import type { ForeignVisit } from './foreignVisit.ts'

const boxes = (page: Page) => page.locator('wui-otp input')

/** Calls a function of the shop with its arguments. */
const withShop = <Name extends keyof Shop>(page: Page, name: Name, ...given: Parameters<Shop[Name]>) =>
  page.evaluate(
    ([method, ...values]) => {
      const { shop } = globalThis as unknown as { shop: Record<string, (...values: string[]) => Promise<string>> }
      return shop[method ?? '']?.(...values)
    },
    [name, ...given],
  )

/** Uses the embedded wallet like a visitor of a page with a third-party client. */
export const foreignWallet = {
  /**
   * Types an address into the client's list of wallets and waits for the code's boxes. @returns the mail with the code
   */
  async askForCode({ page }: ForeignVisit, address: string, after?: FoundMail): Promise<FoundMail> {
    const field = page.locator('wui-email-input input')
    await field.fill(address)
    await field.press('Enter')
    await boxes(page).first().waitFor()
    return mailTo(address, after)
  },

  async typeCode({ page }: ForeignVisit, code: string): Promise<void> {
    await boxes(page).first().click()
    await page.keyboard.type(code)
  },

  async clearCode({ page }: ForeignVisit): Promise<void> {
    for (const box of (await boxes(page).all()).reverse()) {
      await box.click()
      await page.keyboard.press('Backspace')
      await until(async () => (await box.inputValue()) === '')
    }
  },

  /** Signs up, or signs in on a known device. @returns the mail with the code */
  async signIn(visitor: ForeignVisit, address: string, after?: FoundMail): Promise<FoundMail> {
    await visitor.open()
    const mail = await foreignWallet.askForCode(visitor, address, after)
    await foreignWallet.typeCode(visitor, mail.code ?? '')
    await visitor.closed()
    return mail
  },

  async signOut({ page }: ForeignVisit): Promise<void> {
    await page.getByTestId('wui-wallet-switch').click()
    await page.getByTestId('disconnect-all-button').click()
    await until(async () => (await withShop(page, 'address')) === undefined)
  },

  address: ({ page }: ForeignVisit) => withShop(page, 'address'),
  /** The shop's sessions. */
  sessions: async ({ page }: ForeignVisit): Promise<{ message: string; signature: string }[]> =>
    JSON.parse((await withShop(page, 'sessions')) ?? '[]'),
  sign: ({ page }: ForeignVisit, text: string) => withShop(page, 'sign', text),
  /** @returns the hash */
  pay: ({ page }: ForeignVisit, to: string, wei: bigint) => withShop(page, 'pay', to, String(wei)),
}
