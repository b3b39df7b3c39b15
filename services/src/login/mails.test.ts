import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'
import type { Mail } from '../oneTimeCodes/sendMail.ts'
import { deletionMail, primaryMail, secondaryMail, signInMail } from './mails.ts'

const [OLD, NEW, HOST, CODE] = ['ada@mail.example', 'ada@new.example', 'shop.example', '012345']

const mails: readonly (readonly [string, Mail])[] = [
  ['to sign in', signInMail(OLD, CODE, HOST)],
  ['to the previous address', primaryMail(OLD, CODE, HOST, NEW)],
  ['to the new address', secondaryMail(NEW, CODE, HOST)],
]

describe.each(mails)('the mail %s', (_, { text, html = '', subject }) => {
  test('contains the code, the site and the lifetime of the code, in plain text and in HTML', () => {
    for (const part of [text, html]) {
      expect(part).toContain(CODE)
      expect(part).toContain(`It expires in ${CODE_LIFETIME_MS / 60_000} minutes.`)
    }
    expect(subject).toContain(HOST)
    expect(subject).not.toContain(CODE)
  })

  test('has a single six-digit number in its text, which phones offer to fill in', () => {
    expect(text.match(/\b\d{6}\b/g)).toEqual([CODE])
  })

  test('fetches nothing and contains no links', () => {
    expect(html).not.toMatch(/https?:|src=|url\(|href=/)
  })
})

test('the mail to the current address names the new one, and says what to do if someone else asked for the change', () => {
  const { to, text } = primaryMail(OLD, CODE, HOST, NEW)
  expect(to).toBe(OLD)
  expect(text).toContain(`from ${OLD} to ${NEW}`)
  expect(text).toContain('Don’t share the code')
  expect(text).toContain('Sign out everywhere')
})

test('the mail to the new address, which may belong to a stranger, does not contain the current address', () => {
  const { to, text, html } = secondaryMail(NEW, CODE, HOST)
  expect(to).toBe(NEW)
  expect(text).toContain(NEW)
  expect(`${text}${html}`).not.toContain(OLD)
})

test('a typed address is shown as text, and never becomes markup', () => {
  const { html } = primaryMail(OLD, CODE, HOST, 'a&<b>"@new.example')
  expect(html).toContain('a&amp;&lt;b&gt;&quot;@new.example')
})

test('the mail about a deletion says when it was requested, when it becomes final, and how to keep the wallet', () => {
  const at = Date.parse('2026-11-23T14:03:20Z')
  const { to, subject, text, html = '' } = deletionMail(OLD, 'wallet.example', at)
  expect([to, subject]).toEqual([OLD, 'Your wallet is about to be deleted'])
  for (const part of [text, html]) {
    expect(part).toContain('on wallet.example at 14:03 UTC on 23 November 2026.')
    expect(part).toContain(`in ${DELETION_GRACE_DAYS} days, the wallet is gone for good`)
    expect(part).toContain('To keep it, sign in with this address')
  }
  expect(html).not.toMatch(/https?:|src=|url\(|href=/)
})
