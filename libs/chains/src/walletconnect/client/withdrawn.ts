import type { SignClient } from "@walletconnect/sign-client"
import { member } from "../../wallet/thrown.ts"

/**
 * Closes a client so that nothing of it is left: it has no end of its own. Whatever waits for a wallet rejects.
 * @param asked ids of requests that nobody has answered
 */
export const withdrawn = async (
  client: InstanceType<typeof SignClient>,
  asked: readonly number[],
): Promise<void> => {
  const { core } = client
  core.heartbeat.stop()
  // It opens its socket again by itself, and each of its ways there asks this first.
  core.relayer.confirmOnlineStateOrThrow = () => Promise.reject(new Error("This client is closed."))
  for (const { id } of client.proposal.getAll()) client.events.emit("proposal_expire", { id })
  // Each question holds a timer of minutes, and lets go of it when it is answered.
  const events = member(client.engine, "events")
  const emit = member(events, "emit")
  const error = { code: 4900, message: "This client is closed." }
  if (typeof emit === "function")
    for (const id of asked) Reflect.apply(emit, events, [`session_request:${id}`, { error }])
  const hangUp = () => core.relayer.transportClose().catch(() => {})
  // A socket that is still on its way opens later.
  core.relayer.on("relayer_connect", hangUp)
  await hangUp()
}
