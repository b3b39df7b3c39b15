import { createPublicClient, type Hex, http, isAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { WALLET_PROJECT_ID } from '../../scripts/local.mjs'
import { mined } from '../../services/testing/mined.ts'
import type { FoundMail } from '../../services/testing/readMail.ts'
import { until } from '../../services/testing/until.ts'
import { approve, inFrame, mailTo, newAddress, reject } from '../browser/support/embeddedWallet.ts'
import { askChain, stack } from '../browser/support/stack.ts'
import { type ForeignShop, openForeignShop } from '../support/foreignClient/foreignShop.ts'
import type { ForeignVisit } from '../support/foreignClient/foreignVisit.ts'
import { foreignWallet as wallet } from '../support/foreignClient/foreignWallet.ts'

/** The first run installs the client. */
const INSTALL_PATIENCE_MS = 300_000

const ETHER_HEX = '0xde0b6b3a7640000'
const PRICE = 1_375_000_000_000_000n
const MESSAGE = 'A shop: three pots, please'

/** A store's response while it has no share of a new wallet. */
const NEW_WALLET = ['404 POST /shares/release']
/** The recovery store releases nothing before the mailed link is followed; known devices do not need the link. */
const NO_LINK = ['403 POST /shares/release']
/**
 * Before the mailed link is followed the store also accepts nothing, and a new device tries both to read and to write.
 */
const NEW_DEVICE = [...NO_LINK, '403 PUT /shares/rotate']
/** The fake provider has no favicon. */
const PROVIDER = ['404 GET /favicon.ico']

let shop: ForeignShop

beforeAll(async () => {
  shop = await openForeignShop(stack.urls)
}, INSTALL_PATIENCE_MS)

afterAll(() => shop?.close())

jest.setTimeout(120_000)

type Run = (visitor: ForeignVisit) => Promise<void>
const visit = (refusals: readonly string[], run: Run, siwx = false) =>
  shop.visit({ projectId: WALLET_PROJECT_ID, refusals, siwx }, run)

/** An address as the client shortens it. */
const short = (address: string) => `${address.slice(0, 4)}...${address.slice(-6)}`

const chain = () => createPublicClient({ transport: http(stack.urls.anvil) })

/** Whether an account has signed, be it a key or a contract (ERC-1271, ERC-6492). */
const isSignedBy = (address: string | undefined, signature: string | undefined) =>
  chain().verifyMessage({ address: address as Hex, message: MESSAGE, signature: signature as Hex })

async function approveMessage(visitor: ForeignVisit) {
  const signature = wallet.sign(visitor, MESSAGE)
  await inFrame(visitor).getByText(MESSAGE).waitFor()
  await inFrame(visitor).getByText(new URL(visitor.page.url()).host).first().waitFor()
  await approve(visitor)
  await visitor.closed()
  return signature
}

test('a third-party client signs up by mail after a wrong code, and keeps the wallet after a reload', () =>
  visit(NEW_WALLET, async (visitor) => {
    const email = newAddress()
    await visitor.open()
    const { code = '' } = await wallet.askForCode(visitor, email)
    await wallet.typeCode(visitor, code === '000000' ? '000001' : '000000')
    await visitor.page.getByText('Invalid code').waitFor()
    await wallet.clearCode(visitor)
    await wallet.typeCode(visitor, code)
    await visitor.closed()

    const address = String(await wallet.address(visitor))
    expect(isAddress(address)).toBe(true)
    await visitor.open()
    await visitor.page.getByText(short(address)).waitFor()

    await visitor.page.reload()
    await until(async () => (await wallet.address(visitor)) === address)
  }))

test('a third-party client gets a message signed, and recognizes a rejection', () =>
  visit(NEW_WALLET, async (visitor) => {
    await wallet.signIn(visitor, newAddress())
    const signature = await approveMessage(visitor)
    expect(await isSignedBy(await wallet.address(visitor), signature)).toBe(true)

    const rejected = wallet.sign(visitor, 'A shop: no pots').catch((error: Error) => error.message)
    await inFrame(visitor).getByText('A shop: no pots').waitFor()
    await reject(visitor)
    expect(await rejected).toContain('ACTION_REJECTED')
    visitor.takeProblem('User denied the request')
  }))

test('in a third-party client, signing in to the wallet also signs in to the site, without another press', () =>
  visit(
    NEW_WALLET,
    async (visitor) => {
      await wallet.signIn(visitor, newAddress())
      await until(async () => (await wallet.sessions(visitor)).length > 0)
      const [{ message = '', signature = '' } = {}] = await wallet.sessions(visitor)
      const address = await wallet.address(visitor)
      expect(message).toContain(`account:\n${address}\n\nI buy pots.\n\nURI: ${visitor.page.url()}\n`)
      const signed = { address: address as Hex, message, signature: signature as Hex }
      expect(await chain().verifyMessage(signed)).toBe(true)
    },
    true,
  ))

test('a third-party client pays with the wallet', () =>
  visit(NEW_WALLET, async (visitor) => {
    await wallet.signIn(visitor, newAddress())
    const from = String(await wallet.address(visitor))
    await askChain(stack.urls.anvil, 'anvil_setBalance', [from, ETHER_HEX])
    const potter = privateKeyToAddress(generatePrivateKey())
    const paying = wallet.pay(visitor, potter, PRICE)
    await approve(visitor)
    const hash = await paying
    // The transaction of the key's own account, or one that a bundler has sent for the smart account.
    await mined(chain(), hash as Hex)
    expect(await chain().getBalance({ address: potter })).toBe(PRICE)
  }))

test('after signing out of a third-party client, the same address opens the same wallet', () =>
  visit([...NEW_WALLET, ...NO_LINK], async (visitor) => {
    const email = newAddress()
    const mail = await wallet.signIn(visitor, email)
    const address = await wallet.address(visitor)
    await visitor.open()
    await wallet.signOut(visitor)
    await visitor.page.keyboard.press('Escape')
    await visitor.closed()
    await wallet.signIn(visitor, email, mail)
    expect(await wallet.address(visitor)).toBe(address)
  }))

test('a third-party client on a second browser waits until the mailed link is followed', async () => {
  const email = newAddress()
  const signedUp: { mail?: FoundMail; address?: string | undefined } = {}
  await visit(NEW_WALLET, async (visitor) => {
    signedUp.mail = await wallet.signIn(visitor, email)
    signedUp.address = await wallet.address(visitor)
  })
  await visit(NEW_DEVICE, async (visitor) => {
    await visitor.open()
    const mail = await wallet.askForCode(visitor, email, signedUp.mail)
    await wallet.typeCode(visitor, mail.code ?? '')
    const { link = '' } = await mailTo(email, mail)
    const mailbox = await visitor.context.newPage()
    await mailbox.goto(link)
    await mailbox.getByRole('button', { name: 'Confirm this device' }).click()
    await visitor.closed()
    expect(await wallet.address(visitor)).toBe(signedUp.address)
  })
})

test('a third-party client signs in by social login, and gets a message signed', () =>
  visit([...NEW_WALLET, ...PROVIDER], async (visitor) => {
    await visitor.open()
    const opened = visitor.page.waitForEvent('popup')
    await visitor.page.getByTestId('social-selector-google').click()
    const provider = await opened
    const email = newAddress()
    await provider.getByLabel('Name').fill('Emmy Noether')
    await provider.getByLabel('Email address').fill(email)
    const closed = provider.waitForEvent('close')
    await provider.getByRole('button', { name: 'Sign in', exact: true }).click()
    await closed
    await visitor.closed()
    const signature = await approveMessage(visitor)
    expect(await isSignedBy(await wallet.address(visitor), signature)).toBe(true)
  }))
