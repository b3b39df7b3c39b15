import { randomBytes } from 'node:crypto'
import {
  EmailChangeAnswer,
  EmailCheckAnswer,
  LoginCheckAnswer,
  LoginCodeAnswer,
} from '@portico/contracts/services/login'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import type { MailServer, ReceivedMail } from './mailServer.ts'
import { CLIENT_HEADER, SECURE_SITE, SHOP } from './startLogin.ts'

/** The text of a mail, without the soft line breaks of its transport encoding (RFC 2045 §6.7). */
export function textOfMail({ raw }: ReceivedMail): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  // Plain text comes first (RFC 2046 §5.1.4).
  const part = boundary === undefined ? raw : (raw.split(`--${boundary}`)[1] ?? '')
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\n\n')
  if (!/quoted-printable/i.test(head)) return text
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)))
}

export interface LoginRequest {
  readonly body?: unknown
  readonly token?: string | undefined
  readonly client?: string
  readonly origin?: string | null
  readonly method?: string
}

/** Login in this process, or over HTTP. */
export interface AskedLogin {
  readonly app: { request(path: string, init: RequestInit): Response | Promise<Response> }
}

/** Calls login like the frame, and reads mail like its owner. */
export function createVisitors(service: AskedLogin, mail: MailServer) {
  let visitors = 0

  async function ask(path: string, { body, token, client, origin = SECURE_SITE, method = 'POST' }: LoginRequest = {}) {
    const response = await service.app.request(`${path}?projectId=${SHOP.projectId}`, {
      method,
      headers: {
        ...(origin !== null && { origin }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        // By default, each visitor has an address of its own.
        [CLIENT_HEADER]: client ?? `198.51.100.${visitors % 250}`,
      },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, answer, headers: response.headers }
  }

  async function answered<Schema extends GenericSchema>(schema: Schema, path: string, request: LoginRequest) {
    const { status, answer } = await ask(path, request)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`)
    return parse(schema, answer) as InferOutput<Schema>
  }

  const lastMail = () => {
    const last = mail.inbox.at(-1)
    if (!last) throw new Error('There is no mail.')
    return { to: last.to, raw: last.raw, text: textOfMail(last) }
  }
  const codeIn = (text: string) => /\b(\d{6})\b/.exec(text)?.[1] ?? ''

  const newThumbprint = () => randomBytes(32).toString('base64url')
  const newEmail = () => {
    visitors += 1
    return `Ada.${visitors}@mail.example`
  }

  const start = (email: string, more: { keyThumbprint?: string } = {}) =>
    answered(LoginCodeAnswer, '/login/v1/codes', {
      body: { email, page: SHOP.origin, keyThumbprint: newThumbprint(), ...more },
    })
  const check = (attempt: string, code: string) =>
    answered(LoginCheckAnswer, '/login/v1/codes/check', { body: { attempt, code } })

  /** Begins a sign-in, up to the code in the mail. */
  async function untilCode(email = newEmail(), keyThumbprint = newThumbprint()) {
    const { attempt } = await start(email, { keyThumbprint })
    return { attempt, code: codeIn(lastMail().text), email, keyThumbprint }
  }

  /** Signs in a visitor. */
  async function signedIn(email?: string) {
    const begun = await untilCode(email)
    const answer = await check(begun.attempt, begun.code)
    if (answer.outcome !== 'accepted') throw new Error(`The code was ${answer.outcome}.`)
    return { ...begun, ...answer, token: answer.session.token }
  }

  return {
    ask,
    lastMail,
    codeIn,
    newEmail,
    newThumbprint,
    start,
    check,
    untilCode,
    signedIn,
    startChange: (token: string, email: string) =>
      answered(EmailChangeAnswer, '/login/v1/email', { token, body: { email, page: SHOP.origin } }),
    checkChange: (token: string, attempt: string, code: string) =>
      answered(EmailCheckAnswer, '/login/v1/email/check', { token, body: { attempt, code } }),
    /** A code that differs from `code`. */
    wrong: (code: string) => (code === '000000' ? '000001' : '000000'),
  }
}
