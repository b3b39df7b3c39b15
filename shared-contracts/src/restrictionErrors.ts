/** The part of the error catalogue that comes with the list of time zones (`addErrors`). */
export const restrictionErrors = {
  /** It stands behind the names of what is withheld, one or several. */
  'remote.restricted': { message: 'Not offered in your time zone' },
} as const

export type RestrictionErrorCode = keyof typeof restrictionErrors
