import { useStyles } from '@portico/contracts/ui'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import sheet from './Tabs.css'

interface TabsProps<Key extends string> {
  /** The accessible name of the list of tabs. */
  readonly label: string
  readonly tabs: readonly {
    readonly key: Key
    readonly label: string
    readonly testId: string
    /** Called when the visitor is about to choose the tab. */
    readonly onIntent?: () => void
  }[]
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
  /** The chosen tab's content. */
  readonly children: ReactNode
}

/** The index of the tab that a key moves to (ARIA); undefined for other keys. */
function tabOf(key: string, index: number, count: number, isRtl: boolean): number | undefined {
  const [forward, backward] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === forward) return (index + 1) % count
  if (key === backward) return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Tabs for the parts of a view. The arrow keys move between them (ARIA). */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Key>) {
  useStyles(sheet)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const at = tabs.findIndex(({ key }) => key === chosen)
    const index = tabOf(event.key, at, tabs.length, isRtl)
    const next = index === undefined ? undefined : tabs[index]
    if (index === undefined || !next) return
    event.preventDefault()
    onChoose(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <>
      <div ref={list} className="Tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            className="Tabs-tab"
            aria-selected={tab.key === chosen}
            aria-controls={tab.key === chosen ? `${id}-panel` : undefined}
            tabIndex={tab.key === chosen ? 0 : -1}
            data-testid={tab.testId}
            onPointerEnter={tab.onIntent}
            onClick={() => onChoose(tab.key)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
