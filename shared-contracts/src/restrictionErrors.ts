/** The error texts that load with the list of time zones (`addErrors`). */
export const restrictionErrors = {
  /** Follows the names of the withheld features, one or several. */
  'remote.restricted': { message: 'Not offered in your time zone' },
} as const

export type RestrictionErrorCode = keyof typeof restrictionErrors
