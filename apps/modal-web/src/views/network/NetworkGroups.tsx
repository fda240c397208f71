import { groupBy, type Namespace, type Network } from "@wmodal/protocol"
import { useId } from "react"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { NetworkList, type NetworkListProps } from "./NetworkList.tsx"

/** Networks, grouped by chain when there are several chains. */
export const NetworkGroups = ({ networks, ...list }: NetworkListProps) => {
  const { engine } = useEngine()
  const several = new Set(engine.networks.configured.map(({ chainNamespace }) => chainNamespace)).size > 1
  if (!several) return <NetworkList networks={networks} {...list} />
  const groups = groupBy(networks, ({ chainNamespace }) => chainNamespace)
  return [...groups].map(([namespace, members]) => (
    <Group key={namespace} namespace={namespace} networks={members} {...list} />
  ))
}

interface GroupProps extends NetworkListProps {
  readonly namespace: Namespace
  readonly networks: readonly Network[]
}

const Group = ({ namespace, ...list }: GroupProps) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const id = useId()
  const states = useValue(engine.connection.state)
  const isDisconnected =
    getConnected(states, namespace) === null &&
    Object.values(states).some((state) => state?._tag === "Connected")
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="group-title">
        {t(isDisconnected ? "chain.notConnected" : "chain.name", { namespace })}
      </h2>
      <NetworkList {...list} />
    </section>
  )
}
