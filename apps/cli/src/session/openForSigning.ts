import type { Signer, WalletChain } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { type CliError, configError, usageError } from "../failure/CliError.ts"
import type { ApprovalGrant } from "../payments/ApprovalGrant.ts"
import type { KeyFlags } from "../plan/CommandPlan.ts"
import { makeFrameApprover } from "../wallet/frameApprover.ts"
import { resolveKeySource } from "../wallet/KeySource.ts"
import { getKeyAddress, getStoredAddress, type Keys } from "../wallet/Keys.ts"
import { openKeys } from "../wallet/openKeys.ts"
import type { Context } from "./Context.ts"
import { openSession } from "./openSession.ts"
import { requireReadableLedger } from "./readableLedger.ts"
import type { RemoteKind } from "./remoteSessions.ts"

/** Returns whether the key or its password is read from stdin. */
export const isKeyFromStdin = ({ keyFile, keystore, passwordFile }: KeyFlags): boolean =>
  [keyFile, keystore, passwordFile].includes("-")

/** Returns whether any key flag was given. */
export const hasKeyFlags = (key: KeyFlags): boolean => Object.values(key).some((one) => one !== null)

export const singleStdinError = usageError(
  "Only one input can be read from stdin.",
  "Pass a file to --key-file and --password-file.",
)

/** Opens the session with the key of the active chain: the stored key, or a given key with the same address. */
export const openForSigning = (
  context: Context,
  wants: {
    readonly key: KeyFlags
    /** `--yes` was given. */
    readonly yes: boolean
    readonly reviewed: ApprovalGrant
    /** Called for each transaction that is signed in this process. */
    readonly signed?: () => void
  },
) =>
  openSession(context, {
    keys: (remembered) =>
      Effect.gen(function* () {
        yield* requireReadableLedger(context.folder)
        const { key } = wants
        const source = (yield* resolveKeySource(key, remembered.key)) ?? remembered.key
        if (source.kind === "file" && source.path === "-" && key.keyFile === null && key.keystore === null) {
          return yield* usageError(
            "The key was read from stdin and not stored. Pass --key-file.",
            "--key-file <path>, - for stdin",
          )
        }
        const keys = yield* openKeys(source, remembered.namespace, context)
        const [is, was] = [getKeyAddress(keys), getStoredAddress(remembered)]
        if (is === was) return notifyOnSign(keys, wants.signed ?? (() => {}))
        return yield* configError(
          `The key is for ${is}, but ${was} is connected.`,
          "Pass the right key, or connect again.",
        )
      }),
    approve: wants.reviewed.approve,
    approveInFrame: makeFrameApprover(wants, context, wants.reviewed),
    reach: "inUse",
    beforeReach: (by) =>
      hasKeyFlags(wants.key) ? Effect.fail(remoteKeyErrors[by]) : requireReadableLedger(context.folder),
  })

const remoteKeyErrors = {
  phone: usageError("The connected phone has its own key.", "Remove the key."),
  frame: usageError("Your embedded wallet has its own key.", "Remove the key."),
} as const satisfies Record<RemoteKind, CliError>

const notifyOnSign = (keys: Keys, signed: () => void): Keys => {
  const heard = <A, E>(signing: Effect.Effect<A, E>) => Effect.tap(signing, () => Effect.sync(signed))
  if ("signer" in keys) {
    const { signer } = keys
    const signTransaction: Signer["signTransaction"] = (transaction) =>
      heard(signer.signTransaction(transaction))
    return { ...keys, signer: { ...signer, signTransaction } }
  }
  const { side } = keys
  const methods: WalletChain["methods"] = (access) => {
    const all = side.methods(access)
    const name = `${side.name}:signTransaction`
    const sign = all[name]
    return sign === undefined ? all : { ...all, [name]: (...asked) => heard(sign(...asked)) }
  }
  return { ...keys, side: { ...side, methods } }
}
