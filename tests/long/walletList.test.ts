import { createPublicClient, type Hex, http } from 'viem'
import { answerTo, asks, isApprovable, outcome } from '../browser/support/approvals.ts'
import { addressOf, approve, inFrame, newAddress, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { active, openWallets, wallets } from '../browser/support/multiWallet.ts'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { describeOn, stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

/** The accounts of an e-mail wallet in the list of wallets. */

jest.setTimeout(120_000)

afterAll(closeBrowser)

const MESSAGE = 'three pots'

/** Browsers log that the recovery store refuses a device without a link, although the device does not need it. */
const isUnexpected = (problem: string) => !problem.includes('status of 403')

async function openList(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await visitor.page.getByTestId('wui-wallet-switch').click()
  await wallets(visitor).waitFor()
}

const switchButton = (visitor: Visit) => active(visitor).getByTestId('wui-active-profile-wallet-item-switch-button')

/** The account types in the active wallet's rows, from top to bottom. */
const kinds = (visitor: Visit) => active(visitor).locator('.ProfileWallets-kind').allTextContents()

interface Hearing {
  heard: { accounts: unknown[]; address: (string | undefined)[] }
}

/** Records events of the page's provider and its subscription from now on. */
const hear = (visitor: Visit) =>
  visitor.onPage((modal) => {
    const heard: Hearing['heard'] = { accounts: [], address: [] }
    Object.assign(window, { heard })
    const provider = modal.getProvider('eip155') as { on(event: string, listener: (told: unknown) => void): void }
    provider.on('accountsChanged', (accounts) => heard.accounts.push(accounts))
    modal.subscribeAccount(({ address }) => heard.address.at(-1) === address || heard.address.push(address))
  })
const heard = ({ page }: Visit) => page.evaluate(() => (window as unknown as Hearing).heard)

/** Signs with the account on the page, and verifies the signature independently. */
async function signs(visitor: Visit): Promise<void> {
  const asked = await asks(visitor, 'personal_sign', MESSAGE)
  await isApprovable(visitor)
  await approve(visitor)
  const signature = (await outcome(visitor, asked)) as Hex
  const chain = createPublicClient({ transport: http(stack.urls.anvil) })
  const address = (await addressOf(visitor)) as Hex
  expect(await chain.verifyMessage({ address, message: MESSAGE, signature })).toBe(true)
  await visitor.dialog.waitFor({ state: 'detached' })
}

test(
  'a switch between smart account and EOA reaches the page, and survives reload and login (§27, 56, 66 to 68)',
  visiting(withoutWallet(), async (visitor) => {
    const email = newAddress()
    const mail = await signIn(visitor, email)
    const safe = await addressOf(visitor)
    const [, owner = ''] = (await answerTo(visitor, 'eth_accounts')) as string[]
    await visitor.onPage((modal) => modal.switchNetwork(31338))
    await visitor.reads('address', owner)
    await openList(visitor)
    expect([await kinds(visitor), await switchButton(visitor).count()]).toEqual([['EOA'], 0])
    await visitor.close()
    await visitor.onPage((modal) => modal.switchNetwork(31337))
    await visitor.reads('address', safe)

    await hear(visitor)
    await openList(visitor)
    expect(await kinds(visitor)).toEqual(['Smart account', 'EOA'])
    await switchButton(visitor).click()
    await visitor.sees('Account switched')
    await visitor.reads('address', owner)
    expect(await kinds(visitor)).toEqual(['EOA', 'Smart account'])
    expect(await heard(visitor)).toEqual({ accounts: [[owner, safe]], address: [owner] })
    await visitor.close()
    await visitor.reads('chain-id', '31337')
    await signs(visitor)

    await visitor.page.reload()
    await visitor.reads('address', owner)
    expect(await answerTo(visitor, 'eth_accounts')).toEqual([owner, safe])
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    await signIn(visitor, email, mail)
    await visitor.reads('address', owner)

    await openList(visitor)
    await switchButton(visitor).click()
    await visitor.reads('address', safe)
    await visitor.close()
    await signs(visitor)
    await visitor.page.reload()
    await visitor.reads('address', safe)
    expect(visitor.problems.filter(isUnexpected)).toEqual([])
  }),
)

describeOn('solana')('on a site with Solana', () => {
  const { query } = withoutWallet()

  test(
    'the list switches to the account of the other family and back; each signs, and a reload keeps the family',
    visiting({ query: { ...query, families: 'eip155,solana' } }, async (visitor) => {
      await signIn(visitor, newAddress())
      const safe = await addressOf(visitor)
      const [, owner = ''] = (await answerTo(visitor, 'eth_accounts')) as string[]
      await visitor.page.waitForFunction(() => window.portico?.getAddress('solana'))
      const onSolana = (await visitor.onPage((modal) => modal.getAddress('solana'))) ?? ''

      await openList(visitor)
      await openWallets(visitor, 'solana')
      await active(visitor)
        .filter({ hasText: onSolana.slice(0, 6) })
        .waitFor()
      expect(await kinds(visitor)).toEqual([])
      await switchButton(visitor).click()
      await visitor.reads('address', onSolana)
      await visitor.close()
      const account = (await visitor.onPage((modal) => modal.getCaipAddress())) ?? ''
      const signing = sign(visitor, 'solana', MESSAGE)
      await inFrame(visitor).getByText(MESSAGE).waitFor()
      await approve(visitor)
      expect(await isSignedBy(account, MESSAGE, await signing)).toBe(true)
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.page.reload()
      await visitor.reads('address', onSolana)

      // Switches family and account at once.
      await openList(visitor)
      await openWallets(visitor, 'eip155')
      await switchButton(visitor).last().click()
      await visitor.reads('address', owner)
      await visitor.close()
      await signs(visitor)
      await visitor.page.reload()
      await visitor.reads('address', owner)
      expect(await answerTo(visitor, 'eth_accounts')).toEqual([owner, safe])
      expect(await visitor.onPage((modal) => modal.getAddress('solana'))).toBe(onSolana)
      expect(visitor.problems.filter(isUnexpected)).toEqual([])
    }),
  )
})
