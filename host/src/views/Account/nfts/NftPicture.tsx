import { useStyles } from '@portico/contracts/ui'
import { useState } from 'react'
import { Glyph } from '../../Glyph.tsx'
import sheet from './NftPicture.css'

/**
 * An NFT's picture, filling its place; a placeholder if there is no picture, until it loads, and when it fails. An
 * `<img>` neither runs nor fetches anything that is inside the picture, even in an SVG. The picture is requested
 * without credentials or referrer.
 * @param src a URL of the services' image proxy
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
