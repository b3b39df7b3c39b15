import sheet from './Avatar.css'
import { useStyles } from './hostContext.ts'

const CELLS = 5

/** Random numbers from the address (xorshift), so that an address always has the same face. */
function* numbers(seed: string): Generator<number, never> {
  let state = 2166136261
  for (const char of seed.toLowerCase()) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619)
  for (;;) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    yield state >>> 0
  }
}

/** A mirrored pattern of five by five cells, drawn from the address. It tells accounts apart at a glance. */
export function Avatar({ address, src, size = 40 }: { address: string; src?: string; size?: 24 | 40 | 80 }) {
  useStyles(sheet)
  const className = `Avatar Avatar-size${size}`
  if (src) return <img className={className} src={src} alt="" data-testid="single-account-avatar" />
  const next = numbers(address)
  const ground = next.next().value % 12
  const ink = (ground + 3 + (next.next().value % 6)) % 12
  const inHue = (hue: number) => ({ fill: `var(--w-color-hue-${hue})` })
  const cells: { x: number; y: number }[] = []
  for (let y = 0; y < CELLS; y++) {
    for (let x = 0; x < Math.ceil(CELLS / 2); x++) {
      if (next.next().value % 2 === 0) continue
      cells.push({ x, y })
      if (x < Math.floor(CELLS / 2)) cells.push({ x: CELLS - 1 - x, y })
    }
  }
  return (
    <svg className={className} viewBox="-1.5 -1.5 8 8" aria-hidden="true" data-testid="single-account-avatar">
      <rect style={inHue(ground)} x="-1.5" y="-1.5" width="8" height="8" />
      {cells.map(({ x, y }) => (
        <rect key={`${x}.${y}`} className="Avatar-ink" style={inHue(ink)} x={x} y={y} width="1.02" height="1.02" />
      ))}
    </svg>
  )
}
