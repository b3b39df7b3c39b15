/**
 * @typedef {object} Origins
 * @property {string} host
 * @property {string} api
 * @property {readonly string[]} remotes
 * @property {readonly string[]} rpc the chains' nodes, including those with sockets
 * @property {string} relay a URL; the policy names only its origin
 * @property {string} secureSite
 */

/**
 * The strictest policy a site can send: no styles, no inline code, no code from strings, and only the origins that the
 * modal needs.
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
