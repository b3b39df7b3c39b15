/** Why a developer's override does not run. The texts load with the code for overrides (`addErrors`). */
export const developerErrors = {
  'override.invalid': { message: 'This developer link can’t be read: {reason}' },
  'override.framed': { message: 'A developer’s remote doesn’t run in a page that another page embeds.' },
  'override.forbidden': { message: 'This site does not run remotes of developers.' },
  'override.declined': { message: 'The developer’s remote was not allowed.' },
  'override.unreachable': { message: 'The developer’s computer did not answer at {origin}.' },
  'override.changed': { message: 'What {origin} serves is not what the developer link names.' },
  'override.conflict': { message: 'The view {view} belongs to another remote.' },
} as const

export type DeveloperErrorCode = keyof typeof developerErrors
