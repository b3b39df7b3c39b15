import { useEffect, useState } from 'react'
import { IMAGE_PRELOAD_TIMEOUT_MS } from '../src/index.ts'
import { useStyles } from './hostContext.ts'
import sheet from './Picture.css'

interface PictureProps {
  /** What the picture shows. Its first letter replaces a missing picture. */
  readonly name: string
  readonly src?: string | undefined
  readonly size?: 24 | 40 | 56 | 80
  /** Networks, tokens and people are round; wallets are rounded squares. */
  readonly shape?: 'round' | 'logo'
}

/** The same name always gets the same hue. */
function hueOf(name: string): number {
  let hash = 0
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return hash % 12
}

/** A logo, or a monogram while there is none or if the image has not loaded after two seconds (rules.md §9). */
export function Picture({ name, src, size = 40, shape = 'logo' }: PictureProps) {
  useStyles(sheet)
  const [settled, setSettled] = useState<{ readonly src: string; readonly isShown: boolean }>()
  useEffect(() => {
    if (!src) return
    const giveUp = () => setSettled((now) => (now?.src === src ? now : { src, isShown: false }))
    const timer = setTimeout(giveUp, IMAGE_PRELOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [src])
  const isMissing = !src || (settled?.src === src && !settled.isShown)
  return (
    <span className={`Picture Picture-${shape} Picture-size${size}`} aria-hidden="true">
      {isMissing ? (
        <span className="Picture-monogram" style={{ background: `var(--w-color-hue-${hueOf(name)})` }}>
          {[...name.trim()][0]?.toUpperCase() ?? '?'}
        </span>
      ) : (
        <img
          className="Picture-image"
          src={src}
          alt=""
          draggable={false}
          onLoad={() => setSettled({ src, isShown: true })}
          onError={() => setSettled({ src, isShown: false })}
        />
      )}
    </span>
  )
}
