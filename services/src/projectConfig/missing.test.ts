import { KNOWN_IDS } from '@portico/contracts/services/knownRemotes'
import { everyFeature } from '../../testing/everyFeature.ts'
import { readEnvironment } from '../environment.ts'
import { missingIn, missingOf, NOTHING_MISSING, offeredBy } from './missing.ts'
import { OFF, type Project } from './project.ts'
import { remoteStates } from './remoteStates.ts'
import { sampleFeatures } from './seedProject.ts'

const project: Project = {
  id: '1',
  isAnalyticsEnabled: false,
  features: sampleFeatures,
  remotes: {},
  allowedOrigins: [],
}
const missing = (environment: NodeJS.ProcessEnv) => missingIn(readEnvironment(environment))
const withheld = (environment: NodeJS.ProcessEnv) =>
  KNOWN_IDS.filter((id) => missingOf(missing(environment), id) !== undefined)
const entry = (of: Project, environment: NodeJS.ProcessEnv, id: string) =>
  offeredBy(of, missing(environment)).features.find((feature) => feature.id === id)

test('a deployment on which everything is configured offers what its operators have switched on', () => {
  expect(withheld(everyFeature())).toEqual([])
  expect(offeredBy(project, missing(everyFeature()))).toEqual(offeredBy(project, NOTHING_MISSING))
})

test.each([
  [['MELD_KEY'], ['onramp']],
  [['ONEINCH_KEY'], ['swaps']],
  [['RPC_UPSTREAMS'], ['activity']],
  [['SMTP_URL', 'SMTP_FROM'], ['email']],
  [['LOGIN_SIGNING_KEY'], ['email', 'socials']],
])('without %j, sites are not offered %j', (unset, ids) => {
  const environment = { ...everyFeature(), ...Object.fromEntries(unset.map((name) => [name, undefined])) }
  expect(withheld(environment)).toEqual(ids)
  const { remotes } = offeredBy(project, missing(environment))
  expect(remotes).toEqual(Object.fromEntries(ids.map((id) => [id, { enabled: false }])))
  for (const id of ids) {
    const state = remoteStates(project, {}, missing(environment)).find((remote) => remote.id === id)
    expect(state).toMatchObject({ state: 'off', decidedBy: 'services', missing: expect.stringContaining('; set ') })
  }
})

test('an older client that reads only the features gets no feature that does not work', () => {
  for (const id of ['swap', 'onramp', 'activity']) expect(entry(project, {}, id)).toMatchObject({ isEnabled: false })
  expect(entry(project, {}, 'social_login')).toEqual({ id: 'social_login', isEnabled: false, config: [] })
})

test('visitors are offered only sign-in providers that are configured', () => {
  const onlyGoogle = {
    ...everyFeature(),
    ...Object.fromEntries(
      Object.keys(everyFeature()).flatMap((name) =>
        /^(SOCIAL_(?!GOOGLE)|FARCASTER)/.test(name) ? [[name, undefined]] : [],
      ),
    ),
  }
  expect(entry(project, onlyGoogle, 'social_login')?.config).toEqual(['email', 'google'])
})

test('an operator who insists gets the feature, and is told what is missing', () => {
  const forced: Project = { ...project, forcedRemotes: ['onramp', 'socials'] }
  expect(entry(forced, {}, 'onramp')).toMatchObject({ isEnabled: true })
  expect(entry(forced, {}, 'social_login')?.config).toContain('google')
  expect(offeredBy(forced, missing({})).remotes).not.toHaveProperty('onramp')
  const state = remoteStates(forced, {}, missing({})).find(({ id }) => id === 'onramp')
  expect(state).toMatchObject({ state: 'on', isForced: true, missing: expect.stringContaining('MELD_KEY') })
})

test('where each site decides, what does not work is off by its switch', () => {
  const open = { ...OFF, isEnabled: true, config: null }
  const sites: Project = { ...project, features: { ...sampleFeatures, social_login: open } }
  expect(offeredBy(sites, missing({})).remotes).toMatchObject({
    email: { enabled: false },
    socials: { enabled: false },
  })
})

test('what another process does is not judged here', () => {
  expect(withheld({ SERVICES: 'projectConfig' })).toEqual([])
  expect(withheld({ SERVICES: 'projectConfig,login' })).toEqual(['email', 'socials'])
})
