import { mailboxKey } from './mailboxKey.ts'

test.each([
  ['a tag', 'ada+shop@mail.example', 'ada@mail.example'],
  ['two tags', 'ada+a+b@mail.example', 'ada@mail.example'],
  ['capital letters', 'Ada@Mail.example', 'ada@mail.example'],
  ['dots at Gmail', 'a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['the other name of Gmail', 'ada@googlemail.com', 'ada@gmail.com'],
])('an address with %s is the same mailbox', (_, one, other) => expect(mailboxKey(one)).toBe(mailboxKey(other)))

test.each([
  ['another name', 'ada@mail.example', 'bob@mail.example'],
  ['another domain', 'ada@mail.example', 'ada@mail.test'],
  ['dots elsewhere', 'a.da@mail.example', 'ada@mail.example'],
  ['a plus before any name', '+ada@mail.example', '+bob@mail.example'],
  ['a domain that only ends like Gmail', 'a.da@notgmail.com', 'ada@notgmail.com'],
])('an address with %s is another mailbox', (_, one, other) => expect(mailboxKey(one)).not.toBe(mailboxKey(other)))
