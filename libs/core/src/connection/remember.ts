import type { Connector } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { type Memory, type RememberedWallet, recentLimit, records, storableIcon } from "../storage/Memory.ts"
import type { WalletInfo } from "./Connection.ts"

/** As it is shown: over a relay it is another than its connector. */
type Shown = Pick<WalletInfo, "name" | "icon">

const remembered = (id: string, { name, icon }: Shown): RememberedWallet => ({
  id,
  name,
  icon: storableIcon(icon),
})

export const rememberSession = (memory: Memory, { id, namespace }: Connector, wallet: Shown): void =>
  memory.write(records.sessions, {
    ...memory.read(records.sessions),
    [namespace]: remembered(id, wallet),
  })

export const forgetSession = (memory: Memory, namespace: Namespace): void => {
  const { [namespace]: gone, ...others } = memory.read(records.sessions) ?? {}
  if (gone !== undefined) memory.write(records.sessions, Object.keys(others).length === 0 ? null : others)
}

/** By the id of its connector, or of the directory. */
export const rememberRecent = (memory: Memory, wallet: Shown & { readonly id: string }): void => {
  // A wallet may have another id on each chain, and one name.
  const others = (memory.read(records.recentWallets) ?? []).filter(
    (other) => other.id !== wallet.id && other.name !== wallet.name,
  )
  memory.write(records.recentWallets, [remembered(wallet.id, wallet), ...others].slice(0, recentLimit))
}
