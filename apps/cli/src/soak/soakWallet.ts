import {
  type ApprovalRequest,
  makeDevWallet,
  makeTestSigner,
  type ScriptedApprover,
} from "@wmodal/dev-wallet"
import { currentHosts, type Fetch, Hosts, makeRpc, type Rpc } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { getNodeTiers } from "../settings/nodeTiers.ts"
import type { makeSoakSettings } from "./soakSettings.ts"

/** Makes a wallet of EVM networks that runs on the clock of the test. */
export const makeSoakWallet = Effect.fnUntraced(function* (
  settings: ReturnType<typeof makeSoakSettings>,
  { approve }: ScriptedApprover<ApprovalRequest>,
) {
  const { network } = settings
  const deps = yield* Effect.context<Fetch | Scope.Scope>()
  const rpc = yield* makeRpc({ tiers: getNodeTiers(settings, network) }).pipe(
    Effect.provideServiceEffect(Hosts, currentHosts),
  )
  const inTime = ({ request }: Rpc, method: string, params: readonly unknown[]) =>
    Effect.provideContext(request(method, params), deps)
  const pinned: Effect.Effect<Rpc> = Effect.map(
    Effect.provideContext(rpc.pin, deps),
    (node): Rpc => ({
      request: (method, params = []) => inTime(node, method, params),
      pin: Effect.suspend(() => pinned),
    }),
  )
  const { id, name, nativeCurrency, rpcUrls } = network
  return makeDevWallet({
    signers: [makeTestSigner(0)],
    networks: [{ chainId: Number(id), name, rpcUrls: rpcUrls.default.http, currency: nativeCurrency }],
    approve,
    rpc: (_, method, params) => inTime(rpc, method, params),
    pin: () => pinned,
  })
})
