/** Messages from a page to the frame are named `@w3m-app/…`. Those from the frame are named `@w3m-frame/…`. */
export const APP_PREFIX = '@w3m-app/'
export const FRAME_PREFIX = '@w3m-frame/'

/** Our ids have 32 characters. Other clients' ids have about six; one id in some millions is empty. */
export const MESSAGE_ID_MAX = 64

export const isMessageId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MESSAGE_ID_MAX
