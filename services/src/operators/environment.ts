import { origin, YesOrNo } from '../processEnvironment.ts'
import { type Values, variable, withDefault } from '../variables.ts'

/** The environment variables of operators' sign-in. */
export const operatorsEnvironment = {
  CONSOLE_ORIGIN: variable(
    origin('https://console.example', 'the origin of the console,'),
    'the origin of the [operators’ console](operator.md#the-console), like `https://console.example`: passkeys are bound to its host, and only its pages may use an operator’s session',
    'operators cannot sign in (503); admin tokens work',
  ),
  CONSOLE_RECOVERY: withDefault(
    'no',
    YesOrNo,
    '`yes`: admin tokens can invite operators although a project demands signatures, for when passkeys were lost. Set it back afterwards',
  ),
}

export interface OperatorsOptions {
  /** The console's origin. Passkeys are bound to its host, and writes with a session must come from its pages. */
  readonly consoleOrigin: string
  /** Whether admin tokens can invite operators although a project demands signatures. */
  readonly isRecovering?: boolean
}

export const operatorsOptions = ({
  CONSOLE_ORIGIN: consoleOrigin,
  CONSOLE_RECOVERY: recovery,
}: Values<typeof operatorsEnvironment>): OperatorsOptions | undefined =>
  consoleOrigin ? { consoleOrigin, isRecovering: recovery === 'yes' } : undefined
