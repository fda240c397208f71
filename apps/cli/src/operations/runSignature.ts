import { Effect } from "effect"
import { type ConnectionFacts, getConnectionFacts } from "../commands/connectionFacts.ts"
import type { Failure } from "../failure/exitName.ts"
import { type ApprovedAction, makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import type { KeyFlags } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openForSigning } from "../session/openForSigning.ts"
import type { OpenSession } from "../session/openSession.ts"
import type { CommandResult, LazyView } from "../terminal/Output.ts"
import type { Field } from "../views/Panel.tsx"
import { makeApprover } from "../wallet/approver.ts"
import { confirmReview, requireApprover, type WarningPrompt } from "./confirmReview.ts"

/** The flags of a wallet with its own key. */
const noKey: KeyFlags = { account: null, keyFile: null, keystore: null, passwordFile: null }

interface PreparedSignature<A, E, F> {
  /** What the user is prompted with; `null` if the prompt of the wallet suffices. */
  readonly review: {
    /** All facts that a signer needs. */
    readonly fields: readonly Field[]
    readonly view: LazyView
    readonly warnings?: readonly WarningPrompt[]
  } | null
  /** What the wallet does not prompt for again. */
  readonly approved?: ApprovedAction | null
  /** Has the wallet sign, once. */
  readonly request: Effect.Effect<A, E>
  /** Finishes what the signature is for. */
  readonly toResult: (signed: A, signer: ConnectionFacts) => Effect.Effect<CommandResult, F>
  /** The flags that confirm the warnings in a command without a prompt. */
  readonly confirmations?: readonly string[]
}

/** Runs an operation that a wallet signs, and that it does not send. @param command The command without its flags. */
export const runSignature = Effect.fnUntraced(function* <A, E extends Failure, F extends Failure>(
  context: Context,
  { key = noKey, yes }: { readonly key?: KeyFlags; readonly yes: boolean },
  command: string,
  prepare: (open: OpenSession) => Effect.Effect<PreparedSignature<A, E, F>, F>,
) {
  const { output } = context
  yield* requireApprover(context, { yes }, `${command} --yes`)
  const reviewed = makeApprovalGrant(makeApprover({ yes }, context))
  const open = yield* openForSigning(context, { key, yes, reviewed })
  const { approved = null, confirmations = [], request, review, toResult } = yield* prepare(open)
  if (review !== null) {
    if (yes) for (const { label, text } of review.fields) output.info(`${label}: ${text}`)
    yield* confirmReview(context, { yes }, review.warnings ?? [], review.view)
  }
  output.state("approval")
  if (approved !== null) reviewed.grant(approved)
  const signed = yield* open.approvalChannel.during(null, request)
  const signer = yield* getConnectionFacts(open.engine)
  yield* output.result(yield* toResult(signed, signer))
  if (!yes) output.info(`Equivalent command: ${[command, ...confirmations, "--yes"].join(" ")}`)
})
