import { fileURLToPath } from 'node:url'
import {
  BITCOIN_CAIP_ID,
  bitcoindUrl,
  EVM_CAIP_IDS,
  LOCAL_AUTH_SECRET,
  LOCAL_EXCHANGE_PAYER,
  LOCAL_ONRAMP_PAYER,
  LOCAL_POOLS,
  LOCAL_PROJECT_ID,
  localUrl,
  SOLANA_CAIP_ID,
} from '../local.mjs'

/**
 * Where the parts of a stack are, and how each is told about the others.
 *
 * @typedef {import('./ports.mjs').Ports} Ports
 * @typedef {ReturnType<typeof urlsOf>} StackUrls
 */

/** @param {Ports} ports */
export const urlsOf = (ports) => ({
  playground: localUrl(ports.playground),
  host: localUrl(ports.host),
  services: localUrl(ports.services),
  phone: localUrl(ports.phone),
  /** The operators' console, with the admin API below the same origin. */
  console: localUrl(ports.console),
  anvil: localUrl(ports.anvil),
  secondAnvil: localUrl(ports.secondAnvil),
  /** The chain's WebSocket is on the next port. */
  solana: localUrl(ports.solana),
  /** The REST interface of the Bitcoin chain. */
  esplora: localUrl(ports.esplora),
  /** The bundler of the first EVM chain. */
  bundler: localUrl(ports.bundler),
  secureSite: localUrl(ports.secureSite),
  authShares: localUrl(ports.authShares),
  recoveryShares: localUrl(ports.recoveryShares),
  mailbox: localUrl(ports.mailbox),
  identityProvider: localUrl(ports.identityProvider),
  farcaster: localUrl(ports.farcaster),
  /** The remotes' origins, by id. */
  remotes: Object.fromEntries(Object.entries(ports.remotes).map(([id, port]) => [id, localUrl(port)])),
})

/** @param {StackUrls} urls */
const relayUrl = ({ services }) => `${services.replace('http', 'ws')}/relay`

/**
 * The services' environment, without what the embedded wallet adds.
 * @param {{ ports: Ports, urls: StackUrls, adminToken: string }} stack @returns {NodeJS.ProcessEnv}
 */
export const servicesEnvironment = ({ ports, urls, adminToken }) => ({
  PORT: String(ports.services),
  HOST: '127.0.0.1',
  ADMIN_TOKENS: ['read', 'toggle', 'release'].map((scope) => `${scope}:${adminToken}`).join(),
  CONSOLE_ORIGIN: urls.console,
  SEED_PROJECT_ID: LOCAL_PROJECT_ID,
  RELEASE_INDEX_URL: `${urls.host}/release-index.txt`,
  // The playground is a page on this machine.
  SERVICES_DEVELOPMENT: 'yes',
  RPC_UPSTREAMS: [
    `eip155:31337=${urls.anvil}`,
    `eip155:31338=${urls.secondAnvil}`,
    `${SOLANA_CAIP_ID}=${urls.solana}`,
    `${BITCOIN_CAIP_ID}=${bitcoindUrl(ports.bitcoind)}`,
  ].join(';'),
  ESPLORA_UPSTREAMS: `${BITCOIN_CAIP_ID}=${urls.esplora}`,
  HISTORY_INDEXED_CHAINS: EVM_CAIP_IDS.join(),
  POOLS: EVM_CAIP_IDS.map((id) => `${id}=${LOCAL_POOLS.router},${LOCAL_POOLS.dollar}`).join(';'),
  ONRAMP_SANDBOX_CHAINS: [
    ...EVM_CAIP_IDS.map((id) => `${id}=${LOCAL_ONRAMP_PAYER}`),
    `${SOLANA_CAIP_ID}=${urls.solana}`,
    `${BITCOIN_CAIP_ID}=${urls.esplora}`,
  ].join(';'),
  PAYMENTS_SANDBOX_CHAINS: [
    ...EVM_CAIP_IDS.map((id) => `${id}=${LOCAL_EXCHANGE_PAYER}`),
    `${SOLANA_CAIP_ID}=${urls.solana}`,
  ].join(';'),
  JUPITER_UPSTREAMS: `${SOLANA_CAIP_ID}=${urls.solana}/swap/v1`,
  TOKENS_FILE: fileURLToPath(new URL('../../local/chains/tokens.json', import.meta.url)),
  AUTH_SECRET: LOCAL_AUTH_SECRET,
})

/**
 * @param {Ports} ports @param {StackUrls} urls
 * @returns {import('../../host/playground/page/settings.ts').PageSettings}
 */
export const playgroundSettings = (ports, urls) => ({
  projectId: LOCAL_PROJECT_ID,
  endpoints: {
    host: urls.host,
    api: urls.services,
    rpc: urls.services,
    relay: relayUrl(urls),
    secureSite: urls.secureSite,
    analytics: urls.services,
  },
  chains: [
    { id: 31337, name: 'Portico Local', rpcUrl: urls.anvil },
    { id: 31338, name: 'Portico Second', rpcUrl: urls.secondAnvil },
  ],
  solana: {
    caipNetworkId: SOLANA_CAIP_ID,
    name: 'Portico Solana',
    rpcUrl: urls.solana,
    socketUrl: localUrl(ports.solanaSocket).replace('http', 'ws'),
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  },
  bitcoin: {
    caipNetworkId: BITCOIN_CAIP_ID,
    name: 'Portico Bitcoin',
    rpcUrl: urls.esplora,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  },
})

/** @param {StackUrls} urls */
export const phoneSettings = (urls) => ({
  projectId: LOCAL_PROJECT_ID,
  relayUrl: relayUrl(urls),
  networks: [
    { id: 'eip155:31337', name: 'Portico Local', url: urls.anvil },
    { id: 'eip155:31338', name: 'Portico Second', url: urls.secondAnvil },
    { id: SOLANA_CAIP_ID, name: 'Portico Solana', url: urls.solana },
    { id: BITCOIN_CAIP_ID, name: 'Portico Bitcoin', url: urls.esplora },
  ],
})
