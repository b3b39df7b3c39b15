/**
 * All message keys that a description can name. The English texts are in `en.json`; this type takes only their keys.
 */
export type PreviewMessageKey = keyof typeof import('./en.json')
