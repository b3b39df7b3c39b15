/** The error texts that load with the rest of the release index (`addErrors`). */
export const restrictionErrors = {
  /** Shown after the names of one or more withheld features. */
  'remote.restricted': { message: 'Not available in your time zone' },
  'remote.unfamiliar': { message: 'Not drawn, because this release of the modal does not know it: {names}' },
} as const

export type RestrictionErrorCode = keyof typeof restrictionErrors
