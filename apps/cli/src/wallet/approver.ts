import type { Approval, ApprovalRequest } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import type { Prompts } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"

/**
 * Responds to wallet requests by a prompt or by `--yes`. Network switches are approved: the command requested them.
 * `--yes` never approves a transaction: the send commands have their own review.
 */
export const makeApprover =
  (
    { yes }: { readonly yes: boolean },
    {
      output,
      prompts,
      terminal,
    }: Pick<Context, "output" | "terminal"> & { readonly prompts: Pick<Prompts, "review"> },
  ) =>
  (request: ApprovalRequest): Effect.Effect<Approval> => {
    switch (request._tag) {
      case "SwitchNetwork":
      case "AddNetwork":
      case "ShowCalls":
      case "WatchAsset":
        return Effect.succeed("approve")
      case "Connect":
      case "SignMessage":
      case "SignTypedData":
      case "ConnectAddresses":
      case "SignBytes":
      case "SignIn":
        return Effect.tap(yes ? Effect.succeed<Approval>("approve") : prompts.review(request), (answer) =>
          Effect.sync(() => {
            if (answer === "approve") output.state("approved")
          }),
        )
      case "SignTypedValues":
      case "SendTransaction":
      case "SignTransaction":
      case "SendCalls":
      case "SendSolana":
      case "SignSolana":
      case "SendBitcoin":
      case "SignBitcoin":
      case "SignPolkadot":
        return terminal.asks ? prompts.review(request) : Effect.succeed("decline")
    }
  }
