import { once } from 'node:events'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { createCertificate } from './certificate.ts'

/**
 * Hosts that the client calls and that cannot be configured, each with the path of our services that answers for it.
 */
const SERVICES: Readonly<Record<string, string>> = {
  'api.web3modal.org': '',
  'rpc.walletconnect.org': '',
  'pulse.walletconnect.org': '',
  'relay.walletconnect.org': '/relay',
}

/** An answer of our services, as `GET api.example/path 200`. */
export interface Answered {
  readonly call: string
  readonly status: number
}

export interface Front {
  /** Directs Chromium here, and to no other machine. */
  readonly browserFlags: readonly string[]
  /** The hosts that this front answers for. */
  readonly hosts: readonly string[]
  /** The answers of our services so far, in order. An accepted WebSocket counts as 101. */
  readonly answered: readonly Answered[]
  close(): Promise<void>
}

/** Terminates TLS for these hosts and forwards their requests, like a proxy before the services. */
export async function startFront(servicesUrl: string): Promise<Front> {
  const port = Number(new URL(servicesUrl).port)
  const hosts = Object.keys(SERVICES)
  const { key, cert, keyHash } = createCertificate(hosts)
  const answered: Answered[] = []
  const server = createServer({ key, cert })
  const lines = new Set<Duplex>()

  const hostOf = ({ headers }: IncomingMessage) => headers.host ?? ''
  const pathOf = (request: IncomingMessage) => `${SERVICES[hostOf(request)] ?? ''}${request.url}`
  const note = (request: IncomingMessage, status: number) => {
    const [path] = (request.url ?? '').split('?')
    answered.push({ call: `${request.method} ${hostOf(request)}${path}`, status })
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = request
    const passed = ask({
      host: '127.0.0.1',
      port,
      method,
      path: pathOf(request),
      headers: { ...headers, 'x-forwarded-proto': 'https' },
    })
    passed.once('response', (answer) => {
      note(request, answer.statusCode ?? 0)
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    passed.once('error', () => response.destroy())
    response.once('close', () => passed.destroy())
    request.pipe(passed)
  })

  server.on('upgrade', (request: IncomingMessage, near: Duplex, head: Buffer) => {
    const far = connect(port, '127.0.0.1')
    const headers = request.rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
    far.write(`${request.method} ${pathOf(request)} HTTP/1.1\r\n${headers}\r\n`)
    far.write(head)
    far.once('data', (bytes) => note(request, Number(bytes.toString('latin1', 9, 12))))
    for (const [line, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(line)
      line.on('error', () => other.destroy())
      line.once('close', () => {
        lines.delete(line)
        other.destroy()
      })
      line.pipe(other)
    }
  })

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  const rules = [
    ...hosts.map((host) => `MAP ${host} 127.0.0.1:${ownPort}`),
    'MAP * ~NOTFOUND',
    'EXCLUDE localhost',
    'EXCLUDE 127.0.0.1',
  ]
  return {
    browserFlags: [`--host-resolver-rules=${rules.join(',')}`, `--ignore-certificate-errors-spki-list=${keyHash}`],
    hosts,
    answered,
    async close() {
      for (const line of lines) line.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
