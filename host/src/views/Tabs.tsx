import { useStyles } from '@portico/contracts/ui'
import { type KeyboardEvent, useRef } from 'react'
import sheet from './Tabs.css'

interface TabsProps<Key extends string> {
  /** Names the list for those who do not see it. */
  readonly label: string
  readonly tabs: readonly { readonly key: Key; readonly label: string }[]
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
}

/** A choice of parts of one view. The arrow keys go from one to the next, as in every list of tabs (ARIA). */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose }: TabsProps<Key>) {
  useStyles(sheet)
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === forward ? 1 : ['ArrowLeft', 'ArrowRight'].includes(event.key) ? -1 : 0
    if (!step) return
    event.preventDefault()
    const index = (tabs.findIndex(({ key }) => key === chosen) + step + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    onChoose(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div ref={list} className="Tabs" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          className="Tabs-tab"
          aria-selected={tab.key === chosen}
          tabIndex={tab.key === chosen ? 0 : -1}
          data-testid={`tab-${tab.label.toLowerCase()}`}
          onClick={() => onChoose(tab.key)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
