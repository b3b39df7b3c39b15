import {
  addressOf,
  askForCode,
  mailTo,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import {
  active,
  connections,
  openWallets,
  walletNamed,
  wallets,
  withMultiWallet,
} from '../browser/support/multiWallet.ts'
import { newPerson, pressProvider, signInAs, windowOf } from '../browser/support/socialLogin.ts'
import { describeOn } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'
import { WALLET_NAMES } from '../browser/support/wallets.ts'

/** A visitor with e-mail or social login who also has installed wallets. */

jest.setTimeout(120_000)

afterAll(closeBrowser)

const DEV = 'Portico Dev Wallet'
const MULTI = 'dev.portico.multi'
const EMAIL = 'Email'

const beside = (more: object, options: object = {}): VisitOptions => ({
  query: { ...withoutWallet({ defaultAccountTypes: { eip155: 'eoa' }, ...options }).query, ...more },
  prepare: withMultiWallet,
})

/** Browsers log that the recovery store refuses a device without a link, although the device does not need it. */
const isUnexpected = (problem: string) => !problem.includes('status of 403')

const evmAddress = (visitor: Visit) => visitor.onPage((modal) => modal.getAddress('eip155'))
const solanaAddress = (visitor: Visit) => visitor.onPage((modal) => modal.getAddress('solana'))
const recent = (visitor: Visit, name: string) =>
  wallets(visitor).getByTestId('recent-connection').filter({ hasText: name })
const connectAgain = (visitor: Visit, name: string) => recent(visitor, name).getByRole('button', { name: /^Connect/ })
const activeNamed = (visitor: Visit, name: string) => active(visitor).filter({ hasText: name }).waitFor()

async function openList(visitor: Visit): Promise<void> {
  await visitor.onPage((modal) => modal.open({ view: 'ProfileWallets' }))
  await wallets(visitor).waitFor()
}

async function leaveEmbedded(visitor: Visit, name: string): Promise<void> {
  await walletNamed(visitor, name)
    .getByRole('button', { name: `Disconnect ${name}` })
    .click()
  await recent(visitor, name).waitFor()
}

test(
  'beside an installed wallet, a visitor signs out, then in again from the recent wallets with a code',
  visiting(beside({ wallet: 'ok' }), async (visitor) => {
    await visitor.connect()
    await openList(visitor)
    await visitor.page.getByTestId('add-connection-button').click()
    const email = newAddress()
    const first = await askForCode(visitor, email)
    await typeCode(visitor, first.code ?? '')
    await visitor.sees('New wallet added')
    await activeNamed(visitor, EMAIL)
    const own = await addressOf(visitor)
    expect(await connections(visitor, 'eip155')).toEqual(['AUTH', 'dev.portico.wallet'])

    await leaveEmbedded(visitor, EMAIL)
    await visitor.reads('address', VISITOR)
    await connectAgain(visitor, EMAIL).click()
    const field = visitor.view('EmailLogin').getByTestId('wui-email-input')
    await field.fill(email)
    await field.press('Enter')
    await visitor.page.getByTestId('wui-otp-input').waitFor()
    await typeCode(visitor, (await mailTo(email, first)).code ?? '')
    await activeNamed(visitor, EMAIL)
    await visitor.reads('address', own)
    expect(await recent(visitor, EMAIL).count()).toBe(0)
    await walletNamed(visitor, DEV).getByTestId('wui-inactive-profile-wallet-item-button').click()
    await visitor.reads('address', VISITOR)

    // Both wallets are there at the next visit, and the one that was chosen last is active.
    await visitor.close()
    await visitor.page.reload()
    await visitor.reads('address', VISITOR)
    await openList(visitor)
    await walletNamed(visitor, EMAIL).getByTestId('wui-inactive-profile-wallet-item-button').click()
    await visitor.reads('address', own)
    expect(visitor.problems.filter(isUnexpected)).toEqual([])
  }),
)

test(
  'a social login starts again from the recent wallets in its own window, which closes with Back',
  visiting(beside({ wallet: 'ok' }), async (visitor) => {
    await visitor.connect()
    await openList(visitor)
    await visitor.page.getByTestId('add-connection-button').click()
    const person = newPerson()
    const popup = await pressProvider(visitor, 'google')
    await Promise.all([popup.waitForEvent('close'), signInAs(popup, person)])
    await activeNamed(visitor, 'Google')
    const own = await addressOf(visitor)
    await leaveEmbedded(visitor, 'Google')

    const left = await windowOf(visitor, () => connectAgain(visitor, 'Google').click())
    await visitor.view('ConnectingSocial').waitFor()
    await Promise.all([left.waitForEvent('close'), visitor.back()])
    await wallets(visitor).waitFor()

    const again = await windowOf(visitor, () => connectAgain(visitor, 'Google').click())
    await Promise.all([again.waitForEvent('close'), signInAs(again, person)])
    await activeNamed(visitor, 'Google')
    await visitor.reads('address', own)
  }),
)

test(
  'without another wallet the list contains only the recent one, which signs in again',
  visiting(beside({}), async (visitor) => {
    const email = newAddress()
    const first = await signIn(visitor, email)
    const own = await addressOf(visitor)
    await openList(visitor)
    await leaveEmbedded(visitor, EMAIL)
    await visitor.reads('status', 'disconnected')
    await connectAgain(visitor, EMAIL).click()
    const field = visitor.view('EmailLogin').getByTestId('wui-email-input')
    await field.fill(email)
    await field.press('Enter')
    await visitor.page.getByTestId('wui-otp-input').waitFor()
    await typeCode(visitor, (await mailTo(email, first)).code ?? '')
    await visitor.reads('address', own)
    await visitor.dialog.waitFor({ state: 'detached' })
  }),
)

describeOn('solana')('on a site with Solana', () => {
  const both = { families: 'eip155,solana', multi: 'ok' }

  test(
    'a Solana wallet and an e-mail wallet on EVM keep their addresses through switches and a reload (§27, 114)',
    visiting(beside(both), async (visitor) => {
      await visitor.open()
      await visitor.page.getByTestId(`wallet-selector-${MULTI}`).click()
      await visitor.page.getByTestId('wui-list-chain-solana').click()
      await visitor.dialog.waitFor({ state: 'detached' })
      const extension = await solanaAddress(visitor)

      await visitor.openNetworks()
      await visitor.choose('Portico Local')
      await visitor.page.getByTestId('w3m-switch-active-chain-button').click()
      const mail = await askForCode(visitor, newAddress())
      await typeCode(visitor, mail.code ?? '')
      await visitor.sees('New wallet added')
      const own = (await evmAddress(visitor)) ?? ''
      await visitor.reads('address', own)
      expect([await connections(visitor, 'eip155'), await connections(visitor, 'solana')]).toEqual([
        ['AUTH'],
        [WALLET_NAMES.multi],
      ])
      await visitor.close()

      const keeps = async (shown: string | undefined) => {
        await visitor.reads('address', shown ?? '')
        expect([await evmAddress(visitor), await solanaAddress(visitor)]).toEqual([own, extension])
      }
      await visitor.openNetworks()
      await visitor.choose('Portico Solana')
      await keeps(extension)
      await visitor.onPage((modal) => modal.close())
      await visitor.page.reload()
      await visitor.onPage((modal) => modal.ready())
      await keeps(extension)
      await visitor.openNetworks()
      await visitor.choose('Portico Local')
      await keeps(own)
      expect(visitor.problems.filter(isUnexpected)).toEqual([])
    }),
  )

  test(
    'an e-mail wallet beside a multi-chain wallet: family and account type can be switched (§27, 115)',
    visiting(beside(both, { defaultAccountTypes: {} }), async (visitor) => {
      await signIn(visitor, newAddress())
      const safe = await addressOf(visitor)
      await visitor.page.waitForFunction(() => window.portico?.getAddress('solana'))
      const embedded = await solanaAddress(visitor)
      await openList(visitor)
      await openWallets(visitor, 'solana')
      await visitor.page.getByTestId('add-connection-button').click()
      await visitor.view('Connect').getByText(WALLET_NAMES.multi, { exact: true }).click()
      await visitor.sees('New wallet added')
      expect([await evmAddress(visitor), (await solanaAddress(visitor)) !== embedded]).toEqual([safe, true])

      await openWallets(visitor, 'solana')
      await walletNamed(visitor, EMAIL).getByTestId('wui-inactive-profile-wallet-item-button').click()
      await visitor.reads('address', embedded ?? '')
      await openWallets(visitor, 'eip155')
      await active(visitor).getByTestId('wui-active-profile-wallet-item-switch-button').last().click()
      await active(visitor).locator('.ProfileWallets-kind').first().filter({ hasText: 'EOA' }).waitFor()
      const owner = await evmAddress(visitor)
      expect(owner).not.toBe(safe)
      await visitor.reads('address', owner ?? '')
      expect(await solanaAddress(visitor)).toBe(embedded)
    }),
  )

  test(
    'an e-mail login started from the Solana wallets is active there, and leaves the EVM wallet unchanged',
    visiting(beside({ ...both, wallet: 'ok' }), async (visitor) => {
      await visitor.connect()
      await openList(visitor)
      await openWallets(visitor, 'solana')
      await visitor.page.getByTestId('empty-state-button').click()
      const mail = await askForCode(visitor, newAddress())
      await typeCode(visitor, mail.code ?? '')
      await visitor.sees('New wallet added')
      expect([await connections(visitor, 'eip155'), await connections(visitor, 'solana')]).toEqual([
        ['dev.portico.wallet'],
        ['AUTH'],
      ])
      await visitor.reads('address', (await solanaAddress(visitor)) ?? '')
    }),
  )
})
