import type { Flows } from "@wmodal/core/flows"
import { Effect } from "effect"
import { getConnectionFacts } from "../commands/connectionFacts.ts"
import type { Failure } from "../failure/exitName.ts"
import { type ApprovedAction, makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import type { KeyFlags } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openForSigning } from "../session/openForSigning.ts"
import type { CommandResult } from "../terminal/Output.ts"
import type { Field } from "../views/Panel.tsx"
import { makeApprover } from "../wallet/approver.ts"
import { confirmReview, requireApprover } from "./confirmReview.ts"

/** The wallet has its own key. */
const noKey: KeyFlags = { account: null, keyFile: null, keystore: null, passwordFile: null }

interface PreparedSignature<E> {
  /** All facts that a signer needs. */
  readonly fields: readonly Field[]
  /** For a wallet that shows no texts of its own. */
  readonly approved?: ApprovedAction
  /** Has the wallet sign, once, and finishes what the signature is for. */
  readonly request: Effect.Effect<CommandResult, E>
}

/** Runs an operation that a wallet with its own key signs, such as that of an email. The wallet sends nothing. */
export const runSignature = Effect.fnUntraced(function* <E extends Failure, F extends Failure>(
  context: Context,
  yes: boolean,
  {
    command,
    effect,
    prepare,
    text,
    title,
  }: {
    /** The command without its flags. */
    readonly command: string
    /** What is shown during `prepare`. */
    readonly text: string
    readonly prepare: (flows: Flows) => Effect.Effect<PreparedSignature<E>, F>
    /** The title of the review, and the sentence below it. */
    readonly title: string
    readonly effect: string
  },
) {
  const { output, prompts } = context
  yield* requireApprover(context, { yes }, `${command} --yes`)
  const reviewed = makeApprovalGrant(makeApprover({ yes }, context))
  const { approvalChannel, engine } = yield* openForSigning(context, { key: noKey, yes, reviewed })
  const { approved, fields, request } = yield* prompts.during(text, prepare(yield* engine.flows))
  if (yes) for (const { label, text } of fields) output.info(`${label}: ${text}`)
  yield* confirmReview(context, { yes }, [], async () =>
    (await import("../views/SignatureReview.tsx")).renderSignatureReview(title, fields, effect),
  )
  output.state("approval")
  if (approved !== undefined) reviewed.grant(approved)
  const done = yield* approvalChannel.during(null, request)
  const { account, network } = yield* getConnectionFacts(engine)
  yield* output.result({ ...done, json: { ...done.json, account, network } })
  if (!yes) output.info(`Equivalent command: ${command} --yes`)
})
