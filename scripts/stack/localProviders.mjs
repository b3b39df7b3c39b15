import { generateKeyPairSync } from 'node:crypto'
import { localUrl } from '../local.mjs'

/** Visitors can sign in as anyone; Apple's app has a key instead of a secret. */
const PROVIDERS = ['GOOGLE', 'GITHUB', 'APPLE', 'FACEBOOK', 'X', 'DISCORD']

/**
 * Login's apps at the stand-in providers, in the form that both sides expect.
 * @param {number} port of the stand-ins
 * @returns {NodeJS.ProcessEnv}
 */
export function localProviders(port) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ofProvider = (/** @type {string} */ name) => {
    const id = {
      [`SOCIAL_${name}_ID`]: 'portico-local',
      [`SOCIAL_${name}_URL`]: `${localUrl(port)}/${name.toLowerCase()}`,
    }
    if (name !== 'APPLE') return { ...id, [`SOCIAL_${name}_SECRET`]: 'portico-local-secret' }
    const SOCIAL_APPLE_KEY = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    return { ...id, SOCIAL_APPLE_TEAM: 'PORTICO', SOCIAL_APPLE_KEY_ID: 'LOCAL', SOCIAL_APPLE_KEY }
  }
  return Object.assign({}, ...PROVIDERS.map(ofProvider))
}
