import type { RemoteId } from '@portico/contracts'
import { KNOWN_IDS } from '@portico/contracts/services/knownRemotes'
import type { RemoteRelease } from '@portico/contracts/services/releaseIndex'
import { type Choice, planRemotes } from '../kernel/planRemotes.ts'
import { withhold } from './restriction.ts'
import { timeZone } from './timeZone.ts'

afterEach(() => jest.restoreAllMocks())

/** Sets the browser's time zone, or makes it unreadable. */
function at(zone: unknown) {
  jest.spyOn(Intl, 'DateTimeFormat').mockImplementation((() => {
    if (zone instanceof Error) throw zone
    return { resolvedOptions: () => ({ timeZone: zone }) }
  }) as never)
}

/** Remotes that declare themselves restricted. */
const RESTRICTED = ['onramp', 'swaps', 'pay']

const release = (id: string): RemoteRelease => ({
  url: `remotes/${id}/`,
  integrity: `sha384-${'A'.repeat(64)}`,
  contract: '^2.0.0',
  static: {
    messages: { [`${id}.title`]: `The ${id}` },
    views: { [id]: { title: `${id}.title` } },
    slots: {},
    isRestricted: RESTRICTED.includes(id),
  },
})
const remotes = Object.fromEntries(
  KNOWN_IDS.map((id) => [id, { channels: { stable: ['1.0.0'] }, versions: { '1.0.0': release(id) } }]),
)
/** The plan for a project with every remote on except one. */
const planWithout = (off?: RemoteId) =>
  planRemotes({ named: [], isWanted: (id) => id !== off, switches: {}, bucket: 0 }, remotes)
const all = planWithout()

const kept = (plan: ReadonlyMap<RemoteId, Choice>) => KNOWN_IDS.filter((id) => plan.get(id)?.kind === 'on')
/** The features that a visitor is offered, as the modal determines them. */
const offered = (zones?: readonly string[]) => {
  return kept(withhold(all, { restrictedTimeZones: zones }))
}
const LESS = KNOWN_IDS.filter((id) => !RESTRICTED.includes(id))

test.each([
  ['Asia/Shanghai', LESS],
  ['ASIA/URUMQI', LESS],
  ['asia/hong_kong', LESS],
  ['Asia/Harbin', LESS],
  ['Asia/Tokyo', KNOWN_IDS],
  ['Europe/Berlin', KNOWN_IDS],
  ['UTC', KNOWN_IDS],
])('a visitor in %s is offered the features that are allowed there', (zone, ids) => {
  at(zone)
  expect(offered()).toEqual(ids)
})

test.each([
  ['throws', new RangeError('no time zone')],
  ['returns nothing', undefined],
])('a browser whose `Intl` %s has no restrictions', (_, zone) => {
  at(zone)
  expect(timeZone()).toBe('')
  expect([offered(), offered(['', 'Asia/Shanghai'])]).toEqual([KNOWN_IDS, KNOWN_IDS])
})

test.each<[string, object, readonly RemoteId[]]>([
  ['Asia/Shanghai', { heldBack: { restrictedTimeZones: ['Europe/Vaduz'] } }, LESS],
  ['Europe/Vaduz', { heldBack: { restrictedTimeZones: ['Europe/Vaduz'] } }, LESS],
  ['Europe/Berlin', { heldBack: { restrictedTimeZones: ['Europe/Vaduz'] } }, KNOWN_IDS],
  ['Asia/Shanghai', { restrictedTimeZones: [], heldBack: {} }, LESS],
  ['Asia/Shanghai', { heldBack: { restrictedTimeZones: [] } }, LESS],
  ['Asia/Shanghai', { restrictedTimeZones: [] }, KNOWN_IDS],
])('a late configuration adds restrictions in %s, and lifts none: %j', (zone, project, ids) => {
  at(zone)
  expect(kept(withhold(all, project))).toEqual(ids)
})

test("the project's list replaces the default one, in any spelling; an empty list restricts no visitor", () => {
  at('Europe/Berlin')
  expect(offered(['europe/berlin'])).toEqual(LESS)
  at('Asia/Shanghai')
  expect(offered(['Europe/Berlin'])).toEqual(KNOWN_IDS)
  expect(offered([])).toEqual(KNOWN_IDS)
})

test("the reason for a withheld feature is shown under the feature's name; a feature that is off stays off", () => {
  at('Asia/Macau')
  const plan = withhold(planWithout('pay'))
  expect(plan.get('swaps')).toMatchObject({
    kind: 'unavailable',
    name: 'The swaps',
    error: { code: 'remote.restricted', message: 'Not available in your time zone' },
  })
  expect(plan.get('pay')).toEqual({ kind: 'off' })
})

test('buying, swapping and paying are also withheld in releases that do not say that they are restricted', () => {
  at('Asia/Shanghai')
  const older = Object.fromEntries(
    Object.entries(remotes).map(([id, { channels }]) => {
      const { isRestricted: _, ...half } = release(id).static
      return [id, { channels, versions: { '1.0.0': { ...release(id), static: half } } }]
    }),
  )
  const plan = planRemotes({ named: [], isWanted: () => true, switches: {}, bucket: 0 }, older)
  expect(kept(withhold(plan))).toEqual(LESS)
})

test('a remote of another team is withheld if it says that it is restricted', () => {
  at('Asia/Shanghai')
  const { static: half, ...rest } = release('casino')
  const entry = {
    channels: { stable: ['1.0.0'] },
    versions: { '1.0.0': { ...rest, static: { ...half, isRestricted: true } } },
  }
  const plan = planRemotes({ named: [], isWanted: () => true, switches: {}, bucket: 0 }, { casino: entry })
  expect(withhold(plan).get('casino')).toMatchObject({ kind: 'unavailable', error: { code: 'remote.restricted' } })
})
