import { openCode, visitingWithPhone } from '../browser/support/phone.ts'
import { isAsked, isLetIn, isSignedOut, signedIn, signIn, signInShop } from '../browser/support/signIn.ts'
import { closeBrowser, VISITOR } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const FIRST = `eip155:31337:${VISITOR}`

test(
  'a phone that supports one-click sign-in connects and signs in with one approval',
  visitingWithPhone(signInShop({ statement: 'I accept the terms.' }), async (visitor, phone) => {
    await phone.behave({ authentication: 'sign' })
    await phone.pair(await openCode(visitor))
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('caip-address', FIRST)
    expect(await isLetIn(visitor)).toBe(true)
    expect(await phone.does(({ log }) => log.map(({ kind }) => kind))).toEqual(['authentication'])
    await visitor.settled()
    expect([await visitor.dialog.count(), visitor.problems]).toEqual([0, []])

    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.page.waitForFunction(() => window.portico?.getSIWX())
    expect(await isLetIn(visitor)).toBe(true)
    await visitor.onPage((modal) => modal.disconnect())
    await isSignedOut(visitor)
  }),
)

test(
  'a phone without such support connects, and is then asked for a signature',
  visitingWithPhone(signInShop(), async (visitor, phone) => {
    await phone.behave({ authentication: 'ignore' })
    await phone.pair(await openCode(visitor))
    await isAsked(visitor)
    expect(await signedIn(visitor)).toEqual([])
    await signIn(visitor)
    expect([await isLetIn(visitor), await phone.asked()]).toEqual([true, ['personal_sign']])
  }),
)

test(
  'a rejection leaves the visitor disconnected',
  visitingWithPhone(signInShop(), async (visitor, phone) => {
    await phone.behave({ answer: 'reject', authentication: 'sign' })
    await phone.pair(await openCode(visitor))
    await visitor.sees('Connection rejected')
    await isSignedOut(visitor)
  }),
)

test(
  'on a page of several families the phone signs for the active one, by a separate request',
  visitingWithPhone(signInShop({}, { families: 'eip155,solana,bip122' }), async (visitor, phone) => {
    await phone.pair(await openCode(visitor))
    await isAsked(visitor)
    await signIn(visitor)
    expect([await signedIn(visitor), await isLetIn(visitor)]).toEqual([[FIRST], true])
    expect((await phone.asked()).filter((method) => method.includes('sign'))).toEqual(['personal_sign'])
  }),
)

test.each([
  ['Solana', 'solana', 'solana_signMessage'],
  ['Bitcoin', 'bip122', 'signMessage'],
])(
  'a phone with a wallet for %s signs in by a separate request, and is known after a reload',
  async (_, families, method) => {
    await visitingWithPhone(signInShop({}, { families }), async (visitor, phone) => {
      await phone.pair(await openCode(visitor))
      await isAsked(visitor)
      expect(await signedIn(visitor)).toEqual([])
      await signIn(visitor)
      const [session = ''] = await signedIn(visitor)
      expect([session.split(':')[0], await isLetIn(visitor)]).toEqual([families, true])
      expect(await phone.asked()).toContain(method)
      await visitor.page.reload()
      await visitor.reads('caip-address', session)
      await visitor.page.waitForFunction(() => window.portico?.getSIWX())
      await visitor.settled()
      expect([await visitor.dialog.count(), await isLetIn(visitor)]).toEqual([0, true])
      await visitor.onPage((modal) => modal.disconnect())
      await isSignedOut(visitor)
    })()
  },
)
