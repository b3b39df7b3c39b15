import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and text, as received. */
  readonly raw: string
}

export interface MailServer {
  readonly url: string
  readonly inbox: ReceivedMail[]
  /** From now on, answers every recipient with this code; undefined accepts the mail. */
  refuseWith(responseCode: number | undefined): void
  close(): Promise<void>
}

const textOf = async (stream: AsyncIterable<Buffer | string>) => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** Starts a server that speaks SMTP (RFC 5321) and keeps received mail. @param port any free port by default */
export async function startMailServer(port = 0): Promise<MailServer> {
  const inbox: ReceivedMail[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (refusal === undefined) done()
      else done(Object.assign(new Error(`<${address}> is not taken`), { responseCode: refusal }))
    },
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      textOf(stream).then((raw) => {
        inbox.push({ from, to, raw })
        done()
      }, done)
    },
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    inbox,
    refuseWith(responseCode) {
      refusal = responseCode
    },
    close: () => new Promise((closed) => void server.close(() => closed())),
  }
}
