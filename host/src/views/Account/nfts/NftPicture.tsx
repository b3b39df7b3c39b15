import { useStyles } from '@portico/contracts/ui'
import { useState } from 'react'
import { Glyph } from '../../Glyph.tsx'
import sheet from './NftPicture.css'

/**
 * The picture of an NFT, which fills its place; a drawing of one where there is none, until it comes, and when it fails. An
 * `<img>` runs nothing and fetches nothing of what is in it, SVG included; it asks without credentials, and does not say
 * from where.
 * @param src of the services' image proxy
 */
export function NftPicture({ src }: { src: string | undefined }) {
  useStyles(sheet)
  const [settled, setSettled] = useState<{ readonly src: string; readonly isShown: boolean }>()
  const isShown = settled && settled.src === src ? settled.isShown : undefined
  return (
    <span className="NftPicture" aria-hidden="true" data-picture={isShown ? 'shown' : 'placeholder'}>
      {isShown ? null : <Glyph name="picture" />}
      {src && isShown !== false ? (
        <img
          key={src}
          className="NftPicture-image"
          src={src}
          alt=""
          draggable={false}
          decoding="async"
          referrerPolicy="no-referrer"
          crossOrigin="anonymous"
          onLoad={() => setSettled({ src, isShown: true })}
          onError={() => setSettled({ src, isShown: false })}
        />
      ) : null}
    </span>
  )
}
