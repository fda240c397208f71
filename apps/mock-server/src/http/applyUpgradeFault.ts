import type { IncomingMessage } from "node:http"
import { applyFault, type Sleep } from "../faults/applyFault.ts"
import type { Fault } from "../faults/Fault.ts"
import { getFaultKinds } from "../faults/FaultPlan.ts"
import type { World } from "../world/World.ts"

/** A request for a web socket that the fault plan may do something to. */
interface FaultedUpgrade {
  readonly world: World
  /** As the log has it. */
  readonly path: string
  readonly request: IncomingMessage
  readonly sleep: Sleep
  /** Aborted when the server ends. */
  readonly closing: AbortSignal
}

/**
 * Lets the fault plan happen to a request for a web socket: a delay opens it later, any other fault keeps it from
 * opening. Only where something happens is it a request of its own in the log.
 * @returns what to answer in place of a socket, and what it is that happens; `null` where it may open.
 * @throws ConnectionReset where no answer comes
 */
export const applyUpgradeFault = async (
  upgrade: FaultedUpgrade,
): Promise<{ readonly response: Response; readonly fault: Fault | null } | null> => {
  const { world, path, request, sleep, closing } = upgrade
  const asked = { method: "GET", path, query: {}, rpc: [], body: "" }
  const stroke = world.faults().faultFor(asked)
  if (stroke === null) return null
  const { leave } = world.enter({ ...asked, headers: {} })
  const faults = getFaultKinds(stroke)
  if (faults.includes("hang")) leave({ faults, response: null })
  const gone = new AbortController()
  const leaves = () => gone.abort()
  // The socket has no other reader yet, and a disconnect is noticed only by reading.
  request.socket.once("end", leaves).once("close", leaves).resume()
  const opened = new Response()
  try {
    const response = await applyFault(stroke, {
      signal: () => AbortSignal.any([gone.signal, closing]),
      sleep,
      wallNow: world.wallNow,
      carryOut: async () => opened,
    })
    const status = response === opened ? 101 : response.status
    leave({ faults, response: { status, headers: {}, body: await response.clone().text() } })
    return response === opened ? null : { response, fault: stroke.rule?.fault ?? null }
  } catch (error) {
    leave({ faults, response: null })
    throw error
  }
}
