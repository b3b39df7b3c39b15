import { type Address, type Hex, parseEther } from 'viem'
import { safeAddress } from '../../services/secureFrame/src/smartAccount/safeAddress.ts'
import { asks, asksFor, isApprovable, outcome, shownTitle } from '../browser/support/approvals.ts'
import { addressOf, approve, newAddress, reject, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { chain, setBalance, stranger } from '../browser/support/evmChain.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

/** Which account a page gets, and how visitors switch to the other. walletEvm and walletBatch test each account. */

jest.setTimeout(90_000)

afterAll(closeBrowser)

const info = (visitor: Visit) => visitor.onPage((modal) => modal.getAccount().embeddedWalletInfo)

test.each(['smartAccount', 'eoa'] as const)(
  'a site that wants %s gets it at each of three logins, with the user information',
  (accountType) =>
    visiting(withoutWallet({ defaultAccountTypes: { eip155: accountType } }), async (visitor) => {
      const email = newAddress()
      const addresses: string[] = []
      let mail = await signIn(visitor, email)
      for (let login = 1; login <= 3; login += 1) {
        const told = await info(visitor)
        expect(told).toMatchObject({
          user: { email },
          authProvider: 'email',
          accountType,
          isSmartAccountDeployed: false,
        })
        const owner = told?.user.accounts.find(({ type }) => type === 'eoa')?.address as Address
        expect(await addressOf(visitor)).toBe(accountType === 'eoa' ? owner : safeAddress(owner))
        addresses.push(owner)
        if (login === 3) break
        await visitor.onPage((modal) => modal.disconnect())
        await visitor.reads('status', 'disconnected')
        mail = await signIn(visitor, email, mail)
      }
      expect(new Set(addresses).size).toBe(1)
    })(),
)

test(
  'on a network with smart accounts the visitor finds the switch in the settings, and signs as a contract',
  visiting(withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }), async (visitor) => {
    await signIn(visitor, newAddress())
    const owner = (await addressOf(visitor)) as Address
    const safe = safeAddress(owner)
    await visitor.page.getByTestId('switch-network-31338').click()
    await visitor.reads('chain-id', '31338')
    await visitor.page.getByTestId('switch-network-31337').click()
    await visitor.reads('chain-id', '31337')

    await visitor.openAccount()
    await visitor.page.getByTestId('account-settings-button').click()
    await visitor.page.getByTestId('account-smart-account-settings-button').click()
    const toggle = visitor.page.getByTestId('account-toggle-preferred-account-type')
    await toggle.filter({ hasText: 'Switch to your Smart Account' }).click()
    await toggle.filter({ hasText: 'Switch to your EOA' }).waitFor()
    await visitor.reads('address', safe)
    await visitor.close()

    const message = 'Sign in to Fern & Fable'
    const signed = await asksFor(visitor, 'personal_sign', [message, safe])
    await approve(visitor)
    const signature = (await outcome(visitor, signed)) as Hex
    expect(await chain().verifyMessage({ address: safe, message, signature })).toBe(true)
    await visitor.dialog.waitFor({ state: 'detached' })
  }),
)

test(
  'after the window is closed over a message to sign, the next batch is still shown as a batch',
  visiting(withoutWallet(), async (visitor) => {
    await signIn(visitor, newAddress())
    const from = await addressOf(visitor)
    await setBalance(from, parseEther('1'))
    const left = await asks(visitor, 'personal_sign')
    await isApprovable(visitor)
    await visitor.close()
    expect(await outcome(visitor, left)).toMatchObject({ message: 'Request was aborted' })

    const call = () => ({ to: stranger(), value: '0x0' })
    const several = await asksFor(visitor, 'wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x7a69', from, atomicRequired: true, calls: [call(), call()] },
    ])
    await shownTitle(visitor).filter({ hasText: 'Several actions at once' }).waitFor()
    await reject(visitor)
    expect(await outcome(visitor, several)).toMatchObject({ code: 4001 })
  }),
)
