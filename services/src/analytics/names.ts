import { catalogue } from '@portico/contracts'
import { words } from '../words.ts'

/** Replaces every unknown name. */
export const OTHER = 'other'

/** The events of services.md §6.4, from both releases of the wire format. */
const EVENTS = words(`
  INITIALIZE MODAL_OPEN MODAL_CLOSE CLICK_ALL_WALLETS CLICK_WALLET_HELP CLICK_NETWORK_HELP CLICK_NETWORKS
  CLICK_GET_WALLET CLICK_GET_WALLET_HELP GET_WALLET SELECT_WALLET SEARCH_WALLET WALLET_IMPRESSION_V2 CONNECT_SUCCESS
  CONNECT_ERROR CONNECT_PROXY_ERROR USER_REJECTED DISCONNECT_SUCCESS DISCONNECT_ERROR SWITCH_NETWORK
  CLICK_TRANSACTIONS LOAD_MORE_TRANSACTIONS ERROR_FETCH_TRANSACTIONS CLICK_SIGN_SIWX_MESSAGE CLICK_CANCEL_SIWX
  SIWX_AUTH_SUCCESS SIWX_AUTH_ERROR EMAIL_LOGIN_SELECTED EMAIL_SUBMITTED DEVICE_REGISTERED_FOR_EMAIL
  EMAIL_VERIFICATION_CODE_SENT EMAIL_VERIFICATION_CODE_PASS EMAIL_VERIFICATION_CODE_FAIL EMAIL_EDIT
  EMAIL_UPGRADE_FROM_MODAL SOCIAL_LOGIN_STARTED SOCIAL_LOGIN_SUCCESS SOCIAL_LOGIN_REQUEST_USER_DATA
  SOCIAL_LOGIN_CANCELED SOCIAL_LOGIN_ERROR SET_PREFERRED_ACCOUNT_TYPE CLICK_CONVERT CLICK_SELECT_TOKEN_TO_SWAP
  CLICK_SELECT_NETWORK_TO_SWAP OPEN_SWAP INITIATE_SWAP SWAP_SUCCESS SWAP_ERROR SWAP_APPROVAL_ERROR OPEN_SEND
  SEND_INITIATED SEND_SUCCESS SEND_ERROR SEND_REJECTED SELECT_BUY_CRYPTO SELECT_BUY_PROVIDER SELECT_WHAT_IS_A_BUY
  OPEN_ENS_FLOW REGISTER_NAME_INITIATED REGISTER_NAME_SUCCESS REGISTER_NAME_ERROR PAY_MODAL_OPEN PAY_EXCHANGE_SELECTED
  PAY_INITIATED PAY_SUCCESS PAY_ERROR
`)

/** services.md §6.3 */
const ERRORS = words(`
  API_ERROR DATA_PARSING_ERROR SECURE_SITE_ERROR INTERNAL_SDK_ERROR
`)

/** Replaces every unknown name with the same one, so that made-up names cannot fill the database. */
export const eventNameOf = (event: string): string => (EVENTS.has(event) || ERRORS.has(event) ? event : OTHER)

/** This modal reports error codes; other clients report the same name for every error. */
export const errorTypeOf = (errorType: string): string =>
  errorType === 'AppKitError' || Object.hasOwn(catalogue, errorType) ? errorType : OTHER

/** The format of this modal's stack lines: `at 0.1.0/shell.js:1:2`. */
const OWN_FRAME = /^at (\d{1,4}\.\d{1,4}\.\d{1,4})\//m
/** services.md §3: `<platform>-<adapters>-<version>` */
const SDK_VERSION = /^[a-z][a-z0-9,.-]{0,63}$/

/** The version of the shell in which an error happened, or `sdkVersion` if the stack trace does not contain it. */
export const releaseOf = (stackTrace: string | undefined, sdkVersion: string): string =>
  OWN_FRAME.exec(stackTrace ?? '')?.[1] ?? (SDK_VERSION.test(sdkVersion) ? sdkVersion : OTHER)

/** An address as it is stored, with one spelling per EVM address; undefined if the text cannot be an address. */
export function accountOf(address: string | undefined): string | undefined {
  if (!address || !/^[\w:.-]{1,128}$/.test(address)) return undefined
  return /^0x[\da-f]{40}$/i.test(address) ? address.toLowerCase() : address
}
