import { createHash } from 'node:crypto'
import { AdminProject, AdminProjects, AuditPage } from '@portico/contracts/services/admin'
import { AnalyticsConfig, AnalyticsReport } from '@portico/contracts/services/analytics'
import { Balances } from '@portico/contracts/services/balances'
import { AuthenticateAnswer, AuthNonce, AuthOtpAnswer, SessionAccount } from '@portico/contracts/services/cloudAuth'
import {
  Allowance,
  BuiltApprove,
  BuiltSwap,
  ConvertTokens,
  GasPrices,
  Quotes,
} from '@portico/contracts/services/convert'
import { Health, Readiness } from '@portico/contracts/services/health'
import { History } from '@portico/contracts/services/history'
import { Identity } from '@portico/contracts/services/identity'
import { JsonRpcResponse } from '@portico/contracts/services/jsonRpc'
import {
  AssertionAnswer,
  EmailChangeAnswer,
  EmailCheckAnswer,
  FarcasterStartAnswer,
  FarcasterWaitAnswer,
  LoginCheckAnswer,
  LoginCodeAnswer,
  LoginKeys,
  LoginRotateAnswer,
  LoginSessionAnswer,
  SocialFinishAnswer,
  SocialLookAnswer,
  SocialStartAnswer,
} from '@portico/contracts/services/login'
import { PasskeysAnswer } from '@portico/contracts/services/loginPasskeys'
import { NameLookup, NameRecord, NameReverse, NameSuggestions } from '@portico/contracts/services/names'
import { Nfts } from '@portico/contracts/services/nfts'
import { OnrampOptions, OnrampOrder, OnrampQuote, OnrampUrl } from '@portico/contracts/services/onramp'
import { ExchangeAssets, TEST_EXCHANGE_ID, TransferQuote, TransferStatus } from '@portico/contracts/services/payments'
import { Prices } from '@portico/contracts/services/prices'
import { AllowedOrigins, ProjectConfig } from '@portico/contracts/services/projectConfig'
import { CurrencyList, NetworkList, TokenList } from '@portico/contracts/services/publicLists'
import { HEALTH_REPORT_PATH, RemoteHealth } from '@portico/contracts/services/remoteHealth'
import { RolloutState } from '@portico/contracts/services/rollouts'
import { SupportedChains } from '@portico/contracts/services/supportedChains'
import { WalletList } from '@portico/contracts/services/wallets'
import { DEVELOPMENT_ADDRESSES } from '@portico/local/chains/evmContracts'
import { array, type GenericSchema, null_, strictObject, union } from 'valibot'
import { registryWallets } from '../src/walletRegistry/registryWallets.ts'
import { SHOP_ORIGIN } from './allServices.ts'
import { addressOf, caipOf, LOCAL_NETWORK } from './localPools.ts'

/** An endpoint's successful answer, and a valid request. */
export interface Endpoint {
  /** The schema of the answer's JSON, or its content type; absent if the answer has no body or is always an error. */
  readonly answer?: GenericSchema | RegExp
  /** 200 by default. */
  readonly status?: readonly number[]
  /** Whether errors are pages for a person, not JSON. */
  readonly errorPage?: true
  /** Whether errors have the format that clients of services.md §9.3 expect: `{ error: 'text' }`. */
  readonly errorText?: true
  /** Whether a valid request requires an earlier request. */
  readonly needsMore?: true
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const ACCOUNT = DEVELOPMENT_ADDRESSES[0]
const CAIP_ACCOUNT = `${LOCAL_NETWORK}:${ACCOUNT}`
export const ADMIN_TOKEN = 'test-all-0123456789abcdef'
export const METRICS_TOKEN = '0123456789abcdef'
const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` }
const METRICS = { authorization: `Bearer ${METRICS_TOKEN}` }
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The origin of the only pages that call login. They send it with every request. */
export const SECURE_SITE_ORIGIN = 'https://secure.example'
const ofSecureSite = { headers: { origin: SECURE_SITE_ORIGIN } }
/** A made-up secret. */
const SECRET = 'a'.repeat(43)

const Nothing = strictObject({})
const IMAGE = /^image\//
const chainId = LOCAL_NETWORK
const address = { address: ACCOUNT }
const remoteId = { remoteId: 'swaps' }

const asset = {
  id: 'ETH',
  name: 'Ether',
  symbol: 'ETH',
  networks: [{ name: LOCAL_NETWORK, display_name: 'Local', chain_id: '31337', contract_address: '' }],
}
const event = {
  eventId: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
  url: 'https://shop.example/checkout',
  domain: 'shop.example',
  timestamp: 1_755_000_000_123,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: true } },
}
const call = { jsonrpc: '2.0', id: 7, method: 'eth_getBalance', params: [ACCOUNT, 'latest'] }
const swap = { from: caipOf('USDC'), to: caipOf('DAI'), amount: '1000000' }
const rpc: Endpoint = {
  answer: union([JsonRpcResponse, array(JsonRpcResponse)]),
  // A notification has no answer.
  status: [200, 204],
  query: { chainId },
  body: call,
}

/** Every route of the services. A test compares this list with the actual routes, in both directions. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  'GET /healthz': { answer: Health },
  'GET /readyz': { answer: Readiness },
  'GET /metrics': { answer: /^text\/plain/, headers: METRICS },

  'GET /appkit/v1/config': { answer: ProjectConfig },
  'GET /projects/v1/origins': { answer: AllowedOrigins },
  'GET /admin/v1/projects': { answer: AdminProjects, headers: ADMIN },
  'POST /admin/v1/projects': {
    answer: AdminProject,
    status: [201],
    headers: ADMIN,
    body: { id: createHash('md5').update('another project').digest('hex') },
  },
  'GET /admin/v1/projects/:projectId': { answer: AdminProject, headers: ADMIN },
  'GET /admin/v1/projects/:projectId/audit': {
    answer: AuditPage,
    headers: ADMIN,
    query: { limit: '1', before: '99999' },
  },
  'GET /admin/v1/projects/:projectId/analytics': {
    answer: AnalyticsReport,
    headers: ADMIN,
    query: { from: '2025-08-01', to: '2025-08-31' },
  },
  'PUT /admin/v1/projects/:projectId/remotes/:remoteId/toggle': {
    answer: AdminProject,
    headers: ADMIN,
    params: remoteId,
    body: { on: false },
  },
  'PUT /admin/v1/projects/:projectId/features/:featureId': {
    answer: AdminProject,
    headers: ADMIN,
    params: { featureId: 'multi_wallet' },
    body: { on: true },
  },
  'POST /admin/v1/projects/:projectId/remotes/:remoteId/kill': {
    answer: AdminProject,
    headers: ADMIN,
    params: remoteId,
  },
  'PATCH /admin/v1/projects/:projectId/remotes/:remoteId/switch': {
    answer: AdminProject,
    headers: ADMIN,
    params: remoteId,
    body: { channel: 'beta', version: null, rollout: 5 },
  },
  'GET /admin/v1/projects/:projectId/remotes/:remoteId/health': {
    answer: RemoteHealth,
    headers: ADMIN,
    params: remoteId,
    query: { hours: '48' },
  },
  'PUT /admin/v1/projects/:projectId/remotes/:remoteId/rollout': {
    answer: RolloutState,
    headers: ADMIN,
    params: remoteId,
    body: {
      target: { version: '1.1.0' },
      steps: [{ percent: 5, afterMinutes: 60, healthyLoads: 0 }],
      automaticRollback: false,
    },
  },
  'GET /admin/v1/projects/:projectId/remotes/:remoteId/rollout': {
    answer: RolloutState,
    needsMore: true,
    headers: ADMIN,
    params: remoteId,
  },
  'DELETE /admin/v1/projects/:projectId/remotes/:remoteId/rollout': {
    answer: RolloutState,
    needsMore: true,
    headers: ADMIN,
    params: remoteId,
  },
  'POST /admin/v1/projects/:projectId/remotes/:remoteId/rollback': {
    answer: AdminProject,
    needsMore: true,
    headers: ADMIN,
    params: remoteId,
    body: { reason: 'prices are wrong' },
  },
  'PUT /admin/v1/projects/:projectId/origins': {
    answer: AdminProject,
    headers: ADMIN,
    body: { allowedOrigins: ['https://shop.example'] },
  },
  'PUT /admin/v1/projects/:projectId/time-zones': {
    headers: ADMIN,
    answer: AdminProject,
    body: { restrictedTimeZones: ['Asia/Shanghai'] },
  },
  'PUT /admin/v1/projects/:projectId/analytics': {
    answer: AdminProject,
    headers: ADMIN,
    body: { isAnalyticsEnabled: true, addresses: true },
  },

  'GET /getWallets': {
    answer: WalletList,
    query: { page: '1', entries: '40', search: 'a', chains: 'eip155:1', badge_type: 'certified' },
  },
  'GET /public/networks': { answer: NetworkList },
  'GET /public/tokens': { answer: TokenList, query: { chainId: 'eip155:1' } },
  'GET /public/currencies': { answer: CurrencyList },
  'GET /getWalletImage/:imageId': { answer: IMAGE, params: { imageId: registryWallets[0]?.imageId ?? '' } },
  'GET /public/getAssetImage/:imageId': { answer: IMAGE, params: { imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900' } },
  'GET /public/networkImage/:caip2': { answer: IMAGE, params: { caip2: 'eip155:1' } },
  'GET /public/getCurrencyImage/:code': { answer: IMAGE, params: { code: 'USD' } },
  'GET /public/getTokenImage/:symbol': { answer: IMAGE, params: { symbol: 'USDC' } },

  'POST /v1/': rpc,
  'POST /v1': rpc,
  'GET /v1/supported-chains': { answer: SupportedChains },
  'GET /v1/identity/:address': { answer: Identity, params: address, query: { sender: ACCOUNT } },
  'GET /v1/profile/account/:name': {
    answer: NameLookup,
    params: { name: 'river.portico.test' },
    query: { apiVersion: '2' },
  },
  'GET /v1/profile/reverse/:address': {
    answer: NameReverse,
    params: address,
    query: { sender: ACCOUNT, apiVersion: '2' },
  },
  'GET /v1/profile/suggestions/:label': {
    answer: NameSuggestions,
    params: { label: 'river' },
    query: { zone: 'portico.test' },
  },
  'POST /v1/profile/account': {
    answer: NameRecord,
    needsMore: true,
    body: {
      coin_type: 60,
      address: ACCOUNT,
      message: '{"name":"river.portico.test","attributes":{},"timestamp":1755000000}',
      signature: `0x${'1b'.repeat(65)}`,
    },
  },
  'GET /v1/account/:address/balance': {
    answer: Balances,
    params: address,
    query: { currency: 'usd', chainId, forceUpdate: caipOf('USDC') },
    headers: { origin: SHOP_ORIGIN },
  },
  'GET /v1/account/:address/history': { answer: History, params: address, query: { chainId, cursor: '' } },
  'GET /v1/account/:address/nfts': { answer: Nfts, params: address, query: { chainId, cursor: '' } },
  'GET /v1/image': { answer: IMAGE, query: { url: `data:image/png;base64,${PIXEL}` } },
  'POST /v1/fungible/price': { answer: Prices, body: { currency: 'usd', addresses: [caipOf('ETH'), caipOf('USDC')] } },

  'GET /v1/onramp/options': { answer: OnrampOptions },
  'POST /v1/onramp/quote': {
    answer: OnrampQuote,
    body: {
      purchaseCurrency: asset,
      paymentCurrency: { id: 'USD', payment_method_limits: [] },
      amount: '100.00',
      network: 'ETH',
    },
  },
  'POST /v1/generators/onrampurl': {
    answer: OnrampUrl,
    body: {
      destinationWallets: [{ address: ACCOUNT, blockchains: [LOCAL_NETWORK], assets: ['ETH'] }],
      defaultNetwork: LOCAL_NETWORK,
      partnerUserId: 'visitor-1',
      defaultExperience: 'buy',
      presetFiatAmount: 20,
    },
  },
  'GET /onramp/sandbox': { needsMore: true, errorPage: true, query: { order: '0'.repeat(32) } },
  'POST /onramp/sandbox/orders/:id/pay': { needsMore: true, errorPage: true, params: { id: '0'.repeat(32) } },
  'GET /onramp/sandbox/orders/:id': { answer: OnrampOrder, needsMore: true, params: { id: '0'.repeat(32) } },

  'POST /v1/json-rpc': {
    answer: JsonRpcResponse,
    query: { source: 'fund-wallet' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'reown_getExchanges',
      params: { page: 0, asset: `${LOCAL_NETWORK}/slip44:60` },
    },
  },
  'POST /appkit/v1/transfers/quote': {
    answer: TransferQuote,
    errorText: true,
    body: {
      user: ACCOUNT,
      originChainId: '31337',
      originCurrency: addressOf('USDC'),
      destinationChainId: '31337',
      destinationCurrency: `0x${'e'.repeat(40)}`,
      recipient: ACCOUNT,
      amount: '1000000000000000000',
    },
  },
  'GET /appkit/v1/transfers/status': {
    answer: TransferStatus,
    errorText: true,
    needsMore: true,
    query: { requestId: 'r-77', txHash: `0x${'0'.repeat(64)}` },
  },
  'GET /appkit/v1/transfers/assets/exchanges/:id': {
    answer: ExchangeAssets,
    errorText: true,
    params: { id: TEST_EXCHANGE_ID },
  },
  'GET /payments/sandbox': { needsMore: true, errorPage: true, query: { session: '0'.repeat(32) } },
  'POST /payments/sandbox/:id/pay': { needsMore: true, errorPage: true, params: { id: '0'.repeat(32) } },
  'POST /payments/sandbox/:id/decline': { needsMore: true, errorPage: true, params: { id: '0'.repeat(32) } },

  'GET /v1/convert/tokens': { answer: ConvertTokens, query: { chainId } },
  'GET /v1/convert/quotes': { answer: Quotes, query: { ...swap, userAddress: ACCOUNT, gasPrice: '1' } },
  'GET /v1/convert/gas-price': { answer: GasPrices, query: { chainId } },
  'GET /v1/convert/allowance': {
    answer: Allowance,
    query: { tokenAddress: caipOf('USDC'), userAddress: CAIP_ACCOUNT },
  },
  'GET /v1/convert/build-approve': {
    answer: BuiltApprove,
    query: { userAddress: CAIP_ACCOUNT, from: caipOf('USDC'), to: caipOf('DAI') },
  },
  'POST /v1/convert/build-transaction': {
    answer: BuiltSwap,
    body: { ...swap, userAddress: CAIP_ACCOUNT, eip155: { slippage: 1 }, disableEstimate: true },
  },

  /** For WebSockets: a request without an upgrade is always refused. */
  'GET /relay': { needsMore: true },

  'GET /getAnalyticsConfig': { answer: AnalyticsConfig },
  'POST /e': { answer: Nothing, status: [202], body: event },
  [`POST ${HEALTH_REPORT_PATH}`]: {
    answer: Nothing,
    status: [202],
    body: { entries: [{ id: 'swaps', version: '1.0.0', outcome: 'healthy', loadMs: 12, renderMs: 30, share: 5 }] },
  },
  'POST /batch': { answer: Nothing, status: [202], body: [event] },

  'GET /auth/v1/nonce': { answer: AuthNonce },
  'POST /auth/v1/authenticate': {
    answer: AuthenticateAnswer,
    needsMore: true,
    headers: { origin: SHOP_ORIGIN, 'x-nonce-jwt': 'Bearer a.b.c' },
    body: { message: 'hello', signature: '0x00', walletInfo: { type: 'extension' } },
  },
  'GET /auth/v1/me': { answer: SessionAccount, needsMore: true, query: { includeAppKitAccount: 'true' } },
  'PUT /auth/v1/account-metadata': { answer: Nothing, needsMore: true, body: { metadata: { colour: 'blue' } } },
  'POST /auth/v1/sign-out': { status: [204], needsMore: true },
  'POST /auth/v1/otp': {
    answer: AuthOtpAnswer,
    needsMore: true,
    headers: { origin: SHOP_ORIGIN },
    body: { account: CAIP_ACCOUNT, email: 'not an address' },
  },
  'PUT /auth/v1/otp': {
    answer: null_(),
    needsMore: true,
    headers: { origin: SHOP_ORIGIN, 'x-otp': event.eventId },
    body: { code: '123456' },
  },

  'POST /login/v1/codes': {
    answer: LoginCodeAnswer,
    needsMore: true,
    ...ofSecureSite,
    body: { email: 'ada@mail.example', page: 'https://thief.example', keyThumbprint: SECRET },
  },
  'POST /login/v1/codes/check': {
    answer: LoginCheckAnswer,
    ...ofSecureSite,
    body: { attempt: SECRET, code: '123456' },
  },
  'POST /login/v1/social/start': {
    answer: SocialStartAnswer,
    needsMore: true,
    ...ofSecureSite,
    body: { provider: 'google', page: 'https://thief.example', keyThumbprint: SECRET },
  },
  'POST /login/v1/social/look': { answer: SocialLookAnswer, ...ofSecureSite, body: { state: SECRET } },
  'POST /login/v1/social/finish': {
    answer: SocialFinishAnswer,
    ...ofSecureSite,
    body: { attempt: SECRET, state: SECRET, code: 'code' },
  },
  'POST /login/v1/farcaster/start': {
    answer: FarcasterStartAnswer,
    needsMore: true,
    ...ofSecureSite,
    body: { page: 'https://thief.example', keyThumbprint: SECRET },
  },
  'POST /login/v1/farcaster/wait': { answer: FarcasterWaitAnswer, ...ofSecureSite, body: { attempt: SECRET } },
  'GET /login/v1/session': { answer: LoginSessionAnswer, needsMore: true, ...ofSecureSite },
  'POST /login/v1/session/rotate': { answer: LoginRotateAnswer, needsMore: true, ...ofSecureSite },
  'POST /login/v1/session/end': { status: [204], needsMore: true, ...ofSecureSite, body: { everywhere: false } },
  'POST /login/v1/identity/delete': {
    status: [204],
    needsMore: true,
    ...ofSecureSite,
    body: { subject: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10', step: 'begin' },
  },
  'POST /login/v1/identity/keep': { status: [204], needsMore: true, ...ofSecureSite },
  'POST /login/v1/email': {
    answer: EmailChangeAnswer,
    needsMore: true,
    ...ofSecureSite,
    body: { email: 'ada@mail.example', page: 'https://thief.example' },
  },
  'POST /login/v1/email/check': {
    answer: EmailCheckAnswer,
    needsMore: true,
    ...ofSecureSite,
    body: { attempt: SECRET, code: '123456' },
  },
  'GET /login/v1/passkeys': { answer: PasskeysAnswer, needsMore: true, ...ofSecureSite },
  'POST /login/v1/passkeys': {
    answer: PasskeysAnswer,
    needsMore: true,
    ...ofSecureSite,
    body: {
      credentialId: SECRET,
      prfSalt: SECRET,
      transports: ['internal'],
      sealedShare: SECRET.repeat(4),
      splitId: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
      label: 'Laptop',
    },
  },
  'POST /login/v1/passkeys/remove': {
    answer: PasskeysAnswer,
    needsMore: true,
    ...ofSecureSite,
    body: { credentialId: SECRET },
  },
  'POST /login/v1/assertions': {
    answer: AssertionAnswer,
    needsMore: true,
    ...ofSecureSite,
    body: { store: 'auth' },
  },
  'GET /login/v1/keys': { answer: LoginKeys },
}
