import { ConnectorError } from "@wmodal/chains"
import { Effect } from "effect"
import type { OperationKind } from "../operation/Operation.ts"
import { getActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { SessionError, type SessionRevocation } from "./Sessions.ts"

/** The wallet's end of a session. Ending one twice does nothing. */
export const makeSessionKind = (
  deps: Pick<EngineServices, "account" | "networks">,
): OperationKind<SessionRevocation, SessionError> => ({
  toSubject: ({ session: { app } }) => ({ _tag: "SessionRevocation", app }),
  toRequest: ({ account, session: { id, stored: session } }) => ({
    _tag: "Signature",
    ask: (connector) =>
      Effect.flatMap(
        connector.calls,
        ({ revokeSession }) =>
          revokeSession?.({ account, id, session }) ??
          Effect.fail(
            new ConnectorError({
              connectorId: connector.id,
              reason: { _tag: "Unsupported", method: "wallet_revokePermissions" },
            }),
          ),
      ),
  }),
  isCurrent: ({ account }) => getActiveAccount(deps)?.account === account,
  refuse: () => new SessionError({ during: "revoke", reason: { _tag: "Changed" } }),
  toError: (problem) => new SessionError({ during: "revoke", reason: { _tag: "Failed", problem } }),
})
