import * as z from "zod/mini"
import type { Anvil } from "../evm/Anvil.ts"

const Batch = z.array(z.object({ id: z.number(), method: z.string() }))

const tip = { hash: `0x${"0".repeat(64)}`, number: "0x0", timestamp: "0x0" }

/** Makes a chain that answers every method with the method's name, in reverse order, and never needs to rest. */
export const makeStubAnvil = (over: Partial<Anvil> = {}): Anvil => ({
  pid: 0,
  url: "",
  exited: new Promise(() => {}),
  end: async () => {},
  ...over,
  send: async (payload) => {
    const [first] = Array.isArray(payload) ? Batch.parse(payload) : []
    if (first?.method === "eth_getBlockByNumber") return [{ jsonrpc: "2.0", id: first.id, result: tip }]
    if (first?.method === "evm_setNextBlockTimestamp") return [{ jsonrpc: "2.0", id: first.id, result: null }]
    if (first?.method === "txpool_status")
      return [{ jsonrpc: "2.0", id: first.id, result: { pending: "0x0", queued: "0x0" } }]
    if (over.send !== undefined) return over.send(payload)
    return Batch.parse(payload)
      .map(({ id, method }) => ({ jsonrpc: "2.0", id, result: method }))
      .toReversed()
  },
})
