import type { SitePage } from './siteFiles.ts'

/** What the pages of the secure site may talk to, as origins. */
export interface SecureSiteOrigins {
  /** Login, share stores, JSON-RPC, bundlers. */
  readonly connect: readonly string[]
}

/**
 * The pages of pop-ups need the window that opened them; every other page has no business with one. `page` stands in a
 * window of its own. So does `opener`, which keeps hold of the pop-ups that it opens itself, and of no window that opened it.
 */
export type PageKind = 'frame' | 'popup' | 'page' | 'opener'

const OPENER_POLICIES: Readonly<Record<PageKind, string>> = {
  frame: 'same-origin',
  popup: 'unsafe-none',
  page: 'same-origin',
  opener: 'same-origin-allow-popups',
}

const SELF = "'self'"
const NONE = "'none'"

/**
 * The headers of a page of the secure site. Nothing runs in it but its own scripts, and those may not turn text into code:
 * keys are in there.
 * @param ancestors the value of `frame-ancestors`
 * @param pins of the page: what stands in it, by hash. Its own policy, which is a part of it, says which scripts it may import
 */
export function securityHeaders(
  kind: PageKind,
  ancestors: string,
  { connect }: SecureSiteOrigins,
  { scripts, styles }: SitePage['pins'] = { scripts: [], styles: [] },
): Readonly<Record<string, string>> {
  const policy: Readonly<Record<string, string>> = {
    'default-src': NONE,
    'script-src': scripts.length ? [SELF, ...scripts].join(' ') : NONE,
    'style-src': styles.join(' ') || NONE,
    'img-src': `${SELF} data:`,
    'font-src': SELF,
    'connect-src': [SELF, ...connect].join(' '),
    'base-uri': NONE,
    'form-action': NONE,
    'frame-ancestors': kind === 'frame' ? ancestors : NONE,
    'require-trusted-types-for': "'script'",
    'trusted-types': NONE,
  }
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, value]) => `${directive} ${value}`)
      .join('; '),
    'Cross-Origin-Opener-Policy': OPENER_POLICIES[kind],
    // Everybody may compare what is served with what was signed: it is the same for everybody, and no cookie counts here.
    'Access-Control-Allow-Origin': '*',
    // The frame is embedded by other origins, which is what `frame-ancestors` decides.
    'Cross-Origin-Resource-Policy': kind === 'frame' ? 'cross-origin' : 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': 'max-age=63072000',
    // A policy for one project is no policy for another.
    'Cache-Control': 'no-store',
  }
}
