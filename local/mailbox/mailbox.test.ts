import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createLog } from '@portico/services/log'
import { createSendMail } from '@portico/services/oneTimeCodes/sendMail'
import { readMail } from '@portico/services/testing/readMail'
import { createMessages } from './messages.ts'
import { type Mailbox, startMailbox } from './startMailbox.ts'

let mailbox: Mailbox
let send: ReturnType<typeof createSendMail>
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, port: 0 })
  send = createSendMail(
    { smtpUrl: mailbox.smtpUrl, from: 'wallet@portico.test' },
    createLog('error', () => {}),
  )
})
afterAll(() => mailbox.close())

const LINK = `https://secure.example/device#recovery=${'aB-_'.repeat(10)}abc`

test('a code and a link are found as sent, even in a long line', async () => {
  await send({ to: 'Ada@Mail.Example', subject: 'Your code — now', text: `Zoë, it is 012345.\n\n${LINK}\n` })
  const mail = await readMail(mailbox.url, 'ada@mail.example')
  expect(mail).toMatchObject({ subject: 'Your code — now', code: '012345', link: LINK })
})

test('an address’s newest mail is read, and the next read waits for a newer one', async () => {
  const to = 'ben@mail.example'
  await send({ to, subject: 'first', text: '111111' })
  const first = await readMail(mailbox.url, to)
  await expect(readMail(mailbox.url, to, { after: first.id, patienceMs: 0 })).rejects.toThrow(
    `No mail has come to ${to}`,
  )
  const second = readMail(mailbox.url, to, { after: first.id })
  await send({ to: 'cleo@mail.example', subject: 'not his', text: '333333' })
  await send({ to, subject: 'second', text: '222222' })
  expect((await second).code).toBe('222222')
})

test('the page shows mail as text, with links that can be followed', async () => {
  await send({ to: 'dan@mail.example', subject: '<script>alert(1)</script>', text: `<img src=x> ${LINK}` })
  const page = await fetch(`${mailbox.url}/?to=dan@mail.example`)
  const html = await page.text()
  expect(html).toContain(`<a href="${LINK}">`)
  expect(html).toContain('&lt;img src=x&gt;')
  expect(html).not.toContain('<script>')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a foreign page cannot read the mail, not even through a host name that resolves to this machine', async () => {
  const answer = await new Promise<{ statusCode?: number; body: string }>((resolve, reject) => {
    request(`${mailbox.url}/messages`, { headers: { host: 'thief.example' } }, async (response) =>
      resolve({ statusCode: response.statusCode ?? 0, body: await text(response) }),
    )
      .once('error', reject)
      .end()
  })
  expect(answer).toEqual({ statusCode: 403, body: 'This is for this machine only.\n' })
  const foreign = await fetch(`${mailbox.url}/messages`, { headers: { origin: 'https://thief.example' } })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
})

test('a mail that is too large is refused, and an interrupted client does no harm', async () => {
  const huge = send({ to: 'eve@mail.example', subject: 'huge', text: 'x'.repeat(300_000) })
  await expect(huge).rejects.toThrow()
  const socket = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1')
  await new Promise((connected) => socket.once('data', connected))
  socket.resetAndDestroy()
  await send({ to: 'eve@mail.example', subject: 'small', text: 'x' })
  expect((await readMail(mailbox.url, 'eve@mail.example')).subject).toBe('small')
})

test('only the newest mails are kept', () => {
  const messages = createMessages(() => 0)
  for (let index = 0; index < 300; index++) messages.add({ from: '', to: ['a@b.c'], subject: `${index}`, text: '' })
  expect(messages.list()).toHaveLength(200)
  expect(messages.list('A@b.c')[0]?.subject).toBe('299')
})
