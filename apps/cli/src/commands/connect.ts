import { Effect } from "effect"
import { type CliError, usageError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { hasKeyFlags } from "../session/openForSigning.ts"
import { loadSettings } from "../session/openSession.ts"
import type { Settings } from "../settings/Settings.ts"
import { isTestNetwork } from "../wallet/publicTestKey.ts"
import type { EngineCommand } from "./Command.ts"
import { selectNetworkToConnect } from "./selectNetworkToConnect.ts"

type ConnectPlan = Extract<CommandPlan, { _tag: "Connect" }>

/** Connects the chosen wallet. The code of a wallet loads on demand. */
export const connect = (plan: ConnectPlan, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const settings = yield* loadSettings(context)
    switch (yield* chooseWallet(plan, settings, context)) {
      case "dev":
      case "keys": {
        const { connectKeys } = yield* Effect.promise(() => import("./connectKeys.ts"))
        return yield* connectKeys(plan, settings, context)
      }
      case "frame": {
        const { connectFrame } = yield* Effect.promise(() => import("./connectFrame.ts"))
        return yield* connectFrame(plan, settings, context)
      }
      case "walletconnect": {
        const { connectPhone } = yield* Effect.promise(() => import("./connectPhone.ts"))
        return yield* connectPhone(plan, settings, context)
      }
    }
  })

/**
 * Returns the named wallet; else that of a key file, the embedded wallet for sign-in flags, a phone when a relay is
 * configured, or the dev wallet on a test network.
 */
const chooseWallet = (
  plan: ConnectPlan,
  settings: Settings,
  context: Context,
): Effect.Effect<NonNullable<ConnectPlan["wallet"]>, CliError> => {
  const { key, signIn, smartAccount, wallet } = plan
  const isOfKeys = hasKeyFlags(key) || smartAccount
  const isOfFrame = Object.values(signIn).some((one) => one !== null)
  if (wallet === "walletconnect" && isOfKeys) {
    return Effect.fail(
      usageError("A key cannot be combined with --wallet walletconnect.", "Remove --wallet or the key."),
    )
  }
  if (isOfKeys && (isOfFrame || wallet === "frame")) {
    return Effect.fail(
      usageError(
        "A key cannot be combined with --wallet frame.",
        "Remove the key. --account smart selects the smart account.",
      ),
    )
  }
  if (isOfFrame && wallet !== null && wallet !== "frame") {
    return Effect.fail(usageError("--email requires --wallet frame.", "--wallet frame"))
  }
  const isOwnKey = key.keyFile !== null || key.keystore !== null
  if (wallet === "dev" && isOwnKey) {
    return Effect.fail(
      usageError("--wallet dev has public test keys. A key of your own is --wallet keys.", "--wallet keys"),
    )
  }
  if (wallet === "keys" && !isOwnKey) {
    return Effect.fail(
      usageError("--wallet keys requires the file of a key.", "--key-file <path> or --keystore <path>"),
    )
  }
  if (wallet !== null) return Effect.succeed(wallet)
  if (isOfFrame) return Effect.succeed("frame")
  if (!context.terminal.asks) return Effect.fail(chooseWalletError)
  if (isOwnKey) return Effect.succeed("keys")
  if (isOfKeys) return Effect.succeed("dev")
  if (settings.endpoints.relay !== undefined) return Effect.succeed("walletconnect")
  return Effect.flatMap(selectNetworkToConnect(plan, settings, context), (network) =>
    isTestNetwork(network, settings) ? Effect.succeed("dev" as const) : Effect.fail(chooseWalletError),
  )
}

const chooseWalletError = usageError(
  "Choose a wallet: --wallet.",
  "--wallet keys, walletconnect or frame; on test networks also dev, whose keys are public",
)
