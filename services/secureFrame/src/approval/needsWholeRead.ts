import {
  type Description,
  type DescriptionKind,
  hasNoEnd,
  isOdd,
  isOddOutcome,
  type Outcome,
  type PreviewMessageKey,
} from '@portico/contracts/preview'

/** Several actions at once, lasting control, or something that cannot be put into words. */
const FAR_REACHING: readonly DescriptionKind[] = [
  'batch',
  'safeCall',
  'claimedSwap',
  'order',
  'contractCreation',
  'delegation',
  'authorityChange',
  'unknownCall',
  'unknownInstruction',
  'unknownRequest',
]

/** Unlimited power, and bytes that are not text. */
const UNBOUNDED: readonly PreviewMessageKey[] = [
  'preview.unlimitedAllowance',
  'preview.wholeBalance',
  'preview.allTokens',
  'preview.messageIsBytes',
]

const isFarReaching = ({ kind, lines, parts = [] }: Description): boolean =>
  FAR_REACHING.includes(kind) || lines.some(({ labelKey }) => UNBOUNDED.includes(labelKey)) || parts.some(isFarReaching)

/**
 * Whether a request may be approved only after its description has been read to the end. The reasons are unlimited or
 * permanent power, a call, instruction or message that cannot be put into words, several actions at once, and anything
 * else that is odd (`isOdd`).
 * @param outcome what the simulation found, once known: an unlimited allowance counts, whatever was requested
 */
export const needsWholeRead = (description: Description, outcome?: Outcome): boolean =>
  isOdd(description) ||
  isFarReaching(description) ||
  (outcome !== undefined && isOddOutcome(outcome)) ||
  (outcome?.status === 'simulated' && (outcome.grants ?? []).some(hasNoEnd))
