import type { IconName, IconPath } from '../src/index.ts'
import { useStyles } from './hostContext.ts'
import sheet from './Icon.css'

/** All icons are strokes of 1.5 px on a grid of 20. */
const PATHS: Record<IconName, string> = {
  activity: 'M3 10h3l2.5-6 3 12 2.5-6h3',
  alert: 'M10 6.5v4.25M10 13.6v.15M10 2.75 1.9 16.6h16.2L10 2.75Z',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  card: 'M2.75 5.25h14.5v9.5H2.75zM2.75 8.5h14.5M5.5 12h3',
  check: 'm4 10.5 4 4 8-9',
  chevron: 'm8 4.5 5.5 5.5L8 15.5',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  disconnect: 'M8 3.25H3.25v13.5H8M8 10h9m-3.5-3.5L17 10l-3.5 3.5',
  desktop: 'M2.75 4h14.5v9.5H2.75zM7 16.5h6M10 13.5v3',
  download: 'M10 3v10m-4-4 4 4 4-4M3.5 16.75h13',
  external: 'M8 4.25H4.25v11.5h11.5V12M11.5 4.25h4.25V8.5M15.5 4.5 9 11',
  help: 'M7.6 7.7a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.7M10 14.2v.15M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z',
  mobile: 'M6 2.75h8v14.5H6zM9.25 14.75h1.5',
  network:
    'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM2.5 10h15M10 2.5c2.4 2.2 3.2 4.6 3.2 7.5S12.4 15.3 10 17.5M10 2.5C7.6 4.7 6.8 7.1 6.8 10s.8 5.3 3.2 7.5',
  plus: 'M10 4v12M4 10h12',
  qr: 'M3.25 3.25h5v5h-5zM11.75 3.25h5v5h-5zM3.25 11.75h5v5h-5zM11.75 11.75h1.5v1.5M16.75 11.75v2M13.5 16.75h3.25v-1M11.75 15.5v1.25',
  receive: 'M10 3v10m-4-4 4 4 4-4M3.5 16.75h13',
  retry: 'M16.5 10a6.5 6.5 0 1 1-2-4.7M16.75 2.75v3.5h-3.5',
  search: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.5 13.5 17 17',
  send: 'M10 15.5v-11m-4.5 4.5L10 4.5l4.5 4.5',
  swap: 'M4 7h11m-3-3 3 3-3 3M16 13H5m3-3-3 3 3 3',
  trash: 'M3.5 5.5h13M8 5.5V3.5h4v2M5.25 5.5l.75 11h8l.75-11',
  wallet: 'M3 5.75h11.5a2 2 0 0 1 2 2v6.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-8.5Zm0 0 9.5-2.5v2.5M13.25 11v.01',
}

export const isIconName = (name: string): name is IconName => Object.hasOwn(PATHS, name)

/** Only decorative: the text next to the icon always carries the meaning. An unknown name draws nothing. */
export function Icon({ name, size = 20 }: { name: IconName | IconPath; size?: 16 | 20 | 24 }) {
  useStyles(sheet)
  const isDirectional = name === 'back' || name === 'chevron' || name === 'disconnect'
  return (
    <svg
      className={isDirectional ? 'Icon Icon-directional' : 'Icon'}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d={name[0] === 'M' ? name : isIconName(name) ? PATHS[name] : ''} />
    </svg>
  )
}
