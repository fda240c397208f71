import type { OperationKind } from "../operation/Operation.ts"
import { getActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { NameError, type NameReview } from "./Names.ts"

/** The signature that registers a name. Nothing of it is on a chain, and the registry rejects a second one. */
export const makeNameKind = (
  deps: Pick<EngineServices, "account" | "networks">,
): OperationKind<NameReview, NameError> => ({
  toSubject: ({ name }) => ({ _tag: "NameClaim", name }),
  toRequest: ({ account, message }) => ({
    _tag: "Signature",
    ask: (connector) => connector.signMessage({ account, message }),
  }),
  isCurrent: ({ account }) => getActiveAccount(deps)?.account === account,
  refuse: (_, { name }) => new NameError({ during: "register", name, reason: { _tag: "Changed" } }),
  toError: (problem, { name }) =>
    new NameError({ during: "register", name, reason: { _tag: "Failed", problem } }),
})
