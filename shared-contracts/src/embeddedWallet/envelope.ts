/** Messages from a page to the frame are named `@w3m-app/…`, those from the frame `@w3m-frame/…`. */
export const APP_PREFIX = '@w3m-app/'
export const FRAME_PREFIX = '@w3m-frame/'

/** Ours have 32 characters, other clients' about six; once in some millions theirs is empty. */
export const MESSAGE_ID_MAX = 64

export const isMessageId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MESSAGE_ID_MAX
