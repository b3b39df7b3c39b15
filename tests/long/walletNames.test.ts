import { coinTypeOf, NAME_REGISTER_PATH, nameLookupPath } from '@portico/contracts/services/names'
import type { Route } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { WALLET_PROJECT_ID } from '../../scripts/local.mjs'
import { approval, isApprovable } from '../browser/support/approvals.ts'
import { addressOf, approve, newAddress, reject, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { CHAIN_ID, registerName, ZONE } from '../browser/support/names.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/** A name for the embedded wallet's account: typed in the window, signed in the frame, stored by the service. */

jest.setTimeout(90_000)
afterAll(closeBrowser)

const REGISTRATION = `${stack.urls.services}${NAME_REGISTER_PATH}`

let names = 0
/** A unique label. */
const newLabel = () => `river${process.pid}-${++names}`

const field = ({ page }: Visit) => page.getByTestId('wui-ens-input')
const problem = ({ dialog }: Visit) => dialog.getByRole('alert')
const snack = ({ dialog }: Visit) => dialog.getByTestId('wui-snackbar-message')
const form = (visitor: Visit) => visitor.view('RegisterAccountName')

async function openForm(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await visitor.page.getByTestId('account-settings-button').click()
  await visitor.page.getByTestId('account-choose-name-button').click()
  await visitor.page.getByTestId('account-choose-name').click()
  await form(visitor).waitFor()
}

/** Types a label, and waits until it is shown as available. */
async function findsFree(visitor: Visit, label: string): Promise<void> {
  await field(visitor).fill(label)
  await visitor.sees(`${label}.${ZONE} is available`)
}

/** Presses the button to continue, and waits until the request can be approved. */
async function submits(visitor: Visit): Promise<void> {
  await visitor.page.getByTestId('wui-ens-submit').click()
  await isApprovable(visitor)
}

/** Expects that the form is shown again, with a message and the typed label. */
async function isToldAndBack(visitor: Visit, sentence: string, label: string): Promise<void> {
  await snack(visitor).getByText(sentence, { exact: true }).waitFor()
  await form(visitor).waitFor()
  expect(await field(visitor).inputValue()).toBe(label)
  await approval(visitor).waitFor({ state: 'detached' })
}

async function recordOf(label: string): Promise<unknown> {
  const query = new URLSearchParams({ projectId: WALLET_PROJECT_ID, st: 'appkit', sv: 'html-ethers-1.7.19' })
  const response = await fetch(`${stack.urls.services}${nameLookupPath(`${label}.${ZONE}`)}?${query}`)
  return response.json()
}

/** Goes from the account to a registered name, which must also appear after a reload. */
async function registers(visitor: Visit, choose: (label: string) => Promise<string>): Promise<void> {
  const address = await addressOf(visitor)
  const label = newLabel()
  await openForm(visitor)
  const name = await choose(label)
  const text = (await approval(visitor).textContent()) ?? ''
  expect(text).toContain(name)
  await approve(visitor)

  await visitor.view('RegisterAccountNameSuccess').waitFor()
  await visitor.sees('Account name registered')
  await visitor.sees(name)
  await visitor.page.getByTestId('account-name-done').click()
  await visitor.view('Account').waitFor()
  await visitor.page.getByTestId('account-name').getByText(name, { exact: true }).waitFor()
  expect(await recordOf(name.slice(0, -ZONE.length - 1))).toMatchObject({
    name,
    addresses: { [coinTypeOf(CHAIN_ID)]: { address } },
  })

  await visitor.page.reload()
  await visitor.reads('status', 'connected')
  await visitor.openAccount()
  await visitor.page.getByTestId('account-name').getByText(name, { exact: true }).waitFor()
  // The owner of a name is not asked to choose another one.
  await visitor.page.getByTestId('account-settings-button').click()
  await visitor.view('AccountSettings').waitFor()
  expect(await visitor.page.getByTestId('account-choose-name-button').count()).toBe(0)
  await visitor.close()
}

test('a visitor types a name, signs for it as a smart account, and owns it; another page also finds it', async () => {
  const visitor = await visit(withoutWallet())
  try {
    await signIn(visitor, newAddress())
    await registers(visitor, async (label) => {
      await findsFree(visitor, label)
      await submits(visitor)
      return `${label}.${ZONE}`
    })
    // Opening the view by the public API does not allow a second name either.
    await visitor.onPage((modal) => modal.open({ view: 'RegisterAccountName' }))
    await problem(visitor)
      .getByText(/^You already own a name: river/)
      .waitFor()
    expect(await field(visitor).isDisabled()).toBe(true)
  } finally {
    await visitor.end()
  }
})

describe('a visitor without a name', () => {
  /** The visitor of all tests, who signs in once because codes per client and hour are limited. */
  let visitor: Visit
  beforeAll(async () => {
    visitor = await visit({
      ...withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }),
      prepare: (_, page) =>
        page.addInitScript(() => {
          if (window !== window.top) return
          const { now } = Date
          Object.assign(window, { clockOffsetMs: 0 })
          Date.now = () => now() + (window as unknown as { clockOffsetMs: number }).clockOffsetMs
        }),
    })
    await signIn(visitor, newAddress())
  })
  beforeEach(async () => {
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await openForm(visitor)
  })
  afterAll(() => visitor?.end())

  /** Shifts the page's clock by this much from now on. */
  const setClock = (offsetMs: number) =>
    visitor.page.evaluate((ms) => Object.assign(window, { clockOffsetMs: ms }), offsetMs)

  /** Passes each registration request to `change` before it reaches the service. */
  async function between(change: (route: Route) => Promise<void>, act: () => Promise<void>): Promise<void> {
    await visitor.page.route(`${REGISTRATION}*`, change)
    try {
      await act()
    } finally {
      await visitor.page.unroute(`${REGISTRATION}*`)
    }
  }

  test.each([
    ['is too short', 'riv', 'Name must be at least 4 characters long'],
    [
      'has invalid characters',
      'ri_ver',
      'The value is not a valid username: use letters from a to z, digits and hyphens',
    ],
  ])('a name that %s is not looked up: the field says why', async (_, label, sentence) => {
    await field(visitor).fill(label)
    await field(visitor).press('Enter')
    await problem(visitor).getByText(sentence, { exact: true }).waitFor()
    expect(await visitor.page.getByTestId('wui-ens-submit').count()).toBe(0)
    expect(await form(visitor).count()).toBe(1)
    expect(visitor.requests.filter((url) => url.includes(`/suggestions/${label}`))).toEqual([])
  })

  test('a name of another wallet is shown as taken, and similar ones are offered', async () => {
    const label = newLabel()
    await registerName(label, WALLET_PROJECT_ID)
    await field(visitor).fill(label)
    await problem(visitor).getByText(`${label}.${ZONE} is already taken`, { exact: true }).waitFor()
    expect(await visitor.page.getByTestId('wui-ens-submit').count()).toBe(0)
    const rows = visitor.page.getByTestId('account-name-suggestion')
    expect(await rows.first().isDisabled()).toBe(true)
    expect(await rows.nth(1).isEnabled()).toBe(true)
  })

  test('if another wallet takes the name during signing, the form is shown again with a message', async () => {
    const label = newLabel()
    await findsFree(visitor, label)
    await submits(visitor)
    await registerName(label, WALLET_PROJECT_ID)
    await approve(visitor)
    await isToldAndBack(visitor, `${label}.${ZONE} is already taken`, label)
    await problem(visitor).getByText(`${label}.${ZONE} is already taken`, { exact: true }).waitFor()
  })

  test('after a declined signature the form is shown again with a message, and nothing is registered', async () => {
    const label = newLabel()
    await findsFree(visitor, label)
    await submits(visitor)
    await reject(visitor)
    await isToldAndBack(visitor, 'You declined to sign. Nothing was registered.', label)
    expect(await recordOf(label)).toEqual([])
  })

  test('if the service refuses the signature, the form is shown again with a message, and nothing is registered', async () => {
    const label = newLabel()
    await findsFree(visitor, label)
    await submits(visitor)
    const other = privateKeyToAccount(generatePrivateKey())
    const forge = async (route: Route) => {
      const body = route.request().postDataJSON()
      if (!body) return route.continue()
      const signature = await other.signMessage({ message: body.message })
      await route.continue({ postData: JSON.stringify({ ...body, signature }) })
    }
    await between(forge, async () => {
      await approve(visitor)
      await isToldAndBack(visitor, 'Couldn’t verify the signature. Nothing was registered.', label)
    })
    expect(await recordOf(label)).toEqual([])
  })

  test.each([
    ['a minute slow', -60_000],
    ['a minute fast', 60_000],
  ])('with a clock that is %s the form is back with a message, and nothing is registered', async (_, offsetMs) => {
    const label = newLabel()
    await setClock(offsetMs)
    await findsFree(visitor, label)
    await submits(visitor)
    await approve(visitor)
    await isToldAndBack(visitor, 'Your device’s clock is wrong. Correct it, then try again.', label)
    expect(await recordOf(label)).toEqual([])
  })

  test('after a request was left open for a minute, the form is shown again with a message about the timeout', async () => {
    const label = newLabel()
    await findsFree(visitor, label)
    // For the page, a minute passes between request and approval.
    await setClock(-60_000)
    await submits(visitor)
    await setClock(0)
    await approve(visitor)
    await isToldAndBack(visitor, 'Signing took too long. Nothing was registered. Try again.', label)
  })

  test('if the service is down, the form is shown again with a message, and the visitor can retry', async () => {
    const label = newLabel()
    await findsFree(visitor, label)
    await submits(visitor)
    await between(
      (route) => route.abort(),
      async () => {
        await approve(visitor)
        await isToldAndBack(visitor, `Error registering name ${label}.${ZONE}`, label)
      },
    )
    expect(await recordOf(label)).toEqual([])
    await submits(visitor)
    await reject(visitor)
    await isToldAndBack(visitor, 'You declined to sign. Nothing was registered.', label)
  })

  test('closing the window during approval registers nothing', async () => {
    const label = newLabel()
    await findsFree(visitor, label)
    await submits(visitor)
    await visitor.close()
    await approval(visitor).waitFor({ state: 'detached' })
    expect(await recordOf(label)).toEqual([])
  })

  test('a suggested name is chosen and signed by the key itself; a second name, in another tab, is refused', async () => {
    await visitor.close()
    const label = newLabel()
    const tab = await visitor.newTab(withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }).query)
    await tab.reads('status', 'connected')
    await openForm(tab)
    const second = newLabel()
    await findsFree(tab, second)
    await visitor.page.bringToFront()
    await registers(visitor, async () => {
      await field(visitor).fill(label)
      const row = visitor.page.getByTestId('account-name-suggestion').nth(1)
      await row.waitFor()
      const [name = ''] = ((await row.textContent()) ?? '').match(new RegExp(`^.*\\.${ZONE.replace('.', '\\.')}`)) ?? []
      await row.click()
      await isApprovable(visitor)
      return name
    })
    await tab.page.bringToFront()
    await tab.page.getByTestId('wui-ens-submit').click()
    await snack(tab)
      .getByText(/^You already own a name: river/)
      .waitFor()
    await form(tab).waitFor()
    expect(await recordOf(second)).toEqual([])
  })
})
