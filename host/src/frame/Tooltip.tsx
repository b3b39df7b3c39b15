import { useStyles } from '@portico/contracts/ui'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import sheet from './Tooltip.css'

/** Space between the text and the edge of the frame. */
const EDGE_PX = 8

interface Shown {
  readonly text: string
  /** The horizontal center of the hovered element. */
  readonly middle: number
  /** The distance from the top of the frame's scrolled content. */
  readonly top: number
}

/** The frame's only tooltip. Shows the hovered element's `data-tooltip`, which is also the element's label. */
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
    // The pointer may have been on an element before this code was loaded.
    const under = globalThis.matchMedia?.('(hover: hover)').matches ? root.querySelector('[data-tooltip]:hover') : null
    if (under) show(under)
    return () => {
      root.removeEventListener('pointerover', onPointer)
      root.removeEventListener('pointerleave', hide)
      root.removeEventListener('pointerdown', hide)
    }
  }, [frame])
  const tooltip = useRef<HTMLSpanElement>(null)
  // Keeps the text inside the frame, because the outer buttons are close to its edge.
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
