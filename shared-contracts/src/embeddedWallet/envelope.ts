/** What a page posts to the frame is called `@w3m-app/…`, what the frame posts to the page `@w3m-frame/…`. */
export const APP_PREFIX = '@w3m-app/'
export const FRAME_PREFIX = '@w3m-frame/'

/** Ours have 32 characters, those of other clients about six, and none at all once in some millions. */
export const MESSAGE_ID_MAX = 64

export const isMessageId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MESSAGE_ID_MAX
