import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVM_CAIP_IDS } from '../local.mjs'
import { startOptional, untilHealthy } from './startChild.mjs'

/**
 * The servers of the embedded wallet: the secure site and two share stores, each in its own process as an operator
 * would run them, a mailbox, and stand-ins for the providers. Login is part of the services.
 *
 * @typedef {import('./startChild.mjs').Child} Child
 *
 * @typedef {object} EmbeddedWallet
 * @property {boolean} isUp
 * @property {string[]} missing one sentence for each part that did not start
 *
 * @typedef {object} WalletOptions
 * @property {import('./ports.mjs').Ports} ports
 * @property {import('./settings.mjs').StackUrls} urls
 * @property {string} dist the output folder of `scripts/build.mjs`; its files may appear later
 * @property {string} dataDir of the services: the stores keep their data next to it. `memory://` keeps nothing
 * @property {string} [logLevel]
 * @property {string | undefined} bundler of the first EVM chain, if it has one
 * @property {AbortSignal} signal aborts when the stack is stopped
 * @property {(line: string) => void} log is called when a part exits by itself
 * @property {(name: string, script: string, env: NodeJS.ProcessEnv) => Child} startPart
 */

/** @typedef {'auth' | 'recovery'} ShareStore */
/** @type {readonly ShareStore[]} */
const STORES = ['auth', 'recovery']

const LOGIN_KEYS_PATH = '/login/v1/keys'
const MAIL_FROM = 'wallet@portico.test'

/**
 * Keys for sealed shares. Kept across restarts, as the shares are.
 * @param {string} dataDir
 * @returns {Record<ShareStore, string>} in the format of `SHARE_KEY`
 */
function shareKeys(dataDir) {
  const draw = () => `local:${randomBytes(32).toString('base64url')}`
  const drawn = { auth: draw(), recovery: draw() }
  if (dataDir.startsWith('memory:')) return drawn
  const file = `${dataDir}-share-keys.json`
  try {
    writeFileSync(file, JSON.stringify(drawn), { mode: 0o600, flag: 'wx' })
  } catch {
    // The keys exist already.
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Visitors can sign in as anyone; Apple's app has a key instead of a secret. */
const PROVIDERS = ['GOOGLE', 'GITHUB', 'APPLE', 'FACEBOOK', 'X', 'DISCORD']

/**
 * Login's apps at the stand-in providers, in the form that both sides expect.
 * @param {string} origin of the stand-ins
 * @returns {NodeJS.ProcessEnv}
 */
function localProviders(origin) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ofProvider = (/** @type {string} */ name) => {
    const id = {
      [`SOCIAL_${name}_ID`]: 'portico-local',
      [`SOCIAL_${name}_URL`]: `${origin}/${name.toLowerCase()}`,
    }
    if (name !== 'APPLE') return { ...id, [`SOCIAL_${name}_SECRET`]: 'portico-local-secret' }
    const SOCIAL_APPLE_KEY = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    return { ...id, SOCIAL_APPLE_TEAM: 'PORTICO', SOCIAL_APPLE_KEY_ID: 'LOCAL', SOCIAL_APPLE_KEY }
  }
  return Object.assign({}, ...PROVIDERS.map(ofProvider))
}

/**
 * Prepares the services' login settings, and a function that starts everything else.
 * @param {WalletOptions} options
 */
export function prepareEmbeddedWallet({ ports, urls, dist, dataDir, logLevel, bundler, signal, log, startPart }) {
  // A new key at each start is enough, because its signatures are valid for two minutes.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const mail = { SMTP_URL: `smtp://127.0.0.1:${ports.mailboxSmtp}`, SMTP_FROM: MAIL_FROM }
  const common = { HOST: '127.0.0.1', ...(logLevel && { LOG_LEVEL: logLevel }) }
  // A developer's settings for the services must not reach these processes.
  const nothingOfOthers = { DATABASE_URL: undefined, LOGIN_SIGNING_KEY: undefined, SHARE_KEY: undefined }

  const providers = localProviders(urls.identityProvider)
  const keys = shareKeys(dataDir)
  /** The keys in the form in which an operator passes them. @type {Promise<string> | undefined} */
  let loginKeys
  const startStore = async (/** @type {ShareStore} */ store) => {
    loginKeys ??= fetch(`${urls.services}${LOGIN_KEYS_PATH}`).then((answer) => answer.text())
    const LOGIN_PUBLIC_KEYS = await loginKeys
    signal.throwIfAborted()
    return startPart(`${store}-shares`, 'services/src/shares/main.ts', {
      ...nothingOfOthers,
      ...common,
      SHARE_STORE: store,
      SHARE_KEY: keys[store],
      SHARE_DATA_DIR: dataDir.startsWith('memory:') ? dataDir : `${dataDir}-shares-${store}`,
      LOGIN_PUBLIC_KEYS,
      SECURE_SITE_ORIGIN: urls.secureSite,
      PORT: String(ports[`${store}Shares`]),
      ...(store === 'recovery' && mail),
    })
  }

  /**
   * Parts without a `url` report readiness themselves.
   * @type {{ name: string, needs: number[], start: () => Child | Promise<Child>, url?: string }[]}
   */
  const parts = [
    {
      name: 'mailbox',
      needs: [ports.mailbox, ports.mailboxSmtp],
      start: () =>
        startPart('mailbox', 'local/mailbox/main.ts', {
          ...nothingOfOthers,
          MAILBOX_PORT: String(ports.mailbox),
          MAILBOX_SMTP_PORT: String(ports.mailboxSmtp),
        }),
      url: `${urls.mailbox}/healthz`,
    },
    {
      name: 'secure site',
      needs: [ports.secureSite],
      start: () =>
        startPart('secure-site', 'services/src/secureSite/main.ts', {
          ...nothingOfOthers,
          ...common,
          PORT: String(ports.secureSite),
          SERVICES_ORIGIN: urls.services,
          AUTH_SHARES_ORIGIN: urls.authShares,
          RECOVERY_SHARES_ORIGIN: urls.recoveryShares,
          ...(bundler && { BUNDLERS: `${EVM_CAIP_IDS[0]}=${bundler}` }),
          SECURE_SITE_DIR: join(dist, 'secure-site'),
          SECURE_SITE_DEVELOPMENT: 'yes',
        }),
      // Not `/readyz`, because the site's pages may only come with the next build.
      url: `${urls.secureSite}/healthz`,
    },
    {
      name: 'providers',
      needs: [ports.identityProvider],
      start: () =>
        startPart('providers', 'local/identity/main.ts', {
          ...nothingOfOthers,
          ...providers,
          PORT: String(ports.identityProvider),
          SECURE_SITE_ORIGIN: urls.secureSite,
        }),
    },
    {
      name: 'Farcaster',
      needs: [ports.farcaster],
      start: () =>
        startPart('farcaster', 'local/farcaster/main.ts', { ...nothingOfOthers, PORT: String(ports.farcaster) }),
    },
    ...STORES.map((store) => ({
      name: `${store} share store`,
      needs: [ports[`${store}Shares`]],
      start: () => startStore(store),
      url: `${urls[`${store}Shares`]}/readyz`,
    })),
  ]

  return {
    /** @type {NodeJS.ProcessEnv} */
    servicesEnvironment: {
      SECURE_SITE_ORIGIN: urls.secureSite,
      LOGIN_SIGNING_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
      // All local visitors share one client address.
      LOGIN_STARTS_PER_CLIENT: '1000',
      ...mail,
      ...providers,
      // The playground is a mini app as well.
      SOCIAL_REDIRECT_PAGES: urls.playground,
      FARCASTER_RELAY_URL: urls.farcaster,
      // Farcaster's registries are on the local chain.
      FARCASTER_RPC_URL: urls.anvil,
    },

    /** Call once the services are up. Never rejects. @returns {Promise<EmbeddedWallet>} */
    async start() {
      /** @type {string[]} */
      const missing = []
      const run = async (/** @type {typeof parts[number]} */ { name, url, ...part }) => {
        const untilReady = (/** @type {Child} */ child) =>
          url ? untilHealthy(url, child, `The ${name}`) : child.ready()
        const reason = await startOptional({ title: `The ${name}`, ...part, untilReady }, { signal, log })
        if (reason !== undefined && !signal.aborted) missing.push(`There is no local ${name}: ${reason}`)
      }
      await Promise.all(parts.map(run))
      return { isUp: missing.length === 0 && !signal.aborted, missing }
    },
  }
}
