import type { Connector } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { type Memory, type RememberedWallet, recentLimit, records, storableIcon } from "../storage/Memory.ts"

const remembered = ({ id, name, icon }: Connector): RememberedWallet => ({
  id,
  name,
  icon: storableIcon(icon),
})

export const rememberSession = (memory: Memory, connector: Connector): void =>
  memory.write(records.sessions, {
    ...memory.read(records.sessions),
    [connector.namespace]: remembered(connector),
  })

export const forgetSession = (memory: Memory, namespace: Namespace): void => {
  const { [namespace]: gone, ...others } = memory.read(records.sessions) ?? {}
  if (gone !== undefined) memory.write(records.sessions, Object.keys(others).length === 0 ? null : others)
}

export const rememberRecent = (memory: Memory, connector: Connector): void => {
  // A wallet may have another id on each chain, and one name.
  const others = (memory.read(records.recentWallets) ?? []).filter(
    ({ id, name }) => id !== connector.id && name !== connector.name,
  )
  memory.write(records.recentWallets, [remembered(connector), ...others].slice(0, recentLimit))
}
