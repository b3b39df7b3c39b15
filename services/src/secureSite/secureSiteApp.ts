import { APPROVE_PATH, FRAME_PATH, POPUP_PATH } from '@portico/contracts/embeddedWallet/frameUrl'
import { DEVICE_PAGE_PATH, SOCIAL_BACK_PATH } from '@portico/contracts/services/login'
import { SETTINGS_PATH, type SecureSiteSettings, WALLET_PATH } from '@portico/contracts/services/secureSite'
import { type Context, Hono } from 'hono'
import type { ClientOptions } from '../http/environment.ts'
import { ServiceError } from '../http/errors.ts'
import { answerErrors, logRequests } from '../http/frame.ts'
import { limitClients } from '../http/limitClients.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { Log } from '../log.ts'
import type { FindOrigins } from './allowedOrigins.ts'
import { frameAncestors } from './frameAncestors.ts'
import { postedAnswer } from './postedAnswer.ts'
import { type PageKind, type SecureSiteOrigins, securityHeaders } from './securityHeaders.ts'
import type { Asset, PageName, SiteFiles, SitePage } from './siteFiles.ts'

/** For assets, whose names contain their hashes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

const NOBODY = "'none'"

export interface SecureSiteDependencies {
  readonly settings: SecureSiteSettings
  readonly files: SiteFiles
  readonly findOrigins: FindOrigins
  readonly log: Log
  readonly clients?: ClientOptions | undefined
}

const originsOf = ({ services, shares, bundlers }: SecureSiteSettings): SecureSiteOrigins => {
  const bundlerOrigins = Object.values(bundlers).map((url) => new URL(url).origin)
  return { connect: [...new Set([services, shares.auth, shares.recovery, ...bundlerOrigins])] }
}

/** Serves the pages of the embedded wallet, each under its own policy, and their files; nothing else. */
export function createSecureSiteApp({ settings, files, findOrigins, log, clients }: SecureSiteDependencies): Hono {
  const app = new Hono()
  const origins = originsOf(settings)

  /** Sets the security headers of any response, including errors and redirects. */
  const under = (c: Context, kind: PageKind, ancestors = NOBODY, pins?: SitePage['pins']) => {
    for (const [name, value] of Object.entries(securityHeaders(kind, ancestors, origins, pins))) c.header(name, value)
  }

  function send(c: Context, { type, bytes, compressed }: Asset) {
    c.header('Content-Type', type)
    if (!compressed) return c.body(bytes)
    c.header('Vary', 'Accept-Encoding')
    if (!/\bbr\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(bytes)
    c.header('Content-Encoding', 'br')
    return c.body(compressed)
  }

  async function sendPage(c: Context, kind: PageKind, name: PageName, ancestors?: string) {
    const page = await files.page(name)
    under(c, kind, ancestors, page.pins)
    return send(c, page)
  }

  app.use(logRequests(log))
  app.use(limitClients(clients))

  const page = (path: string, kind: PageKind, name: PageName) => app.get(path, (c) => sendPage(c, kind, name))

  /** @throws ServiceError `project.unknown`, `project.unavailable` */
  async function ancestorsOf(projectId: string) {
    const allowed = await findOrigins(projectId).catch((error: unknown) => {
      log.warn('the origins of a project cannot be asked', { error })
      throw new ServiceError('project.unavailable')
    })
    if (!allowed) throw new ServiceError('project.unknown')
    return frameAncestors(allowed, settings)
  }

  app.get(FRAME_PATH, async (c) => sendPage(c, 'frame', 'sdk', await ancestorsOf(readProjectId(c))))
  page(APPROVE_PATH, 'popup', 'approve')
  page(POPUP_PATH, 'popup', 'loading')
  page(SOCIAL_BACK_PATH, 'popup', 'back')
  page(DEVICE_PAGE_PATH, 'page', 'device')
  page(WALLET_PATH, 'opener', 'wallet')

  app.post(SOCIAL_BACK_PATH, async (c) => {
    under(c, 'popup')
    return c.redirect(await postedAnswer(c), 303)
  })

  app.get('/assets/:name', async (c) => {
    const asset = await files.asset(c.req.param('name'))
    if (!asset) throw new ServiceError('route.unknown')
    under(c, 'page')
    c.header('Cache-Control', FOR_EVER)
    return send(c, asset)
  })

  app.get(SETTINGS_PATH, (c) => {
    under(c, 'page')
    return c.json(settings)
  })

  function say(c: Context, error: ServiceError) {
    // A pop-up that fails keeps its opener, so that the opener can close it.
    under(c, [APPROVE_PATH, POPUP_PATH, SOCIAL_BACK_PATH].includes(c.req.path) ? 'popup' : 'page')
    if (error.retryAfterS) c.header('Retry-After', `${error.retryAfterS}`)
    return c.text(`${error.message}.\n`, error.status)
  }
  answerErrors(app, log, say)
  return app
}
