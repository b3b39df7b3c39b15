import { useStyles } from '@portico/contracts/ui'
import { type RefObject, useEffect, useState } from 'react'
import sheet from './Tooltip.css'

interface Shown {
  readonly text: string
  readonly left: number
  readonly top: number
}

/** One tooltip for the whole frame: it shows `data-tooltip` of what is pointed at. The text is the control's label too. */
export function Tooltip({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useStyles(sheet)
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const root = frame.current
    if (!root) return
    const show = (event: Event) => {
      const target = (event.target as Element).closest<HTMLElement>('[data-tooltip]')
      const text = target?.dataset.tooltip
      if (!target || !text) return setShown(null)
      const box = target.getBoundingClientRect()
      const own = root.getBoundingClientRect()
      setShown({ text, left: box.left + box.width / 2 - own.left, top: box.bottom - own.top })
    }
    const hide = () => setShown(null)
    const onPointer = (event: PointerEvent) => (event.pointerType === 'mouse' ? show(event) : hide())
    root.addEventListener('pointerover', onPointer)
    root.addEventListener('pointerleave', hide)
    root.addEventListener('pointerdown', hide)
    return () => {
      root.removeEventListener('pointerover', onPointer)
      root.removeEventListener('pointerleave', hide)
      root.removeEventListener('pointerdown', hide)
    }
  }, [frame])
  return shown ? (
    <span className="Tooltip" aria-hidden="true" style={{ left: shown.left, top: shown.top }}>
      {shown.text}
    </span>
  ) : null
}
