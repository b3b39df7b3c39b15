import { join } from 'node:path'
import {
  deployShell,
  INDEX_URL,
  receiveFiles,
  receiveFolder,
  receiveUrl,
  restoreDeployment,
  shellFile,
  shellFolder,
  shellUrl,
} from './support/deployment.ts'
import { project, release } from './support/stack.ts'
import { INJECTED, tamper, tamperOnDisk, wasInjected } from './support/tamper.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

beforeAll(() => {
  project('toggle', 'receive', 'on')
  release()
})
afterAll(closeBrowser)

const BLOCKED = 'This feature was changed on its way here and was not started'
const WITHHELD = 'The wallet window could not be loaded.'

const receiveButton = (visitor: Visit) => visitor.page.getByTestId('wallet-features-receive-button')
const receive = (visitor: Visit) => visitor.view('WalletReceive')
const address = (visitor: Visit) => visitor.page.getByTestId('receive-address-copy-button')
const retry = (visitor: Visit) => visitor.page.getByTestId('view-retry')

/** The wallet still answers, whatever has been refused. */
async function signs(visitor: Visit): Promise<void> {
  await visitor.page.getByTestId('sign-message-button').click()
  await visitor.page.getByTestId('signature').filter({ hasText: /^0x/ }).waitFor()
}

describe('one changed byte is refused, with a message in that feature’s place, and Try again recovers', () => {
  test.each([
    ['the release index', (body: string) => `${body} `],
    [
      'its signatures',
      (body: string) =>
        body.replace(/^.*/, (line) =>
          line.replaceAll(/:(.)(?=[^:]{40})/g, (_, first) => `:${first === 'A' ? 'B' : 'A'}`),
        ),
    ],
  ])('%s', (_, change) =>
    visiting({}, async (visitor) => {
      const mend = await tamper(visitor.page, INDEX_URL, change)
      await visitor.connect()
      await visitor.openAccount()
      await visitor.sees('The list of releases is not signed by a known key.')
      expect(await receiveButton(visitor).count()).toBe(0)
      await visitor.page.getByTestId('features-retry').click()
      await visitor.sees('The list of releases is not signed by a known key.')
      await mend()
      await visitor.page.getByTestId('features-retry').click()
      await receiveButton(visitor).waitFor()
    })(),
  )

  test.each([
    ['the features chunk of the shell', () => shellUrl(shellFile('features'))],
    ['static.json of a remote', () => receiveUrl('static.json')],
    ['the entry of a remote', () => receiveUrl(receiveFiles().entry.file)],
    ['the expose chunk of a remote', () => receiveUrl(receiveFiles().expose[0]?.file as string)],
    ['the view chunk of a remote', () => receiveUrl(receiveFiles().views.WalletReceive?.[0]?.file as string)],
  ])('%s', (_, urlOf) =>
    visiting({}, async (visitor) => {
      const mendByte = await tamper(visitor.page, urlOf(), (body) => `${body} `)
      await visitor.connect()
      await visitor.openAccount()
      await receiveButton(visitor).click()
      await receive(visitor).getByText(BLOCKED).waitFor()
      await mendByte()

      const mend = await tamper(visitor.page, urlOf(), (body) => body + INJECTED)
      await retry(visitor).click()
      await receive(visitor).and(visitor.page.locator('[data-attempt="1"]')).getByText(BLOCKED).waitFor()
      expect(await wasInjected(visitor.page)).toBe(false)
      await mend()

      await retry(visitor).click()
      await address(visitor).waitFor()
      await visitor.close()
      await signs(visitor)
      expect(await wasInjected(visitor.page)).toBe(false)
    })(),
  )

  test(
    'the shell: the page says so, and the next press works once it is whole again',
    visiting({}, async (visitor) => {
      const { page } = visitor
      const press = () => page.getByTestId('connect-button').click()
      const mendByte = await tamper(page, shellUrl('shell.js'), (body) => `${body} `)
      await press()
      await page.getByRole('alert').getByText(WITHHELD).waitFor()
      await mendByte()

      const mend = await tamper(page, shellUrl('shell.js'), (body) => body + INJECTED)
      const refusals = visitor.problems.length
      await press()
      await page.waitForFunction(() => document.querySelectorAll('body > [role=alert]').length === 2)
      expect(visitor.problems.length).toBeGreaterThan(refusals)
      expect(await visitor.dialog.count()).toBe(0)
      await mend()

      await visitor.connect()
      expect(await wasInjected(page)).toBe(false)
      await signs(visitor)
    }),
  )
})
