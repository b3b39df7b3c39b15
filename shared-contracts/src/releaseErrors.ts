/** Errors of the loader's first file. Every page loads these sentences, so they are as short as possible. */
export const firstErrors = {
  'release.hostMissing': 'Set the option `endpoints.host`.',
  'release.insecureContext': 'Connecting a wallet requires HTTPS.',
  'release.shellFailed': 'The wallet window failed to load.',
} as const

/** Further errors, of the loader's second file. No shell throws them, so they are not in the shell's catalogue. */
export const startErrors = {
  'release.shellRevoked': 'The wallet window was withdrawn.',
} as const
export type LoaderErrorCode = keyof typeof firstErrors | keyof typeof startErrors

/** Why there is no release index. The loader has only the code, the shell has the sentence. */
export const releaseErrors = {
  'release.unreachable': { message: 'Couldn’t load the list of releases.' },
  'release.tooLarge': { message: 'The list of releases is too large.' },
  'release.signature': { message: 'The list of releases is not signed by a known key.' },
  'release.invalid': { message: 'The list of releases can’t be read.' },
  'release.expired': { message: 'The list of releases has expired. Check your clock.' },
  'release.notYetValid': { message: 'The list of releases is not valid yet. Check your clock.' },
  'release.audience': { message: 'The list of releases is for another site.' },
  'release.older': { message: 'The list of releases is older than one already seen.' },
} as const
export type ReleaseErrorCode = keyof typeof releaseErrors
