import type { Commands, ViewModule } from '@portico/contracts'
import { HostProvider, useHost } from '@portico/contracts/ui'
import { type ComponentType, useMemo } from 'react'

interface Props {
  readonly params: unknown
  readonly signal: AbortSignal
}

interface RemoteViewProps {
  readonly view: ComponentType<Props>
  readonly commands: Commands
  readonly props: Props
}

function RemoteView({ view: View, commands, props }: RemoteViewProps) {
  const host = useHost()
  const own = useMemo(() => ({ ...host, commands }), [host, commands])
  return (
    <HostProvider value={own}>
      <View {...props} />
    </HostProvider>
  )
}

/** Gives a remote's view the remote's own commands, so that whatever it starts ends when the remote leaves. */
export const withCommands = (module: ViewModule, commands: Commands): ViewModule => ({
  default: (props) => <RemoteView view={module.default as ComponentType<Props>} commands={commands} props={props} />,
})
