import { CONTRACT_VERSION, type RemoteId } from '@portico/contracts'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { ReleaseIndex, RemoteRelease } from '@portico/contracts/services/releaseIndex'
import { seededRandom } from '@portico/contracts/testing'
import fc from 'fast-check'
import { type Choice, chooseVersion, planRemotes } from './planRemotes.ts'

const release = (contract = '^2.0.0'): RemoteRelease => ({
  url: 'remotes/receive/',
  integrity: `sha384-${'A'.repeat(64)}`,
  contract,
  static: { messages: {}, views: {}, slots: {} },
})

const remotes: ReleaseIndex['remotes'] = {
  receive: {
    channels: { stable: ['1.1.0', '1.0.0'], next: ['1.2.0'], empty: [], gone: ['9.9.9'] },
    versions: { '1.0.0': release(), '1.1.0': release(), '1.2.0': release() },
  },
  swaps: {
    channels: { stable: ['2.0.0', '1.0.0'] },
    versions: { '2.0.0': release('^3.0.0'), '1.0.0': release('^2.0.0') },
  },
  send: {
    channels: { stable: ['3.0.0'] },
    versions: { '3.0.0': release('^3.0.0') },
  },
}

/** The choice for a visitor, as a short text. */
const said = (choice: Choice): string => {
  if (choice.kind === 'on') return choice.version
  return choice.kind === 'unavailable'
    ? choice.error.code
    : `${choice.kind}${'what' in choice ? ` ${choice.what}` : ''}`
}

test.each<
  [title: string, id: 'receive' | 'swaps' | 'send' | 'onramp', wanted: RemoteSwitch, bucket: number, got: string]
>([
  ['no setting: the first version of the stable channel', 'receive', {}, 0, '1.1.0'],
  ['a channel: its first version', 'receive', { channel: 'next' }, 0, '1.2.0'],
  ['a pinned version', 'receive', { version: '1.0.0' }, 0, '1.0.0'],
  ['a pinned version beats the channel', 'receive', { version: '1.0.0', channel: 'next' }, 0, '1.0.0'],

  ['5 per cent: browser 4 is in', 'receive', { channel: 'next', rollout: 5 }, 4, '1.2.0'],
  ['5 per cent: browser 5 is out, and gets the stable channel', 'receive', { channel: 'next', rollout: 5 }, 5, '1.1.0'],
  ['0 per cent: no browser is in', 'receive', { version: '1.2.0', rollout: 0 }, 0, '1.1.0'],
  ['100 per cent: every browser is in', 'receive', { version: '1.2.0', rollout: 100 }, 99, '1.2.0'],

  ['the newest version that fits the contract', 'swaps', {}, 0, '1.0.0'],
  [
    'a pinned version that does not fit: unavailable, not another one',
    'swaps',
    { version: '2.0.0' },
    0,
    'remote.contract',
  ],
  ['no version that fits: unavailable', 'send', {}, 0, 'remote.contract'],

  ['a remote that is not in the index', 'onramp', {}, 0, 'unknown onramp'],
  ['an unknown channel', 'receive', { channel: 'nightly' }, 0, 'unknown receive#nightly'],
  ['an empty channel', 'receive', { channel: 'empty' }, 0, 'unknown receive#empty'],
  ['a channel of missing versions', 'receive', { channel: 'gone' }, 0, 'unknown receive@9.9.9'],
  ['an unknown version', 'receive', { version: '7.7.7' }, 0, 'unknown receive@7.7.7'],
  [
    'a version named like an inherited property',
    'receive',
    { version: 'constructor' },
    0,
    'unknown receive@constructor',
  ],
  ['a channel named like an inherited property', 'receive', { channel: 'valueOf' }, 0, 'unknown receive#valueOf'],
  [
    'a channel named like another inherited property',
    'receive',
    { channel: 'isPrototypeOf' },
    0,
    'unknown receive#isPrototypeOf',
  ],
])('%s', (_, id, wanted, bucket, got) => {
  expect(said(chooseVersion(id, remotes, wanted, bucket, '2.0.0'))).toBe(got)
})

test("the error for a contract mismatch names this shell's contract", () => {
  const choice = chooseVersion('send', remotes, {}, 0, '1.4.2')
  expect(choice.kind === 'unavailable' && choice.error.details).toEqual({ id: 'send', contract: '1.4.2' })
})

test('an unwanted remote is off, whatever index and switches say', () => {
  const isWanted = (id: RemoteId) => id === 'receive'
  const switches = { swaps: { version: '1.0.0' } }
  const plan = planRemotes({ named: ['onramp', 'receive'], isWanted, switches, bucket: 0 }, remotes)
  expect([...plan].map(([id, choice]) => [id, said(choice)])).toEqual([
    ['onramp', 'off'],
    ['receive', '1.1.0'],
    ['swaps', 'off'],
    ['send', 'off'],
  ])
})

test('the decision about a remote knows whether the remote is on by default: its preferred stable version says so', () => {
  const withDefault = { ...release(), static: { messages: {}, views: {}, slots: {}, isOnByDefault: true } }
  const index = {
    first: { channels: { stable: ['1.0.0'] }, versions: { '1.0.0': withDefault } },
    second: {
      channels: { stable: ['1.0.0'], next: ['1.1.0'] },
      versions: { '1.0.0': release(), '1.1.0': withDefault },
    },
    third: { channels: {}, versions: { '1.0.0': withDefault } },
  }
  const isWanted = (_: RemoteId, isOnByDefault: boolean) => isOnByDefault
  const plan = planRemotes({ named: ['fourth'], isWanted, switches: {}, bucket: 0 }, index)
  expect([...plan].filter(([, { kind }]) => kind === 'on').map(([id]) => id)).toEqual(['first'])
})

test('an id that breaks the rule, or is a name that every object has, is left out of the plan', () => {
  const index = { host: remotes.send, 'a b': remotes.send, x: remotes.send } as typeof remotes
  const named = ['constructor', '__proto__', 'no-id', 'Up', 'safety']
  const plan = planRemotes({ named, isWanted: () => true, switches: {}, bucket: 0 }, index)
  expect([...plan].map(([id, choice]) => [id, said(choice)])).toEqual([['safety', 'unknown safety']])
})

test("the default contract version is this shell's", () => {
  const exact = { receive: { channels: { stable: ['1.0.0'] }, versions: { '1.0.0': release(CONTRACT_VERSION) } } }
  expect(said(chooseVersion('receive', exact))).toBe('1.0.0')
})

const name = fc.oneof(fc.constantFrom('stable', 'next', '1.0.0', '1.2.0', '__proto__', 'constructor'), fc.string())
const wanted = fc.record(
  { channel: name, version: name, rollout: fc.integer({ min: 0, max: 100 }), enabled: fc.boolean() },
  { requiredKeys: [] },
)

test('whatever the configuration requests, only a version of the signed index can result', () => {
  fc.assert(
    fc.property(wanted, fc.integer({ min: 0, max: 99 }), (given, bucket) => {
      const choice = chooseVersion('receive', remotes, given, bucket)
      if (choice.kind === 'on') {
        expect(Object.keys(remotes.receive?.versions ?? {})).toContain(choice.version)
        expect(choice.release).toBe(remotes.receive?.versions[choice.version])
      } else expect(choice.kind).toBe('unknown')
    }),
  )
})

describe('a rollout to a part of 100,000 browsers', () => {
  const BROWSERS = 100_000
  const index = {
    receive: {
      channels: { stable: ['1.0.0'] },
      versions: { '1.0.0': release('^2.0.0'), '1.1.0': release('^2.0.0') },
    },
  }
  /** Each browser draws its number once (`createReleases.ts`). */
  const random = seededRandom(18)
  const buckets = Array.from({ length: BROWSERS }, () => Math.floor(random() * 2 ** 32) % 100)
  /** Whether each browser gets the new version, which depends only on its number. */
  function inRollout(rollout: number): boolean[] {
    const ofBucket = Array.from({ length: 100 }, (_, bucket) => {
      return said(chooseVersion('receive', index, { version: '1.1.0', rollout }, bucket)) === '1.1.0'
    })
    return buckets.map((bucket) => ofBucket[bucket] === true)
  }

  test.each([0, 1, 5, 25, 50, 99, 100])(
    '%d %%: the share is right to half a point, and every browser keeps its version',
    (percent) => {
      const first = inRollout(percent)
      const share = (100 * first.filter(Boolean).length) / BROWSERS
      expect(Math.abs(share - percent)).toBeLessThan(0.5)
      expect(inRollout(percent).filter((isIn, browser) => isIn !== first[browser])).toHaveLength(0)
    },
  )

  test('when it widens, no browser loses the new version', () => {
    const steps = [0, 1, 5, 25, 60, 100].map(inRollout)
    for (const [at, wider] of steps.entries()) {
      const lost = steps[at - 1]?.filter((isIn, browser) => isIn && !wider[browser]) ?? []
      expect(lost).toEqual([])
    }
  })
})
