/**
 * The frame's failures. The texts are for clients that show them unchanged. Our client uses the codes, and has its own
 * translated texts. Codes below 0 and in the 4000s come from JSON-RPC 2.0 and EIP-1193, those in the 5700s from
 * EIP-5792, and those in the 6000s are ours.
 */
export const FRAME_FAILURES = {
  /** Other clients drop the code. The `ethers` library then looks for the words `User denied`. */
  rejected: { code: 4001, message: 'User denied the request' },
  notConnected: { code: 4100, message: 'Not signed in' },
  methodNotAllowed: { code: 4200, message: 'Requested RPC call is not allowed' },
  chainUnsupported: { code: 4902, message: 'Chain is not supported' },
  invalidRequest: { code: -32602, message: 'Invalid request' },
  internal: { code: -32603, message: 'An error occurred' },

  /** The batch requires an unsupported capability. */
  capabilityUnsupported: { code: 5700, message: 'A capability of this batch is not supported' },
  batchIdTaken: { code: 5720, message: 'A batch with this id already exists' },
  batchUnknown: { code: 5730, message: 'No batch with this id' },
  batchTooLarge: { code: 5740, message: 'This account sends one call at a time' },
  atomicityUnsupported: { code: 5760, message: 'This account cannot run several calls as one' },

  /** Clients look for the words `Invalid email`. */
  emailInvalid: { code: 6001, message: 'Invalid email' },
  codeWrong: { code: 6002, message: 'Invalid code' },
  codeExpired: { code: 6003, message: 'The code has expired' },
  codeUsedUp: { code: 6004, message: 'Too many attempts with this code' },
  tooManyCodes: { code: 6005, message: 'Too many codes requested' },
  mailUnavailable: { code: 6006, message: 'The email could not be sent' },
  deviceRefused: { code: 6007, message: 'The login link was not approved' },
  /** `retryAt` is the time from which the device needs no confirmation. */
  deviceWaiting: { code: 6009, message: 'Confirm this device on another one of your devices' },
  /** Shown only to someone who can read the mail for that address. */
  emailTaken: { code: 6008, message: 'Invalid email: it already has its own wallet' },
  socialRefused: { code: 6011, message: 'The provider did not confirm the login' },
  socialUnavailable: { code: 6012, message: 'The provider is not available' },
  farcasterRefused: { code: 6013, message: 'Failed to connect to farcaster' },
  keyUnavailable: { code: 6021, message: 'The wallet cannot be opened right now' },
  /** If it is sent again, it may be executed twice. */
  stillPending: { code: 6041, message: 'Sent, but not confirmed yet. It may still go through' },
  /** Only a fee was paid. */
  reverted: { code: 6042, message: 'The transaction failed. Only the network fee was paid' },
  /** From here to `feeTooLow`: nothing was sent or paid. */
  notSent: { code: 6043, message: 'Not sent: the network rejected it' },
  fundsMissing: { code: 6044, message: 'Not sent: the account does not have enough funds' },
  wouldFail: { code: 6045, message: 'Not sent: it would have failed' },
  unreachable: { code: 6046, message: 'The network cannot be reached. Nothing was sent' },
  nonceTaken: { code: 6047, message: 'Not sent: another transaction from the account came first' },
  feeTooLow: { code: 6048, message: 'Not sent: the network fee went up' },
  /** The project does not list the requesting page's origin. */
  originNotAllowed: { code: 6031, message: 'This page is not allowed to use the wallet' },
} as const satisfies Record<string, { readonly code: number; readonly message: string }>

export type FrameFailure = keyof typeof FRAME_FAILURES
