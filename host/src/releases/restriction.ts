import { addErrors, ModalError, type RemoteId } from '@portico/contracts'
import { restrictionErrors } from '@portico/contracts/restrictionErrors'
import { type Choice, nameOf } from '../kernel/planRemotes.ts'
import { timeZone } from './timeZone.ts'
import { WITHHELD } from './withheld.ts'

/** chains.md, appendix I. A project may have a list of its own in their place. */
const ZONES = [
  'ASIA/SHANGHAI',
  'ASIA/URUMQI',
  'ASIA/CHONGQING',
  'ASIA/HARBIN',
  'ASIA/KASHGAR',
  'ASIA/MACAU',
  'ASIA/HONG_KONG',
  'ASIA/MACAO',
  'ASIA/BEIJING',
]

export type RemotesPlan = ReadonlyMap<RemoteId, Choice>

/** What is said of time zones; absent: nothing, and the usual ones count. */
interface Said {
  readonly restrictedTimeZones?: readonly string[] | undefined
}
export interface Restricting extends Said {
  /** Absent: there is none. */
  readonly heldBack?: Said | undefined
}

/**
 * In a restricted time zone, what moves money in or across is not to be had: nothing of it is fetched, and its place says why.
 * @param project what it says of time zones, in any spelling; and a later configuration, which may restrict more at once
 */
export function withhold(plan: RemotesPlan, { restrictedTimeZones, heldBack }: Restricting = {}): RemotesPlan {
  const zone = timeZone()
  const zones = [restrictedTimeZones ?? ZONES, heldBack ? (heldBack.restrictedTimeZones ?? ZONES) : []].flat()
  if (!zone || !zones.some((each) => each.toUpperCase() === zone)) return plan
  addErrors(restrictionErrors)
  const error = new ModalError('remote.restricted', { details: { zone } })
  return new Map(
    [...plan].map(([id, choice]): [RemoteId, Choice] =>
      choice.kind === 'on' && WITHHELD.includes(id)
        ? [id, { kind: 'unavailable', error, name: nameOf(choice.release.static) ?? id }]
        : [id, choice],
    ),
  )
}
