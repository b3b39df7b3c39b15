/**
 * The embedded wallet's error texts: those of rules.md §8 with their codes and alert codes, and the protocol's own.
 * They include `Action not allowed`, which is a message to the visitor.
 */
export const embeddedWalletErrors = {
  'frame.loadFailed': { message: 'Unable to load email login dependency', alert: 'APKT003' },
  /** Also logged in an installed web app, which preloads the frame. */
  'frame.preloadFailed': { message: 'Error loading embedded wallet in PWA' },
  /** There was no answer in time. */
  'frame.requestTimedOut': { message: 'Wallet Request Timeout', alert: 'APKT004' },
  /** The frame does not load, because the project does not list the page's origin. */
  'frame.domainUnverified': { message: 'Unverified Domain', alert: 'APKT005' },
  /** The site did not configure the secure site, for which there is no default. */
  'frame.siteMissing': { message: 'Set the option `endpoints.secureSite`.' },
  /** The secure site's content does not match the signed release index. Nothing was sent to it. */
  'frame.unverified': { message: 'Your wallet’s page was changed in transit and wasn’t opened.' },
  'frame.notSet': { message: 'W3mFrame: iframe is not set' },
  /** The frame's process died. It is unknown whether what was just approved was also executed. */
  'frame.stopped': {
    message: 'The wallet stopped and was restarted. Check your activity before you try again.',
  },
  'frame.failed': { message: 'An error occurred' },
  'frame.invalidAnswer': { message: 'Couldn’t read the wallet’s response' },
  'frame.requestAborted': { message: 'Request was aborted' },
  'frame.aborted': { message: 'Something went wrong' },
  'frame.methodNotAllowed': { message: 'Requested RPC call is not allowed' },
  'email.cooldown': { message: 'Please try again after {seconds} seconds' },
  /** From here to `frame.deviceRefused`: failures of the frame that Connect shows. */
  'email.notSent': { message: 'Couldn’t send the email. Try again.' },
  'email.tooManyCodes': { message: 'Too many codes requested. Try again later.' },
  'frame.keyUnavailable': { message: 'Can’t open your wallet right now. Try again later.' },
  /** The view shows the time below this text. */
  'frame.deviceWaiting': {
    message:
      'Your wallet doesn’t recognize this device. Reload a site where you already use it and confirm the device there, or come back and log in again at this time:',
  },
  'frame.deviceRefused': { message: 'A device that already uses this wallet denied access to this one.' },
  /**
   * From here to `frame.atomicityUnsupported`: failures after the visitor's approval. The texts say what happened to
   * their money, and what they can do.
   */
  'frame.stillPending': {
    message: 'Sent, but not confirmed yet. It may still go through: check your activity before you send it again.',
  },
  'frame.reverted': {
    message: 'The transaction failed. You paid the network fee, but nothing else was moved.',
  },
  /** From here to `frame.feeTooLow`: nothing was sent or paid. */
  'frame.notSent': { message: 'Not sent: the network rejected it.' },
  'frame.fundsMissing': { message: 'Not sent: your account doesn’t have enough funds.' },
  'frame.wouldFail': { message: 'Not sent: it would have failed.' },
  'frame.unreachable': { message: 'Can’t reach the network right now. Nothing was sent.' },
  'frame.nonceTaken': { message: 'Not sent: another transaction from your account came first. Send it again.' },
  'frame.feeTooLow': { message: 'Not sent: the network fee went up. Send it again.' },
  /** From here to `frame.atomicityUnsupported`: failures for which EIP-5792 has codes. */
  'frame.capabilityUnsupported': { message: 'Not sent: your wallet doesn’t support everything requested.' },
  'frame.batchIdTaken': { message: 'Not sent: a batch with this id already exists.' },
  'frame.batchUnknown': { message: 'Your wallet has no batch with this id.' },
  'frame.batchTooLarge': { message: 'Not sent: this account sends one call at a time.' },
  'frame.atomicityUnsupported': { message: 'Not sent: this account can’t run several calls as one.' },
  'email.invalid': { message: 'Invalid email. Try again.' },
  'social.popupBlocked': { message: 'Could not open social popup' },
  'social.popupFailed': { message: 'Could not create social popup' },
  'social.popupClosed': { message: 'Popup closed' },
  'social.redirectMissing': { message: 'Could not fetch the social redirect uri' },
  'social.timedOut': { message: 'Social login timed out. Please try again.' },
  'social.untrustedOrigin': { message: 'Untrusted Origin' },
  'social.failed': { message: 'Failed to initiate social connection' },
  'farcaster.failed': { message: 'Failed to connect to farcaster' },
  'connection.notEmbedded': { message: 'Not connected to email or social' },
} as const
export type EmbeddedWalletErrorCode = keyof typeof embeddedWalletErrors
