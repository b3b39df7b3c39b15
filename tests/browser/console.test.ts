import type { Page } from 'playwright-core'
import { consoleViolations, type OwnConsole, projectAt, signSheet, startOwnConsole } from './support/console.ts'

let own: OwnConsole
let releaser: Page

beforeAll(async () => {
  own = await startOwnConsole()
  releaser = await own.join('Rita', 'releaser')
}, 90_000)
afterAll(() => own?.stop())

const receive = async () => (await projectAt(own)).remotes.find(({ id }) => id === 'receive')
const card = (page: Page, id: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: id, exact: true }) })
const open = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const said = (page: Page, text: string) => page.getByText(text, { exact: false }).first().waitFor()

/** Presses Tab until the element has the focus: the page can be used without a pointer. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(
      (wanted) =>
        (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === wanted,
      name,
    )
    if (found) return
  }
  throw new Error(`Tab never reaches "${name}".`)
}

test('an operator kills a remote by keyboard alone: with a reason, and a signature that the trail shows', async () => {
  await tabTo(releaser, 'Kill receive')
  await releaser.keyboard.press('Enter')
  await releaser.getByRole('dialog', { name: 'Are you sure?' }).waitFor()
  await releaser.keyboard.type('It is blank on phones')
  await releaser.keyboard.press('Enter')
  await releaser.getByRole('dialog', { name: 'Read and sign' }).waitFor()
  expect(await releaser.getByRole('textbox', { name: 'The text that you sign' }).inputValue()).toContain(
    'action: kill receive',
  )
  expect(await consoleViolations(releaser)).toEqual([])
  await tabTo(releaser, 'Sign with your passkey')
  await releaser.keyboard.press('Enter')
  await said(releaser, 'Done.')
  expect((await receive())?.state).toBe('off')
  await open(releaser, 'Audit trail')
  const row = releaser.getByRole('listitem').filter({ hasText: 'kill receive' })
  await row.getByText('Signed', { exact: true }).waitFor()
  await row.getByText('It is blank on phones').first().waitFor()
})

test('a releaser switches on and off, pins, rolls out and rolls back', async () => {
  await open(releaser, 'Remotes')
  const locator = card(releaser, 'receive')
  await locator.getByText('Off', { exact: true }).last().click()
  await said(releaser, 'Done.')
  expect((await receive())?.state).toBe('on')
  const release = async (change: () => Promise<unknown>, press: string) => {
    await releaser.getByRole('button', { name: 'Release of receive' }).click()
    await change()
    await releaser.getByRole('button', { name: press }).click()
    await signSheet(releaser)
  }
  await release(() => releaser.getByLabel('Pin a version').selectOption('1.1.0'), 'Change the release')
  expect((await receive())?.switch).toMatchObject({ version: '1.1.0' })
  await release(async () => {
    await releaser.getByLabel('Pin a version').selectOption('')
    await releaser.getByLabel('Channel').selectOption('beta')
    await releaser.getByLabel('Share of browsers in percent').fill('5')
    await releaser.keyboard.press('Tab')
  }, 'Change the release')
  expect((await receive())?.switch).toMatchObject({ channel: 'beta', rollout: 5 })
  await locator.getByText('channel beta, for 5 % of browsers').waitFor()
  await release(async () => {}, 'Roll back to stable')
  expect((await receive())?.switch).not.toHaveProperty('channel')
  await locator.getByText('On', { exact: true }).last().click()
  await signSheet(releaser)
  expect((await receive())?.state).toBe('off')
})

test('what the deployment cannot do is said in words, and can be offered anyway', async () => {
  await open(releaser, 'Remotes')
  await card(releaser, 'onramp').getByText('Not offered: no provider is configured; set MELD_KEY.').waitFor()
  await releaser.getByRole('button', { name: 'Offer onramp anyway' }).click()
  await card(releaser, 'onramp').getByText('Forced', { exact: true }).waitFor()
})

test('a releaser changes origins, features and analytics', async () => {
  await open(releaser, 'Settings')
  await releaser.getByLabel('One origin per line').fill('https://shop.example')
  await releaser.getByRole('button', { name: 'Change the origins' }).click()
  await signSheet(releaser)
  expect((await projectAt(own)).allowedOrigins).toEqual(['https://shop.example'])
  await releaser.getByText('Several wallets per chain family').click()
  await releaser.getByRole('switch', { name: 'Several wallets', checked: true }).waitFor({ state: 'attached' })
  await open(releaser, 'Analytics')
  await releaser.getByText('Sites may send usage events').click()
  await releaser.getByText('No event has arrived yet.').waitFor()
  expect((await projectAt(own)).isAnalyticsEnabled).toBe(true)
})

test('a viewer sees everything and changes nothing, an operator cannot release; on a phone, axe is content', async () => {
  const viewport = { width: 320, height: 700 }
  const viewer = await own.join('Vera', 'viewer', { viewport, colorScheme: 'light' })
  expect(await viewer.getByRole('button', { name: /Kill|Release/ }).count()).toBe(0)
  expect(await viewer.getByRole('switch').count()).toBe(0)
  const operator = await own.join('Otto', 'operator', { viewport })
  await operator.getByRole('button', { name: 'Kill receive' }).waitFor()
  expect(await operator.getByRole('button', { name: /^Release of/ }).count()).toBe(0)
  for (const page of ['Settings', 'Analytics', 'Audit trail', 'Releases', 'Operators']) {
    await open(viewer, page)
    await viewer.getByRole('heading').nth(1).waitFor()
    expect([page, await consoleViolations(viewer)]).toEqual([page, []])
    const width = await viewer.evaluate(() => document.documentElement.scrollWidth)
    expect([page, width]).toEqual([page, 320])
  }
})

test('two people: the second one reads, approves and signs, and then it takes effect', async () => {
  const second = await own.join('Sam', 'releaser')
  await open(releaser, 'Settings')
  await releaser.getByLabel('Who may pin').selectOption('two')
  await signSheet(releaser)
  await open(releaser, 'Remotes')
  await releaser.getByRole('button', { name: 'Release of receive' }).click()
  await releaser.getByLabel('Pin a version').selectOption('1.1.0')
  await releaser.getByRole('button', { name: 'Change the release' }).click()
  await signSheet(releaser)
  await said(releaser, 'It takes effect when a second operator has signed')
  expect((await receive())?.switch).not.toHaveProperty('version')
  await second.getByRole('button', { name: 'Approve' }).click()
  await signSheet(second)
  await said(second, 'Done.')
  expect((await receive())?.switch).toMatchObject({ version: '1.1.0' })
  expect((await projectAt(own)).signing).toBe('two')
})

test('signed out, the page asks for the passkey and shows nothing', async () => {
  await releaser.getByRole('button', { name: 'Sign out' }).click()
  await releaser.getByRole('heading', { name: 'Portico console' }).waitFor()
  expect(await consoleViolations(releaser)).toEqual([])
  await releaser.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await releaser.getByRole('heading', { name: 'Remotes' }).waitFor()
})
