/** Why a release that is signed is not used. Only the code that loads before the first remote has these sentences. */
export const releaseTrustErrors = {
  'release.timestamp': {
    message: 'The list of releases has no valid timestamp. Check your clock, or try again later.',
  },
  'release.stale': { message: 'The list of releases is not the latest.' },
  'release.team': { message: 'This feature is not signed by its team.' },
} as const
export type ReleaseTrustErrorCode = keyof typeof releaseTrustErrors
