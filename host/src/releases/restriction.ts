import { addErrors, ModalError, type RemoteId } from '@portico/contracts'
import { restrictionErrors } from '@portico/contracts/restrictionErrors'
import { type Choice, isRestricted, nameOf } from '../kernel/planRemotes.ts'
import { timeZone } from './timeZone.ts'

/** The list of chains.md, appendix I, which a project may replace. */
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

/** Restricted time zones; if absent, the default list applies. */
interface Said {
  readonly restrictedTimeZones?: readonly string[] | undefined
}
export interface Restricting extends Said {
  /** A configuration that is to apply later, if there is one. */
  readonly heldBack?: Said | undefined
}

/**
 * Withholds features that move money in or across, if the time zone is restricted: none of their code is fetched, and
 * the reason is shown in their place.
 * @param project the project's restricted time zones, in any spelling, and those of a later configuration, which may
 *   add restrictions at once
 */
export function withhold(plan: RemotesPlan, { restrictedTimeZones, heldBack }: Restricting = {}): RemotesPlan {
  const zone = timeZone()
  const zones = [restrictedTimeZones ?? ZONES, heldBack ? (heldBack.restrictedTimeZones ?? ZONES) : []].flat()
  if (!zone || !zones.some((each) => each.toUpperCase() === zone)) return plan
  addErrors(restrictionErrors)
  const error = new ModalError('remote.restricted', { details: { zone } })
  return new Map(
    [...plan].map(([id, choice]): [RemoteId, Choice] =>
      choice.kind === 'on' && isRestricted(id, choice)
        ? [id, { kind: 'unavailable', error, name: nameOf(choice.release.static) ?? id }]
        : [id, choice],
    ),
  )
}
