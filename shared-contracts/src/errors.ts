import type { ActingErrorCode } from './actingErrors.ts'
import type { BitcoinErrorCode } from './bitcoinErrors.ts'
import type { DisconnectErrorCode } from './disconnectErrors.ts'
import type { EmbeddedWalletErrorCode } from './embeddedWallet/errorTexts.ts'
import type { PairingErrorCode } from './pairingErrors.ts'
import { type LoaderErrorCode, releaseErrors } from './releaseErrors.ts'
import type { ReleaseTrustErrorCode } from './releaseTrustErrors.ts'
import type { RestrictionErrorCode } from './restrictionErrors.ts'

interface CatalogueEntry {
  /** Shown to the visitor when there is no more precise text. `{name}` is filled in from `details`. */
  readonly message: string
  /** The alert code in rules.md §8. */
  readonly alert?: string
}

/**
 * Every error that leaves the modal, with a fixed code and with the text and alert code of rules.md §8. The texts of
 * parts that not every page uses load with their part (`addErrors`); the loader's texts stay in the loader
 * (`firstErrors`, `startErrors`). `docs/errors.md` has a heading for each error (an architecture test compares the
 * two).
 */
export const catalogue = {
  ...releaseErrors,

  'options.projectIdMissing': { message: 'Project ID Missing', alert: 'APKT008' },
  'options.clientsMissing': { message: 'Network and connection clients must be set' },
  'options.invalid': { message: 'The option `{path}` is not valid: {reason}' },
  'options.siwxConflict': { message: 'Cannot set both `siweConfig` and `siwx` options' },

  'caip.invalidNetworkId': { message: 'Invalid CAIP-2 network id: {text}' },
  'caip.invalidAddress': { message: 'Invalid CAIP-10 address: {text}' },

  'network.notFound': { message: 'Network Not Found', alert: 'APKT001' },
  'adapter.missing': { message: "Adapter for namespace {namespace} doesn't exist" },
  'chain.unsupported': { message: 'Chain is not supported' },
  'chain.switchDeclined': { message: 'Switch declined' },
  'chain.switchUnavailable': { message: '{name} can’t be switched from here. Change the network in your wallet.' },

  'connection.modalClosed': { message: 'Modal closed' },
  'connection.rejected': { message: 'Connection rejected' },
  'connection.failed': { message: 'Failed to connect' },
  'connection.pending': { message: 'A request is already waiting in your wallet' },
  'connection.providerMissing': { message: 'Provider not found.' },
  'connection.chainsUnsupported': { message: 'The connector does not support any of the requested chains' },
  'connection.connectorMissing': { message: 'No connector found for connection' },
  'connection.noAuthConnector': { message: 'No auth connector found' },
  'connection.requestRejected': { message: 'Request rejected' },
  'connection.requestFailed': { message: 'The wallet couldn’t complete the request' },

  'pairing.unavailable': { message: 'WalletConnectConnector not found' },

  'siwx.signFailed': { message: 'Error signing message' },
  'siwx.initFailed': { message: 'A problem occurred while trying initialize authentication' },

  'config.originNotAllowed': { message: 'Invalid App Configuration', alert: 'APKT002' },
  'config.serverError': { message: 'Server Error', alert: 'APKT009' },
  'config.rateLimited': { message: 'Rate Limited', alert: 'APKT010' },
  'config.unavailable': { message: 'Project ID Missing', alert: 'APKT008' },
  'config.localIgnored': {
    message: 'Your local configuration for {names} was ignored: the project configuration decides.',
  },
  'config.unknown': { message: 'Unknown settings in the project configuration: {names}' },
  'multiWallet.disabled': { message: 'Multi-Wallet Not Enabled' },

  'service.status': { message: 'HTTP status code: {status}' },
  'service.unreachable': { message: 'Couldn’t reach the service' },
  'service.invalidAnswer': { message: 'Couldn’t read the service’s response' },
  'balance.unavailable': { message: 'Token Balance Unavailable' },

  'view.unavailable': { message: 'The view {view} is not available' },
  'view.failed': { message: 'This part could not be shown' },

  'remote.off': { message: 'This feature is turned off' },
  'remote.unknown': { message: 'This feature is not part of the current release' },
  'remote.blocked': { message: 'This feature was changed in transit and wasn’t started' },
  'remote.unreachable': { message: 'Couldn’t load this feature' },
  'remote.timeout': { message: 'This feature took too long to load' },
  'remote.contract': { message: 'This feature needs another version of the wallet window' },
  'remote.invalid': { message: 'This feature does not match its release' },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode =
  | keyof typeof catalogue
  | EmbeddedWalletErrorCode
  | LoaderErrorCode
  | ActingErrorCode
  | BitcoinErrorCode
  | DisconnectErrorCode
  | PairingErrorCode
  | ReleaseTrustErrorCode
  | RestrictionErrorCode

const entries: { [Code in ErrorCode]?: CatalogueEntry } = catalogue

/** Adds the error texts of a part outside the shell. Call it before the part throws its first error. */
export const addErrors = (errors: { readonly [Code in ErrorCode]?: CatalogueEntry }): void =>
  void Object.assign(entries, errors)

/** An error's sentence, in which placeholders are not filled in; the code itself when its texts are not loaded. */
export const errorSentence = (code: ErrorCode): string => entries[code]?.message ?? code

type Details = Readonly<Record<string, unknown>>

const fill = (message: string, details: Details = {}) =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) => (name in details ? String(details[name]) : whole))

/**
 * The only error class. Branch on `code`, show `message`, log `details`, keep `cause`. The host and a remote may each
 * have a copy of this class, so never test with `instanceof`; use `isModalError`.
 */
export class ModalError extends Error {
  override readonly name = 'ModalError'
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, { details = {}, cause }: { details?: Details; cause?: unknown } = {}) {
    super(fill(errorSentence(code), details), cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }
}

/** Only errors with a code in the catalogue count, because a wallet might give its errors the same name. */
export function isModalError(error: unknown): error is ModalError {
  try {
    return error instanceof Error && error.name === 'ModalError' && Object.hasOwn(catalogue, (error as ModalError).code)
  } catch {
    return false // for a proxy that always throws
  }
}

/** An error as plain data, which a rejected thunk carries and the state can hold. */
export interface SerializedError {
  readonly code: ErrorCode
  readonly message: string
}

/** Turns any thrown value into plain data. A foreign error gets code `fallback`; its text goes only to the console. */
export function serializeError(error: unknown, fallback: ErrorCode): SerializedError {
  const known = isModalError(error) ? error : new ModalError(fallback, { cause: error })
  return { code: known.code, message: known.message }
}

/** An error's alert code (APKT…), if the specification has one for that error. */
export const alertCodeOf = (code: ErrorCode): string | undefined => entries[code]?.alert
