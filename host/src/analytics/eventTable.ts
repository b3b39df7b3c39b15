import { withoutAddresses } from './withoutAddresses.ts'

/**
 * Every event that may be sent, with the properties that may be sent (public-api.md §10). Anything else stays on the
 * page. Left out: `uri` of CONNECT_PROXY_ERROR, which contains a pairing's key, and the project id, which every request
 * contains.
 */
const SMART = ['isSmartAccount']
const ON_NETWORK = [...SMART, 'network']
const SWAP = [...ON_NETWORK, 'swapFromToken', 'swapToToken', 'swapFromAmount', 'swapToAmount']
const SEND = [...ON_NETWORK, 'token', 'amount']
const PAGE_OF_HISTORY = [...SMART, 'address', 'cursor']
const PAYMENT = ['source', 'paymentId', 'configuration', 'currentPayment', 'message']

const EVENTS: Readonly<Record<string, readonly string[]>> = {
  INITIALIZE: [], // the page cannot set the properties: see `initializeProperties.ts`
  INTERNAL_SDK_ERROR: [], // likewise: see `errorReport.ts`
  MODAL_OPEN: ['connected'],
  MODAL_CLOSE: ['connected'],
  CLICK_ALL_WALLETS: [],
  CLICK_WALLET_HELP: [],
  CLICK_NETWORK_HELP: [],
  CLICK_GET_WALLET_HELP: [],
  CLICK_NETWORKS: [],
  SELECT_WALLET: ['name', 'platform', 'displayIndex', 'walletRank', 'view'],
  CONNECT_SUCCESS: ['method', 'name', 'reconnect', 'walletRank', 'view'],
  CONNECT_ERROR: ['message'],
  USER_REJECTED: ['message'],
  DISCONNECT_SUCCESS: ['namespace'],
  DISCONNECT_ERROR: ['message'],
  SWITCH_NETWORK: ['network'],
  EMAIL_LOGIN_SELECTED: [],
  EMAIL_SUBMITTED: [],
  DEVICE_REGISTERED_FOR_EMAIL: [],
  EMAIL_VERIFICATION_CODE_SENT: [],
  EMAIL_VERIFICATION_CODE_PASS: [],
  EMAIL_VERIFICATION_CODE_FAIL: ['message'],
  EMAIL_EDIT: [],
  EMAIL_UPGRADE_FROM_MODAL: [],
  SOCIAL_LOGIN_STARTED: ['provider'],
  SOCIAL_LOGIN_REQUEST_USER_DATA: ['provider'],
  SOCIAL_LOGIN_CANCELED: ['provider'],
  SOCIAL_LOGIN_SUCCESS: ['provider', 'reconnect'],
  SOCIAL_LOGIN_ERROR: ['provider', 'message'],
  SET_PREFERRED_ACCOUNT_TYPE: ['accountType', 'network'],
  CLICK_TRANSACTIONS: SMART,
  LOAD_MORE_TRANSACTIONS: PAGE_OF_HISTORY,
  ERROR_FETCH_TRANSACTIONS: PAGE_OF_HISTORY,
  CLICK_SIGN_SIWX_MESSAGE: ON_NETWORK,
  CLICK_CANCEL_SIWX: ON_NETWORK,
  SIWX_AUTH_SUCCESS: ON_NETWORK,
  SIWX_AUTH_ERROR: [...ON_NETWORK, 'message'],
  OPEN_SWAP: ON_NETWORK,
  OPEN_SEND: ON_NETWORK,
  INITIATE_SWAP: SWAP,
  SWAP_SUCCESS: SWAP,
  SWAP_ERROR: [...SWAP, 'message'],
  SWAP_APPROVAL_ERROR: [...SWAP, 'message'],
  CLICK_CONVERT: [],
  CLICK_SELECT_TOKEN_TO_SWAP: [],
  CLICK_SELECT_NETWORK_TO_SWAP: [],
  SEND_INITIATED: SEND,
  SEND_SUCCESS: [...SEND, 'hash'],
  SEND_ERROR: [...SEND, 'message'],
  SEND_REJECTED: [...SEND, 'message'],
  SELECT_BUY_CRYPTO: SMART,
  SELECT_WHAT_IS_A_BUY: SMART,
  SELECT_BUY_PROVIDER: ['provider', ...SMART],
  OPEN_ENS_FLOW: SMART,
  REGISTER_NAME_INITIATED: [...SMART, 'ensName'],
  REGISTER_NAME_SUCCESS: [...SMART, 'ensName'],
  REGISTER_NAME_ERROR: [...SMART, 'ensName', 'error'],
  CONNECT_PROXY_ERROR: ['message', 'mobile_link', 'name'],
  SEARCH_WALLET: ['badge', 'search'],
  GET_WALLET: ['name', 'walletRank', 'explorerId', 'type'],
  PAY_MODAL_OPEN: ['exchanges', 'configuration', 'message'],
  PAY_EXCHANGE_SELECTED: ['exchange', 'configuration', 'currentPayment', 'headless', 'source'],
  PAY_INITIATED: PAYMENT,
  PAY_SUCCESS: PAYMENT,
  PAY_ERROR: PAYMENT,
  WALLET_IMPRESSION_V2: [], // sent as `items` instead
}

const IN_ITEMS = ['name', 'walletRank', 'explorerId', 'rdnsId', 'view', 'displayIndex', 'query', 'certified']

/** For tests: all event names. */
export const eventNames = (): string[] => Object.keys(EVENTS)
export const propertyNames = (): string[] => [...new Set([...Object.values(EVENTS).flat(), ...IN_ITEMS])]

/** Addresses, at any depth, and values from which an address can be looked up on a public chain, such as a hash. */
const IDENTIFYING: ReadonlySet<string> = new Set(['address', 'recipient', 'hash', 'result', 'cursor', 'ensName'])

const DEPTH_MAX = 4

function allowed(value: unknown, withAddresses: boolean, depth = 0): unknown {
  if (typeof value === 'string' && !withAddresses) return withoutAddresses(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEPTH_MAX) return undefined
  if (Array.isArray(value)) return value.map((one) => allowed(one, withAddresses, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => withAddresses || !IDENTIFYING.has(name))
      .map(([name, one]) => [name, allowed(one, withAddresses, depth + 1)]),
  )
}

export const isSent = (event: string): boolean => Object.hasOwn(EVENTS, event)

const known = (from: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

/** The properties of an event that are sent. Without `withAddresses`, none of them identifies the visitor. */
export const sentProperties = (
  event: string,
  properties: Readonly<Record<string, unknown>>,
  withAddresses: boolean,
): Record<string, unknown> => allowed(known(properties, EVENTS[event] ?? []), withAddresses) as Record<string, unknown>

/** services.md §6.2: the wallets listed in WALLET_IMPRESSION_V2. */
export const sentItems = (items: readonly object[], withAddresses: boolean): Record<string, unknown>[] =>
  items.map((item) => allowed(known(item, IN_ITEMS), withAddresses) as Record<string, unknown>)
