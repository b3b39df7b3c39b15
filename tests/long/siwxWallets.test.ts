import { walletNamed, withMultiWallet } from '../browser/support/multiWallet.ts'
import {
  connectAndBeAsked,
  isAsked,
  isLetIn,
  signButton,
  signedIn,
  signIn,
  signInShop,
} from '../browser/support/signIn.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const several = { ...signInShop({}, { other: 'ok' }), prepare: withMultiWallet }

/** Connects the dev wallet and signs, then adds another wallet with its own account, and expects another question. */
async function addOther(visitor: Visit): Promise<void> {
  await visitor.inWallet((wallet) => wallet.setAccount(2), undefined, 'otherWallet')
  await connectAndBeAsked(visitor)
  await signIn(visitor)
  await visitor.onPage((modal) => modal.open({ view: 'ProfileWallets' }))
  await visitor.page.getByTestId('add-connection-button').click()
  await visitor.otherWallet.click()
  await isAsked(visitor)
}

test(
  'two wallets: each signs separately, and after a reload neither is asked (§27, 90 and 92)',
  visiting(several, async (visitor) => {
    await addOther(visitor)
    await signButton(visitor).click()
    await walletNamed(visitor, 'Portico Other Wallet').or(visitor.view('ProfileWallets')).first().waitFor()
    const [first, second] = await signedIn(visitor)
    expect(first).toBe(`eip155:31337:${VISITOR}`)
    expect([second === first, await isLetIn(visitor)]).toEqual([false, true])
    await visitor.page.reload()
    await visitor.reads('caip-address', second ?? '')
    await visitor.page.waitForFunction(() => window.portico?.getSIWX())
    await visitor.settled()
    expect([await visitor.dialog.count(), await signedIn(visitor)]).toEqual([0, [first, second]])
  }),
)

test(
  'two wallets: declining with one disconnects it, and the other stays signed in',
  visiting(several, async (visitor) => {
    await addOther(visitor)
    await visitor.page.getByTestId('w3m-connecting-siwe-cancel').click()
    await visitor.view('ProfileWallets').waitFor()
    await visitor.reads('address', VISITOR)
    expect([await signedIn(visitor), await isLetIn(visitor)]).toEqual([[`eip155:31337:${VISITOR}`], true])
  }),
)
