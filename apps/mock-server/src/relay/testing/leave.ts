import { Effect, Exit, Fiber, Scope } from "effect"
import { openPage } from "./page.ts"

/** A process that closes its page while a wallet request is pending. It has to exit without an explicit call. */
const [relay = "", projectId = ""] = process.argv.slice(2)
const scope = Scope.makeUnsafe()
const page = await Effect.runPromise(Scope.provide(openPage({ relay, projectId }), scope))
const [connector] = page.walletConnect.connectors
if (connector === undefined) throw new Error("No connector")
// The WalletConnect client runs from here on.
await Effect.runPromise(Effect.exit(connector.restore))
const linked = page.nextLink()
const fiber = Effect.runFork(connector.connect({ network: null, onLateApproval: () => {} }))
if (projectId !== "") await linked
await Effect.runPromise(Fiber.interrupt(fiber))
await Effect.runPromise(Scope.close(scope, Exit.void))
