import type { SignClient } from "@walletconnect/sign-client"
import { readMember } from "@wmodal/chains/internal"
import { emit, getEventNames } from "./emitter.ts"

/** Closes a client so that nothing of it is left: it has no end of its own. Whatever waits for a wallet rejects. */
export const disposeClient = async (client: InstanceType<typeof SignClient>): Promise<void> => {
  const { relayer, heartbeat } = client.core
  // Never settled: much of the client holds no promise of these, and none that nobody holds may reject.
  const closed = () => new Promise<never>(() => {})
  heartbeat.stop()
  // It opens its socket again by itself, and what is under way still goes on to the next of these.
  Object.assign(relayer, {
    confirmOnlineStateOrThrow: closed,
    publish: closed,
    publishCustom: closed,
    request: closed,
    subscribe: closed,
  })
  for (const { id } of client.proposal.getAll()) client.events.emit("proposal_expire", { id })
  // Each question holds a timer of minutes, also while it is still on its way, and lets go of it when it is answered.
  const error = { code: 4900, message: "This client is closed." }
  const questions = readMember(client.engine, "events")
  for (const name of getEventNames(questions))
    if (/^session_(connect|request):/.test(name)) emit(questions, name, { error })
  // So does whatever waits for the relay to have it, and for its turn to be sent again.
  const queue: unknown = readMember(relayer.publisher, "queue")
  if (queue instanceof Map) {
    const done = (id: unknown) => {
      emit(relayer.events, "relayer_publish", { id })
      return queue
    }
    for (const id of queue.keys()) done(id)
    queue.set = done
  }
  for (const name of getEventNames(readMember(relayer.provider, "events")))
    if (/^\d+$/.test(name)) emit(readMember(relayer.provider, "events"), name, { id: name, result: true })
  const hangUp = () => relayer.transportClose().catch(() => {})
  // A socket that is still on its way opens later.
  relayer.on("relayer_connect", hangUp)
  await hangUp()
}
