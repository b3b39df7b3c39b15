import { DEFAULT_SOCIALS, type RemoteId } from '@portico/contracts'
import { KNOWN_IDS } from '@portico/contracts/services/knownRemotes'
import { array, assert, boolean, constantFrom, property, tuple } from 'fast-check'
import { type FeatureEntry, OFF, type Project } from './project.ts'
import { remoteStates } from './remoteStates.ts'
import { sampleFeatures } from './seedProject.ts'
import { toggleRemote } from './toggleRemote.ts'

const SOCIALS = [...DEFAULT_SOCIALS]

const sample: Project = {
  id: '0'.repeat(32),
  isAnalyticsEnabled: false,
  features: sampleFeatures,
  remotes: {},
  allowedOrigins: [],
}

const withFeature = (id: keyof Project['features'], entry: Partial<FeatureEntry>): Project => ({
  ...sample,
  features: { ...sample.features, [id]: { ...OFF, ...entry } },
})

const stateOf = (project: Project, id: RemoteId) => remoteStates(project).find((remote) => remote.id === id)

describe('e-mail and socials share one list on the wire', () => {
  test('switching e-mail off keeps the socials; switching e-mail on again puts it first in the list', () => {
    const off = toggleRemote(sample, 'email', false)
    expect(off.features.social_login).toMatchObject({ isEnabled: true, config: SOCIALS })
    expect(toggleRemote(off, 'email', true)).toEqual(sample)
  })

  test('switching socials off keeps e-mail; switching them on restores their names', () => {
    const own = withFeature('social_login', { isEnabled: true, config: ['email', 'github', 'x'] })
    const off = toggleRemote(own, 'socials', false)
    expect(off.features.social_login).toMatchObject({ isEnabled: true, config: ['email'] })
    expect(toggleRemote(off, 'socials', true)).toEqual(own)
  })

  test('socials that are switched on without previous names get the default list of §9', () => {
    const bare = withFeature('social_login', { isEnabled: true, config: ['email'] })
    expect(toggleRemote(bare, 'socials', true).features.social_login.config).toEqual(['email', ...SOCIALS])
  })

  test('the entry is off only when e-mail and socials are off; switching e-mail on again does not switch socials on', () => {
    const both = toggleRemote(toggleRemote(sample, 'email', false), 'socials', false)
    expect(both.features.social_login).toMatchObject({ isEnabled: false, config: [] })
    const email = toggleRemote(both, 'email', true)
    expect(email.features.social_login).toMatchObject({ isEnabled: true, config: ['email'] })
    expect(toggleRemote(email, 'socials', true)).toEqual(sample)
  })

  test('if the whole entry was off, switching e-mail on does not switch socials on', () => {
    const off = withFeature('social_login', { isEnabled: false, config: ['email', 'google'] })
    const email = toggleRemote(off, 'email', true)
    expect(email.features.social_login.config).toEqual(['email'])
    expect(toggleRemote(email, 'socials', true).features.social_login.config).toEqual(['email', 'google'])
  })

  test('an entry that is left to the sites gets the default names when e-mail or socials are switched', () => {
    const left = withFeature('social_login', { isEnabled: true, config: null })
    expect(toggleRemote(left, 'socials', false).features.social_login).toMatchObject({ config: ['email'] })
    expect(toggleRemote(left, 'email', true).features.social_login).toMatchObject({ config: ['email', ...SOCIALS] })
  })
})

describe('features with an entry of their own', () => {
  test.each([
    ['swaps', 'swap', ['1inch']],
    ['onramp', 'onramp', ['meld']],
    ['activity', 'activity', []],
  ] as const)('switching %s off keeps its settings for the next time it is on', (remoteId, featureId, config) => {
    const off = toggleRemote(sample, remoteId, false)
    expect(off.features[featureId]).toMatchObject({ isEnabled: false, config })
    expect(toggleRemote(off, remoteId, true)).toEqual(sample)
  })

  test('switching e-mail capture on keeps it required', () => {
    const on = toggleRemote(sample, 'emailCapture', true)
    expect(on.features.email_capture).toMatchObject({ isEnabled: true, config: ['required'] })
  })

  test.each([
    ['swaps', 'swap', ['1inch']],
    ['onramp', 'onramp', ['meld']],
  ] as const)(
    'switching %s on without a provider adds the default provider, since an empty list counts as off',
    (id, featureId, config) => {
      const empty = withFeature(featureId, { isEnabled: true, config: [] })
      expect(stateOf(empty, id)).toMatchObject({ state: 'off' })
      expect(toggleRemote(empty, id, true).features[featureId]).toMatchObject({ isEnabled: true, config })
    },
  )

  test('switching off also works if the entry leaves the decision to the sites', () => {
    const left = withFeature('swap', { isEnabled: true, config: null })
    expect(stateOf(left, 'swaps')).toMatchObject({ state: 'site', decidedBy: 'site options' })
    expect(toggleRemote(left, 'swaps', false).features.swap).toMatchObject({ isEnabled: false, config: ['1inch'] })
  })
})

test.each(['send', 'receive', 'pay'] as const)('%s is decided by its switch', (id) => {
  expect(stateOf(sample, id)).toMatchObject({ state: 'site', decidedBy: 'site options' })
  const off = toggleRemote(sample, id, false)
  expect(off.remotes).toEqual({ [id]: { enabled: false } })
  expect(toggleRemote(off, id, true).remotes).toEqual({ [id]: { enabled: true } })
})

test('where neither operator nor site decides about a published remote, its own default is named', () => {
  const published = {
    safety: { versions: ['1.0.0'], channels: { stable: ['1.0.0'] }, isOnByDefault: false },
    games: { versions: ['1.0.0'], channels: { stable: ['1.0.0'] }, isOnByDefault: true },
    send: { versions: ['1.0.0'], channels: { stable: ['1.0.0'] }, isOnByDefault: false },
  }
  const decidedBy = (project: Project) =>
    Object.fromEntries(remoteStates(project, published).map((remote) => [remote.id, remote.decidedBy]))
  expect(decidedBy(sample)).toMatchObject({
    safety: 'site options, else its own default: off',
    games: 'site options, else its own default: on',
    // The modal itself knows the default of these.
    send: 'site options',
  })
  expect(decidedBy(toggleRemote(sample, 'safety', true))).toMatchObject({ safety: 'remotes.safety.enabled' })
})

test.each(KNOWN_IDS)('switching %s on ends a kill, and keeps the release that was set', (id) => {
  const killed: Project = { ...sample, remotes: { [id]: { enabled: false, version: '1.2.3', rollout: 5 } } }
  expect(stateOf(killed, id)).toMatchObject({ state: 'off', decidedBy: `remotes.${id}.enabled` })
  const on = toggleRemote(killed, id, true)
  expect(stateOf(on, id)?.state).toBe('on')
  expect(on.remotes[id]).toMatchObject({ version: '1.2.3', rollout: 5 })
  expect(on.remotes[id]?.enabled).not.toBe(false)
})

test('switching a killed remote off leaves it killed', () => {
  const killed: Project = { ...sample, remotes: { swaps: { enabled: false } } }
  expect(toggleRemote(killed, 'swaps', false).remotes).toEqual({ swaps: { enabled: false } })
})

test('after any number of toggles, the last toggle of each remote decides', () => {
  const toggles = array(tuple(constantFrom(...KNOWN_IDS), boolean()), { maxLength: 30 })
  assert(
    property(toggles, (steps) => {
      let project = sample
      for (const [id, on] of steps) {
        const before = remoteStates(project)
        project = toggleRemote(project, id, on)
        const expected = before.map((remote) => (remote.id === id ? on : remote.state === 'on'))
        expect(remoteStates(project).map(({ state }) => state === 'on')).toEqual(expected)
        const { isEnabled, config } = project.features.social_login
        expect(isEnabled).toBe(config?.length !== 0)
        expect(toggleRemote(project, id, on)).toEqual(project)
      }
    }),
    { numRuns: 200 },
  )
})

test('switching off and on again changes nothing', () => {
  assert(
    property(constantFrom(...KNOWN_IDS), (id) => {
      const on = toggleRemote(sample, id, true)
      expect(toggleRemote(toggleRemote(on, id, false), id, true)).toEqual(on)
    }),
  )
})
