import { generateKeyPairSync } from 'node:crypto'

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const app = (name: string) => ({ [`SOCIAL_${name}_ID`]: 'portico-test', [`SOCIAL_${name}_SECRET`]: 'test-secret' })

/** An environment in which the services can offer every feature; nothing is requested from any of these hosts. */
export const everyFeature = (): NodeJS.ProcessEnv => ({
  RPC_UPSTREAMS: 'eip155:987654=http://127.0.0.1:1',
  ONEINCH_KEY: 'test-key-0123456789',
  MELD_KEY: 'sandbox:test-key-0123456789',
  SECURE_SITE_ORIGIN: 'http://localhost:4303',
  LOGIN_SIGNING_KEY: JSON.stringify(keyPair().export({ format: 'jwk' })),
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_FROM: 'wallet@portico.test',
  FARCASTER_RELAY_URL: 'http://127.0.0.1:1',
  FARCASTER_RPC_URL: 'http://127.0.0.1:1',
  ...Object.assign({}, ...['GOOGLE', 'GITHUB', 'FACEBOOK', 'X', 'DISCORD'].map(app)),
  SOCIAL_APPLE_ID: 'portico-test',
  SOCIAL_APPLE_TEAM: 'TEAM',
  SOCIAL_APPLE_KEY_ID: 'KEY',
  SOCIAL_APPLE_KEY: keyPair().export({ format: 'pem', type: 'pkcs8' }).toString(),
})
