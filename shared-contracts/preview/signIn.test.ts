import type { PreviewContext } from './context.ts'
import { describeRequest } from './describeRequest.ts'
import { ACCOUNT, CONTEXT, shown } from './testing/evmRequests.ts'

const signInTo = (site: string, account = 'Ethereum', rest = '') =>
  `${site} wants you to sign in with your ${account} account:\n${ACCOUNT}\n\nSee your orders.\n\nURI: https://${site}/\n${rest}`

const describe = (message: string, origin?: string) => {
  const context: PreviewContext = { ...CONTEXT, ...(origin !== undefined && { origin }) }
  return describeRequest({ method: 'personal_sign', params: [message, ACCOUNT] }, context)
}

test.each([
  ['the requesting site', 'shop.example', 'https://shop.example'],
  ['the requesting site with its port', 'shop.example:8080', 'https://shop.example:8080'],
  ['the requesting site without its port, as libraries write it', 'localhost', 'http://localhost:5173'],
  ['the requesting site with its scheme', 'https://shop.example', 'https://shop.example'],
  ['the requesting site in other letters', 'Shop.Example', 'https://shop.example'],
])('a message that signs in to %s is a sign-in, without a warning', (_, site, origin) => {
  const found = describe(signInTo(site), origin)
  expect(found.kind).toBe('signIn')
  expect(found.lines.filter(({ isWarning }) => isWarning)).toEqual([])
})

test.each([
  ['another site', 'bank.example', 'https://shop.example'],
  ['a parent domain of the requesting site', 'example', 'https://shop.example'],
  ['a site that only begins like the requesting one', 'shop.example.evil.example', 'https://shop.example'],
  ['another port', 'localhost:3000', 'http://localhost:5173'],
  ['the requesting site as a user name of another site', 'shop.example@evil.example', 'https://shop.example'],
])('a message that signs in to %s raises a warning', (_, site, origin) => {
  const [first, second] = shown(describe(signInTo(site), origin))
  expect([first, second]).toEqual([`!signInSite ${site}`, '!signInOtherSite'])
})

test('without a requesting origin, the site in the message is not checked', () => {
  expect(shown(describe(signInTo('bank.example')))[0]).toBe('signInSite bank.example')
})

test('a sign-in also shows when it expires, and the whole message', () => {
  const message = signInTo('shop.example', 'Ethereum', 'Expiration Time: 2026-11-23T02:00:00Z')
  expect(shown(describe(message, 'https://shop.example'))).toEqual([
    'signInSite shop.example',
    `signInEnds ${Date.UTC(2026, 10, 23, 2) / 1_000}`,
    `message ${message}`,
  ])
})

test.each([
  ['has no account in its first line', 'shop.example wants you to sign in'],
  ['has the sign-in line further down', `Hello\n${signInTo('shop.example')}`],
  ['has spaces in its site name', signInTo('my shop.example')],
])('a message that %s is a plain message', (_, message) => expect(describe(message).kind).toBe('message'))

test('an invalid time is not shown', () => {
  expect(shown(describe(signInTo('shop.example', 'Solana', 'Expiration Time: soon')))).toHaveLength(2)
})
