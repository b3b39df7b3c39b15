import { addErrors, type SlotName } from '@portico/contracts'
import { restrictionErrors } from '@portico/contracts/restrictionErrors'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { isIconName } from '@portico/contracts/ui'
import type { RemotesPlan } from './restriction.ts'

const SLOTS: Readonly<Record<SlotName, true>> = {
  'account.actions': true,
  'account.topUps': true,
  'account.rows': true,
  'account.tabs': true,
  'connect.methods': true,
  'connect.badges': true,
  'connect.email': true,
  'connect.socials': true,
  'networks.rows': true,
  'networks.badges': true,
}

const isKnown = (icon: string, { icons = {} }: StaticHalf): boolean => isIconName(icon) || Object.hasOwn(icons, icon)

/**
 * The slots and icons that this shell does not know, because a remote was built for a newer one. They are not drawn.
 * @returns names for the developer, like `safety: slot account.menu`
 */
export function unfamiliar(plan: RemotesPlan): string[] {
  addErrors(restrictionErrors)
  return [...plan].flatMap(([id, choice]) => {
    if (choice.kind !== 'on') return []
    const half = choice.release.static
    return Object.entries(half.slots).flatMap(([slot, entries]) => {
      if (!Object.hasOwn(SLOTS, slot)) return [`${id}: slot ${slot}`]
      const icons = entries.flatMap(({ icon }) => (typeof icon === 'string' && !isKnown(icon, half) ? [icon] : []))
      return icons.map((icon) => `${id}: icon ${icon}`)
    })
  })
}
