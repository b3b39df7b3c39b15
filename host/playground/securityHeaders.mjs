/**
 * @typedef {object} Origins
 * @property {string} host
 * @property {string} api
 * @property {readonly string[]} remotes
 * @property {readonly string[]} rpc nodes of chains, those with sockets too
 * @property {string} relay a URL; only its origin is named
 * @property {string} secureSite
 */

/**
 * What a site with the strictest policy sends: no style, no inline code, no string that becomes code, and nothing from
 * anywhere but the origins that the modal needs.
 * @param {Origins} origins
 */
function strictPolicy({ host, api, remotes, rpc, relay, secureSite }) {
  return [
    `default-src 'none'`,
    `script-src ${[host, `'self'`, ...remotes].join(' ')}`,
    `connect-src ${[host, api, secureSite, ...rpc, new URL(relay).origin, ...remotes, `'self'`].join(' ')}`,
    `img-src data: ${api}`,
    `frame-src ${secureSite}`,
    `style-src 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types portico 'allow-duplicates'`,
  ].join('; ')
}

/**
 * The headers that the query asks for: `csp=strict`, `policy=integrity`.
 * @param {URLSearchParams} query
 * @param {Origins} origins
 * @returns {Record<string, string>}
 */
export function securityHeaders(query, origins) {
  return {
    ...(query.get('csp') === 'strict' && { 'content-security-policy': strictPolicy(origins) }),
    ...(query.get('policy') === 'integrity' && { 'integrity-policy': 'blocked-destinations=(script)' }),
  }
}
