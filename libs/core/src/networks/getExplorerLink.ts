import type { Network } from "@wmodal/protocol"
import { parseUrl } from "@wmodal/protocol"

/** Returns the link on the network's explorer for `what`, such as `tx/0x…`; `null` without an explorer. */
export const getExplorerLink = ({ blockExplorers }: Network, what: string): string | null => {
  const base = parseUrl(blockExplorers?.default.url ?? "")
  return base === null ? null : new URL(what, base.href.replace(/\/?$/, "/")).href
}
