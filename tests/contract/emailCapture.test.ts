import { ethereum, fakeAdapter, harbor } from '@portico/contracts/testing'
import { hostedAuthentication } from '@portico/siwx/hosted'
import { evmVisitor } from '@portico/siwx/testing'
import { connect } from '../../host/src/connections/connect'
import { createEmailCapture } from '../../host/src/siwx/emailCapture'
import { createTestStore } from '../../host/testing/store.ts'
import { type MailServer, startMailServer } from '../../services/testing/mailServer'
import { type AuthService, SECRET, SHOP, startAuth } from '../../services/testing/startAuth'

/** The `emailCapture` door with its plug-in, against the service that sends codes. */

const ADA = evmVisitor('1')

jest.setTimeout(60_000)

let mail: MailServer
let service: AuthService
const realFetch = globalThis.fetch
beforeAll(async () => {
  mail = await startMailServer()
  service = await startAuth({ secret: SECRET, mail: { smtpUrl: mail.url, from: 'no-reply@shop.example' } })
  globalThis.fetch = (input, init) =>
    realFetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), origin: SHOP.origin } })
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await service?.close()
  await mail?.close()
})

/** Ada, connected at a shop whose visitors sign in at the service. */
async function connected() {
  const config = hostedAuthentication({
    api: service.url,
    projectId: SHOP.projectId,
    domain: SHOP.domain,
    uri: `${SHOP.origin}/`,
  })
  const connection = (connectorId: string) => ({
    connectorId,
    accounts: [{ address: ADA.address }] as const,
    caipNetworkId: ethereum.caipNetworkId,
  })
  const { store, commands } = createTestStore({ adapters: [fakeAdapter({ connection })], networks: [ethereum] })
  await store.dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
  const capture = createEmailCapture({ store, commands, arrive: () => {}, config })
  const signIn = async () => {
    const data = await config.createMessage({ accountAddress: ADA.address, chainId: ADA.chainId })
    await config.addSession({ data, message: `${data}`, signature: await ADA.sign(`${data}`) })
    return (await config.getSessionAccount()).email
  }
  return { capture, signIn }
}

test('an address is confirmed by a code and signed together with the account at each sign-in', async () => {
  const { capture, signIn } = await connected()
  expect(capture.canTake).toBe(true)
  expect(await capture.requestCode('ada@mail.example')).toBe(true)
  const code = /\b(\d{6})\./.exec(mail.inbox.at(-1)?.raw ?? '')?.[1] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  await expect(capture.confirmCode(wrong)).rejects.toMatchObject({ details: { isRefused: true } })
  await capture.confirmCode(code)
  expect(await signIn()).toBe('ada@mail.example')

  const again = await connected()
  service.advance(60_000)
  // A request before the sign-in reveals nothing, because the visitor has not proved the account yet.
  expect(await again.capture.requestCode('ada@mail.example')).toBe(true)
  expect(mail.inbox).toHaveLength(2)
})

test('a visitor who skips the address signs in without one', async () => {
  expect(await (await connected()).signIn()).toBeUndefined()
})
