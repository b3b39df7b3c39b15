import type { Description, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import type { Outcome } from './outcome.ts'

/** Lines about something that hardly anyone wants. A visitor who sees one is most likely deceived or mistaken. */
const ODD: readonly PreviewMessageKey[] = [
  'preview.signInOtherSite',
  'preview.looksLike',
  'preview.receiverIsNobody',
  'preview.receiverIsToken',
  // Whoever controls a Safe, a contract or an account also controls everything it holds.
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
  // Signatures that give something away, or whose effect is unknown.
  'preview.unknownTypedData',
  'preview.givesForNothing',
  'preview.givesNftForNothing',
  'preview.givesAnyNft',
  // On Solana: requests after which others can take something, now or later, without asking again.
  'preview.programMayTake',
  'preview.durableNonce',
  'preview.delegateAllowed',
  'preview.closedForOther',
  'preview.permanentDelegate',
  'preview.transferHook',
]

/** Whether the line warns of something that hardly anyone wants. */
export const isOddLine = ({ labelKey }: Line): boolean => ODD.includes(labelKey)

/** Whether the description or one of its parts contains a line that warns of something that hardly anyone wants. */
export const isOdd = ({ lines, parts = [] }: Description): boolean => lines.some(isOddLine) || parts.some(isOdd)

/** Whether the simulation found something that hardly anyone wants: someone else gains control of an account. */
export const isOddOutcome = (outcome: Outcome): boolean =>
  outcome.status === 'simulated' && (outcome.handedOver ?? []).length > 0
