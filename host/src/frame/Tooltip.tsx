import { useStyles } from '@portico/contracts/ui'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import sheet from './Tooltip.css'

/** Space between the text and the edge of the frame. */
const EDGE_PX = 8

interface Shown {
  readonly text: string
  /** The center of the hovered element. */
  readonly middle: number
  /** From the top of the frame's scrolled content. */
  readonly top: number
}

/** The frame's only tooltip: shows `data-tooltip` of the hovered element, which is also the control's label. */
export function Tooltip({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useStyles(sheet)
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const root = frame.current
    if (!root) return
    const show = (over: Element) => {
      const target = over.closest<HTMLElement>('[data-tooltip]')
      const text = target?.dataset.tooltip
      if (!target || !text) return setShown(null)
      const box = target.getBoundingClientRect()
      const own = root.getBoundingClientRect()
      setShown({ text, middle: box.left + box.width / 2 - own.left, top: box.bottom - own.top + root.scrollTop })
    }
    const hide = () => setShown(null)
    const onPointer = (event: PointerEvent) => (event.pointerType === 'mouse' ? show(event.target as Element) : hide())
    root.addEventListener('pointerover', onPointer)
    root.addEventListener('pointerleave', hide)
    root.addEventListener('pointerdown', hide)
    // The pointer may have arrived before this code.
    const under = globalThis.matchMedia?.('(hover: hover)').matches ? root.querySelector('[data-tooltip]:hover') : null
    if (under) show(under)
    return () => {
      root.removeEventListener('pointerover', onPointer)
      root.removeEventListener('pointerleave', hide)
      root.removeEventListener('pointerdown', hide)
    }
  }, [frame])
  const tooltip = useRef<HTMLSpanElement>(null)
  // The outer buttons are close to the edge: keeps the text inside the frame.
  useLayoutEffect(() => {
    const element = tooltip.current
    if (!element || !shown || !frame.current) return
    const room = frame.current.clientWidth - element.offsetWidth - EDGE_PX
    element.style.left = `${Math.max(EDGE_PX, Math.min(shown.middle - element.offsetWidth / 2, room))}px`
  }, [shown, frame])
  return shown ? (
    <span ref={tooltip} className="Tooltip" aria-hidden="true" style={{ top: shown.top }}>
      {shown.text}
    </span>
  ) : null
}
