/** All keys that a description can name. Their English texts are in `en.json`; this takes only their names from there. */
export type PreviewMessageKey = keyof typeof import('./en.json')
