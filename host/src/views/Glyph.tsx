import { useStyles } from '@portico/contracts/ui'
import sheet from './Glyph.css'

/** Drawn like the icons of the UI kit: 1.5 px on a grid of 20. Needed only once an account is connected. */
const PATHS = {
  key: 'M12.75 10.5a3.75 3.75 0 1 0-3.5-2.4L3.5 13.85v2.65h3v-2h2v-2l2.25-2.25a3.7 3.7 0 0 0 2 .25ZM13.5 6.5v.01',
  mail: 'M2.75 4.75h14.5v10.5H2.75zM3 5.25l7 5.5 7-5.5',
  name: 'M10.5 3H16a1 1 0 0 1 1 1v5.5l-7.25 7.25-6.75-6.5L10.5 3ZM13.5 6.5v.01',
  picture: 'M2.75 3.75h14.5v12.5H2.75zM3 13.5l4-4 3.5 3.500 2.500-2.500 4 4M13 7.250v.01',
  settings: 'M3 6h8m4 0h2M13 4v4M3 14h2m4 0h8M7 12v4',
  smartAccount: 'M10 2.75 16.25 5v4.75c0 3.5-2.5 6-6.25 7.5-3.75-1.5-6.25-4-6.25-7.5V5L10 2.75Zm-2.5 7 2 2 3.25-3.5',
} as const

export type GlyphName = keyof typeof PATHS

/** A small decorative icon, beside a text that has the same meaning. */
export function Glyph({ name }: { name: GlyphName }) {
  useStyles(sheet)
  return (
    <svg className="Glyph" width={20} height={20} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** A statement's icon. */
export const GlyphBox = ({ name }: { name: GlyphName }) => (
  <span className="Glyph-box">
    <Glyph name={name} />
  </span>
)
