import { setTimeout } from "node:timers/promises"
import { disposeClient } from "@wmodal/walletconnect/client"
import { approve, openClient, waitForEvent } from "../../src/relay/testing/signClients.ts"

process.env.DISABLE_GLOBAL_CORE = "true"
process.env.IS_VITEST = "true"

/** A phone in its own process: receives a link, scans and approves it, and reports the request. */
const [relayUrl = "", projectId = ""] = process.argv.slice(2)
const phone = await openClient("phone", { relayUrl, projectId })
// A second after its start, a client does once more what it is in the middle of.
await setTimeout(1_500)

process.on("message", async (uri: string) => {
  const proposed = waitForEvent(phone, "session_proposal")
  const deleted = waitForEvent(phone, "session_delete")
  await phone.core.pairing.pair({ uri })
  const proposal = await proposed
  await approve(phone, proposal)
  process.send?.({ asked: proposal.params.optionalNamespaces })
  await deleted
  process.send?.({ deleted: true })
})
process.send?.({ ready: true })
process.once("disconnect", () => disposeClient(phone))
