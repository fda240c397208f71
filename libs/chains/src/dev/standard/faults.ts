import type { RpcReason } from "@wmodal/protocol"
import { ProviderError } from "../ProviderError.ts"

/** Why nothing of a send has left. */
export const unreachable: ReadonlySet<RpcReason["_tag"]> = new Set(["NoEndpoint", "HeldBack", "Spent"])

/** Nobody can say what came of it. @param hash as the chain names the transaction */
export const maybeSent = (hash: string) =>
  new ProviderError({
    code: -32603,
    message: `The transaction may have been sent. Look for ${hash} before you send another in its place.`,
    data: { hash },
  })
