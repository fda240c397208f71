import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import type { ProgressFields } from "../payments/followEntry.ts"
import type { KeyFlags } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { readOpenEntryIds } from "../session/openEntryIds.ts"
import { openForSigning } from "../session/openForSigning.ts"
import { loadSettings, openReadOnly } from "../session/openSession.ts"
import { requireNodeOf } from "../settings/nodeIdentity.ts"
import { attemptState } from "../state/attemptState.ts"
import { makeApprover } from "../wallet/approver.ts"

/** The flags that every operation has. */
interface OperationFlags {
  readonly key: KeyFlags
  readonly yes: boolean
  readonly dryRun?: boolean
}

/**
 * Opens the session of an operation; a dry run needs no key. @param getFields The fields of the state `signed`.
 */
export const openOperation = Effect.fnUntraced(function* (
  context: Context,
  flags: OperationFlags,
  getFields: () => ProgressFields = () => ({}),
) {
  const { folder, output } = context
  const { dryRun = false, key, yes } = flags
  const reviewed = makeApprovalGrant(makeApprover(flags, context))
  const readUnsettled = attemptState(folder, () => readOpenEntryIds(folder))
  const earlier = yield* readUnsettled
  output.state("connecting")
  const { approvalChannel, engine } = yield* dryRun
    ? openReadOnly(context)
    : openForSigning(context, { key, yes, reviewed, signed: () => output.state("signed", getFields()) })
  yield* requireNodeOf(yield* loadSettings(context), SubscriptionRef.getUnsafe(engine.networks.selected))
  return {
    context,
    approvalChannel,
    flows: yield* engine.flows,
    reviewed,
    /** The ids of the entries that earlier runs left unsettled. */
    earlier,
    /** Reads the ids of the entries that are unsettled now, also by other processes. */
    readUnsettled,
  }
})

/** The open session of an operation, and the single-use approval for its wallet. */
export type OpenOperation = Effect.Success<ReturnType<typeof openOperation>>
