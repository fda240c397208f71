import { mainnet } from "@wmodal/protocol/networks"
import { disposeClient } from "@wmodal/walletconnect/client"
import { Effect, Fiber } from "effect"
import { openPage } from "../src/relay/testing/page.ts"
import { type Client, openClient } from "../src/relay/testing/signClients.ts"
import { median, quantile } from "./figures.ts"
import { type Namespaces, type SpawnedPhone, spawnPhone } from "./scan/spawnPhone.ts"
import { spawnServer } from "./server/spawnServer.ts"

// As in the tests: one core for each client, and no requests to the public verify server.
process.env.DISABLE_GLOBAL_CORE = "true"
process.env.IS_VITEST = "true"

const rounds = 150
/** Before the figures count: the code has to be warm. */
const warming = 10
const bar = 1.3

/** From the scan until our connector has its session. */
const ours = async (
  phone: SpawnedPhone,
  { nextLink, walletConnect }: Effect.Success<ReturnType<typeof openPage>>,
) => {
  const [connector] = walletConnect.connectors
  if (connector === undefined) throw new Error("No connector")
  const linked = nextLink()
  const fiber = Effect.runFork(connector.connect({ network: mainnet, onLateApproval: () => {} }))
  const scanned = await phone.scan((await linked).uri, Effect.runPromise(Fiber.join(fiber)))
  const deleted = phone.deleted()
  await Effect.runPromise(connector.disconnect)
  await deleted
  return scanned
}

/** Measures from the scan until a sign-client with the same request has its session. */
const bare = async (phone: SpawnedPhone, dapp: Client, optionalNamespaces: Namespaces) => {
  const { uri = "", approval } = await dapp.connect({ optionalNamespaces })
  const settled = approval()
  const { took } = await phone.scan(uri, settled)
  const { topic } = await settled
  const deleted = phone.deleted()
  await dapp.disconnect({ topic, reason: { code: 6000, message: "User disconnected." } })
  await deleted
  return took
}

const server = await spawnServer(
  new URL("../src/testing/serve.ts", import.meta.url),
  JSON.stringify({ port: 0 }),
)
const where = { relayUrl: `ws://${server.url.host}`, projectId: "scan" }
const phone = await spawnPhone(where.relayUrl, where.projectId)
const dapp = await openClient("dapp", where)
const measured = Effect.gen(function* () {
  const page = yield* openPage({ relay: where.relayUrl, projectId: where.projectId })
  return yield* Effect.promise(async () => {
    const { asked } = await ours(phone, page)
    const took: { bare: number; ours: number }[] = []
    for (let round = 0; round < warming + rounds; round += 1) {
      // Each goes first as often as the other.
      const first = round % 2 === 0 ? await bare(phone, dapp, asked) : null
      const { took: ourTime } = await ours(phone, page)
      took.push({ ours: ourTime, bare: first ?? (await bare(phone, dapp, asked)) })
    }
    return took.slice(warming)
  })
})
const figures = await Effect.runPromise(Effect.scoped(measured))
phone.end()
await disposeClient(dapp)
await server.end()

const of = (name: "bare" | "ours") => figures.map((figure) => figure[name])
const ratio = median(of("ours")) / median(of("bare"))
console.log(
  `scan to connected over one relay, the phone in a process of its own, median of ${rounds}, in turn`,
)
for (const [what, name] of [
  ["a bare pair of sign-clients", "bare"],
  ["our connector", "ours"],
] as const)
  console.log(`  ${what}: ${median(of(name)).toFixed(1)} ms (p90 ${quantile(of(name), 0.9).toFixed(1)} ms)`)
console.log(`  ratio: ${ratio.toFixed(2)} (${bar} at most${ratio <= bar ? "" : ": MISSED"})`)
