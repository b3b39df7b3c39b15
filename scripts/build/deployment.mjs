/**
 * Where a release is served. It is signed with the index, so that one deployment's index is invalid at another.
 *
 * @typedef {import('@portico/contracts/services/releaseIndex').ReleaseIndex} SignedIndex
 *
 * @typedef {object} Deployment
 * @property {string[]} audience origins of the hosts
 * @property {NonNullable<SignedIndex['origins']>} [origins] other origins that the modal may use
 * @property {string[]} [connect] origins that the secure site's settings may name
 */

/** The default for this machine, without any of the variables. @type {Deployment} */
export const LOCAL = { audience: ['http://localhost'] }

/** @param {NodeJS.ProcessEnv} env @param {string} name @returns {string[] | undefined} @throws Error with one sentence */
function originsIn(env, name) {
  const listed = env[name]?.split(',').map((origin) => origin.trim())
  for (const origin of listed ?? []) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/.test(origin)) {
      throw new Error(`${name} must be origins like https://wallet.example, separated by commas; "${origin}" is none.`)
    }
  }
  return listed
}

/**
 * The deployment in the environment; undefined if it names no host.
 * @param {NodeJS.ProcessEnv} [env] @returns {Deployment | undefined}
 * @throws Error with one sentence about an invalid origin, or other origins without a host
 */
export function readDeployment(env = process.env) {
  const audience = originsIn(env, 'PORTICO_ORIGIN')
  const api = originsIn(env, 'PORTICO_API_ORIGIN')
  const secureSite = originsIn(env, 'PORTICO_SECURE_ORIGIN')
  const connect = originsIn(env, 'PORTICO_WALLET_ORIGINS')
  if (!audience) {
    if (api || secureSite || connect) throw new Error('PORTICO_ORIGIN is needed beside the other origins.')
    return undefined
  }
  if (Boolean(secureSite) !== Boolean(connect)) {
    throw new Error('PORTICO_SECURE_ORIGIN and PORTICO_WALLET_ORIGINS are needed together.')
  }
  const origins = { ...(api && { api }), ...(secureSite && { secureSite }) }
  return { audience, ...(Object.keys(origins).length && { origins }), ...(connect && { connect }) }
}
