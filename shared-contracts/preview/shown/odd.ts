import type { Description, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import type { Outcome } from './outcome.ts'

/** What hardly anybody wants: most who are shown it are being deceived, or mistaken. */
const ODD: readonly PreviewMessageKey[] = [
  'preview.signInOtherSite',
  'preview.looksLike',
  'preview.receiverIsNobody',
  'preview.receiverIsToken',
  // Whoever rules a Safe, a contract or an account has what it holds.
  'preview.ownersChange',
  'preview.thresholdChange',
  'preview.moduleAdded',
  'preview.moduleRemoved',
  'preview.moduleActs',
  'preview.guardSet',
  'preview.guardRemoved',
  'preview.fallbackSet',
  'preview.fallbackRemoved',
  'preview.codeChange',
  'preview.hashApproved',
  'preview.safeActs',
  'preview.safeMessage',
  'preview.safeSetup',
  'preview.nested',
  'preview.delegateCall',
  'preview.refundNoLimit',
  'preview.payment',
  'preview.ownershipChange',
  'preview.roleGranted',
  'preview.noAuthority',
  'preview.accountHandedOver',
  'preview.accountLent',
  'preview.debtForOthers',
  'preview.delegate',
  'preview.spenderIsAccount',
  'preview.tokenNamedLike',
  'preview.tokenNamedLikeCoin',
  // A signature that gives something away, or of which nobody can say what it gives.
  'preview.unknownTypedData',
  'preview.givesForNothing',
  'preview.givesNftForNothing',
  'preview.givesAnyNft',
  // On Solana: what can be taken, now or later, without asking again.
  'preview.programMayTake',
  'preview.durableNonce',
  'preview.delegateAllowed',
  'preview.closedForOther',
  'preview.permanentDelegate',
  'preview.transferHook',
]

/** Whether a line says what hardly anybody wants. */
export const isOddLine = ({ labelKey }: Line): boolean => ODD.includes(labelKey)

/** Whether it holds what hardly anybody wants. */
export const isOdd = ({ lines, parts = [] }: Description): boolean => lines.some(isOddLine) || parts.some(isOdd)

/** Whether trying it out has found what hardly anybody wants: somebody else comes to rule an account. */
export const isOddOutcome = (outcome: Outcome): boolean =>
  outcome.status === 'simulated' && (outcome.handedOver ?? []).length > 0
