import { DEFAULT_SOCIALS, type RemoteId } from '@portico/contracts'
import { KNOWN_IDS } from '@portico/contracts/services/knownRemotes'
import type { ProjectConfig, ProjectFeature } from '@portico/contracts/services/projectConfig'
import fc from 'fast-check'
import type { FeatureOptions } from '../options/types.ts'
import { ALL_OFF, type Features, isWanted, resolveFeatures } from './features.ts'

type Entry = ProjectFeature
const on = (id: string, config: string[] | null): Entry => ({ id, isEnabled: true, config })
const off = (id: string, config: string[] | null): Entry => ({ id, isEnabled: false, config })
const loaded = (features: Entry[], remotes?: ProjectConfig['remotes']): ProjectConfig => ({ features, remotes })
const NOT_LOADED = undefined

const SOCIALS = [...DEFAULT_SOCIALS]
const ALL_SOCIAL = ['email', ...SOCIALS]

const resolve = (config: ProjectConfig | undefined, local: FeatureOptions = {}) => resolveFeatures(config, local, false)

/** services.md §5.1 and §5.2: the state of each feature, according to configuration and local option. */
const table: Record<
  'email' | 'socials' | 'swaps' | 'onramp' | 'activity' | 'reownBranding' | 'multiWallet' | 'emailCapture',
  [title: string, config: ProjectConfig | undefined, local: FeatureOptions, expected: unknown][]
> = {
  email: [
    ['enabled and listed: on', loaded([on('social_login', ALL_SOCIAL)]), {}, true],
    ['enabled but not listed: off', loaded([on('social_login', ['google'])]), {}, false],
    ['enabled with an empty list: off', loaded([on('social_login', [])]), {}, false],
    ['our exception: not enabled, whatever is listed: off', loaded([off('social_login', ALL_SOCIAL)]), {}, false],
    ['our exception: not enabled and no list: off', loaded([off('social_login', null)]), { email: true }, false],
    ['enabled without a list: the site decides, on', loaded([on('social_login', null)]), { email: true }, true],
    ['enabled without a list: the site decides, off', loaded([on('social_login', null)]), { email: false }, false],
    ['enabled without a list, and the site says nothing: on', loaded([on('social_login', null)]), {}, true],
    ['no entry: off, though the site wants it', loaded([]), { email: true }, false],
    ['listed: on, though the site does not want it', loaded([on('social_login', ['email'])]), { email: false }, true],
    ['no configuration: the site decides, off', NOT_LOADED, { email: false }, false],
    ['no configuration, and the site says nothing: on', NOT_LOADED, {}, true],
  ],
  socials: [
    ['enabled and listed: those, without e-mail', loaded([on('social_login', ['email', 'x'])]), {}, ['x']],
    ['only e-mail is listed: off', loaded([on('social_login', ['email'])]), {}, false],
    ['enabled with an empty list: off', loaded([on('social_login', [])]), {}, false],
    ['our exception: not enabled, whatever is listed: off', loaded([off('social_login', ALL_SOCIAL)]), {}, false],
    [
      'enabled without a list: the site’s own list',
      loaded([on('social_login', null)]),
      { socials: ['apple'] },
      ['apple'],
    ],
    [
      'enabled without a list, and the site says yes: all',
      loaded([on('social_login', null)]),
      { socials: true },
      SOCIALS,
    ],
    [
      'enabled without a list, and the site says no: off',
      loaded([on('social_login', null)]),
      { socials: false },
      false,
    ],
    ['no entry: off, though the site wants them', loaded([]), { socials: ['x'] }, false],
    ['no configuration: the site’s own list', NOT_LOADED, { socials: ['github', 'x'] }, ['github', 'x']],
    ['no configuration, and the site says no: off', NOT_LOADED, { socials: false }, false],
    ['no configuration, and the site’s list is empty: off', NOT_LOADED, { socials: [] }, false],
    ['no configuration, and the site says nothing: all, in their order', NOT_LOADED, {}, SOCIALS],
  ],
  swaps: [
    ['enabled and listed: that provider', loaded([on('swap', ['1inch'])]), {}, ['1inch']],
    ['enabled with an empty list: off', loaded([on('swap', [])]), {}, false],
    ['our exception: not enabled, whatever is listed: off', loaded([off('swap', ['1inch'])]), {}, false],
    ['enabled without a list, and the site says nothing: the default', loaded([on('swap', null)]), {}, ['1inch']],
    ['enabled without a list, and the site says no: off', loaded([on('swap', null)]), { swaps: false }, false],
    ['no entry: off, though the site wants it', loaded([]), { swaps: true }, false],
    ['no configuration, and the site says yes: the default', NOT_LOADED, { swaps: true }, ['1inch']],
    ['no configuration: the site’s own list', NOT_LOADED, { swaps: ['1inch'] }, ['1inch']],
    ['no configuration, and the site says no: off', NOT_LOADED, { swaps: false }, false],
    ['no configuration, and the site says nothing: the default', NOT_LOADED, {}, ['1inch']],
  ],
  onramp: [
    ['enabled and listed: that provider', loaded([on('onramp', ['meld'])]), {}, ['meld']],
    ['enabled with an empty list: off', loaded([on('onramp', [])]), {}, false],
    ['our exception: not enabled, whatever is listed: off', loaded([off('onramp', ['meld'])]), {}, false],
    ['enabled without a list: the site decides, off', loaded([on('onramp', null)]), { onramp: false }, false],
    ['enabled without a list, and the site says nothing: the default', loaded([on('onramp', null)]), {}, ['meld']],
    ['no entry: off, though the site wants it', loaded([]), { onramp: true }, false],
    ['no configuration, and the site says no: off', NOT_LOADED, { onramp: false }, false],
    ['no configuration, and the site says nothing: the default', NOT_LOADED, {}, ['meld']],
  ],
  activity: [
    ['enabled with an empty list: on', loaded([on('activity', [])]), {}, true],
    ['our exception: not enabled: off', loaded([off('activity', [])]), {}, false],
    [
      'enabled without a list: the site decides by its old name, off',
      loaded([on('activity', null)]),
      { history: false },
      false,
    ],
    ['no entry: off, though the site wants it', loaded([]), { history: true }, false],
    ['no configuration: the site decides by its old name, off', NOT_LOADED, { history: false }, false],
    ['no configuration, and the site says nothing: on', NOT_LOADED, {}, true],
  ],
  reownBranding: [
    ['enabled: on', loaded([on('reown_branding', [])]), {}, true],
    ['our exception: not enabled: off', loaded([off('reown_branding', [])]), {}, false],
    [
      'enabled without a list: the site decides, off',
      loaded([on('reown_branding', null)]),
      { reownBranding: false },
      false,
    ],
    ['no entry: off', loaded([]), { reownBranding: true }, false],
    ['no configuration, and the site says no: off', NOT_LOADED, { reownBranding: false }, false],
    ['no configuration, and the site says nothing: on', NOT_LOADED, {}, true],
  ],
  multiWallet: [
    ['enabled: on', loaded([on('multi_wallet', [])]), {}, true],
    ['not enabled: off', loaded([off('multi_wallet', [])]), {}, false],
    ['enabled without a list: off, as without a configuration', loaded([on('multi_wallet', null)]), {}, false],
    ['no entry: off', loaded([]), {}, false],
    ['no configuration: off', NOT_LOADED, {}, false],
  ],
  emailCapture: [
    ['enabled and required', loaded([on('email_capture', ['required'])]), {}, ['required']],
    ['enabled and optional: an empty list is on', loaded([on('email_capture', [])]), {}, []],
    ['not enabled: off', loaded([off('email_capture', ['required'])]), {}, false],
    ['enabled without a list: off, as without a configuration', loaded([on('email_capture', null)]), {}, false],
    ['no entry: off', loaded([]), {}, false],
    ['no configuration: off', NOT_LOADED, {}, false],
  ],
}

describe.each(Object.entries(table))('%s', (feature, rows) => {
  test.each(rows)('%s', (_, config, local, expected) => {
    expect(resolve(config, local).features[feature as keyof Features]).toEqual(expected)
  })

  test('is always off in basic mode', () => {
    const everything = loaded([
      on('social_login', ALL_SOCIAL),
      on('swap', ['1inch']),
      on('onramp', ['meld']),
      ...['activity', 'reown_branding', 'multi_wallet', 'email_capture'].map((id) => on(id, [])),
    ])
    const { features, ignored } = resolveFeatures(everything, { email: true, swaps: true }, true)
    expect(features[feature as keyof Features]).toBe(false)
    expect(ignored).toEqual([])
  })
})

describe("§5.4: features that only the site and the remote's switch decide", () => {
  test.each<[string, FeatureOptions, ProjectConfig['remotes'], Partial<Features>]>([
    ['receive and send are on, pay is off', {}, {}, { receive: true, send: true, pay: false }],
    ['the site switches receive off', { receive: false }, {}, { receive: false }],
    ['the site switches send off', { send: false }, {}, { send: false }],
    ['the site switches pay on', { pay: true }, {}, { pay: true }],
    ['the operator switches receive off', { receive: true }, { receive: { enabled: false } }, { receive: false }],
    ['the operator switches receive on', { receive: false }, { receive: { enabled: true } }, { receive: true }],
    ['the operator switches pay on', {}, { pay: { enabled: true } }, { pay: true }],
    [
      'the operator pins a version and leaves the rest to the site',
      { send: false },
      { send: { version: '1.0.0' } },
      { send: false },
    ],
  ])('%s', (_, local, remotes, expected) => {
    expect(resolve(loaded([], remotes), local).features).toMatchObject(expected)
  })

  test("without a configuration the site's setting applies, or else the default", () => {
    expect(resolve(NOT_LOADED, { send: false }).features).toMatchObject({ receive: true, send: false, pay: false })
  })
})

describe('§5: with pay on, e-mail and social login are off', () => {
  test.each<[string, ProjectConfig | undefined, FeatureOptions]>([
    ['because the site says so', NOT_LOADED, { pay: true, email: true }],
    ['because the operator says so', loaded([on('social_login', ALL_SOCIAL)], { pay: { enabled: true } }), {}],
    ['though the configuration switches both on', loaded([on('social_login', ALL_SOCIAL)]), { pay: true }],
  ])('%s', (_, config, local) => {
    expect(resolve(config, local).features).toMatchObject({ pay: true, email: false, socials: false })
  })
})

describe("the operator's switch for each known feature", () => {
  /**
   * Every feature is switched on where this is possible (decided 1): in its feature entry, or by the remote's own
   * switch.
   */
  const EVERYTHING_ON = loaded(
    [
      on('social_login', ALL_SOCIAL),
      on('swap', ['1inch']),
      on('onramp', ['meld']),
      on('activity', []),
      on('email_capture', ['required']),
    ],
    { send: { enabled: true }, receive: { enabled: true } },
  )
  const wanted = (config: ProjectConfig, local: FeatureOptions = {}) => {
    const project = resolve(config, local)
    return KNOWN_IDS.filter((id) => isWanted(project, id))
  }
  const withSwitch = (id: RemoteId, enabled: boolean) =>
    loaded(EVERYTHING_ON.features, { ...EVERYTHING_ON.remotes, [id]: { enabled } })

  test('turns all features on, except that pay and the two logins exclude each other', () => {
    expect(wanted(EVERYTHING_ON)).toEqual(KNOWN_IDS.filter((id) => id !== 'pay'))
    expect(wanted(withSwitch('pay', true))).toEqual(KNOWN_IDS.filter((id) => !['email', 'socials'].includes(id)))
  })

  test.each(KNOWN_IDS)('`remotes.%s.enabled: false` switches off this feature only, whatever the site sets', (id) => {
    const before = wanted(EVERYTHING_ON)
    const site: FeatureOptions = {
      email: true,
      socials: true,
      swaps: true,
      onramp: true,
      history: true,
      send: true,
      receive: true,
    }
    expect(wanted(withSwitch(id, false), site)).toEqual(before.filter((other) => other !== id))
  })

  test.each(KNOWN_IDS)(
    '`remotes.%s.enabled: false` overrides a configuration that leaves the feature to the site',
    (id) => {
      const leftToSite = EVERYTHING_ON.features.map((entry) => ({ ...entry, config: null }))
      expect(wanted(loaded(leftToSite, { [id]: { enabled: false } }))).not.toContain(id)
    },
  )

  test.each<[RemoteId, Entry[]]>([
    ['email', [on('social_login', ['google', 'x'])]],
    ['socials', [on('social_login', ['email'])]],
    ['swaps', [on('swap', [])]],
    ['onramp', [off('onramp', ['meld'])]],
    ['activity', [off('activity', [])]],
    ['emailCapture', [off('email_capture', [])]],
  ])('%s is also off if its feature entry says so', (id, entries) => {
    expect(wanted(loaded(entries))).not.toContain(id)
  })

  test('a configuration without switches, from an older backend, still decides the features', () => {
    expect(wanted({ features: [on('swap', ['1inch'])] })).toEqual(['swaps', 'receive', 'send'])
  })
})

describe('a remote without a name of its own in the configuration', () => {
  const isOn = (config: ProjectConfig | undefined, site: Record<RemoteId, boolean> = {}, isOnByDefault = false) =>
    isWanted(resolveFeatures(config, {}, false, site), 'safety', isOnByDefault)

  test.each<[string, ProjectConfig | undefined, Record<RemoteId, boolean>, boolean, boolean]>([
    ['nobody decides: its own default, off', loaded([]), {}, false, false],
    ['nobody decides: its own default, on', loaded([]), {}, true, true],
    ['the site switches it on', NOT_LOADED, { safety: true }, false, true],
    ['the site switches it off', NOT_LOADED, { safety: false }, true, false],
    ['the operator switches it on', loaded([], { safety: { enabled: true } }), { safety: false }, false, true],
    ['the operator switches it off', loaded([], { safety: { enabled: false } }), { safety: true }, true, false],
    [
      'the operator only chooses a version: the site decides',
      loaded([], { safety: { version: '1.0.0' } }),
      { safety: true },
      false,
      true,
    ],
  ])('%s', (_, config, site, isOnByDefault, expected) => {
    expect(isOn(config, site, isOnByDefault)).toBe(expected)
  })

  test('is off in a modal without features', () => {
    expect(isWanted(resolveFeatures(undefined, {}, true, { safety: true }), 'safety', true)).toBe(false)
  })
})

describe('the warning about ignored local settings', () => {
  test.each<[string, ProjectConfig | undefined, FeatureOptions, string[]]>([
    ['the configuration decides: named', loaded([on('swap', ['1inch'])]), { swaps: true }, ['"features.swaps"']],
    ['the configuration switches off: named', loaded([off('swap', null)]), { swaps: true }, ['"features.swaps"']],
    [
      'activity is named by its old name',
      loaded([on('activity', [])]),
      { history: true },
      ['"features.history" (now "activity")'],
    ],
    [
      'several are named together',
      loaded([on('social_login', ['email']), on('onramp', [])]),
      { email: true, socials: ['x'], onramp: ['meld'] },
      ['"features.email"', '"features.socials"', '"features.onramp"'],
    ],
    ['the configuration leaves it to the site: not named', loaded([on('swap', null)]), { swaps: true }, []],
    ['the site sets nothing: not named', loaded([on('swap', ['1inch'])]), {}, []],
    ['there is no entry: not named', loaded([]), { swaps: true }, []],
    ['no configuration: not named', NOT_LOADED, { swaps: true }, []],
    [
      'a switch of the operator overrides it: named',
      loaded([], { receive: { enabled: false } }),
      { receive: true },
      ['"features.receive"'],
    ],
    ['a switch that agrees with it: not named', loaded([], { receive: { enabled: true } }), { receive: true }, []],
    [
      'a switch of the operator overrides what has an entry of its own: named',
      loaded([], { swaps: { enabled: false } }),
      { swaps: true },
      ['"features.swaps"'],
    ],
  ])('%s', (_, config, local, names) => {
    expect(resolve(config, local).ignored).toEqual(names)
  })
})

describe("the site's option `remotes`", () => {
  test('is overridden by the operator, and the site is told', () => {
    const site = { safety: true, games: false }
    const config = loaded([], { safety: { enabled: false }, games: { version: '1.0.0' } })
    const { others, ignored } = resolveFeatures(config, {}, false, site)
    expect([others, ignored]).toEqual([{ safety: false, games: false }, ['"remotes.safety"']])
  })

  test('also works for the features that have an option of their own, which takes precedence', () => {
    const on = (local: FeatureOptions) => resolveFeatures(undefined, local, false, { swaps: false }).features.swaps
    expect([on({}), on({ swaps: true })]).toEqual([false, ['1inch']])
  })
})

describe('unknown names', () => {
  test('an unknown feature id is dropped and reported', () => {
    const { features, unknown } = resolve(loaded([on('teleport', ['x']), on('swap', ['1inch'])]))
    expect(features).toMatchObject({ swaps: ['1inch'] })
    expect(unknown).toEqual(['teleport'])
  })

  test('unknown social logins and providers are dropped and reported once', () => {
    const { features, unknown } = resolve(
      loaded([on('social_login', ['google', 'orkut', 'email']), on('swap', ['acme']), on('onramp', ['acme', 'meld'])]),
    )
    expect(features).toMatchObject({ email: true, socials: ['google'], swaps: false, onramp: ['meld'] })
    expect(unknown).toEqual(['orkut', 'acme'])
  })

  test('settings of a feature are not names, and names of a feature that is off are not used', () => {
    const { unknown } = resolve(
      loaded([on('email_capture', ['required']), on('activity', ['x']), off('swap', ['acme'])]),
    )
    expect(unknown).toEqual([])
  })

  test('a social login with only unknown names is off', () => {
    expect(resolve(loaded([on('social_login', ['orkut'])])).features.socials).toBe(false)
  })
})

const entry = fc.record({
  id: fc.oneof(fc.constantFrom('social_login', 'swap', 'onramp', 'activity', 'email_capture'), fc.string()),
  isEnabled: fc.boolean(),
  config: fc.option(fc.array(fc.oneof(fc.constantFrom('email', 'x', '1inch', 'meld', '__proto__'), fc.string()))),
})
const anyConfig = fc.record(
  {
    features: fc.array(entry),
    remotes: fc.dictionary(
      fc.oneof(fc.constantFrom<string>(...KNOWN_IDS, 'constructor'), fc.string()),
      fc.record({ enabled: fc.boolean() }, { requiredKeys: [] }),
    ),
  },
  { requiredKeys: ['features'] },
)

test('every configuration decides every feature, and only known features', () => {
  fc.assert(
    fc.property(anyConfig, fc.boolean(), (config, isBasic) => {
      const project = resolveFeatures(config, {}, isBasic)
      const { features } = project
      expect(Object.keys(features).sort()).toEqual(Object.keys(ALL_OFF).sort())
      for (const value of Object.values(features)) {
        expect(typeof value === 'boolean' || Array.isArray(value)).toBe(true)
      }
      for (const id of KNOWN_IDS) {
        if (config.remotes?.[id]?.enabled === false || isBasic) expect(isWanted(project, id)).toBe(false)
      }
    }),
  )
})
