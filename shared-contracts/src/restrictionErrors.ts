/** The error texts that load with the list of time zones (`addErrors`). */
export const restrictionErrors = {
  /** Shown after the names of one or more withheld features. */
  'remote.restricted': { message: 'Not available in your time zone' },
} as const

export type RestrictionErrorCode = keyof typeof restrictionErrors
