import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { listen } from '@portico/services/http/listen'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mailboxApi } from './mailboxApi.ts'
import { createMessages } from './messages.ts'

/** Hides the mail from others on the network. */
const HOST = '127.0.0.1'
const MAX_BYTES = 256_000
const MAX_RECIPIENTS = 10

export interface MailboxOptions {
  /** The port for SMTP; `port` is the page's. 0 picks a free port. */
  readonly smtpPort: number
  readonly port: number
}

export interface Mailbox {
  readonly url: string
  readonly smtpUrl: string
  close(): Promise<void>
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** For development: accepts every mail (RFC 5321), forwards none, and shows it. Nothing is persisted. */
export async function startMailbox({ smtpPort, port }: MailboxOptions): Promise<Mailbox> {
  const messages = createMessages()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    onRcptTo(_, { envelope }, done) {
      done(envelope.rcptTo.length < MAX_RECIPIENTS ? undefined : refusal(452, 'Too many recipients'))
    },
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const mail = await text(stream)
        if (stream.sizeExceeded) throw refusal(552, 'Too large')
        const { subject = '', text: body = '' } = await PostalMime.parse(mail)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        messages.add({ from, to: envelope.rcptTo.map(({ address }) => address), subject, text: body })
      }
      receive().then(() => done(), done)
    },
  })
  // An interrupted client must not end the process.
  smtp.on('error', () => {})
  const server = createServer(getRequestListener(mailboxApi(messages).fetch, { overrideGlobalObjects: false }))
  const close = async () => {
    await Promise.all([
      new Promise<void>((closed) => void smtp.close(() => closed())),
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
    ])
  }
  try {
    const smtpUrl = (await listen(smtp.server as Parameters<typeof listen>[0], smtpPort, HOST)).replace(
      'http:',
      'smtp:',
    )
    return { url: await listen(server, port, HOST), smtpUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}
