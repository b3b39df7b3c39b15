/**
 * The part of the error catalogue that the loader needs before there is a shell. It is kept apart so that the loader
 * carries these sentences and no others; `errors.ts` spreads it into the one catalogue.
 */
export const releaseErrors = {
  'release.insecureContext': { message: 'Wallet connection needs a secure page (https).' },
  'release.hostMissing': { message: 'No Portico host is configured: set the option `endpoints.host`.' },
  'release.shellFailed': { message: 'The wallet window was blocked or could not be loaded.' },
  'release.shellRevoked': { message: 'This version of the wallet window has been withdrawn. Reload the page.' },
  'release.unreachable': { message: 'The list of releases could not be reached.' },
  'release.tooLarge': { message: 'The list of releases is larger than it may be.' },
  'release.signature': { message: 'The list of releases is not signed by a known key.' },
  'release.invalid': { message: 'The list of releases cannot be read.' },
  'release.expired': { message: 'The list of releases has expired. Check your clock.' },
  'release.notYetValid': { message: 'The list of releases is not valid yet. Check your clock.' },
  'release.older': { message: 'The list of releases is older than one already seen.' },
} as const
