import type { Frame } from 'playwright-core'
import { type Hex, verifyMessage } from 'viem'
import {
  addressOf,
  approve,
  askForCode,
  inFrame,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import {
  addPasskey,
  becomeNewDevice,
  giveAuthenticator,
  linkAfter,
  linksMailedTo,
  storedShares,
} from '../browser/support/passkeys.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

jest.setTimeout(180_000)

afterAll(closeBrowser)

/** The message that the playground asks the wallet to sign. */
const MESSAGE = 'Fern & Fable: a hello from the playground'

const ownKey = (): VisitOptions => withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })

function frameOf({ page }: Visit): Frame {
  const frame = page.frame({ name: 'w3m-secure-iframe' })
  if (!frame) throw new Error('The frame is not there.')
  return frame
}

async function sign(visitor: Visit): Promise<Hex> {
  await visitor.page.getByTestId('sign-message-button').click()
  await inFrame(visitor).getByText(MESSAGE).waitFor()
  await approve(visitor)
  await visitor.dialog.waitFor({ state: 'detached' })
  const shown = visitor.page.getByTestId('signature').filter({ hasText: /^0x/ })
  await shown.waitFor()
  return (await shown.textContent()) as Hex
}

/** An owner with a passkey, on a device that knows neither wallet nor passkey. */
async function onNewDevice(visitor: Visit) {
  const authenticator = await giveAuthenticator(visitor)
  const email = newAddress()
  const signedUp = await signIn(visitor, email)
  const address = (await addressOf(visitor)) as Hex
  expect(await storedShares(frameOf(visitor))).toBe(1)
  const mail = await addPasskey(visitor, email, signedUp, 'Laptop')
  return { authenticator, email, address, mail }
}

/** Signs in with the code, then with the mailed link. */
async function signInByLink(visitor: Visit, email: string, after: Parameters<typeof askForCode>[2]): Promise<void> {
  await visitor.open()
  const code = await askForCode(visitor, email, after)
  await typeCode(visitor, code.code ?? '')
  const mailbox = await visitor.context.newPage()
  await mailbox.goto(await linkAfter(email, code))
  await mailbox.getByRole('button', { name: 'Confirm this device' }).click()
  await mailbox.getByText('The device is confirmed.').waitFor()
  await mailbox.close()
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('status', 'connected')
}

test(
  'on a new device code and passkey open the same wallet and sign; no link is mailed, and no share is stored',
  visiting(ownKey(), async (visitor) => {
    const { authenticator, email, address, mail } = await onNewDevice(visitor)
    // Here the page is on the same site as the playground, so it has the same storage as the frame.
    expect(await storedShares(visitor.page)).toBe(0)
    await becomeNewDevice(visitor)
    await visitor.goto(ownKey().query)
    const asked = authenticator.asked()
    await signIn(visitor, email, mail)
    await visitor.reads('address', address)
    expect([authenticator.asked(), await linksMailedTo(email)]).toEqual([asked + 1, 0])
    expect(await storedShares(frameOf(visitor))).toBe(0)

    // A returning visitor is connected without a passkey, and asked for it before something is signed.
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', address)
    expect(authenticator.asked()).toBe(asked + 1)
    expect(await verifyMessage({ address, message: MESSAGE, signature: await sign(visitor) })).toBe(true)
    expect([authenticator.asked(), await linksMailedTo(email)]).toEqual([asked + 2, 0])
    expect(await storedShares(frameOf(visitor))).toBe(0)
  }),
)

test(
  'if the passkey is refused the link is mailed, and the device then has a share',
  visiting(ownKey(), async (visitor) => {
    const { authenticator, email, address, mail } = await onNewDevice(visitor)
    await becomeNewDevice(visitor)
    await authenticator.refuse()
    await visitor.goto(ownKey().query)
    await signInByLink(visitor, email, mail)
    await visitor.reads('address', address)
    expect(await storedShares(frameOf(visitor))).toBe(1)
    expect(await verifyMessage({ address, message: MESSAGE, signature: await sign(visitor) })).toBe(true)
  }),
)

/** A third-party page that gives its frames no permissions. */
const withoutPermission: VisitOptions = {
  ...ownKey(),
  prepare: (context) =>
    context.addInitScript(() => Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { set() {} })),
}

test(
  'on a page that denies passkeys to its frames the link is mailed at once',
  visiting(withoutPermission, async (visitor) => {
    const { authenticator, email, address, mail } = await onNewDevice(visitor)
    await becomeNewDevice(visitor)
    await visitor.goto(ownKey().query)
    const asked = authenticator.asked()
    await signInByLink(visitor, email, mail)
    await visitor.reads('address', address)
    expect(authenticator.asked()).toBe(asked)
  }),
)

test(
  'a removed passkey opens nothing: new devices are confirmed by the link again',
  visiting(ownKey(), async (visitor) => {
    const { authenticator, email, address, mail } = await onNewDevice(visitor)
    const { page } = visitor
    await page.getByRole('button', { name: 'Remove: Laptop' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('Passkey removed.').waitFor()
    await becomeNewDevice(visitor)
    await visitor.goto(ownKey().query)
    const asked = authenticator.asked()
    await signInByLink(visitor, email, mail)
    await visitor.reads('address', address)
    expect(authenticator.asked()).toBe(asked)
  }),
)
