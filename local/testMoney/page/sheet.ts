import { createHash } from 'node:crypto'
import { palettes, variablesOf } from './palette.ts'

/** The style of the sandbox's page: one column, as wide as a phone. */
export const sheet = `
:root{color-scheme:light dark;${variablesOf(palettes.light)}}
@media (prefers-color-scheme:dark){:root{${variablesOf(palettes.dark)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:28rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.375rem;line-height:1.25;margin:0 0 .5rem}
p{margin:0 0 1rem}
.Note{color:var(--quiet)}
.Status{border-inline-start:.25rem solid var(--line);padding-inline-start:.75rem;font-weight:600}
dl{margin:1.5rem 0;border-top:1px solid var(--line)}
dl>div{padding:.625rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--quiet);font-size:.875rem}
dd{margin:0;overflow-wrap:anywhere}
button{width:100%;min-height:3rem;padding:.75rem 1rem;border:0;border-radius:.75rem;background:var(--button);color:var(--buttonText);font:inherit;font-weight:600;cursor:pointer}
.Second{background:none;color:var(--button);border:1px solid var(--line)}
a{color:var(--button)}
button:focus-visible,a:focus-visible{outline:3px solid var(--text);outline-offset:3px}
`

/** The hash of the bytes between the tags, for the Content-Security-Policy. */
export const sheetHash = `sha256-${createHash('sha256').update(sheet).digest('base64')}`
