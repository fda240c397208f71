import type { Approval, ApprovalRequest, Signer } from "@wmodal/chains/dev"
import { Effect } from "effect"
import { config, usage } from "../failure/CliError.ts"
import type { KeyFlags } from "../plan/Plan.ts"
import { keySource } from "../wallet/KeySource.ts"
import { openSigner } from "../wallet/openSigner.ts"
import type { Context } from "./Context.ts"
import { openSession } from "./openSession.ts"
import { provenLedger } from "./provenLedger.ts"

/** Whether the key or its password is to come from stdin. */
export const keyFromStdin = ({ keyFile, keystore, passwordFile }: KeyFlags): boolean =>
  [keyFile, keystore, passwordFile].includes("-")

export const onlyOneFromStdin = usage(
  "Only one thing can come from stdin.",
  "Name a file for --key-file and --password-file.",
)

/** The session with its key opened: the one that was connected, or one that was named and is the same. */
export const openToSign = (
  context: Context,
  wants: {
    readonly key: KeyFlags
    readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
    /** Told of each transaction that is signed. */
    readonly signed?: () => void
  },
) =>
  openSession(context, {
    signer: (remembered) =>
      Effect.gen(function* () {
        yield* provenLedger(context.folder)
        const { key } = wants
        const source = (yield* keySource(key, remembered.key)) ?? remembered.key
        if (source.kind === "file" && source.path === "-" && key.keyFile === null && key.keystore === null) {
          return yield* usage(
            "The key came from stdin and was not kept: --key-file.",
            "--key-file <path>, - for stdin",
          )
        }
        const signer = yield* openSigner(source, context)
        if (signer.address === remembered.address) return telling(signer, wants.signed ?? (() => {}))
        return yield* config(
          `The key is now that of ${signer.address}; connected is ${remembered.address}.`,
          "Name the right key, or connect again.",
        )
      }),
    approve: wants.approve,
  })

const telling = (signer: Signer, signed: () => void): Signer => ({
  ...signer,
  signTransaction: (transaction) =>
    Effect.tap(signer.signTransaction(transaction), () => Effect.sync(signed)),
})
