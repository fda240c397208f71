import type { IncomingMessage } from "node:http"
import { applyFault, type Sleep } from "../faults/applyFault.ts"
import type { Fault } from "../faults/Fault.ts"
import { getFaultKinds } from "../faults/FaultPlan.ts"
import type { World } from "../world/World.ts"

/** A web socket request that the fault plan may affect. */
interface FaultedUpgrade {
  readonly world: World
  /** The path in the log. */
  readonly path: string
  readonly request: IncomingMessage
  readonly sleep: Sleep
  /** Aborts when the server stops. */
  readonly closing: AbortSignal
}

/**
 * Applies the fault plan to a web socket request: a delay opens it later, any other fault prevents it. Only an
 * affected request has its own log entry.
 * @returns the response that replaces the socket, and the fault; `null` when the socket may open.
 * @throws ConnectionReset when no response is sent
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
