import type { Route } from 'playwright-core'
import { type MailServer, startMailServer } from '../../../services/testing/mailServer.ts'
import { CLIENT_HEADER, SECURE_SITE, SHOP, startLogin } from '../../../services/testing/startLogin.ts'
import { LOGIN_CODES_PATH, LOGIN_PATH } from '../../../shared-contracts/src/services/login.ts'
import { stack } from './stack.ts'
import type { Visit } from './visit.ts'

/**
 * A login service of the test's own, whose clock can be advanced and whose mail server can be stopped. It gives no
 * access to wallets of the stack, whose share stores do not trust it.
 */
export async function startOwnLogin() {
  let mail: MailServer = await startMailServer()
  const { url } = mail
  const service = await startLogin({ smtpUrl: url, from: 'no-reply@portico.example' })

  /** The login service knows another shop than the visited one, so requests are sent in that shop's name. */
  async function answer(route: Route): Promise<void> {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const { authorization } = await request.allHeaders()
    const body = request.postDataJSON()
    const response = await fetch(`${service.url}${pathname}?projectId=${SHOP.projectId}`, {
      method: request.method(),
      headers: { origin: SECURE_SITE, [CLIENT_HEADER]: '192.0.2.7', ...(authorization && { authorization }) },
      ...(body && { body: JSON.stringify({ ...body, ...(body.page && { page: SHOP.origin }) }) }),
    })
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
    await route.fulfill({ status: response.status, headers, body: await response.text() })
  }

  return {
    /** Redirects the requesting and checking of codes to this service. */
    takesOver: (context: Visit['context']) => context.route(`${stack.urls.services}${LOGIN_CODES_PATH}**`, answer),
    /**
     * Redirects all of login. Visitors get into a wallet only where the stores trust this service, see
     * `startOwnStores`.
     */
    takesOverAll: (context: Visit['context']) => context.route(`${stack.urls.services}${LOGIN_PATH}/**`, answer),
    /** Format of `LOGIN_PUBLIC_KEYS`. */
    publicKeys: JSON.stringify({ keys: [service.signingKey.publicKey] }),
    advance: service.advance,
    mails: () => mail.inbox,
    lastCode: () => /\b(\d{6})\b/.exec(mail.inbox.at(-1)?.raw.split('\r\n\r\n').slice(1).join() ?? '')?.[1] ?? '',
    /** Stops the mail server. */
    endMail: () => mail.close(),
    /** Starts the mail server again on the same port. */
    async beginMail() {
      mail = await startMailServer(Number(new URL(url).port))
    },
    async end() {
      await service.close()
      await mail.close()
    },
  }
}
