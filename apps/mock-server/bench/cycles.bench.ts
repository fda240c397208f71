import { EventEmitter } from "node:events"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { makePageStorage, openPage } from "../src/relay/testing/page.ts"
import { spawnPhone } from "./scan/spawnPhone.ts"
import { spawnServer } from "./server/spawnServer.ts"

// As in the tests: one core for each client, and no requests to the public verify server.
process.env.DISABLE_GLOBAL_CORE = "true"
process.env.IS_VITEST = "true"

const cycles = 50
/** Before the figures count: the code has to be warm, and what is kept once has to be there. */
const warming = 10

/** Every emitter that has ever had a listener, while it exists. */
const emitters = new Set<WeakRef<EventEmitter>>()
const known = new WeakSet<EventEmitter>()
const on = EventEmitter.prototype.on
const noting: typeof on = function (this: EventEmitter, name, listener) {
  if (!known.has(this)) {
    known.add(this)
    emitters.add(new WeakRef(this))
  }
  return on.call(this, name, listener)
}
EventEmitter.prototype.on = noting
EventEmitter.prototype.addListener = noting

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const storage = makePageStorage()
const figures = () => {
  for (let times = 0; times < 4; times += 1) collect()
  const there = [...emitters].flatMap((one) => one.deref() ?? [])
  return {
    listeners: there.reduce(
      (sum, one) => sum + one.eventNames().reduce((some, name) => some + one.listenerCount(name), 0),
      0,
    ),
    sockets: process.getActiveResourcesInfo().filter((name) => /TCP/.test(name)).length,
    timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout").length,
    // The code that the engine makes of what runs often comes and goes as it likes.
    heapKb: Math.round(
      getHeapSpaceStatistics()
        .filter(({ space_name }) => !space_name.includes("code") && !space_name.includes("trusted"))
        .reduce((sum, { space_used_size }) => sum + space_used_size, 0) / 1024,
    ),
    storedKb: Math.round(JSON.stringify([...storage.held]).length / 1024),
  }
}

const server = await spawnServer(
  new URL("../src/testing/serve.ts", import.meta.url),
  JSON.stringify({ port: 0 }),
)
const where = { relay: `ws://${server.url.host}`, projectId: "cycles" }
const phone = await spawnPhone(where.relay, where.projectId)

const run = Effect.gen(function* () {
  const { nextLink, walletConnect } = yield* openPage({ ...where, storage })
  const [connector] = walletConnect.connectors
  if (connector === undefined) throw new Error("No connector")
  const cycle = async () => {
    const linked = nextLink()
    const fiber = Effect.runFork(connector.connect({ network: mainnet, onLateApproval: () => {} }))
    await phone.scan((await linked).uri, Effect.runPromise(Fiber.join(fiber)))
    const deleted = phone.deleted()
    await Effect.runPromise(connector.disconnect)
    await deleted
  }
  return yield* Effect.promise(async () => {
    for (let done = 0; done < warming; done += 1) await cycle()
    const before = figures()
    for (let done = 0; done < cycles; done += 1) await cycle()
    return { before, after: figures() }
  })
})
const { before, after } = await Effect.runPromise(Effect.scoped(run))
phone.end()
await server.end()

console.log(
  `${cycles} connects and disconnects of one page over the relay, after ${warming} that do not count`,
)
for (const [what, name] of [
  ["listeners", "listeners"],
  ["sockets", "sockets"],
  ["timers", "timers"],
  ["heap, kB", "heapKb"],
  ["kept in its storage, kB", "storedKb"],
] as const)
  console.log(`  ${what}: ${before[name]} before, ${after[name]} after`)
