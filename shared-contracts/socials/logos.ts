/**
 * Third-party marks, drawn by us as plainly as they can be while still recognizable. They appear only where a visitor
 * has to find their account. The colors are their owners', so they are not tokens.
 */

export interface LogoPath {
  /** SVG path data with the even-odd fill rule, so that a shape inside another one is cut out. */
  readonly d: string
  /** The surrounding text color when absent. */
  readonly fill?: string
}

export interface Logo {
  readonly viewBox: string
  readonly paths: readonly LogoPath[]
}

const logo = (...paths: LogoPath[]): Logo => ({ viewBox: '0 0 24 24', paths })

const DISC = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z'

export const google = logo(
  { d: 'M12 10.2h9.84a10 10 0 0 1-3.68 9.68l-2.28-2.92a6.3 6.3 0 0 0 2.13-3.06H12z', fill: '#4285f4' },
  { d: 'M18.16 19.88A10 10 0 0 1 2.94 16.23l3.35-1.57a6.3 6.3 0 0 0 9.59 2.3z', fill: '#34a853' },
  { d: 'M2.94 16.23a10 10 0 0 1 0-8.46l3.35 1.57a6.3 6.3 0 0 0 0 5.32z', fill: '#fbbc05' },
  { d: 'M2.94 7.77a10 10 0 0 1 16.13-2.84l-2.62 2.61A6.3 6.3 0 0 0 6.29 9.34z', fill: '#ea4335' },
)

export const x = logo({
  d: 'M3 3.5h6l12 17h-6zM6.2 5.1l9.6 13.8h2L8.2 5.1zM19.9 3.5h-2.2l-5.4 6.2 1.1 1.5zM4.1 20.5h2.2l5.4-6.2-1.1-1.5z',
})

export const discord = logo({
  d:
    'M8.7 4.8C7.3 5 5.9 5.4 4.6 6 2.6 9 1.7 12.6 2 17.2c1.6 1.2 3.3 2 5.1 2.5l1.2-2a13 13 0 0 1-1.9-.9l.4-.4' +
    'c3.3 1.5 7.1 1.5 10.4 0l.4.4c-.6.4-1.2.7-1.9.9l1.2 2c1.8-.5 3.5-1.3 5.1-2.5.3-4.6-.6-8.2-2.6-11.2-1.3-.6-2.7-1' +
    '-4.1-1.2l-.6 1.2c-1.6-.2-3.8-.2-5.4 0zM8.5 10.3a1.9 2 0 1 0 0 4 1.9 2 0 0 0 0-4zM15.5 10.3a1.9 2 0 1 0 0 4 ' +
    '1.9 2 0 0 0 0-4z',
  fill: '#5865f2',
})

export const farcaster = logo({
  d:
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zM7.4 5.6v2H5.2l.7 2.1h.6v6.8h-1v1.9h5' +
    'v-1.9h-.9v-3.2a2.4 2.4 0 0 1 4.8 0v3.2h-.9v1.9h5v-1.9h-1V9.7h.6l.7-2.1h-2.2v-2z',
  fill: '#855dcd',
})

export const github = logo({
  d:
    `${DISC}M9.3 21.63V18.8c-1.7.4-2.6-.4-3.1-1.4-.3-.6-.7-1-1.2-1.2.9-.3 1.7 0 2.2.8.5.7 1.2 1 2.2.7.1-.7.4-1.2.7-1.5` +
    'C7.6 15.8 6 14.4 6 11.3c0-1.1.4-2 1-2.7-.2-.6-.3-1.6.1-2.7 1.1 0 2 .6 2.6 1.1a9 9 0 0 1 4.6 0c.6-.5 1.5-1.1 2.6' +
    '-1.1.4 1.1.3 2.1.1 2.7.6.7 1 1.6 1 2.7 0 3.1-1.6 4.5-4.1 4.9.5.4.8 1.1.8 2v3.43a10 10 0 0 1-5.4 0z',
})

export const apple = logo({
  d:
    'M12 7.6c1-.2 2-.9 3.4-.9 1.6.1 2.9.8 3.7 2-1.6 1-2.4 2.3-2.3 4.1.1 1.9 1 3.2 2.7 3.9-.8 2.2-2.3 4.9-4.1 4.9-1.2 0' +
    '-1.8-.8-3.3-.8s-2.1.8-3.3.8C6.5 21.6 4.3 17 4.3 13.2c0-4 2.4-6.4 5-6.4 1.2 0 2 .6 2.7.8zM15.6 2c.2 2-1.5 4.4' +
    '-3.8 4.4-.2-2 1.7-4.2 3.8-4.4z',
})

export const facebook = logo({
  d:
    `${DISC}M10.7 21.92V14.6H8v-3h2.7V9.5c0-2.6 1.5-4.1 4-4.1.8 0 1.5.1 2.3.2v2.6h-1.4c-1.3 0-1.7.7-1.7 1.6v1.8h3l-.5 3` +
    'h-2.5v7.22a10 10 0 0 1-3.2.1z',
  fill: '#1877f2',
})
