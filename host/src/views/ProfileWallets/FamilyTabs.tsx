import type { ChainNamespace } from '@portico/contracts'
import { useMessages } from '@portico/contracts/ui'
import { type KeyboardEvent, useRef } from 'react'
import { FAMILY_TITLES } from '../familyTitles.ts'

interface FamilyTabsProps {
  readonly families: readonly ChainNamespace[]
  readonly chosen: ChainNamespace
  readonly onChoose: (namespace: ChainNamespace) => void
}

/** One tab a family. The arrow keys go from one to the next, as in every list of tabs (ARIA). */
export function FamilyTabs({ families, chosen, onChoose }: FamilyTabsProps) {
  const t = useMessages()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === forward ? 1 : ['ArrowLeft', 'ArrowRight'].includes(event.key) ? -1 : 0
    if (!step) return
    event.preventDefault()
    const index = (families.indexOf(chosen) + step + families.length) % families.length
    const next = families[index]
    if (!next) return
    onChoose(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div ref={list} className="ProfileWallets-tabs" role="tablist" aria-label={t('host.profile.families')}>
      {families.map((namespace) => (
        <button
          key={namespace}
          type="button"
          role="tab"
          className="ProfileWallets-tab"
          aria-selected={namespace === chosen}
          tabIndex={namespace === chosen ? 0 : -1}
          data-testid={`tab-${t(FAMILY_TITLES[namespace]).toLowerCase()}`}
          onClick={() => onChoose(namespace)}
          onKeyDown={onKeyDown}
        >
          {t(FAMILY_TITLES[namespace])}
        </button>
      ))}
    </div>
  )
}
