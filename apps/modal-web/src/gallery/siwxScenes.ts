import type { RequestWarning } from "@wmodal/chains"
import { ConnectorError } from "@wmodal/chains"
import { limitReview } from "@wmodal/chains/internal"
import type { SiwxProblem, SiwxState } from "@wmodal/core"
import { Effect } from "effect"
import type { FakeEngineState } from "./fakeEngine.ts"
import { explanation } from "./requestScenes.ts"
import { account, ethereum, signedIn } from "./signedIn.ts"

/** With the case of its checksum, which a sign-in message requires. */
const address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"

const message = (domain: string, ...more: readonly string[]) =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    "",
    "I accept the terms of Nimbus: https://nimbus.example/terms",
    "",
    `URI: https://${domain}`,
    "Version: 1",
    "Chain ID: 1",
    "Nonce: 8xZ4qLr2TtV0pW7cYb1N",
    "Issued At: 2026-11-21T09:00:00Z",
    ...more,
  ].join("\n")

const makeShown = (text: string, dangers: readonly RequestWarning[] = []) => ({
  account: account.caipAddress,
  message: text,
  data: {
    accountAddress: address,
    chainId: "eip155:1",
    domain: "nimbus.example",
    uri: "https://nimbus.example",
    version: "1",
    nonce: "8xZ4qLr2TtV0pW7cYb1N",
  } as const,
  explained: {
    calls: [explanation({ intent: "Sign message", contract: null })] as const,
    dangers,
    trial: null,
  },
  passed: [],
})
const reviewing = (
  text: string,
  dangers: readonly RequestWarning[] = [],
  problem: SiwxProblem | null = null,
) => makeScene({ _tag: "Reviewing", problem, ...makeShown(text, dangers) })

const makeScene = (siwx: SiwxState): Partial<FakeEngineState> => ({
  ...signedIn,
  history: [{ _tag: "SIWXSignMessage" }],
  siwx,
})

const full = message(
  "nimbus.example",
  "Expiration Time: 2026-11-28T09:00:00Z",
  "Resources:",
  "- https://nimbus.example/orders",
  "- https://nimbus.example/profile",
)
const long = message("nimbus.example", `Request ID: ${"a".repeat(5_000)}Z`)
const explainedLong = Effect.runSync(
  limitReview(ethereum)({
    calls: [
      explanation({
        intent: "Sign message",
        contract: null,
        fields: [{ label: "Message", text: long, value: { _tag: "Text" } }],
      }),
    ],
    dangers: [],
    trial: null,
  }),
)
const asking = { _tag: "Asking", slow: false, ...makeShown(full) } as const
const declined = new ConnectorError({ connectorId: "MetaMask", reason: { _tag: "Locked" } })

/** Scenes of sign-in with a signature. */
export const siwxScenes = {
  siwx: reviewing(full),
  "siwx-plain": reviewing(message("nimbus.example")),
  "siwx-other-site": reviewing(message("evil.example"), [
    { _tag: "OtherSite", said: "evil.example", asks: "nimbus.example" },
  ]),
  "siwx-unread": reviewing("Welcome to Nimbus! Sign this to continue.\n\nNonce 12345"),
  "siwx-long": makeScene({ _tag: "Reviewing", problem: null, ...makeShown(long), explained: explainedLong }),
  "siwx-refused": reviewing(full, [], declined),
  "siwx-checking": makeScene({ _tag: "Checking", account: account.caipAddress }),
  "siwx-failed": makeScene({ _tag: "Failed", account: account.caipAddress, problem: declined }),
  "siwx-asking": makeScene(asking),
  "siwx-slow": makeScene({ ...asking, slow: true }),
  "siwx-none": makeScene({ _tag: "Off" }),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
