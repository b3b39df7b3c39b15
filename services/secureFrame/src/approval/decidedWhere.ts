import type { Description } from '@portico/contracts/preview'
import { needsWholeRead } from './needsWholeRead.ts'
import { canBeSeen, type Sight } from './visibility.ts'

/** Signatures that move nothing and allow nothing. */
const STATEMENTS: readonly Description['kind'][] = ['message', 'signIn']

/**
 * A text, or a sign-in to the requesting site. Chromium does not report everything that hides a frame (masks, view
 * transitions, picture-in-picture), so nothing else is approved in a frame.
 */
const givesNothingAway = (description: Description): boolean =>
  STATEMENTS.includes(description.kind) && !needsWholeRead(description)

/** Whether this stage may approve the request, regardless of room and sight. Otherwise a window decides. */
export const isDecidedHere = (stage: Sight, description: Description): boolean =>
  stage.window.parent === stage.window || (canBeSeen(stage) && givesNothingAway(description))
