/**
 * The embedded wallet's error texts: codes, texts and alert codes of rules.md §8, and the protocol's own. `Action not
 * allowed` is a message to the visitor and is among them too.
 */
export const embeddedWalletErrors = {
  'frame.loadFailed': { message: 'Unable to load email login dependency', alert: 'APKT003' },
  /** Logged as well in an installed web app, which preloads the frame. */
  'frame.preloadFailed': { message: 'Error loading embedded wallet in PWA' },
  /** No answer in time. */
  'frame.requestTimedOut': { message: 'Wallet Request Timeout', alert: 'APKT004' },
  /** The frame does not load, because the project does not list the page's origin. */
  'frame.domainUnverified': { message: 'Unverified Domain', alert: 'APKT005' },
  /** The site did not configure the secure site, which is never guessed. */
  'frame.siteMissing': { message: 'Set the option `endpoints.secureSite`.' },
  /** The secure site's content does not match the signed release index. Nothing was sent to it. */
  'frame.unverified': { message: 'Your wallet was changed on its way here and was not opened.' },
  'frame.notSet': { message: 'W3mFrame: iframe is not set' },
  /** Its process died. Whether what was approved at that moment was executed is unknown. */
  'frame.stopped': {
    message: 'The wallet has stopped and was started again. Look at your activity before you ask again.',
  },
  'frame.failed': { message: 'An error occurred' },
  'frame.invalidAnswer': { message: 'The wallet gave an answer that cannot be read' },
  'frame.requestAborted': { message: 'Request was aborted' },
  'frame.aborted': { message: 'Something went wrong' },
  'frame.methodNotAllowed': { message: 'Requested RPC call is not allowed' },
  'email.cooldown': { message: 'Please try again after {seconds} seconds' },
  /** Frame failure codes that Connect shows. */
  'email.notSent': { message: 'The mail could not be sent. Try again.' },
  'email.tooManyCodes': { message: 'Too many codes were asked for. Try again later.' },
  'frame.keyUnavailable': { message: 'Your wallet cannot be opened right now. Try again later.' },
  /** The time is shown below it. */
  'frame.deviceWaiting': {
    message:
      'This wallet does not know this device. Reload a site where you already use it and confirm the device there, or come back and log in again at this time:',
  },
  'frame.deviceRefused': { message: 'This device was refused where the wallet is known.' },
  /** Shown after the visitor approved: what happened to their money, and what they can do. */
  'frame.stillPending': {
    message:
      'It was sent and is not confirmed yet. It may still happen: look at your activity before you send it again.',
  },
  'frame.reverted': {
    message: 'It was carried out and has failed. The network fee was paid, and nothing else was moved.',
  },
  /** Nothing was sent or paid. */
  'frame.notSent': { message: 'It was not sent: the network has refused it.' },
  'frame.fundsMissing': { message: 'It was not sent: your account has not enough for it.' },
  'frame.wouldFail': { message: 'It was not sent: it would have failed.' },
  'frame.unreachable': { message: 'The network cannot be reached right now. Nothing was sent.' },
  'frame.nonceTaken': { message: 'It was not sent: another transaction of your account came first. Send it again.' },
  'frame.feeTooLow': { message: 'It was not sent: the network asks for a higher fee by now. Send it again.' },
  /** EIP-5792 has codes for these. */
  'frame.capabilityUnsupported': { message: 'It was not sent: your wallet cannot do all that was asked for.' },
  'frame.batchIdTaken': { message: 'It was not sent: there is a batch with this id already.' },
  'frame.batchUnknown': { message: 'Your wallet knows no batch with this id.' },
  'frame.batchTooLarge': { message: 'It was not sent: this account sends one call at a time.' },
  'frame.atomicityUnsupported': { message: 'It was not sent: this account cannot do all of it as one.' },
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
