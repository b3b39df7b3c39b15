import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import type { Choice } from '../kernel/planRemotes.ts'
import { unfamiliar } from './unfamiliar.ts'

const planOf = (half: Partial<StaticHalf>) => {
  const release = {
    url: 'remotes/safety/',
    integrity: `sha384-${'A'.repeat(64)}`,
    contract: '^2.0.0',
    static: { messages: {}, views: {}, slots: {}, ...half },
  }
  return new Map<string, Choice>([
    ['safety', { kind: 'on', version: '1.0.0', release }],
    ['games', { kind: 'off' }],
  ])
}
const row = (icon: string) => ({ label: 'safety.action', icon, view: 'Safety', testId: 'safety' })

test.each<[string, Partial<StaticHalf>, string[]]>([
  ['a slot of a newer shell', { slots: { 'account.menu': [row('wallet')] } }, ['safety: slot account.menu']],
  ['a name that every object has', { slots: { constructor: [] } as never }, ['safety: slot constructor']],
  ['an icon of a newer kit', { slots: { 'account.rows': [row('shield')] } }, ['safety: icon shield']],
])('%s is named once for the developer', (_, half, names) => {
  expect(unfamiliar(planOf(half))).toEqual(names)
})

test.each<[string, Partial<StaticHalf>]>([
  ['an icon of the kit', { slots: { 'account.rows': [row('wallet')] } }],
  ["the remote's own icon", { icons: { shield: 'M1 1H3' }, slots: { 'connect.methods': [row('shield')] } }],
  ['a slot without an icon', { slots: { 'networks.badges': [{ label: 'safety.badge', networks: [] }] } }],
])('%s is known', (_, half) => {
  expect(unfamiliar(planOf(half))).toEqual([])
})
