import type { SitePage } from './siteFiles.ts'

/** Origins that pages of the secure site may connect to. */
export interface SecureSiteOrigins {
  /** The origins of login, the share stores, JSON-RPC and the bundlers. */
  readonly connect: readonly string[]
}

/**
 * Pop-up pages need their opener; other pages must not have one. `page` and `opener` are windows of their own. An
 * `opener` keeps access to the pop-ups that it opens.
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
 * The headers of a page of the secure site. Only its own scripts run, and they cannot evaluate text as code, because
 * the page holds keys.
 * @param ancestors the value of `frame-ancestors`
 * @param pins hashes of the page's inline content. A policy inside the page lists the scripts that the page may import
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
    // Lets anybody compare the served files with the signed files. The files are the same for everyone, with or without
    // cookies.
    'Access-Control-Allow-Origin': '*',
    // The frame is embedded by other origins; `frame-ancestors` decides which.
    'Cross-Origin-Resource-Policy': kind === 'frame' ? 'cross-origin' : 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': 'max-age=63072000',
    // The policy differs between projects.
    'Cache-Control': 'no-store',
  }
}
