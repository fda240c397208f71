import type { SignClient } from "@walletconnect/sign-client"
import { readMember } from "@wmodal/chains/internal"
import { emit, getEventNames } from "./emitter.ts"

/** Closes a client without leftovers, because it has no close method. All pending wallet requests reject. */
export const disposeClient = async (client: InstanceType<typeof SignClient>): Promise<void> => {
  const { relayer, heartbeat } = client.core
  // Never settles: the client drops most of these promises, and a dropped one must not reject.
  const closed = () => new Promise<never>(() => {})
  heartbeat.stop()
  // The client reopens its socket by itself, and pending work continues with these methods.
  Object.assign(relayer, {
    confirmOnlineStateOrThrow: closed,
    publish: closed,
    publishCustom: closed,
    request: closed,
    subscribe: closed,
  })
  for (const { id } of client.proposal.getAll()) client.events.emit("proposal_expire", { id })
  // Each request holds a timer of minutes, even before it is sent. A response clears the timer.
  const error = { code: 4900, message: "This client is closed." }
  const questions = readMember(client.engine, "events")
  for (const name of getEventNames(questions))
    if (/^session_(connect|request):/.test(name)) emit(questions, name, { error })
  // Publishes that wait for the relay or for a retry hold timers too.
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
  // A socket that is still connecting opens later.
  relayer.on("relayer_connect", hangUp)
  await hangUp()
}
